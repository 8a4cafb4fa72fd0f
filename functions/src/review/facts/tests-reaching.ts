/**
 * Which tests a change should be tried with: those that reach a changed symbol through calls, that import a changed file,
 * or that are named after one. None of the three alone finds most of them.
 */
import { isTestPath } from '../../model/test-paths.ts';
import type { GraphReader, SymbolRecord } from '../../ports.ts';
import { walk } from '../../graph/reader/walk.ts';
import type { ChangedSymbol } from '../context/changed-symbols.ts';
import type { FileDiff } from '../diff/diff-trees.ts';

export interface TestFact {
  path: string;
  /** The test that comes nearest; the path when nothing in it calls the change. */
  qualified_name: string;
  /** What of the change it has to do with. */
  reaches: string[];
  /** Calls between the two; null when it imports the file, or has its name. */
  distance: number | null;
}

const LIMITS = { depth: 6, nodes: 5_000, time: 2_000 };
const MOST_STARTS = 100;
const MOST_REACHED = 10;
/** What a test is worth for its name, for an import, and for a call that is divided by its distance. */
const WORTH = { name: 3, import: 2, call: 2 };

interface Candidate extends TestFact {
  score: number;
}

/** The best first, a file once. */
export async function testsReaching(
  base: GraphReader,
  symbols: readonly ChangedSymbol[],
  diffs: readonly FileDiff[],
): Promise<TestFact[]> {
  const ids = symbols.flatMap(({ before, node }) =>
    before === null ? [] : [{ id: before.id, name: node.qualified_name }],
  );
  const paths = diffs.map(({ oldPath, path }) => oldPath ?? path);
  return testsOf(base, ids, paths);
}

/** The same for symbols of the graph and whole files. */
export async function testsOf(
  base: GraphReader,
  symbols: readonly { id: string; name: string }[],
  paths: readonly string[],
): Promise<TestFact[]> {
  const found = new Map<string, Candidate>();
  const note = (path: string, add: Omit<TestFact, 'path' | 'reaches'> & { of: string; score: number }): void => {
    const before = found.get(path) ?? { path, qualified_name: path, reaches: [], distance: null, score: 0 };
    const isNearer = add.distance !== null && (before.distance === null || add.distance < before.distance);
    found.set(path, {
      path,
      qualified_name: isNearer ? add.qualified_name : before.qualified_name,
      distance: isNearer ? add.distance : before.distance,
      reaches: [...new Set([...before.reaches, add.of])].slice(0, MOST_REACHED),
      score: before.score + add.score,
    });
  };
  await byCalls(base, symbols, note);
  await byImports(base, paths, note);
  for (const path of paths.filter((each) => isTestPath(each))) note(path, { of: path, qualified_name: path, distance: null, score: 10 }); // prettier-ignore
  await byNames(base, paths, note);
  return [...found.values()]
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .map(({ score: _, ...test }) => test);
}

type Note = (path: string, add: Omit<TestFact, 'path' | 'reaches'> & { of: string; score: number }) => void;

async function byCalls(base: GraphReader, symbols: readonly { id: string; name: string }[], note: Note): Promise<void> {
  const choices = [{ types: ['CALLS'], direction: 'in' }] as const;
  for (const { id, name } of symbols.slice(0, MOST_STARTS)) {
    const { reached } = await walk(base, [id], choices, LIMITS);
    const tests = new Map(
      (await base.symbols(reached.map((one) => one.id))).filter(isTest).map((one) => [one.id, one]),
    );
    const files = new Set<string>();
    for (const { id: at, depth, confidence } of reached) {
      const test = tests.get(at);
      if (test === undefined) continue;
      // A file counts once for each symbol: a hundred cases of one function say no more than one.
      const score = files.has(test.path) ? 0 : (WORTH.call * confidence) / depth;
      files.add(test.path);
      note(test.path, { of: name, qualified_name: test.qualifiedName, distance: depth, score });
    }
  }
}

function isTest({ path, decorators }: SymbolRecord): boolean {
  return isTestPath(path) || decorators.some((decorator) => /\btest\b/i.test(decorator));
}

async function byImports(base: GraphReader, paths: readonly string[], note: Note): Promise<void> {
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
    note(path, { of, qualified_name: path, distance: null, score: WORTH.import });
  }
}

const MOST_FILES = 20_000;

async function byNames(base: GraphReader, paths: readonly string[], note: Note): Promise<void> {
  const { items } = await base.files('', { limit: MOST_FILES });
  const tests = Map.groupBy(items.filter(({ path }) => isTestPath(path)), ({ path }) => stemOf(path)); // prettier-ignore
  for (const path of paths) {
    for (const test of tests.get(stemOf(path)) ?? []) {
      if (test.path !== path)
        note(test.path, { of: path, qualified_name: test.path, distance: null, score: WORTH.name });
    }
  }
}

/** `src/cart-item.ts`, `test/cart-item.test.ts`, `test_cart_item.py` and `CartItemTest.java` are one name. */
function stemOf(path: string): string {
  const name = (path.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '');
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase().replace(/^(?:tests?|specs?)|(?:tests?|specs?)$/g, ''); // prettier-ignore
}
