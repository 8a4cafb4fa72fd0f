/** Who calls what a change changes, from code that the change leaves as it is. */
import type { CallerFact } from '../../model/change-facts.ts';
import type { EdgeRecord, SymbolRecord } from '../../ports.ts';
import type { FileDiff } from '../diff/diff-trees.ts';
import type { BaseCode } from './base-code.ts';
import type { SymbolChange } from './symbol-changes.ts';

const FARTHEST = 3;
/** Callers of one symbol. */
const MOST_EACH = 50;
const MOST_STARTS = 300;
/** Symbols whose callers are read at one distance, over all that changed. */
const MOST_PER_LEVEL = 2_000;
/** Of the product of edges: what is less sure is no fact. */
const LEAST_CONFIDENCE = 0.5;

export interface FoundCallers {
  /** The nearest first, then the surest. */
  callers: CallerFact[];
  /** There may be more. */
  cut: boolean;
}

/** One changed symbol, and how far its callers have been followed. */
interface Followed {
  of: string;
  seen: Set<string>;
  /** Those of the last distance, with the confidence of the way to each. */
  level: Map<string, number>;
  found: CallerFact[];
}

/** At most `most` of them. */
export async function callersOutside(
  base: BaseCode,
  symbols: readonly SymbolChange[],
  diffs: readonly FileDiff[],
  most: number,
): Promise<FoundCallers> {
  const own = new Set(symbols.flatMap(({ before }) => (before === null ? [] : [before.id])));
  const starts = symbols.flatMap(({ before }) => before ?? []);
  const followed = starts.slice(0, MOST_STARTS).map(({ id, qualified_name: of }): Followed => {
    return { of, seen: new Set([id]), level: new Map([[id, 1]]), found: [] };
  });
  const removed = removedLines(diffs);
  const linesLeft: LinesLeft = async (path, lines) => {
    const gone = removed.get(path);
    return (await base.linesNow(path, lines)).filter((line) => gone?.has(line) !== true);
  };
  const isLeft: IsLeft = async (path, lines) => !removed.has(path) || (await linesLeft(path, lines)).length > 0;
  let cut = starts.length > MOST_STARTS;
  for (let distance = 1; distance <= FARTHEST; distance++) {
    const ids = [...new Set(followed.flatMap(({ level }) => [...level.keys()]))];
    if (ids.length === 0) break;
    const level = await callsInto(base, ids.slice(0, MOST_PER_LEVEL));
    cut ||= ids.length > MOST_PER_LEVEL || level.cut;
    for (const one of followed) await follow(one, level, { distance, own, isLeft });
  }
  cut ||= followed.some(({ found }) => found.length > MOST_EACH);
  const all = followed.flatMap(({ found }) => found.slice(0, MOST_EACH)).sort(nearestFirst);
  const callers: CallerFact[] = [];
  for (const caller of all) {
    if (callers.length === most) return { callers, cut: true };
    const lines = await linesLeft(caller.path, caller.lines);
    const [line] = lines;
    if (line !== undefined) callers.push({ ...caller, line, lines });
  }
  return { callers, cut };
}

interface Level {
  calls: ReadonlyMap<string, readonly EdgeRecord[]>;
  callers: ReadonlyMap<string, SymbolRecord>;
  cut: boolean;
}

async function callsInto({ reader }: BaseCode, ids: readonly string[]): Promise<Level> {
  const edges = await reader.edges(ids, { types: ['CALLS'], direction: 'in' }, { limit: MOST_EACH });
  const calls = new Map([...edges].map(([to, { items }]) => [to, items]));
  const from = [...new Set([...calls.values()].flatMap((items) => items.map((edge) => edge.from)))];
  const callers = new Map((await reader.symbols(from)).map((one) => [one.id, one]));
  return { calls, callers, cut: [...edges.values()].some(({ items, total }) => total > items.length) };
}

/** Those of a file's lines, by the graph's count, that stand in the text after the change. */
type LinesLeft = (path: string, lines: readonly number[]) => Promise<number[]>;
type IsLeft = (path: string, lines: readonly number[]) => Promise<boolean>;

async function follow(
  one: Followed,
  { calls, callers }: Level,
  { distance, own, isLeft }: { distance: number; own: ReadonlySet<string>; isLeft: IsLeft },
): Promise<void> {
  const next = new Map<string, number>();
  for (const [to, way] of one.level) {
    for (const edge of calls.get(to) ?? []) {
      const caller = callers.get(edge.from);
      const confidence = (edge.confidence ?? 1) * way;
      if (caller === undefined || one.seen.has(edge.from) || confidence < LEAST_CONFIDENCE) continue;
      // A call that the change takes away leads nowhere any more.
      if (!(await isLeft(caller.path, edge.lines))) continue;
      one.seen.add(edge.from);
      next.set(edge.from, confidence);
      if (!own.has(edge.from)) one.found.push(factOf(one.of, caller, edge, { confidence, distance }));
    }
  }
  one.level = next;
}

function factOf(
  of: string,
  { path, qualifiedName }: SymbolRecord,
  { lines }: EdgeRecord,
  { confidence, distance }: { confidence: number; distance: number },
): CallerFact {
  const rounded = Math.round(confidence * 100) / 100;
  return { of, path, qualified_name: qualifiedName, line: lines[0] ?? 0, lines, confidence: rounded, distance };
}

/** Lines of the base that are gone after the change, by the path at the base. */
function removedLines(diffs: readonly FileDiff[]): Map<string, Set<number>> {
  return new Map(
    diffs.map(({ oldPath, path, hunks }) => [
      oldPath ?? path,
      new Set(hunks.flatMap(({ lines }) => lines.flatMap(({ kind, old }) => (kind === 'removed' && old !== null ? [old] : [])))), // prettier-ignore
    ]),
  );
}

function nearestFirst(a: CallerFact, b: CallerFact): number {
  if (a.distance !== b.distance) return a.distance - b.distance;
  if (a.confidence !== b.confidence) return b.confidence - a.confidence;
  return a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line;
}
