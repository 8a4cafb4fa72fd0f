/** How much two pieces of code have in common: the share of their runs of tokens, whatever blanks and comments they hold. */
import { codeTokens } from '../../graph/code-tokens.ts';

export type Runs = ReadonlySet<string>;

/** Tokens of a run: two statements of one form share shorter ones. */
const RUN = 4;

export function runsOf(text: string): Runs {
  return runsOfTokens(codeTokens(text).tokens);
}

export function runsOfTokens(tokens: readonly string[]): Runs {
  const runs = new Set<string>();
  for (let at = 0; at + RUN <= tokens.length; at++) runs.add(tokens.slice(at, at + RUN).join(' '));
  return runs;
}

/** 0..1, runs in common over all of both; 0 for what is too short to have any. */
export function likenessOf(a: Runs, b: Runs): number {
  if (a.size === 0 || b.size === 0) return 0;
  let common = 0;
  for (const run of a) if (b.has(run)) common += 1;
  return common / (a.size + b.size - common);
}
