/**
 * How alike two pieces of code are, whatever their names: the runs of tokens that both have, over all of both.
 *
 *     likeness(runsOf(a), runsOf(b))    1 for a copy with other names, 0 for nothing in common
 */
import { codeTokens } from '../../graph/code-tokens.ts';

const RUN = 8;
/** Shorter pieces are alike by chance. */
const LEAST_TOKENS = 40;
const LONGEST = 20_000;

/** Runs of shapes; most are told by a number, which is made and compared in a fraction of the time of their text. */
export type Runs = ReadonlySet<number | string>;

/** Shapes are words of languages and signs: few, and always the same. */
const numbers = new Map<string, number>();
/** As many as leave a run within the whole numbers that are exact: 90 ** 8 < 2 ** 53. */
const NUMBERED = 90;

function numberOf(shape: string): number | undefined {
  const known = numbers.get(shape);
  if (known !== undefined || numbers.size >= NUMBERED) return known;
  numbers.set(shape, numbers.size);
  return numbers.size - 1;
}

/** undefined for a piece that is too short to be compared. */
export function runsOf(source: string): Runs | undefined {
  const { shapes } = codeTokens(source.slice(0, LONGEST));
  if (shapes.length < LEAST_TOKENS) return undefined;
  const numbered = shapes.map(numberOf);
  const runs = new Set<number | string>();
  for (let at = 0; at + RUN <= shapes.length; at++) runs.add(runAt(shapes, numbered, at));
  return runs;
}

/** The same run is the same everywhere: what has a number keeps it, what has none never gets one. */
function runAt(shapes: readonly string[], numbered: readonly (number | undefined)[], start: number): number | string {
  let run = 0;
  for (let at = start; at < start + RUN; at++) {
    const number = numbered[at];
    if (number === undefined) return shapes.slice(start, start + RUN).join(' ');
    run = run * NUMBERED + number;
  }
  return run;
}

/** 0 for what is certain to be less than `least`, which is not counted out. */
export function likeness(a: Runs, b: Runs, least = 0): number {
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a];
  if (fewer.size < least * more.size) return 0;
  let common = 0;
  for (const run of fewer) if (more.has(run)) common++;
  return common / (a.size + b.size - common);
}
