/**
 * The CALLS edges a file's text says: who calls (the nearest named function around, else the File), what is called, and
 * every place where. Calls inside anonymous functions belong to the named function around them.
 */
import type { CallFact } from '../../model/facts.ts';
import { MOST_OPEN_CALLS, type CallCounts, type Evidence, type GraphEdge, type OpenCall } from '../../model/graph.ts';
import { bindCall, ORDER } from './call-binding.ts';
import type { BoundCall } from './call-binding.ts';
import { calleeText } from './callee-text.ts';
import { callbackRuns, type CallbackRun } from './framework-callbacks.ts';
import { isProtocolRead, protocolCalls, type ProtocolPlace } from './protocol-calls.ts';
import { scopeOfCall } from '../flow/decorators.ts';
import { injectedFunctions, injectionsOf } from '../flow/idioms/injected-parameters.ts';
import type { Flow } from '../flow/contract.ts';
import { iterationOf } from '../flow/elements.ts';
import { definitionOf, scopeOf } from '../program/program.ts';
import type { ScopeId, SourceFile } from '../program/program.ts';
import { isFunctionLike } from '../program/qualified-names.ts';

/** What a call is whose binding fails. */
const UNRESOLVED: BoundCall = { outcome: 'unresolved', targets: [] };

/** Id of the node of a definition, or of the file for scopes below zero. */
export type IdOf = (scope: ScopeId) => string | undefined;

/** `places`: where something may run without a written call (protocol-calls.ts). */
export function callEdges(
  flow: Flow,
  file: SourceFile,
  idOf: IdOf,
  places: readonly ProtocolPlace[],
): { edges: GraphEdge[]; calls: CallCounts; open: OpenCall[] } {
  const calls: CallCounts = { sites: 0, resolved: 0, external: 0, ambiguous: 0, unresolved: 0 };
  const edges = new Map<string, GraphEdge>();
  const open: OpenCall[] = [];
  const addEdge = (scope: ScopeId, def: number, line: number, evidence: Evidence, confidence: number): void => {
    const from = callerOf(flow, scope, idOf);
    const to = idOf(def);
    if (from === undefined || to === undefined) return;
    const key = `${from}\0${to}`;
    const known = edges.get(key);
    if (known === undefined) {
      edges.set(key, { type: 'CALLS', from, to, evidence, confidence, sites: [{ line }] });
      return;
    }
    known.sites?.push({ line });
    if (ORDER[evidence] < ORDER[known.evidence ?? 'unique_name']) known.evidence = evidence;
    known.confidence = Math.max(known.confidence ?? 0, confidence);
  };
  const isNode = (def: number): boolean => idOf(def) !== undefined;
  for (const fact of file.facts.calls) {
    if (isProtocolRead(file, fact)) continue;
    const scope = scopeOf(file, fact.scope);
    const bound = flow.program.trace.guard(file.index, UNRESOLVED, () =>
      bindCall(flow, fact, scopeOfCall(flow, fact, scope), isNode),
    );
    if (fact.implicit !== true || bound.targets.length > 0) {
      calls.sites++;
      calls[bound.outcome]++;
      const { outcome: why } = bound;
      if (why === 'unresolved' || why === 'ambiguous')
        open.push({ line: fact.line, callee: calleeText(fact.callee), why });
    }
    for (const { def, evidence, confidence } of withEvidence(flow, fact, scope, bound.targets))
      addEdge(scope, def, fact.line, evidence, confidence);
  }
  const iterated = flow.program.trace.guard(file.index, [], () => [...iterationCalls(flow, file)]);
  for (const { scope, line, def } of iterated) addEdge(scope, def, line, 'receiver', 0.9);
  for (const { scope, def, line, confidence } of frameworkRuns(flow, file))
    addEdge(scope, def, line, 'framework', confidence);
  for (const call of protocolCalls(flow, places)) {
    addEdge(call.scope, call.def, call.line, call.evidence, call.confidence);
  }
  for (const edge of edges.values()) edge.sites?.sort((a, b) => a.line - b.line);
  open.sort((a, b) => a.line - b.line);
  return { edges: [...edges.values()], calls, open: open.slice(0, MOST_OPEN_CALLS) };
}

/** What a framework runs that no call says. */
function* frameworkRuns(flow: Flow, file: SourceFile): Generator<CallbackRun> {
  for (const scope of injectedFunctions(file)) {
    const { line, parameters = [] } = definitionOf(flow.program, scope);
    for (const index of parameters.keys()) {
      for (const { def, confidence } of injectionsOf(flow, scope, index)) yield { scope, line, def, confidence };
    }
  }
  yield* callbackRuns(flow, file);
}

/** The targets of a call with what an idiom says that its edges rest on. */
function withEvidence(flow: Flow, fact: CallFact, scope: ScopeId, targets: BoundCall['targets']): BoundCall['targets'] {
  if (targets.length === 0) return targets;
  for (const say of flow.hooks(scope).evidenceOf) {
    const found = say(flow, fact, scope);
    if (found === undefined) continue;
    const { evidence, confidence } = found;
    return targets.map((target) => ({ ...target, evidence, confidence: Math.min(target.confidence, confidence) }));
  }
  return targets;
}

function callerOf(flow: Flow, scope: ScopeId, idOf: IdOf): string | undefined {
  const { program } = flow.resolver;
  let at: ScopeId | undefined = scope;
  while (at !== undefined && at >= 0) {
    if (isFunctionLike(definitionOf(program, at))) {
      const id = idOf(at);
      if (id !== undefined) return id;
    }
    at = program.outer[at];
  }
  return at === undefined ? undefined : idOf(at);
}

/** A loop over an instance runs its iterator members, though no call is written. */
function* iterationCalls(flow: Flow, file: SourceFile): Generator<{ scope: ScopeId; line: number; def: number }> {
  if (file.rules.iteration.length === 0) return;
  const methods = (node: number): number[] =>
    flow.constraints.values(node).flatMap((id) => {
      const value = flow.values.get(id);
      return value.is === 'bound' ? [value.def] : [];
    });
  for (const fact of file.facts.bindings) {
    if (fact.through !== 'element' || fact.value === undefined) continue;
    const scope = scopeOf(file, fact.scope);
    for (const id of flow.constraints.values(flow.expression(scope, fact.value))) {
      const value = flow.values.get(id);
      const iteration = value.is === 'instance' ? iterationOf(flow, value.def) : undefined;
      if (iteration === undefined) continue;
      for (const def of methods(flow.member(id, iteration.iterator))) yield { scope, line: fact.line, def };
      for (const def of methods(flow.member(id, iteration.next))) yield { scope, line: fact.line, def };
    }
  }
}

/** Values looped over are asked for before solving, so that their iterators are known after it. */
export function demandIterations(flow: Flow, file: SourceFile): void {
  if (file.rules.iteration.length === 0) return;
  for (const fact of file.facts.bindings) {
    if (fact.through !== 'element' || fact.value === undefined) continue;
    const { value } = fact;
    flow.resolver.program.trace.forFile(file.index, () => {
      flow.constraints.watch(flow.expression(scopeOf(file, fact.scope), value), (id) => {
        if (flow.values.get(id).is === 'instance') flow.element(id, undefined);
      });
    });
  }
}
