/**
 * Values with their measures, and the texts in them. A value remembers how high and how big it is, so that what is put
 * together from remembered parts stays bounded without walking it again.
 */
import type { Node } from 'web-tree-sitter';
import type { Argument, Value } from '../../model/facts.ts';

export const UNKNOWN: Value = { is: 'unknown' };
const MAX_NAME = 300;

export interface Sized {
  value: Value;
  height: number;
  size: number;
  /** Offset of its last name, -1 where that must be looked for; of a call, that of its callee. */
  last: number;
}

export const UNKNOWN_SIZED: Sized = { value: UNKNOWN, height: 1, size: 1, last: -1 };

/** `'key'` without its quotes, `0` and `Symbol.iterator` as they are; undefined when the text is no plain literal. `typed`: '0' is another key than 0. */
function literalText(text: string, typed = false): string | undefined {
  const quoted = /^[bBuUrR]*(["'`])([^"'`\\]*)\1$/.exec(text)?.[2];
  if (quoted !== undefined) return typed && /^-?\d+$/.test(quoted) ? `"${quoted}"` : quoted;
  if (/^-?\d+$/.test(text) || /^Symbol\.\w+$/.test(text)) return text;
  return /^:[\w?!]+$/.test(text) ? text.slice(1) : undefined;
}

/** What an access is keyed by: a literal's text, or the name of what is the key. */
export function indexKey(node: Node | null, typed: boolean): { key?: string; by?: string } {
  const text = node === null ? '' : shortText(node);
  const key = literalText(text, typed);
  if (key !== undefined) return { key: nameOf(key) };
  return /^[A-Za-z_$][\w$]*$/.test(text) ? { by: text } : {};
}

/** A key of a map's literal: a literal's text, or a word as it is (`{ a: f }`). */
export function keyText(text: string, typed: boolean): string | null {
  return literalText(text, typed) ?? (/^[\w$-]+$/.test(text) ? text : null);
}

/** Where a slice begins, when numbers say it: 1 of `1:`, `1..3` and `1`, 0 of `:2`; unknown with a step, `::2`. */
export function sliceStart(node: Node | null): number | undefined {
  const begin = node === null ? ['', ''] : /^(\d*)\s*(?:(?::|\.\.)[^:]*:?)?$/.exec(shortText(node));
  return begin === null ? undefined : Number(begin[1]);
}

/** Text of a node that may be a name; '' of what is too long to be one, since fetching text is dear. */
export function shortText(node: Node): string {
  return node.endIndex - node.startIndex > MAX_NAME ? '' : node.text;
}

/** `:run` is the name run. */
export function withoutColon(text: string): string {
  return text.replace(/^:(?=[\w@])/, '');
}

export function nameOf(text: string): string {
  return text.length > MAX_NAME ? text.slice(0, MAX_NAME) : text;
}

export function one(value: Value, last = -1): Sized {
  return { value, height: 1, size: 1, last };
}

export function grown(value: Value, ...parts: Sized[]): Sized {
  let height = 0;
  let size = 1;
  for (const part of parts) {
    if (part.height > height) height = part.height;
    size += part.size;
  }
  return { value, height: height + 1, size, last: -1 };
}

export function given(args: { list: Argument[] } | undefined): { args?: Argument[] } {
  return args === undefined || args.list.length === 0 ? {} : { args: args.list };
}

export function sizesOf(args: Sized | undefined): Sized[] {
  return args === undefined ? [] : [args];
}
