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

/** undefined for a piece that is too short to be compared. */
export function runsOf(source: string): Set<string> | undefined {
  const { shapes } = codeTokens(source.slice(0, LONGEST));
  if (shapes.length < LEAST_TOKENS) return undefined;
  const runs = new Set<string>();
  for (let at = 0; at + RUN <= shapes.length; at++) runs.add(shapes.slice(at, at + RUN).join(' '));
  return runs;
}

export function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a];
  let common = 0;
  for (const run of fewer) if (more.has(run)) common++;
  return common / (a.size + b.size - common);
}
