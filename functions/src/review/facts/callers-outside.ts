/** Who calls what a change changes, from code that the change leaves as it is. */
import type { GraphReader } from '../../ports.ts';
import type { ChangedSymbol } from '../context/changed-symbols.ts';
import type { FileDiff } from '../diff/diff-trees.ts';

export interface CallerFact {
  of: string;
  path: string;
  qualified_name: string;
  /** The first of the lines, at the base. */
  line: number;
  lines: number[];
  confidence: number;
  /** Calls between the two. */
  distance: number;
}

const FARTHEST = 3;
/** Callers of one symbol. */
const MOST_EACH = 50;
const MOST_STARTS = 300;
/** Of the product of edges: what is less sure is no fact. */
const LEAST_CONFIDENCE = 0.5;

/** The nearest first, then the surest. */
export async function callersOutside(
  base: GraphReader,
  symbols: readonly ChangedSymbol[],
  diffs: readonly FileDiff[],
): Promise<CallerFact[]> {
  const own = new Set(symbols.flatMap(({ before }) => (before === null ? [] : [before.id])));
  const removed = removedLines(diffs);
  const found: CallerFact[] = [];
  for (const { before } of symbols.slice(0, MOST_STARTS)) {
    if (before !== null) found.push(...(await callersOf(base, before, own, removed)));
  }
  return found.sort((a, b) => a.distance - b.distance || b.confidence - a.confidence || compare(a, b));
}

async function callersOf(
  base: GraphReader,
  { id, qualified_name: of }: { id: string; qualified_name: string },
  own: ReadonlySet<string>,
  removed: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<CallerFact[]> {
  const found: CallerFact[] = [];
  const seen = new Set([id]);
  let level = new Map([[id, 1]]);
  for (let distance = 1; distance <= FARTHEST && level.size > 0; distance++) {
    const edges = await base.edges([...level.keys()], { types: ['CALLS'], direction: 'in' }, { limit: MOST_EACH });
    const next = new Map<string, number>();
    const calls = [...edges].flatMap(([to, { items }]) => items.map((edge) => ({ edge, to })));
    const callers = new Map((await base.symbols(calls.map(({ edge }) => edge.from))).map((one) => [one.id, one]));
    for (const { edge, to } of calls) {
      const caller = callers.get(edge.from);
      const confidence = (edge.confidence ?? 1) * (level.get(to) ?? 1);
      if (caller === undefined || seen.has(edge.from) || confidence < LEAST_CONFIDENCE) continue;
      seen.add(edge.from);
      next.set(edge.from, confidence);
      const lines = edge.lines.filter((line) => removed.get(caller.path)?.has(line) !== true);
      const [line] = lines;
      if (own.has(edge.from) || line === undefined) continue;
      const { path, qualifiedName } = caller;
      found.push({ of, path, qualified_name: qualifiedName, line, lines, confidence: round(confidence), distance });
    }
    level = next;
  }
  return found.slice(0, MOST_EACH);
}

/** Lines of the base that are gone at head, by the path at the base. */
function removedLines(diffs: readonly FileDiff[]): Map<string, Set<number>> {
  return new Map(
    diffs.map(({ oldPath, path, hunks }) => [
      oldPath ?? path,
      new Set(hunks.flatMap(({ lines }) => lines.flatMap(({ kind, old }) => (kind === 'removed' && old !== null ? [old] : [])))), // prettier-ignore
    ]),
  );
}

function round(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}

function compare(a: CallerFact, b: CallerFact): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line;
}
