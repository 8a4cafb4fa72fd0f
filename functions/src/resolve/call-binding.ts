/**
 * One call → what it runs, once the flow of values is solved. Declines when it does not know: a call is resolved,
 * external (known to lead out of the repository), ambiguous (too many candidates to name one) or unresolved.
 *
 *     dog.bark()     dog holds an instance of Dog → Dog.bark, evidence 'receiver'
 *     m.get('a')     m is a Map from elsewhere → external, never a namesake of this repository
 *     Dog()          the class, and the constructor that runs
 */
import type { CallFact, Value } from '../model/facts.ts';
import type { Evidence } from '../model/graph.ts';
import { calleeNode } from './bare-calls.ts';
import { fullName } from './class-parts.ts';
import { companionCandidates, companionFunctions } from './companions.ts';
import { constructorsOf } from './constructors.ts';
import { takesNothing } from './member-calls.ts';
import type { Flow } from './flow.ts';
import { ranBy } from './outside-runs.ts';
import { bestOverloads } from './overloads.ts';
import { definitionOf, fileOfScope, isClassScope } from './program.ts';
import type { ScopeId, SourceFile } from './program.ts';
import { fitsArity, hasLabels } from './arguments.ts';
import { withoutOtherArities } from './inherited-overloads.ts';
import { isFunctionLike } from './qualified-names.ts';
import { calledByTable } from './table-classes.ts';
import type { Abstract } from './values.ts';
import { eachOverload } from './values.ts';

export interface Target {
  def: number;
  evidence: Evidence;
  confidence: number;
}

export interface BoundCall {
  outcome: 'resolved' | 'external' | 'ambiguous' | 'unresolved';
  targets: Target[];
}

const CONFIDENCE: Record<Evidence, number> = {
  local: 1,
  import: 0.98,
  receiver: 0.95,
  inherited: 0.9,
  unique_name: 0.4,
};
/** What is known to run nothing of the repository. */
const FROM_OUTSIDE = new Set<Abstract['is']>(['external', 'containerMember', 'callable', 'giving', 'scoped']);
/** More different functions than this at one call say that the flow was followed too far. */
const MAX_TARGETS = 5;
/** Those of a table that the call takes one of, which the flow was not followed far for: `table[op](x)`. */
const MAX_IN_TABLE = 24;

export function bindCall(flow: Flow, fact: CallFact, scope: ScopeId): BoundCall {
  const { constraints, values } = flow;
  const node = calleeNode(flow, scope, fact.callee, fact.at);
  const found = new Map<number, Evidence>();
  const { membersCall, classless, onlyMethods, family } = fileOfScope(flow.linker.program, scope).rules;
  let external = false;
  let conversion = false;
  let open = false;
  for (const id of preferred(flow, scope, fact) ?? [...constraints.values(node), ...ranBy(flow, fact, scope, node)]) {
    const value = values.get(id);
    external ||= FROM_OUTSIDE.has(value.is);
    conversion ||= value.is === 'class';
    open ||= value.is === 'callable';
    for (const [def, evidence] of eachOverload(value).flatMap((one) => targetsOf(flow, one, fact, scope))) {
      // A name without arguments is a call of what takes none.
      if (fact.implicit === true && fact.args === undefined && membersCall && !runsAlone(flow, def)) continue;
      // A type from outside may have the name of one that another language extends.
      if (fileOfScope(flow.linker.program, def).rules.family !== family) continue;
      const { kind, variant } = definitionOf(flow.linker.program, def);
      if (classless && kind === 'method') continue;
      if (fact.variant !== undefined && variant !== fact.variant) continue;
      if (onlyMethods && fact.callee.is === 'name' && variant === 'lambda') continue;
      const known = found.get(def);
      if (known === undefined || CONFIDENCE[evidence] > CONFIDENCE[known]) found.set(def, evidence);
    }
    if (value.is === 'module' && value.symbol.to !== 'def') external = external || value.symbol.to === 'external';
  }
  // `options.match ?? ownMatch`: some function of the caller's, or ours.
  if (constraints.isWide(node) || (open && found.size > 0)) return { outcome: 'ambiguous', targets: [] };
  const chosen = chooseOverloads(flow, withCompanions(flow, found, fact, scope), fact, scope);
  const overloaded = withinReach(flow, withoutMisfits(flow, chosen, fact), fact, scope);
  if (overloaded === undefined) return { outcome: 'ambiguous', targets: [] };
  const functions = [...overloaded.keys()].filter((def) => isFunctionLike(definitionOf(flow.linker.program, def)));
  const most = takesOneOfMany(fact.callee) ? MAX_IN_TABLE : MAX_TARGETS;
  if (functions.length > most) return { outcome: 'ambiguous', targets: [] };
  if (overloaded.size === 0) {
    return { outcome: conversion ? 'resolved' : external ? 'external' : 'unresolved', targets: [] };
  }
  const share = functions.length > MAX_TARGETS ? 0.5 : functions.length > 1 ? 0.8 : 1;
  return {
    outcome: 'resolved',
    targets: [...overloaded].map(([def, evidence]) => ({ def, evidence, confidence: CONFIDENCE[evidence] * share })),
  };
}

/** `table[op]`, `commands[i].run`: a key is not written out. */
function takesOneOfMany(callee: Value): boolean {
  const of = callee.is === 'member' ? callee.of : callee;
  return of.is === 'index' && of.key === undefined;
}

function runsAlone(flow: Flow, def: number): boolean {
  const definition = definitionOf(flow.linker.program, def);
  return isFunctionLike(definition) && takesNothing(definition);
}

/** In a lambda with an object the object's members come before those of the class around. */
function preferred(flow: Flow, scope: ScopeId, fact: CallFact): number[] | undefined {
  const node = fact.callee.is === 'name' ? flow.ofLambdaObject(scope, fact.callee.name) : undefined;
  if (node === undefined) return undefined;
  const bound = flow.constraints.values(node).filter((id) => ['bound', 'overloads'].includes(flow.values.get(id).is));
  return bound.length > 0 ? bound : undefined;
}

function targetsOf(flow: Flow, value: Abstract, fact: CallFact, scope: ScopeId): [number, Evidence][] {
  const { program } = flow.linker;
  const here = fileOfScope(program, scope);
  const byName = (def: number): Evidence => {
    if (fact.callee.is === 'member' && !reachesModule(flow, scope, fact.callee.of, fact.at)) return 'receiver';
    if (program.fileOf[def] === here) return 'local';
    return flow.linker.strategyOf(here).supposes?.(here, def) === true ? 'unique_name' : 'import';
  };
  switch (value.is) {
    case 'function':
      return [[value.def, byName(value.def)]];
    case 'bound':
      return [[value.def, boundEvidence(flow, value, fact)]];
    case 'class':
      // A conversion, `T(x)`, runs nothing, and neither does a name alone, but for `raise T`.
      if (fact.implicit === true && fact.args === undefined && fact.constructs !== true) return [];
      if (fileOfScope(program, value.def).rules.metatables !== undefined)
        return calledByTable(flow, value.def).map((def) => [def, 'receiver']);
      // `handler table[] = { … }` makes no function.
      if (definitionOf(program, value.def).type?.name === '->') return [];
      if (fact.constructs !== true && !here.rules.callConstructs && !isNewCall(fact, here)) return [];
      return [value.def, ...constructorsOf(flow, value.def), ...companionsOf(flow, value.def, fact)].map((def) => [
        def,
        byName(value.def),
      ]);
    case 'super':
      if (fact.callee.is !== 'super' || !here.rules.superConstructs) return [];
      return flow.classes
        .supertypes(value.def)
        .filter((base) => base.how !== 'implements')
        .flatMap((base) =>
          [base.def, ...constructorsOf(flow, base.def)].map((def): [number, Evidence] => [def, 'inherited']),
        );
    case 'instance': {
      // `this(1)` in a constructor runs another one.
      if (fact.callee.is === 'self' && here.rules.superConstructs) {
        return constructorsOf(flow, value.def).map((def) => [def, 'receiver']);
      }
      const { callMember } = fileOfScope(program, value.def).rules;
      if (callMember === undefined || fact.constructs === true) return [];
      const node = flow.member(flow.values.id(value), callMember);
      return flow.constraints
        .values(node)
        .map((id) => flow.values.get(id))
        .flatMap((member) => (member.is === 'bound' ? [[member.def, 'receiver'] as [number, Evidence]] : []));
    }
    default:
      return [];
  }
}

function isNewCall(fact: CallFact, here: SourceFile): boolean {
  const { newMember } = here.rules;
  const { callee } = fact;
  return newMember !== undefined && (callee.is === 'member' || callee.is === 'name') && callee.name === newMember;
}

/** `at` as the callee is asked with: after solving only what was asked for before has its values. */
function reachesModule(flow: Flow, scope: ScopeId, of: Value, at: number): boolean {
  const node = flow.expression(scope, of, at);
  return flow.constraints.values(node).some((id) => flow.values.get(id).is === 'module');
}

function boundEvidence(flow: Flow, value: Abstract & { is: 'bound' }, fact: CallFact): Evidence {
  const self = flow.values.get(value.self);
  const owner = flow.classes.classOf(value.def);
  const direct = (self.is === 'instance' || self.is === 'class') && self.def === owner;
  if (fact.callee.is === 'member' && fact.callee.of.is === 'super') return 'inherited';
  if (definitionOf(flow.linker.program, value.def).extension === true) return 'receiver';
  return direct ? 'receiver' : 'inherited';
}

/** `IntSize(w, h)` where a class and a function have the name: what does not take the arguments is not meant. */
function withoutMisfits(flow: Flow, found: Map<number, Evidence>, fact: CallFact): Map<number, Evidence> {
  const { program } = flow.linker;
  const { callee } = fact;
  const name = callee.is === 'name' || callee.is === 'member' ? callee.name : undefined;
  const named = [...found.keys()].filter((def) => definitionOf(program, def).name === name);
  const functions = named.filter((def) => isFunctionLike(definitionOf(program, def)));
  if (functions.length === 0 || functions.length === named.length) return found;
  const misfits = named.filter((def) => {
    const { parameters } = definitionOf(program, def);
    if (parameters === undefined && !functions.includes(def)) return false;
    return !fitsArity(parameters ?? [], fact.args ?? [], 0);
  });
  if (misfits.length === named.length) return found;
  return new Map([...found].filter(([def]) => !misfits.includes(def)));
}

/** Where the file imports extensions of that name, those alone are meant. */
function importedExtensions(
  flow: Flow,
  found: Map<number, Evidence>,
  { callee }: CallFact,
  scope: ScopeId,
): Map<number, Evidence> | undefined {
  const { program } = flow.linker;
  if (callee.is !== 'member' || found.size < 2) return undefined;
  const named = fileOfScope(program, scope).facts.imports.filter((one) => (one.alias ?? one.name) === callee.name);
  if (named.length === 0) return undefined;
  const homeOf = (def: number): string | undefined => {
    const outer = program.outer[def] ?? -1;
    return outer < 0 ? program.fileOf[def]?.facts.module : fullName(program, outer);
  };
  const isExtension = (def: number): boolean => definitionOf(program, def).extension === true;
  const imported = [...found.keys()].filter(
    (def) => isExtension(def) && named.some(({ source }) => source === homeOf(def)),
  );
  if (imported.length === 0) return undefined;
  return new Map([...found].filter(([def]) => !isExtension(def) || imported.includes(def)));
}

/** Extensions that classes hold are seen in those alone: of several the one whose class is an object here (Kotlin). */
function withinReach(
  flow: Flow,
  found: Map<number, Evidence>,
  fact: CallFact,
  scope: ScopeId,
): Map<number, Evidence> | undefined {
  const { program } = flow.linker;
  if (found.size === 0 || !fileOfScope(program, scope).rules.lambdaObjects) return found;
  const holderOf = (def: number): number | undefined => {
    const outer = program.outer[def] ?? -1;
    return definitionOf(program, def).extension === true && isClassScope(program, outer) ? outer : undefined;
  };
  const name = definitionOf(program, [...found.keys()][0] ?? -1).name;
  const imported = importedExtensions(flow, found, fact, scope);
  if (imported !== undefined) return imported;
  const held = [...found.keys()].filter((def) => holderOf(def) !== undefined);
  const [first] = held;
  const owner = first === undefined ? undefined : flow.classes.classOf(first);
  if (first === undefined || owner === undefined) return found;
  const all = (flow.classes.own(owner, name)?.defs ?? []).filter((def) => holderOf(def) !== undefined);
  if (new Set(all.map(holderOf)).size < 2) return found;
  const around = flow.objectsAround(scope);
  const seen = all.filter((def) => around.some((cls) => flow.classes.order(cls).includes(holderOf(def) ?? -1)));
  const [only, ...others] = seen;
  return only === undefined || others.length > 0 ? undefined : new Map([[only, 'receiver']]);
}

function companionsOf(flow: Flow, cls: number, fact: CallFact): number[] {
  return fact.constructs === true ? [] : companionFunctions(flow, cls);
}

/** Where a class and its companion's functions were found, those that the call means. */
function withCompanions(
  flow: Flow,
  found: Map<number, Evidence>,
  fact: CallFact,
  scope: ScopeId,
): Map<number, Evidence> {
  const { program } = flow.linker;
  const classes = [...found.keys()].filter((def) => !isFunctionLike(definitionOf(program, def)));
  const functions = [...new Set(classes.flatMap((cls) => companionsOf(flow, cls, fact)))];
  if (functions.length === 0) return found;
  const meant = bestOverloads(flow, companionCandidates(flow, classes, functions, fact), fact, scope);
  const constructors = new Set(classes.flatMap((cls) => constructorsOf(flow, cls)));
  const builds = meant.some((def) => classes.includes(def));
  return new Map([...found].filter(([def]) => meant.includes(def) || (builds && constructors.has(def))));
}

/** Of functions of one name in one place those that the arguments fit; of class and companion object the class. */
function chooseOverloads(
  flow: Flow,
  found: Map<number, Evidence>,
  fact: CallFact,
  scope: ScopeId,
): Map<number, Evidence> {
  const { program } = flow.linker;
  const groups = new Map<string, number[]>();
  for (const def of found.keys()) {
    const definition = definitionOf(program, def);
    const isFunction = isFunctionLike(definition);
    // A member may stand apart from its class, in an extension.
    const home = flow.classes.classOf(isFunction ? def : (program.outer[def] ?? -1));
    const key = `${home === undefined ? '' : flow.classes.primary(home)} ${isFunction} ${definition.name}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [def]);
    else group.push(def);
  }
  const out = new Map(found);
  for (const group of groups.values()) {
    const [first] = group;
    if (
      first === undefined ||
      (group.length < 2 && (fact.implicit === true || !hasLabels(definitionOf(program, first))))
    )
      continue;
    const kept = isFunctionLike(definitionOf(program, first))
      ? fileOfScope(program, first).rules.overloads
        ? bestOverloads(flow, group, fact, scope)
        : group
      : withoutCompanions(flow, group);
    for (const def of group) if (!kept.includes(def)) out.delete(def);
  }
  return withoutOtherArities(flow, out, fact);
}

/** `class A` and `object A` share a name; what is built is the class. */
function withoutCompanions(flow: Flow, group: number[]): number[] {
  const classes = group.filter((def) => definitionOf(flow.linker.program, def).variant !== 'object');
  return classes.length > 0 ? classes : group;
}
