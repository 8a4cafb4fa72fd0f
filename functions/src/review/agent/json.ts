/**
 * JSON as models write it: between prose, in a fence, several values in a row, cut off, with comments or quotes that are
 * not escaped. Everything here gives `unknown`; what it has to be is for a schema to say.
 *
 *   'Here it is:\n```json\n{"findings": []}\n```'   → [{ findings: [] }]
 *   '{"name":"a"}{"name":"b"}'                      → [{ name: 'a' }, { name: 'b' }]
 *   '{"findings": [{"path": "a.ts"}, {"pa'          → [{ findings: [{ path: 'a.ts' }, { … }] }], cut off
 */
import { jsonrepair } from 'jsonrepair';
import { wellFormed } from '../../model/well-formed.ts';

export interface JsonValues {
  values: unknown[];
  /** The last value has no end, or the search ended before the text did: this may be half of what was meant. */
  cutOff: boolean;
}

/** Texts are searched this far: beyond, a value would be no answer but a flood. */
const MAX_LENGTH = 500_000;
/** Places where a value may begin that are tried; prose is full of brackets. */
const MAX_STARTS = 300;
/** No answer is nested so deep; reading on would cost more than any answer is worth. */
const MAX_DEPTH = 60;

/** Every outermost object and array in the text, in order. */
export function jsonValuesIn(text: string): JsonValues {
  const within = text.slice(0, MAX_LENGTH);
  const whole = parsed(within);
  if (whole !== undefined) return { values: [whole.value], cutOff: false };
  const values: unknown[] = [];
  let at = 0;
  for (let starts = 0; starts < MAX_STARTS; starts++) {
    const start = nextStart(within, at);
    if (start < 0) return { values, cutOff: within.length < text.length };
    const end = endOf(within, start);
    if (end === 'too deep') return { values, cutOff: false };
    const value = parsed(within.slice(start, end)) ?? repaired(within.slice(start, end));
    if (value === undefined) {
      at = start + 1;
      continue;
    }
    values.push(value.value);
    if (end === undefined) break;
    at = end;
  }
  return { values, cutOff: true };
}

function nextStart(text: string, from: number): number {
  const found = /[{[]/g;
  found.lastIndex = from;
  return found.exec(text)?.index ?? -1;
}

/** Index behind the bracket that closes the one at `start`; undefined when none does. Brackets in strings do not count. */
function endOf(text: string, start: number): number | undefined | 'too deep' {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') {
      if (++depth > MAX_DEPTH) return 'too deep';
    } else if ((char === '}' || char === ']') && --depth === 0) return at + 1;
  }
  return undefined;
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { value: wellFormed(value) } : undefined;
  } catch {
    return undefined;
  }
}

function repaired(text: string): { value: unknown } | undefined {
  try {
    return parsed(jsonrepair(text));
  } catch {
    return undefined;
  }
}
