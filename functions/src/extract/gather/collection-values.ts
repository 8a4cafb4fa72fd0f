/**
 * Values that are put together from others: collections and choices.
 *
 *     { a: f, ...rest }      →   a map with the items f and rest, the keys a and null, of which the second is spread
 *     ok ? f : g ?? h        →   either f, g or h
 */
import type { Node } from 'web-tree-sitter';
import type { Value } from '../../model/facts.ts';
import { grown, keyText, shortText, UNKNOWN_SIZED } from './sized-values.ts';
import type { Sized } from './sized-values.ts';
import type { Tables, ValueForm } from '../compile/tables.ts';

/** Items of a collection or arguments of a call that are read; what follows is left out. */
export const MAX_ITEMS = 64;
/** A list of more plain data than this is worth one item. */
const MAX_DATA = 8;

/** `read` gives the value of an item's node. */
export function collectionValue(
  form: ValueForm & { is: 'collection' },
  node: Node,
  tables: Tables,
  read: (item: Node | null) => Sized,
): Sized {
  const items: Value[] = [];
  const keys: (string | null)[] = [];
  const spread: number[] = [];
  const parts: Sized[] = [];
  for (const item of form.items(node)) {
    if (items.length >= MAX_ITEMS) break;
    if (tables.comments.has(item.type)) continue;
    const entry = form.entries?.get(item.type);
    const inner = entry === undefined ? item : entry.value(item);
    const part = read(inner);
    if (form.spread?.has('.') === true || form.spread?.has((inner ?? item).type) === true) spread.push(items.length);
    items.push(part.value);
    parts.push(part);
    const key = entry?.key(item) ?? null;
    keys.push(key === null ? null : keyText(shortText(key), tables.keysHaveTypes));
  }
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

/** Choices among choices are choices of the whole; what is unknown is none, and one alone is itself. */
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
