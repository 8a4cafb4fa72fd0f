/** Calls outside a change that no longer fit what it has made of the called: it is gone, renamed, or takes other arguments. */
import type { GraphReader } from '../../ports.ts';
import type { ChangedSymbol } from '../context/changed-symbols.ts';
import { argumentsGiven, arityOf, type Arity } from './arity.ts';
import type { CallerFact } from './callers-outside.ts';

export interface BrokenCall {
  of: string;
  path: string;
  qualified_name: string;
  line: number;
  reason: string;
}

/** A call may have been meant for another: what is said to break has to be sure. */
const SURE = 0.8;
/** Lines that one call may take. */
const LONGEST_CALL = 12;

export async function brokenCalls(
  base: GraphReader,
  symbols: readonly ChangedSymbol[],
  callers: readonly CallerFact[],
  renamed: ReadonlyMap<ChangedSymbol, string>,
): Promise<BrokenCall[]> {
  const byName = Map.groupBy(symbols, ({ node }) => node.qualified_name);
  const broken: BrokenCall[] = [];
  for (const caller of callers) {
    const [symbol, ...others] = byName.get(caller.of) ?? [];
    // Of two symbols with one name nobody can say which is called.
    if (symbol === undefined || others.length > 0 || caller.distance > 1 || caller.confidence < SURE) continue;
    if (symbol.how === 'deleted') broken.push(goneFor(caller, renamed.get(symbol)));
    else if (symbol.signatureChanged) broken.push(...(await misfits(base, symbol, caller)));
  }
  return broken;
}

function goneFor({ of, path, qualified_name, line }: CallerFact, now: string | undefined): BrokenCall {
  return { of, path, qualified_name, line, reason: now === undefined ? 'it is removed' : `it is called ${now} now` };
}

async function misfits(
  base: GraphReader,
  { before, after, node }: ChangedSymbol,
  { of, path, qualified_name, lines }: CallerFact,
): Promise<BrokenCall[]> {
  const [then, now] = [arityOf(before?.signature), arityOf(after?.signature)];
  if (then === undefined || now === undefined) return [];
  const broken: BrokenCall[] = [];
  for (const line of lines) {
    const given = argumentsGiven(await linesAt(base, path, line), node.name);
    if (given === undefined || !fits(given, then) || fits(given, now)) continue;
    broken.push({ of, path, qualified_name, line, reason: mismatch(given, now) });
  }
  return broken;
}

async function linesAt(base: GraphReader, path: string, line: number): Promise<string[]> {
  const [file] = await base.filesAt(path);
  return file === undefined ? [] : base.lines(file.id, { from: line, to: line + LONGEST_CALL });
}

function fits(given: number, { least, most }: Arity): boolean {
  return given >= least && given <= most;
}

function mismatch(given: number, { least, most }: Arity): string {
  const gives = `gives ${given} ${given === 1 ? 'argument' : 'arguments'}`;
  return given < least ? `${gives}, and ${least} are needed now` : `${gives}, and ${most} are taken now`;
}
