/**
 * Which tests a change should be tried with: those that reach a changed symbol through calls, that import a changed file,
 * that are named after one, that mention what changed, or that were changed together with it before. None of these alone
 * finds most of them, and what several say is most often right.
 */
import type { TestFact } from '../../model/change-facts.ts';
import { isTestPath } from '../../model/test-paths.ts';
import type { GraphReader, Step, SymbolRecord } from '../../ports.ts';
import type { FileDiff } from '../diff/diff-trees.ts';
import type { SymbolChange } from './symbol-changes.ts';

/** How often each file was changed together with any of some files, of late; weighed, and more than once. */
export type ChangedTogether = (paths: readonly string[]) => Promise<ReadonlyMap<string, number>>;

const LIMITS = { depth: 5, nodes: 20_000, steps: 100_000 };
const MOST_STARTS = 400;
const MOST_REACHED = 10;

export interface ChangedSymbolName {
  id: string;
  /** Qualified. */
  name: string;
}

/** The best first, a file once. */
export function testsReaching(
  base: GraphReader,
  symbols: readonly SymbolChange[],
  diffs: readonly FileDiff[],
  together?: ChangedTogether,
): Promise<TestFact[]> {
  const ids = symbols.flatMap(({ before }) =>
    before === null ? [] : [{ id: before.id, name: before.qualified_name }],
  );
  return testsOf(
    base,
    ids,
    diffs.map(({ oldPath, path }) => oldPath ?? path),
    together,
  );
}

/** The same for symbols of the graph and whole files. */
export async function testsOf(
  base: GraphReader,
  symbols: readonly ChangedSymbolName[],
  paths: readonly string[],
  together?: ChangedTogether,
): Promise<TestFact[]> {
  const found = new Candidates();
  await byCalls(base, symbols.slice(0, MOST_STARTS), found);
  await byImports(base, paths, found);
  await byNames(base, paths, found);
  if (together !== undefined) await byHistory(base, paths, found, together);
  // A test that is changed itself is to be run.
  for (const path of paths.filter((each) => isTestPath(each))) found.note(path, { of: path, score: 10 });
  return found.ranked();
}

interface Note {
  /** What of the change. */
  of: string;
  score: number;
  /** The test, where one is known. */
  test?: string;
  distance?: number;
}

/** What speaks for each file of tests. */
class Candidates {
  private readonly files = new Map<string, TestFact & { score: number }>();

  note(path: string, { of, score, test = path, distance }: Note): void {
    const before = this.files.get(path) ?? { path, qualified_name: path, reaches: [], distance: null, score: 0 };
    const isNearer = distance !== undefined && (before.distance === null || distance < before.distance);
    this.files.set(path, {
      path,
      qualified_name: isNearer ? test : before.qualified_name,
      distance: isNearer ? distance : before.distance,
      reaches: [...new Set([...before.reaches, of])].slice(0, MOST_REACHED),
      score: before.score + score,
    });
  }

  ranked(): TestFact[] {
    return [...this.files.values()]
      .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
      .map(({ score: _, ...test }) => test);
  }
}

/** What a test is worth for each of these. */
const WORTH = { name: 3, import: 2, call: 2, history: 2 };

/**
 * Callers over several calls of all symbols at once: each level of the graph is read once, and then followed for each
 * symbol in memory.
 */
async function byCalls(base: GraphReader, symbols: readonly ChangedSymbolName[], found: Candidates): Promise<void> {
  const callers = await callersAround(base, [...new Set(symbols.map(({ id }) => id))]);
  const reached = symbols.map((symbol) => ({ symbol, tests: reachedFrom(callers, symbol.id) }));
  const ids = [...new Set(reached.flatMap(({ tests }) => [...tests.keys()]))];
  const tests = new Map((await base.symbols(ids)).filter(isTest).map((one) => [one.id, one]));
  for (const { symbol, tests: near } of reached) {
    const files = new Set<string>();
    for (const [id, { distance, confidence }] of near) {
      const test = tests.get(id);
      if (test === undefined) continue;
      // A file counts once for each symbol: a hundred cases of one function say no more than one.
      const score = files.has(test.path) ? 0 : (WORTH.call * confidence) / distance;
      files.add(test.path);
      found.note(test.path, { of: symbol.name, test: test.qualifiedName, distance, score });
    }
  }
}

type Callers = ReadonlyMap<string, readonly Step[]>;

async function callersAround(base: GraphReader, starts: readonly string[]): Promise<Callers> {
  const callers = new Map<string, Step[]>();
  let frontier = [...starts];
  for (let depth = 0; depth < LIMITS.depth && frontier.length > 0 && callers.size < LIMITS.nodes; depth++) {
    for (const id of frontier) callers.set(id, []);
    const { steps } = await base.steps(frontier, { types: ['CALLS'], direction: 'in' }, LIMITS.steps);
    for (const step of steps) callers.get(step.of)?.push(step);
    frontier = [...new Set(steps.map(({ id }) => id))].filter((id) => !callers.has(id));
  }
  return callers;
}

/** By breadth, so that the first way to a caller is a shortest one. */
function reachedFrom(callers: Callers, start: string): Map<string, { distance: number; confidence: number }> {
  const reached = new Map([[start, { distance: 0, confidence: 1 }]]);
  for (const [id, { distance, confidence }] of reached) {
    if (distance === LIMITS.depth) break;
    for (const step of callers.get(id) ?? []) {
      if (reached.has(step.id)) continue;
      reached.set(step.id, { distance: distance + 1, confidence: confidence * step.confidence });
    }
  }
  reached.delete(start);
  return reached;
}

function isTest({ path, decorators }: SymbolRecord): boolean {
  return isTestPath(path) || decorators.some((decorator) => /\btest\b/i.test(decorator));
}

async function byImports(base: GraphReader, paths: readonly string[], found: Candidates): Promise<void> {
  const files = (await Promise.all(paths.map((path) => base.filesAt(path)))).flat();
  const edges = await base.edges(files.map(({ id }) => id), { types: ['IMPORTS'], direction: 'in' }, { limit: 500 }); // prettier-ignore
  const pathOf = new Map(files.map(({ id, path }) => [id, path]));
  const from = [...edges].flatMap(([to, { items }]) =>
    items.map((edge) => ({ from: edge.from, of: pathOf.get(to) ?? '' })),
  );
  const importers = new Map((await base.symbols(from.map((each) => each.from))).map((one) => [one.id, one.path]));
  const seen = new Set<string>();
  for (const { from: id, of } of from) {
    const path = importers.get(id);
    if (path === undefined || !isTestPath(path) || seen.has(`${path} ${of}`)) continue;
    seen.add(`${path} ${of}`);
    found.note(path, { of, score: WORTH.import });
  }
}

const MOST_FILES = 20_000;

async function testFiles(base: GraphReader): Promise<string[]> {
  const { items } = await base.files('', { limit: MOST_FILES });
  return items.flatMap(({ path }) => (isTestPath(path) ? [path] : []));
}

async function byNames(base: GraphReader, paths: readonly string[], found: Candidates): Promise<void> {
  const tests = Map.groupBy(await testFiles(base), stemOf);
  for (const path of paths) {
    for (const test of tests.get(stemOf(path)) ?? []) {
      if (test !== path) found.note(test, { of: path, score: WORTH.name });
    }
  }
}

/** `src/cart-item.ts`, `test/cart-item.test.ts`, `test_cart_item.py` and `CartItemTest.java` are one name. */
function stemOf(path: string): string {
  const name = (path.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '');
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase().replace(/^(?:tests?|specs?)|(?:tests?|specs?)$/g, ''); // prettier-ignore
}

async function byHistory(
  base: GraphReader,
  paths: readonly string[],
  found: Candidates,
  together: ChangedTogether,
): Promise<void> {
  const tests = new Set(await testFiles(base));
  const counts = await together(paths);
  const most = Math.max(...[...counts].map(([path, count]) => (tests.has(path) ? count : 0)), Number.MIN_VALUE);
  for (const [path, count] of counts) {
    if (tests.has(path)) found.note(path, { of: 'its history', score: (WORTH.history * count) / most });
  }
}
