/**
 * Parts that syntax takes of a value, and what a collection's literal has at a place.
 *
 *     xs[0]                    an element           [f, g][1]                g
 *     xs[1:]                   the same elements, in other places
 *     [*xs, y]                 y, and the elements of xs
 *     { ...base, run }         run, and what base has under other keys
 *     [f(x) for x in xs]       one item that stands for all elements
 */
import type { Collection, Value } from '../../model/facts.ts';
import type { Flow } from './contract.ts';
import type { Place } from '../names/contract.ts';
import type { ScopeId } from '../program/program.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { CollectionSite } from './values.ts';

const MAX_IMPORTS = 8;

/** The key of an access whose key is no literal, as against a loop's, which takes all. */
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
 * The key of an access: what a constant is, where a name is the key. `const kState = Symbol()` has no text, but is no
 * other constant's key either, so it is `[kState]`.
 */
export function keyOf(flow: Flow, scope: ScopeId, { key, by }: Value & { is: 'index' }): string {
  if (key !== undefined) return key;
  const { resolver } = flow;
  const found = by === undefined ? [] : (resolver.lookup(scope, by)?.places ?? []);
  let places = found;
  for (let n = 0; n < MAX_IMPORTS && places.length > 0; n++) {
    const imports = places.flatMap((place) => {
      const entry = place.at === 'entry' ? place.entry : undefined;
      const file = entry?.kind === 'import' ? resolver.program.files[entry.file] : undefined;
      return entry?.kind === 'import' && file !== undefined ? resolver.imported(entry.fact, file) : [];
    });
    if (imports.length === 0) break;
    places = imports;
  }
  const entries = places.flatMap((place) => (place.at === 'entry' ? [place.entry] : []));
  const [def, ...others] = entries.flatMap((entry) => (entry.kind === 'def' ? [entry.def] : []));
  const given = entries.filter((entry) => entry.kind === 'bind');
  const isOne = entries.length === places.length && others.length === 0 && given.length < 2;
  if (def === undefined || !isOne || (resolver.program.outer[def] ?? -1) >= 0) {
    return found.some((place) => isConstant(flow, place)) ? `[${by ?? ''}]` : UNKNOWN_KEY;
  }
  const { kind, initial = '', type } = definitionOf(resolver.program, def);
  const [, , text, number] = /^(?:(["'])([^"'\\]*\D[^"'\\]*)\1|(\d+))$/.exec(initial) ?? [];
  const literal = type === undefined || kind === 'constant' ? (text ?? number) : undefined;
  return literal ?? (kind === 'constant' ? `[${by ?? ''}]` : UNKNOWN_KEY);
}

/** `const { kState } = require('./symbols')`: a constant of the file, whatever it holds. */
function isConstant({ resolver: { program } }: Flow, place: Place): boolean {
  if (place.at !== 'entry' || place.entry.kind !== 'def' || (program.outer[place.entry.def] ?? -1) >= 0) return false;
  return definitionOf(program, place.entry.def).kind === 'constant';
}

/** The key, when it is known. */
export function knownKey(key: string): string | undefined {
  return isKnown(key) ? key : undefined;
}

/** The same in a collection whose literal may be keyed by names. */
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
  /** Containers whose elements stand there too; of maps those under the same key. */
  spread: Value[];
}

/** What a literal has at a place; all of it where that is not known. */
function itemsAt(value: Collection, key: string | undefined, firstPlace: number | undefined): Found {
  const { items, keys, spread = [] } = value;
  const given = items.filter((_, index) => !spread.includes(index));
  const containers = spread.flatMap((index) => items[index] ?? []);
  if (!isKnown(key) || value.repeats === true) return { items: given, spread: containers };
  if (value.of === 'map') {
    const last = keys?.lastIndexOf(key) ?? -1;
    const item = items[last];
    if (item === undefined && firstPlace !== undefined && Number.isInteger(Number(key))) {
      const listed = items.filter((_, index) => keys?.[index] === null && !spread.includes(index));
      return { items: listed.slice(Number(key) - firstPlace, Number(key) - firstPlace + 1), spread: containers };
    }
    if (item === undefined) return { items: [], spread: containers };
    return { items: [item], spread: spread.filter((index) => index > last).flatMap((index) => items[index] ?? []) };
  }
  const index = Number(key);
  if (!Number.isInteger(index)) return { items: [], spread: [] };
  const fixed = index < 0 ? items.length - 1 - Math.max(-1, ...spread) : Math.min(items.length, ...spread);
  if (index < 0 ? -index > fixed && spread.length > 0 : index >= fixed && spread.length > 0) {
    return { items: given, spread: containers };
  }
  const item = items.at(index);
  return { items: item === undefined ? [] : [item], spread: [] };
}

/** Adds what a literal has at a place to a node. */
export function addItems(flow: Flow, node: number, site: CollectionSite, key: string | undefined): void {
  const { constraints } = flow;
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

/** `{ get db() { return connect(); } }`: what stands under the key is what the function gives. */
function getterOf({ resolver: { program } }: Flow, scope: ScopeId, definition: number): number | undefined {
  const def = fileOfScope(program, scope).base + definition;
  return definitionOf(program, def).variant === 'getter' ? def : undefined;
}
