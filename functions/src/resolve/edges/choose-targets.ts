/**
 * Which of the definitions that a callee may be a call means: of overloads those that the arguments fit, of a class and
 * functions beside it what takes them, of extensions those that the place sees.
 *
 *     void run(int x)   void run()       run() is the second
 *     IntSize(w, h)                      the function of that name, where the class takes no two arguments
 *     import acme.text.shout             "a".shout() is that extension, not the one of another package
 */
import type { CallFact, Definition } from '../../model/facts.ts';
import type { Evidence } from '../../model/graph.ts';
import { append } from '../program/append.ts';
import { fitsArity, hasLabels } from '../program/arguments.ts';
import { companionCandidates, companionsOf } from '../classes/companions.ts';
import { constructorsOf } from '../classes/constructors.ts';
import type { Flow } from '../flow/contract.ts';
import { withoutOtherArities } from '../classes/fitting-overloads.ts';
import { nearestOfEqual } from '../names/nearest-of-equal.ts';
import { bestOverloads, withoutWorse } from '../flow/overloads.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { Program, ScopeId } from '../program/program.ts';
import { isFunctionLike } from '../program/qualified-names.ts';
import { nearestExtensions } from './nearest-extensions.ts';
import { withoutDoubles } from './without-doubles.ts';
import { seenExtensions, withinReach } from './reached-extensions.ts';

/** Definitions that a callee holds, and how each was found. */
export type Candidates = Map<number, Evidence>;

/** Those that are meant, all of them where nothing tells them apart; undefined when several are and no one can say which. */
export function chooseTargets(flow: Flow, found: Candidates, fact: CallFact, scope: ScopeId): Candidates | undefined {
  const own = withoutSiblings(flow, withoutDoubles(flow, seenExtensions(flow, found, scope), scope), scope);
  const chosen = chooseOverloads(flow, withCompanions(flow, own, fact, scope), fact, scope);
  return withinReach(flow, nearestExtensions(flow, withoutMisfits(flow, chosen, fact), scope), fact, scope);
}

/** Without what sibling programs of the repository have under the same full name. */
function withoutSiblings(flow: Flow, found: Candidates, scope: ScopeId): Candidates {
  if (found.size < 2) return found;
  const near = new Set(nearestOfEqual(flow.resolver, [...found.keys()], fileOfScope(flow.program, scope)));
  return near.size === found.size ? found : new Map([...found].filter(([def]) => near.has(def)));
}

/** Where a class and its companion's functions were found, those that the call means. */
function withCompanions(flow: Flow, found: Candidates, fact: CallFact, scope: ScopeId): Candidates {
  const { program } = flow.resolver;
  const classes = [...found.keys()].filter((def) => !isFunctionLike(definitionOf(program, def)));
  const functions = [...new Set(classes.flatMap((cls) => companionsOf(flow.classes, cls, fact)))];
  if (functions.length === 0) return found;
  const meant = bestOverloads(flow, companionCandidates(program, classes, functions, fact), fact, scope);
  const constructors = new Set(classes.flatMap((cls) => constructorsOf(flow.classes, cls)));
  const builds = meant.some((def) => classes.includes(def));
  return new Map([...found].filter(([def]) => meant.includes(def) || (builds && constructors.has(def))));
}

/** Of functions of one name in one place those that the arguments fit; of class and companion object the class. */
function chooseOverloads(flow: Flow, found: Candidates, fact: CallFact, scope: ScopeId): Candidates {
  const { program } = flow.resolver;
  if (found.size === 1 && !hasToShowLabels(program, found, fact)) return found;
  const groups = new Map<string, number[]>();
  for (const def of found.keys()) {
    const definition = definitionOf(program, def);
    const isFunction = isFunctionLike(definition);
    // A member may stand apart from its class, in an extension.
    const home = flow.classes.classOf(isFunction ? def : (program.outer[def] ?? -1));
    const key = `${home === undefined ? '' : flow.classes.primary(home)} ${isFunction} ${definition.name}`;
    append(groups, key, def);
  }
  const out = new Map(found);
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined || (group.length < 2 && !needsLabels(definitionOf(program, first), fact))) continue;
    const kept = isFunctionLike(definitionOf(program, first))
      ? fileOfScope(program, first).rules.overloads
        ? bestOverloads(flow, group, fact, scope)
        : group
      : withoutCompanions(flow, group);
    for (const def of group) if (!kept.includes(def)) out.delete(def);
  }
  return withoutWorse(flow, withoutOtherArities(flow.classes, out, fact, importedAsOne(out, fact)), fact, scope);
}

/** Functions of several classes that are imported under one name are overloads of each other. */
function importedAsOne(found: Candidates, { callee, implicit }: CallFact): (a: number, b: number) => boolean {
  const isNamed = callee.is === 'name' && implicit !== true;
  return (a, b) => isNamed && found.get(a) === 'import' && found.get(b) === 'import';
}

function hasToShowLabels(program: Program, found: Candidates, fact: CallFact): boolean {
  return [...found.keys()].some((def) => needsLabels(definitionOf(program, def), fact));
}

/** Whether a call has to write a function's labels: one through a variable, `callback(1)`, does not. */
function needsLabels(definition: Definition, { callee, implicit }: CallFact): boolean {
  const isNamed = (callee.is === 'name' || callee.is === 'member') && callee.name !== definition.name;
  return implicit !== true && !isNamed && hasLabels(definition);
}

/** `class A` and `object A` share a name, and so do `class A` and `interface A` that are one type; what is built is the class. */
function withoutCompanions(flow: Flow, group: number[]): number[] {
  const classes = group.filter((def) => {
    const { kind, variant } = definitionOf(flow.resolver.program, def);
    return variant !== 'object' && kind !== 'interface';
  });
  return classes.length > 0 ? classes : group;
}

/** `IntSize(w, h)` where a class and a function have the name: what does not take the arguments is not meant. */
function withoutMisfits(flow: Flow, found: Candidates, fact: CallFact): Candidates {
  if (found.size < 2) return found;
  const { program } = flow.resolver;
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
