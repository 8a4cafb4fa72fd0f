/**
 * One call → what it runs, once the flow of values is solved. Declines when it does not know: a call is resolved,
 * external (known to lead out of the repository), ambiguous (too many candidates to name one) or unresolved.
 *
 *     dog.bark()     dog holds an instance of Dog → Dog.bark, evidence 'receiver'
 *     m.get('a')     m is a Map from elsewhere → external, never a namesake of this repository
 *     Dog()          the class, and the constructor that runs
 */
import type { CallFact, Value } from '../../model/facts.ts';
import type { Evidence } from '../../model/graph.ts';
import { isWrittenLater } from './saved-originals.ts';
import { chooseTargets } from './choose-targets.ts';
import { targetsOf } from './call-targets.ts';
import type { Flow } from '../flow/contract.ts';
import { signatureOf } from '../names/nearest-of-equal.ts';
import { fullName } from '../program/class-parts.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { Program, ScopeId } from '../program/program.ts';
import { isFunctionLike } from '../program/qualified-names.ts';
import type { AbstractValue } from '../flow/values.ts';
import { eachOverload } from '../flow/values.ts';

export interface Target {
  def: number;
  evidence: Evidence;
  confidence: number;
}

export interface BoundCall {
  outcome: 'resolved' | 'external' | 'ambiguous' | 'unresolved';
  targets: Target[];
}

/**
 * How often an edge of this evidence is right, where its call has one target, and how often where it has two. Measured, see
 * docs/measurements.md: change them with the table there.
 */
const CONFIDENCE: Record<Evidence, { alone: number; ofTwo: number }> = {
  local: { alone: 1, ofTwo: 0.8 },
  import: { alone: 0.98, ofTwo: 0.8 },
  receiver: { alone: 0.95, ofTwo: 0.65 },
  inherited: { alone: 0.95, ofTwo: 0.65 },
  framework: { alone: 0.9, ofTwo: 0.7 },
  unique_name: { alone: 0.7, ofTwo: 0.5 },
};
/** The best first: a member of a receiver's own class before one that it inherits, though both are right as often. */
export const ORDER: Record<Evidence, number> = {
  local: 0,
  import: 1,
  receiver: 2,
  inherited: 3,
  framework: 4,
  unique_name: 5,
};
/** Of what two targets are worth, each of more than two. */
const OF_MORE = 0.875;
/** Each of several targets that are one declaration in several places: `expect` and `actual`, a part for each platform. */
const OF_ONE_NAME = 0.9;
/** Each of the functions of a table. */
const OF_TABLE = 0.5;
/** What is known to run nothing of the repository. */
const FROM_OUTSIDE = new Set<AbstractValue['is']>(['external', 'containerMember', 'callable', 'giving', 'scoped']);
/** More different functions than this at one call say that the flow was followed too far. */
const MAX_TARGETS = 5;
/** Those of a table that the call takes one of, which the flow was not followed far for: `table[op](x)`. */
const MAX_IN_TABLE = 24;

/** `isNode`: whether a definition has a node; what is only announced has none. */
export function bindCall(flow: Flow, fact: CallFact, scope: ScopeId, isNode: (def: number) => boolean): BoundCall {
  const node = flow.callee(scope, fact.callee, fact.at);
  const callee = readCallee(flow, node, fact, scope);
  // `options.match ?? ownMatch`: some function of the caller's, or ours.
  if (flow.constraints.isWide(node) || (callee.open && callee.found.size > 0)) return AMBIGUOUS;
  const meant = chooseTargets(flow, callee.found, fact, scope);
  if (meant === undefined) return AMBIGUOUS;
  const functions = [...meant.keys()].filter((def) => isFunctionLike(definitionOf(flow.program, def)));
  if (functions.length > (takesOneOfMany(fact.callee) ? MAX_IN_TABLE : MAX_TARGETS)) return AMBIGUOUS;
  if (meant.size === 0) return withoutTarget(flow, callee, node, fact, scope);
  const among = functions.length > 1 ? functions.filter(isNode) : functions;
  const confidenceOf = confidenceAmong(flow, among);
  return {
    outcome: 'resolved',
    targets: [...meant].map(([def, evidence]) => ({ def, evidence, confidence: confidenceOf(evidence) })),
  };
}

/** What an edge to each of the functions that one call may run is worth. */
function confidenceAmong({ program }: Flow, functions: number[]): (evidence: Evidence) => number {
  if (functions.length < 2) return (evidence) => CONFIDENCE[evidence].alone;
  if (functions.length > MAX_TARGETS) return () => OF_TABLE;
  const names = new Set(functions.map((def) => nameOf(program, def)));
  if (names.size === 1) return () => OF_ONE_NAME;
  return (evidence) => round(CONFIDENCE[evidence].ofTwo * (names.size > 2 ? OF_MORE : 1));
}

/** The same for a function and what stands for it elsewhere; where files have no package, functions outside of classes differ. */
function nameOf(program: Program, def: number): string {
  const outer = program.outer[def] ?? -1;
  const around = outer < 0 ? program.fileOf[def]?.facts.module : fullName(program, outer);
  return around === undefined ? `${def}` : `${around} ${signatureOf(definitionOf(program, def))}`;
}

function round(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}

/** A call that no value answers: one definition may be supposed of whose callee nothing is known. */
function withoutTarget(flow: Flow, callee: Callee, node: number, fact: CallFact, scope: ScopeId): BoundCall {
  for (const supposed of flow.constraints.values(node).length > 0 ? [] : flow.hooks(scope).supposedTarget) {
    const def = supposed(flow, fact, scope);
    const evidence = 'unique_name';
    if (def !== undefined)
      return { outcome: 'resolved', targets: [{ def, evidence, confidence: CONFIDENCE[evidence].alone }] };
  }
  const outcome = callee.conversion ? 'resolved' : callee.external ? 'external' : 'unresolved';
  return { outcome, targets: [] };
}

const AMBIGUOUS: BoundCall = { outcome: 'ambiguous', targets: [] };

/** What a callee's values say. */
interface Callee {
  /** Definitions that a call of it may mean, each with the best evidence for it. */
  found: Map<number, Evidence>;
  /** One of them leads out of the repository. */
  external: boolean;
  /** One of them is a class, or a case of an enum: the call may be a conversion, which runs nothing. */
  conversion: boolean;
  /** One of them is any function that a caller gives. */
  open: boolean;
}

function readCallee(flow: Flow, node: number, fact: CallFact, scope: ScopeId): Callee {
  const { values } = flow;
  const callee: Callee = { found: new Map(), external: false, conversion: false, open: false };
  const ids = preferred(flow, scope, fact) ?? [...inOrder(flow, node), ...ranByCall(flow, fact, scope, node)];
  for (const id of ids) {
    const value = values.get(id);
    callee.external ||= FROM_OUTSIDE.has(value.is) || (value.is === 'module' && value.symbol.to === 'external');
    callee.conversion ||= value.is === 'class' || isCase(flow, value);
    callee.open ||= value.is === 'callable' && value.taken !== true;
    for (const [def, evidence] of eachOverload(value).flatMap((one) => targetsOf(flow, one, fact, scope))) {
      if (!canRun(flow, def, fact, scope)) continue;
      const known = callee.found.get(def);
      if (known === undefined || ORDER[evidence] < ORDER[known]) callee.found.set(def, evidence);
    }
  }
  return callee;
}

/** The values of a node in the order of their declarations, whatever the order that they came in: the first counts among equals. */
function inOrder({ constraints, values }: Flow, node: number): readonly number[] {
  const ids = constraints.values(node);
  if (ids.length < 2) return ids;
  const placeOf = (id: number): number => {
    const value = values.get(id);
    return 'def' in value ? value.def : -1;
  };
  return [...ids].sort((a, b) => placeOf(a) - placeOf(b));
}

/** A call of a case with data makes a value of the enum and runs nothing: `Shape::Circle(3)`. */
function isCase({ program }: Flow, value: AbstractValue): boolean {
  return value.is === 'instance' && definitionOf(program, value.def).kind === 'enum';
}

/** Whether a call as it is written can run a definition at all. */
function canRun(flow: Flow, def: number, fact: CallFact, scope: ScopeId): boolean {
  const { program } = flow;
  const { classless, family } = fileOfScope(program, scope).rules;
  // A type from outside may have the name of one that another language extends.
  if (fileOfScope(program, def).rules.family !== family) return false;
  const { kind, variant } = definitionOf(program, def);
  // `@load def load`: what decorates is not what is decorated.
  if (fact.decorates !== undefined && def === fileOfScope(program, scope).base + fact.decorates) return false;
  if (classless && kind === 'method') return false;
  if (fact.variant !== undefined && variant !== fact.variant) return false;
  if (isWrittenLater(flow, fact, scope, def)) return false;
  return !flow.hooks(scope).isExcluded.some((isExcluded) => isExcluded(flow, fact, def));
}

/** `table[op]`, `commands[i].run`: a key is not written out. */
function takesOneOfMany(callee: Value): boolean {
  const of = callee.is === 'member' ? callee.of : callee;
  return of.is === 'index' && of.key === undefined;
}

/** Values that a function from outside runs, which the call calls. */
function ranByCall(flow: Flow, fact: CallFact, scope: ScopeId, callee: number): readonly number[] {
  return flow.hooks(scope).ranByCall.flatMap((ranBy) => ranBy(flow, fact, scope, callee));
}

/** In a lambda with an object the object's members come before those of the class around. */
function preferred(flow: Flow, scope: ScopeId, fact: CallFact): number[] | undefined {
  const node = fact.callee.is === 'name' ? flow.ofLambdaObject(scope, fact.callee.name) : undefined;
  if (node === undefined) return undefined;
  const bound = flow.constraints.values(node).filter((id) => ['bound', 'overloads'].includes(flow.values.get(id).is));
  return bound.length > 0 ? bound : undefined;
}
