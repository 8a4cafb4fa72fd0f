/**
 * What names and the places that they lead to hold: definitions, bindings, imports, parameters, modules, members of self.
 *
 *     import dogs; dogs.Dog()      dogs is a module
 *     rex = Dog(); rex.bark()      rex holds what its binding gives it
 */
import type { Value } from '../../model/facts.ts';
import { chooseDeclarations, isAnywhereTheSame, narrowingAt } from '../names/choose-declarations.ts';
import type { Place, ResolvedRef } from '../names/contract.ts';
import type { Use } from '../names/reaching.ts';
import { sortedPlaces } from '../names/sorted-places.ts';
import { isModuleName } from '../names/places.ts';
import { hasArity } from '../program/generic-arity.ts';
import { fileOfScope, fileScope } from '../program/program.ts';
import type { Entry, ScopeId } from '../program/program.ts';
import { NOTHING } from '../tracking/trace.ts';
import { bindTo, shadowedByResult } from './bindings.ts';
import { NO_TABLE } from './contract.ts';
import type { Flow } from './contract.ts';
import { isClassByUse } from './definition-values.ts';
import { addNarrowed } from './narrowing.ts';
import { addBounds } from './self-values.ts';

export interface NamedNodes {
  /** By scope, name and the condition that tells what the name is. */
  named: Map<string, number>;
  entries: Map<Entry, number>;
  /** Nodes of names and members themselves, by expression, then by scope and offset. */
  raw: Map<Value, Map<string, number>>;
  /** By the list of all places of a name. */
  together: Map<readonly Place[], number>;
}

export function createNamedNodes(): NamedNodes {
  return { named: new Map(), entries: new Map(), raw: new Map(), together: new Map() };
}

export function namedNode(
  flow: Flow,
  { named }: NamedNodes,
  scope: ScopeId,
  name: string,
  at: number | undefined,
): number {
  const places = flow.resolver.lookup(scope, name)?.places ?? [];
  const narrowing = narrowingAt(flow.program, places, at);
  const key = `${scope} ${name} ${narrowing ?? (isAnywhereTheSame(flow.program, places) ? '' : `@${at ?? ''}`)}`;
  const known = named.get(key);
  if (known !== undefined) return known;
  return flow.node(named, key, fileOfScope(flow.program, scope).index, (node) => addName(flow, node, scope, name, at));
}

export function rawNode(flow: Flow, { raw }: NamedNodes, scope: ScopeId, value: Value, at: number | undefined): number {
  if (value.is !== 'name' && value.is !== 'member') return flow.expression(scope, value, at);
  let nodes = raw.get(value);
  if (nodes === undefined) raw.set(value, (nodes = new Map<string, number>()));
  const key = `${scope} ${at ?? ''}`;
  const known = nodes.get(key);
  if (known !== undefined) return known;
  return flow.node(nodes, key, fileOfScope(flow.program, scope).index, (node) => {
    if (value.is === 'name') addName(flow, node, scope, value.name, at);
    else {
      flow.constraints.watch(flow.expression(scope, value.of, at), (of) =>
        flow.constraints.flow(flow.member(of, value.name), node),
      );
    }
  });
}

/** Adds what a bare name stands for to a node. */
export function addName(flow: Flow, node: number, scope: ScopeId, name: string, at: number | undefined): void {
  const { classes, constraints, program, resolver, values } = flow;
  const found = resolver.lookup(scope, name);
  if (isModuleName(program, scope, name, found)) {
    addSymbol(flow, node, { to: 'file', file: fileOfScope(program, scope).index });
  }
  const ofObject = flow.ofLambdaObject(scope, name);
  if (ofObject !== undefined) constraints.flow(ofObject, node);
  const places = found?.places ?? [];
  const chosen = choose(flow, places, at === undefined ? undefined : { at, scope });
  flowPlaces(flow, places, chosen, node);
  shadowedByResult(flow, node, chosen, name);
  if (found !== undefined || addBounds(flow, node, scope, name)) return;
  const { rules } = fileOfScope(program, scope);
  const cls = rules.implicitSelf || rules.selfTypes.has(name) ? classes.classOf(scope) : undefined;
  if (cls === undefined) return;
  // `Self` is the class around; any other bare name may be a member that only subclasses or outside bases have.
  if (rules.selfTypes.has(name)) flow.add(node, { is: 'class', def: cls });
  else constraints.flow(flow.member(values.id({ is: 'instance', def: cls, args: [] }), name), node);
}

/** Declarations of a name that a use of it means. */
function choose(flow: Flow, places: Place[], use?: Use): readonly Place[] {
  const { program } = flow;
  const { others } = sortedPlaces(program, places);
  // A class with type parameters is not meant by its bare name where their number tells classes apart.
  const isMeant = (place: Place): boolean => {
    if (place.at === 'ref') return place.ref.to !== 'def' || hasArity(program, place.ref.def, 0);
    return place.at !== 'entry' || place.entry.kind !== 'def' || hasArity(program, place.entry.def, 0);
  };
  // Of declarations of which one is a class by use, its members say all that is known.
  const used = others.find(
    (place) => place.at === 'entry' && place.entry.kind === 'def' && isClassByUse(flow, place.entry.def),
  );
  if (used !== undefined) return [used];
  // The list itself where all are meant: what is known of it is kept.
  return chooseDeclarations(program, others.every(isMeant) ? places : places.filter(isMeant), use);
}

/** Adds what a name stands for outside any table of names: a definition, a module, something from outside. */
export function addSymbol(flow: Flow, node: number, symbol: ResolvedRef): void {
  const { constraints, program } = flow;
  if (symbol.to === 'external') {
    constraints.add(node, flow.external(symbol.name));
    return;
  }
  if (symbol.to === 'def') {
    flow.definition(node, symbol.def);
    return;
  }
  flow.add(node, { is: 'module', symbol });
  const file = symbol.to === 'file' ? program.files[symbol.file] : undefined;
  if (file === undefined) return;
  program.trace.dependOnFile(file.index);
  // `module.exports = f` makes the module itself the function.
  for (const fact of file.facts.exports) {
    if (fact.name === '=') constraints.flow(flow.expression(fileScope(file), fact.value), node);
  }
}

/** A name of more places than this has one node of all of them. A node keeps no more values, so few repositories do. */
const MANY_PLACES = 24;

/**
 * Lets the chosen places of a name flow into a node. Where many places are all chosen, every scope that says the name asks
 * one node of them: thousands of records with a field of one name, each said by thousands of functions, would be millions
 * of links otherwise.
 *
 *     data R1 = R1 { fld :: Int }   data R2 = R2 { fld :: Int }   …      u1 r = fld r   u2 r = fld r   …
 */
function flowPlaces(flow: Flow, places: readonly Place[], chosen: readonly Place[], to: number): void {
  const areAll =
    chosen.length > MANY_PLACES &&
    chosen.length === places.length &&
    (chosen === places || chosen.every((place, i) => place === places[i]));
  if (areAll) flow.constraints.flow(flow.together(places), to);
  else for (const place of chosen) flow.constraints.flow(flow.place(place), to);
}

/** Node of all places of a name together. */
export function togetherNode(flow: Flow, { together }: NamedNodes, places: readonly Place[]): number {
  const known = together.get(places);
  if (known !== undefined) return known;
  return flow.node(together, places, NOTHING, (node) => {
    for (const place of places) flow.constraints.flow(flow.place(place), node);
  });
}

export function placeNode(flow: Flow, { entries }: NamedNodes, place: Place): number {
  if (place.at === 'ref') {
    return flow.node(NO_TABLE, undefined, NOTHING, (node) => addSymbol(flow, node, place.ref));
  }
  if (place.at === 'value') return flow.expression(place.scope, place.value);
  if (place.at === 'member') {
    const { cls: def, name } = place;
    const on = flow.values.id(place.onClass ? { is: 'class', def } : { is: 'instance', def, args: [] });
    return flow.member(on, name);
  }
  const { entry, scope } = place;
  const known = entries.get(entry);
  if (known !== undefined) return known;
  if (entry.kind === 'param') return flow.parameter(entry.fn, entry.index);
  return flow.node(entries, entry, fileOfScope(flow.program, scope).index, (node) => addEntry(flow, node, entry));
}

function addEntry(flow: Flow, node: number, entry: Exclude<Entry, { kind: 'param' }>): void {
  if (entry.kind === 'bind') {
    if (entry.fact.until === undefined) bindTo(flow, node, entry.fact, entry.scope);
    else addNarrowed(flow, node, entry.fact, entry.scope);
  } else if (entry.kind === 'def') {
    flow.definition(node, entry.def);
    // A decorated definition may be what its decorators gave. It is still itself, since most hand it on.
    const last = flow.decorated(entry.def).at(-1);
    if (last !== undefined) flow.constraints.flow(last.result, node);
  } else {
    const file = flow.program.files[entry.file];
    const places = file === undefined ? [] : choose(flow, flow.resolver.imported(entry.fact, file));
    for (const place of places) flow.constraints.flow(flow.place(place), node);
  }
}
