/**
 * Values that are put together from others: collections and choices.
 *
 *     { a: f, ...rest }      →   a map with the items f and rest, the keys a and null, of which the second is spread
 *     ok ? f : g ?? h        →   either f, g or h
 */
import type { Node } from 'web-tree-sitter';
import type { Value } from '../../model/facts.ts';
import type { Tables, ValueForm } from '../compile/tables.ts';
import { grown, keyText, shortText, UNKNOWN_SIZED, type Sized } from './sized-values.ts';

/** Items of a collection, or arguments of a call, that are read. What follows is left out. */
export const MAX_ITEMS = 64;
/** Of a collection with more literals than this, and nothing else, one is kept: the others tell no more. */
const MAX_DATA = 8;

type CollectionForm = Extract<ValueForm, { is: 'collection' }>;

interface Items {
  parts: Sized[];
  /** Of each item; null where it has none, or one that is no plain text. */
  keys: (string | null)[];
  /** Indices of items whose elements are meant: `*xs`. */
  spread: number[];
}

function readItems(form: CollectionForm, node: Node, tables: Tables, read: (item: Node | null) => Sized): Items {
  const items: Items = { parts: [], keys: [], spread: [] };
  for (const item of form.items(node)) {
    if (items.parts.length >= MAX_ITEMS) break;
    if (tables.comments.has(item.type)) continue;
    const entry = form.entries?.get(item.type);
    const inner = entry === undefined ? item : entry.value(item);
    const part = read(inner);
    if (isSpread(form, inner ?? item)) items.spread.push(items.parts.length);
    items.parts.push(part);
    const key = entry?.key(item) ?? null;
    items.keys.push(key === null ? null : keyText(shortText(key), tables.keysHaveTypes));
  }
  return items;
}

function isSpread({ spread }: CollectionForm, item: Node): boolean {
  return spread !== undefined && (spread.has('.') || spread.has(item.type));
}

/** `read` gives the value of an item's node. */
export function collectionValue(
  form: CollectionForm,
  node: Node,
  tables: Tables,
  read: (item: Node | null) => Sized,
): Sized {
  const { parts, keys, spread } = readItems(form, node, tables, read);
  const items = parts.map((part) => part.value);
  const value: Value = { is: 'collection', of: form.of, items };
  if (spread.length > 0) value.spread = spread;
  if (form.repeats === true) value.repeats = true;
  if (items.length > MAX_DATA && items.every((item) => item.is === 'literal')) {
    value.items = items.slice(0, 1);
    return grown(value, ...parts.slice(0, 1));
  }
  if (form.of === 'map') value.keys = keys;
  return grown(value, ...parts);
}

/** Choices among choices are choices of the whole. An unknown value is no choice, and a single choice is itself. */
export function eitherValue(parts: Sized[]): Sized {
  const options: Value[] = [];
  for (const { value } of parts) {
    if (value.is === 'either') options.push(...value.options);
    else if (value.is !== 'unknown') options.push(value);
  }
  const [only] = options;
  if (only === undefined) return UNKNOWN_SIZED;
  return grown(options.length === 1 ? only : { is: 'either', options }, ...parts);
}
