/**
 * Which of several functions of one name a call runs: told by the number of its arguments and by what they hold.
 *
 *     void g() {}   void g(int x) {}   void g(Dog d) {}        g() the first, g(new Dog()) the last
 *
 * Where this tells nothing, the first is taken: all of them have one name in one place, so most edges are right.
 */
import type { Argument, CallFact, Parameter } from '../../model/facts.ts';
import { firstArgumentFor, fitsArity, hasLabels, isNearer, receiverShift, typeOfEach } from '../program/arguments.ts';
import { companionFunctions } from '../classes/companions.ts';
import { constructorsOf } from '../classes/constructors.ts';
import { standsBeside } from '../classes/fitting-overloads.ts';
import { isOverload } from '../classes/inherited-overloads.ts';
import { fitsTypeArguments } from '../program/generic-arity.ts';
import type { Flow } from './contract.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { ScopeId } from '../program/program.ts';
import { bestLikeness, likenessToRest, takesLambda } from './expressions/likeness.ts';
import { reachable } from './expressions/reachable.ts';
import { fitOf, writtenArguments } from './expressions/written-types.ts';
import type { AbstractValue } from './values.ts';
import { isTelling, wantOf } from './wanted-types.ts';
import type { Wanted } from './wanted-types.ts';

export function bestOverloads(
  flow: Flow,
  group: number[],
  call: Pick<CallFact, 'args' | 'typeArgs'>,
  scope: ScopeId,
): number[] {
  const { program } = flow;
  const args = call.args ?? [];
  const parametersOf = (def: number): Parameter[] => definitionOf(program, def).parameters ?? [];
  const fitting = withoutOtherTypes(
    flow,
    reachable(program, group, scope).filter(
      (def) =>
        fitsArity(parametersOf(def), args, receiverShift(definitionOf(program, def))) &&
        fitsTypeArguments(program, def, call, scope),
    ),
    args,
    scope,
  );
  // Labels are a part of the name: a function with other labels is another function.
  const labelled = group.some((def) => hasLabels(definitionOf(program, def)));
  const candidates = fitting.length > 0 || labelled ? fitting : group;
  if (candidates.length === 1) return candidates;
  const scores = scoresOf(flow, candidates, args, scope);
  const most = Math.max(...scores);
  let best: number | undefined;
  for (const [at, def] of candidates.entries()) {
    if (scores[at] === most && (best === undefined || isMeantBefore(flow, def, best, args))) best = def;
  }
  return best === undefined ? [] : [best];
}

/** Of two overloads whose scores are the same. */
function isMeantBefore({ program }: Flow, def: number, other: number, args: Argument[]): boolean {
  return isNearer(definitionOf(program, def), definitionOf(program, other), args);
}

/** Without those that take arguments of other types, as far as that is written; all of them where none would be left. */
function withoutOtherTypes(flow: Flow, defs: number[], args: Argument[], scope: ScopeId): number[] {
  if (defs.length < 2 || args.length === 0) return defs;
  const shiftOf = (def: number): number => receiverShift(definitionOf(flow.program, def));
  const given = writtenArguments(args, scope);
  const taking = defs.filter((def) => fitOf(flow, def, given, shiftOf(def)) > 0);
  return taking.length > 0 ? taking : defs;
}

/** How well the arguments of a call fit each of several functions. */
function scoresOf(flow: Flow, candidates: number[], args: Argument[], scope: ScopeId): number[] {
  const { program } = flow;
  // It is cheap to see that all candidates want the same of an argument, and dear to ask what the argument holds.
  const wanted: Wanted = new Map();
  for (const def of candidates) wantOf(definitionOf(program, def), args, wanted);
  return candidates.map((def) => {
    const definition = definitionOf(program, def);
    const { parameters = [] } = definition;
    let score = 0;
    parameters.forEach((parameter, index) => {
      const argument = firstArgumentFor(parameters, index, args, receiverShift(definition));
      // Of another one nobody asked what it holds (askOverloads), or somebody did for a reason of their own.
      if (argument !== undefined && isTelling(wanted, argument))
        score += agreement(flow, parameter, def, argument, scope);
    });
    return score;
  });
}

/**
 * Of overloads that stand in a class and its supertypes, or as extensions, without those that the arguments fit less well
 * than another.
 *
 *     class A { void m(String s) {} }     class B extends A { void m(Dog d) {} }      of both, b.m(new Dog()) means B's
 */
export function withoutWorse<Found>(
  flow: Flow,
  found: Map<number, Found>,
  { args = [] }: Pick<CallFact, 'args'>,
  scope: ScopeId,
): Map<number, Found> {
  const { classes, program } = flow;
  if (found.size < 2 || args.length === 0) return found;
  const overloads = [...found.keys()].filter(
    (def) => isOverload(definitionOf(program, def)) && fileOfScope(program, def).rules.overloads,
  );
  if (overloads.length < 2) return found;
  const scores = scoresOf(flow, overloads, args, scope);
  const isWorse = (def: number): boolean => {
    const own = scores[overloads.indexOf(def)];
    if (own === undefined) return false;
    // What fits a little, `m(T value)`, may be overridden by what fits better.
    const isMisfit = own < 0 || definitionOf(program, def).extension === true;
    return overloads.some((other, at) => {
      const score = scores[at] ?? 0;
      const isBetter = score === own ? isMeantBefore(flow, other, def, args) : isMisfit && score > own;
      return isBetter && standsBeside(classes, def, other);
    });
  };
  return new Map([...found].filter(([def]) => !isWorse(def)));
}

/** What is known of a call's candidates so far. */
export interface Candidates {
  defs: number[];
  /** Once there are several; most calls have one candidate. */
  wanted: Wanted | undefined;
  /** Arguments that nobody asked for yet. */
  open: Argument[];
}

/** What is known of the candidates of each call. */
export type CandidatesOfCalls = Map<CallFact, Candidates>;

/**
 * Asks for the arguments that tell functions of one name apart, as soon as a call has several candidates. This happens
 * before solving ends, since an expression that nobody asked for has no values afterwards.
 */
export function askOverloads(
  flow: Flow,
  candidates: CandidatesOfCalls,
  callees: AbstractValue[],
  fact: CallFact,
  scope: ScopeId,
): void {
  const { args = [] } = fact;
  if (args.length === 0) return;
  const found = callees.flatMap((callee) => overloadsOf(flow, callee));
  if (found.length === 0) return;
  let known = candidates.get(fact);
  if (known === undefined) candidates.set(fact, (known = { defs: [], wanted: undefined, open: args }));
  if (known.open.length === 0) return;
  known.defs.push(...found);
  if (known.defs.length < 2) return;
  const fresh = known.wanted === undefined ? known.defs : found;
  const wanted: Wanted = known.wanted ?? new Map<Argument, Set<string | undefined>>();
  known.wanted = wanted;
  for (const def of fresh) wantOf(definitionOf(flow.program, def), args, wanted);
  known.open = known.open.filter((argument) => {
    if (!isTelling(wanted, argument)) return true;
    flow.expression(scope, argument.value);
    return false;
  });
}

/** What a call of a value may run, where a language has overloads. */
function overloadsOf({ classes, program }: Flow, callee: AbstractValue): number[] {
  if (callee.is !== 'function' && callee.is !== 'bound' && callee.is !== 'class') return [];
  const { def } = callee;
  if (!fileOfScope(program, def).rules.overloads) return [];
  return callee.is === 'class' ? [def, ...constructorsOf(classes, def), ...companionFunctions(classes, def)] : [def];
}

/** How well an argument fits a parameter: 2 where it has just its type, less where it may be given, -1 where not, 0 unknown. */
function agreement(flow: Flow, parameter: Parameter, fn: number, argument: Argument, scope: ScopeId): number {
  const { rules } = fileOfScope(flow.program, fn);
  const type = typeOfEach(parameter, rules);
  if (type === undefined) return 0;
  const wanted = flow.classes.types.meanings({ type, scope: fn });
  if (argument.value.is === 'function') {
    const lambda = fileOfScope(flow.program, scope).base + argument.value.definition;
    return wanted.length === 0 ? 0 : Math.max(...wanted.map((meaning) => takesLambda(flow, lambda, meaning)));
  }
  const ids = flow.constraints.values(flow.expression(scope, argument.value));
  const given = withoutUnread(flow, ids, scope).map((id) => flow.values.get(id));
  if (parameter.variadic !== 'rest') return bestLikeness(flow, given, wanted);
  const list = rules.restParameters === 'list' ? parameter.type : undefined;
  return likenessToRest(flow, given, wanted, {
    lists: list === undefined ? [] : flow.classes.types.meanings({ type: list, scope: fn }),
    takesArray: rules.restParameters === 'array',
  });
}

/** `run(this.state)` gives the field, where a method has that name, too. */
function withoutUnread(flow: Flow, ids: readonly number[], scope: ScopeId): readonly number[] {
  const { isUnread } = flow.hooks(scope);
  if (ids.length < 2 || isUnread.length === 0) return ids;
  const read = ids.filter((id) => !isUnread.some((isOne) => isOne(flow, id)));
  return read.length > 0 ? read : ids;
}
