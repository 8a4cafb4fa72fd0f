/**
 * Whether a file says the same as before in other places: with one more comment, a text in other words, a blank line less.
 *
 *     def f():        1          # more about f       1
 *         g()         2          def f():             2
 *                                    g()              3         1 ─▶ 2, 2 ─▶ 3
 *
 * Resolution compares places within a file (which comes first, which is inside which) and passes lines on. So facts that
 * differ in places alone, in the same order, give the same edges on other lines, in this file and in others.
 */
import type { FileFacts } from '../model/facts.ts';
import { SHOWN_ONLY } from '../model/declarations/shown-only.ts';

/** UTF-16 offsets. */
const OFFSETS: ReadonlySet<string> = new Set(['start', 'end', 'at', 'until', 'asked']);
/** Under this all numbers are offsets. */
const REACH = 'reach';
const LINES: ReadonlySet<string> = new Set(['line', 'endLine']);

/** The line that each line with a fact has become; undefined when more has changed. */
export function movedLines(was: FileFacts, is: FileFacts): ReadonlyMap<number, number> | undefined {
  const places = { offsets: new Map<number, number>(), lines: new Map<number, number>() };
  const { lines: _wasLines, problems: _wasProblems, ...old } = was;
  const { lines: _isLines, problems: _isProblems, ...now } = is;
  const same = compare(old, now, places) && keepsOrder(places.offsets) && keepsOrder(places.lines);
  return same ? places.lines : undefined;
}

interface Places {
  offsets: Map<number, number>;
  lines: Map<number, number>;
}

function compare(was: unknown, is: unknown, places: Places, areOffsets = false): boolean {
  if (areOffsets && typeof was === 'number' && typeof is === 'number') return goesTo(places.offsets, was, is);
  if (was === is) return true;
  if (Array.isArray(was)) {
    if (!Array.isArray(is) || was.length !== is.length) return false;
    return was.every((one, at) => compare(one, is[at], places, areOffsets));
  }
  if (!isObject(was) || !isObject(is)) return false;
  const keys = Object.keys(was).filter((key) => !SHOWN_ONLY.has(key));
  if (Object.keys(is).filter((key) => !SHOWN_ONLY.has(key)).length !== keys.length) return false;
  return keys.every((key) => {
    const [a, b] = [was[key], is[key]];
    if (areOffsets || typeof a !== 'number' || typeof b !== 'number')
      return compare(a, b, places, areOffsets || key === REACH);
    if (OFFSETS.has(key)) return goesTo(places.offsets, a, b);
    return LINES.has(key) ? goesTo(places.lines, a, b) : a === b;
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One place can't become two. */
function goesTo(places: Map<number, number>, was: number, is: number): boolean {
  const known = places.get(was);
  if (known === undefined) places.set(was, is);
  return known === undefined || known === is;
}

/** Places that differed still do, the same one first. */
function keepsOrder(places: Map<number, number>): boolean {
  const moved = [...places].sort(([a], [b]) => a - b).map(([, is]) => is);
  return moved.every((is, at) => at === 0 || is > (moved[at - 1] ?? 0));
}
