/**
 * Parts of values: what an index or a slice takes, and what the literal of a collection has at a place.
 *
 *     xs[0]                    an element           [f, g][1]                g
 *     xs[1:]                   the same elements, in other places
 *     [*xs, y]                 y, and the elements of xs
 *     { ...base, run }         run, and what base has under other keys
 *     [f(x) for x in xs]       one item that stands for all elements
 */
import type { Collection, Definition, Value } from '../../model/facts.ts';
import type { Flow } from './contract.ts';
import { addCopied, copiedInto } from './idioms/copied-members.ts';
import type { Place } from '../names/contract.ts';
import type { ScopeId } from '../program/program.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { CollectionSite } from './values.ts';

const MAX_IMPORTS = 8;

/** The key of an access that the text does not tell. An access without a key, as of a loop, takes all elements. */
export const UNKNOWN_KEY = '\0';

export function isKnown(key: string | undefined): key is string {
  return key !== undefined && key !== UNKNOWN_KEY;
}

/** Adds what `xs[0]` or `xs[1:]` gives to a node. */
export function addPart(
  flow: Flow,
  node: number,
  scope: ScopeId,
  value: Value & { is: 'index' | 'slice' },
  at: number | undefined,
): void {
  const of = flow.expression(scope, value.of, at);
  if (value.is === 'index') {
    const key = keyOf(flow, scope, value);
    flow.constraints.watch(of, (id) => flow.constraints.flow(flow.element(id, keyIn(flow, id, key, value.by)), node));
  } else flow.constraints.watch(of, (id) => addSlice(flow, node, id, scope, value.from));
}

/**
 * The key of an access. A name as the key is the text or number of the constant that it names; a constant of neither,
 * `const kState = Symbol()`, is the key `[kState]`, which no other constant has.
 */
export function keyOf(flow: Flow, scope: ScopeId, { key, by }: Value & { is: 'index' }): string {
  if (key !== undefined) return key;
  const { program, resolver } = flow;
  const found = by === undefined ? [] : (resolver.lookup(scope, by)?.places ?? []);
  const def = onlyDefinition(flow, behindImports(flow, found));
  if (def === undefined) return found.some((place) => isConstant(flow, place)) ? `[${by ?? ''}]` : UNKNOWN_KEY;
  const definition = definitionOf(program, def);
  return literalOf(definition) ?? (definition.kind === 'constant' ? `[${by ?? ''}]` : UNKNOWN_KEY);
}

/** Places of a name, with what imports lead to in place of the imports. */
function behindImports({ program, resolver }: Flow, found: Place[]): Place[] {
  let places = found;
  for (let n = 0; n < MAX_IMPORTS && places.length > 0; n++) {
    const imported = places.flatMap((place) => {
      const entry = place.at === 'entry' && place.entry.kind === 'import' ? place.entry : undefined;
      const file = entry === undefined ? undefined : program.files[entry.file];
      return entry === undefined || file === undefined ? [] : resolver.imported(entry.fact, file);
    });
    if (imported.length === 0) break;
    places = imported;
  }
  return places;
}

/** The definition of a file that all places of a name mean, given a value at most once. */
function onlyDefinition({ program }: Flow, places: Place[]): number | undefined {
  const entries = places.flatMap((place) => (place.at === 'entry' ? [place.entry] : []));
  const [def, ...others] = entries.flatMap((entry) => (entry.kind === 'def' ? [entry.def] : []));
  const given = entries.filter((entry) => entry.kind === 'bind' && entry.fact.until === undefined);
  const isOne = entries.length === places.length && others.length === 0 && given.length < 2;
  return def !== undefined && isOne && (program.outer[def] ?? -1) < 0 ? def : undefined;
}

/** Text or number that a definition is initialized with. */
function literalOf({ kind, initial = '', type }: Definition): string | undefined {
  if (type !== undefined && kind !== 'constant') return undefined;
  const [, , text, number] = /^(?:(["'])([^"'\\]*\D[^"'\\]*)\1|(\d+))$/.exec(initial) ?? [];
  return text ?? number;
}

/** `const { kState } = require('./symbols')`: a constant of the file, whatever it holds. */
function isConstant({ resolver: { program } }: Flow, place: Place): boolean {
  if (place.at !== 'entry' || place.entry.kind !== 'def' || (program.outer[place.entry.def] ?? -1) >= 0) return false;
  return definitionOf(program, place.entry.def).kind === 'constant';
}

/** The key where it is known. */
export function knownKey(key: string): string | undefined {
  return isKnown(key) ? key : undefined;
}

/** The key in a collection whose literal may use names as keys. */
function keyIn(flow: Flow, id: number, key: string, by: string | undefined): string {
  const value = flow.values.get(id);
  const keys = value.is === 'collection' ? flow.values.sites[value.site]?.value.keys : undefined;
  if (by === undefined || keys === undefined || keys.includes(key)) return key;
  if (keys.includes(by)) return by;
  return keys.includes(null) ? UNKNOWN_KEY : key;
}

/** Adds the elements of a value from a place on. */
function addSlice(flow: Flow, node: number, id: number, scope: ScopeId, from: number | undefined): void {
  const { constraints, values, resolver } = flow;
  const value = values.get(id);
  if (value.is === 'collection') flow.add(node, { is: 'slice', of: id, from });
  else if (value.is !== 'instance') constraints.add(node, id);
  else {
    const { indexMember } = fileOfScope(resolver.program, value.def).rules;
    if (indexMember === undefined) constraints.add(node, id);
    else constraints.watch(flow.member(id, indexMember), (member) => flow.result(member, { args: [], scope }, node));
  }
}

interface Found {
  items: Value[];
  /** Containers whose elements are there too; of maps those under the same key. */
  spread: Value[];
}

/** What a literal has at a place; all of it where that is not known. `firstPlace`: of items without a key in a map. */
function itemsAt(value: Collection, key: string | undefined, firstPlace: number | undefined): Found {
  const { items, spread = [] } = value;
  const all = {
    items: items.filter((_, index) => !spread.includes(index)),
    spread: spread.flatMap((index) => items[index] ?? []),
  };
  if (!isKnown(key) || value.repeats === true) return all;
  return value.of === 'map' ? itemsUnder(value, key, firstPlace, all.spread) : itemAt(value, Number(key), all);
}

/** What a map's literal has under a key: the last item of that key, and what is spread behind it. */
function itemsUnder(
  { items, keys = [], spread = [] }: Collection,
  key: string,
  firstPlace: number | undefined,
  containers: Value[],
): Found {
  const last = keys.lastIndexOf(key);
  const item = items[last];
  if (item !== undefined) {
    return { items: [item], spread: spread.filter((index) => index > last).flatMap((index) => items[index] ?? []) };
  }
  const place = Number(key) - (firstPlace ?? 0);
  if (firstPlace === undefined || !Number.isInteger(place)) return { items: [], spread: containers };
  const listed = items.filter((_, index) => keys[index] === null && !spread.includes(index));
  return { items: listed.slice(place, place + 1), spread: containers };
}

/** What a list's literal has at a place, from its end where that is negative; all of it behind what is spread. */
function itemAt({ items, spread = [] }: Collection, index: number, all: Found): Found {
  if (!Number.isInteger(index)) return { items: [], spread: [] };
  const fixed = index < 0 ? items.length - 1 - Math.max(-1, ...spread) : Math.min(items.length, ...spread);
  const isBehind = index < 0 ? -index > fixed : index >= fixed;
  if (isBehind && spread.length > 0) return all;
  const item = items.at(index);
  return { items: item === undefined ? [] : [item], spread: [] };
}

/** Adds what a literal has at a place to a node. */
export function addItems(flow: Flow, node: number, site: CollectionSite, key: string | undefined): void {
  const { constraints } = flow;
  const copied = copiedInto(flow, site.scope, site.value);
  if (copied !== undefined) return addCopied(flow, node, copied, key);
  const { mapsBeginAt } = fileOfScope(flow.program, site.scope).rules;
  const { items, spread } = itemsAt(site.value, key, mapsBeginAt);
  for (const item of items) {
    const getter = item.is === 'function' ? getterOf(flow, site.scope, item.definition) : undefined;
    if (getter === undefined) constraints.flow(flow.expression(site.scope, item), node);
    else flow.result(flow.values.id({ is: 'function', def: getter }), { args: [], scope: getter }, node);
  }
  const inner = site.value.of === 'map' ? key : undefined;
  for (const container of spread) {
    constraints.watch(flow.expression(site.scope, container), (of) => constraints.flow(flow.element(of, inner), node));
  }
}

/** `{ get db() { return connect(); } }`: under the key is what the function gives. */
function getterOf({ resolver: { program } }: Flow, scope: ScopeId, definition: number): number | undefined {
  const def = fileOfScope(program, scope).base + definition;
  return definitionOf(program, def).variant === 'getter' ? def : undefined;
}
