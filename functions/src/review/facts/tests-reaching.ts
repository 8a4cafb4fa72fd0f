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
import { TestCandidates } from './test-candidates.ts';

/** How often each file was changed together with any of some files, of late; weighed, and more than once. */
export type ChangedTogether = (paths: readonly string[]) => Promise<ReadonlyMap<string, number>>;

const LIMITS = { depth: 5, nodes: 20_000, steps: 100_000 };
const MOST_STARTS = 400;
const MOST_FILES = 20_000;
/** Changed files whose names are compared with those of all tests. */
const MOST_NAMED = 100;

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
  const { items } = await base.files('', { limit: MOST_FILES });
  const tests = new Set(items.flatMap(({ path }) => (isTestPath(path) ? [path] : [])));
  const found = new TestCandidates(tests.size);
  await byCalls(base, symbols.slice(0, MOST_STARTS), found);
  await byImports(base, paths, found);
  byNames(tests, paths, found);
  for (const [path, worth] of (await together?.(paths)) ?? []) if (tests.has(path)) found.note(path, 'history', worth);
  // A test that is changed itself is to be run.
  for (const path of paths.filter((each) => isTestPath(each))) found.noteChanged(path);
  return found.ranked();
}

/**
 * Callers over several calls of all symbols at once: each level of the graph is read once, and then followed for each
 * symbol in memory.
 */
async function byCalls(base: GraphReader, symbols: readonly ChangedSymbolName[], found: TestCandidates): Promise<void> {
  const callers = await callersAround(base, [...new Set(symbols.map(({ id }) => id))]);
  const reached = symbols.map((symbol) => ({ symbol, near: reachedFrom(callers, symbol.id) }));
  const ids = [...new Set(reached.flatMap(({ near }) => [...near.keys()]))];
  const tests = new Map((await base.symbols(ids)).filter(isTest).map((one) => [one.id, one]));
  for (const { symbol, near } of reached) {
    const nearest = new Map<string, { test: string; distance: number }>();
    for (const [id, distance] of near) {
      const test = tests.get(id);
      if (test !== undefined && !nearest.has(test.path)) nearest.set(test.path, { test: test.qualifiedName, distance });
    }
    const files = Map.groupBy(nearest, ([, { distance }]) => kindOf(distance));
    for (const [kind, reaching] of files) {
      for (const [path, { test, distance }] of reaching) {
        found.note(path, kind, found.rarity(reaching.length), symbol.name, { test, distance });
      }
    }
  }
}

function kindOf(distance: number): 'direct' | 'second' | 'farther' {
  return distance === 1 ? 'direct' : distance === 2 ? 'second' : 'farther';
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

/** The distance of each caller, the nearest first. */
function reachedFrom(callers: Callers, start: string): Map<string, number> {
  const reached = new Map([[start, 0]]);
  for (const [id, distance] of reached) {
    if (distance === LIMITS.depth) break;
    for (const step of callers.get(id) ?? []) if (!reached.has(step.id)) reached.set(step.id, distance + 1);
  }
  reached.delete(start);
  return reached;
}

function isTest({ path, decorators }: SymbolRecord): boolean {
  return isTestPath(path) || decorators.some((decorator) => /\btest\b/i.test(decorator));
}

async function byImports(base: GraphReader, paths: readonly string[], found: TestCandidates): Promise<void> {
  const files = (await Promise.all(paths.map((path) => base.filesAt(path)))).flat();
  const edges = await base.edges(files.map(({ id }) => id), { types: ['IMPORTS'], direction: 'in' }, { limit: 500 }); // prettier-ignore
  const from = [...edges.values()].flatMap(({ items }) => items.map((edge) => edge.from));
  const pathOf = new Map((await base.symbols(from)).map((one) => [one.id, one.path]));
  for (const { id, path: of } of files) {
    const importers = new Set((edges.get(id)?.items ?? []).map((edge) => pathOf.get(edge.from) ?? ''));
    const tests = [...importers].filter((path) => isTestPath(path));
    for (const path of tests) found.note(path, 'imports', found.rarity(tests.length), of);
  }
}

function byNames(tests: ReadonlySet<string>, paths: readonly string[], found: TestCandidates): void {
  const named = [...tests].map((path) => ({ path, name: nameOf(path) }));
  for (const path of paths.slice(0, MOST_NAMED)) {
    const own = nameOf(path);
    for (const test of named) {
      if (test.path === path) continue;
      if (own.stem !== '' && own.stem === test.name.stem) found.note(test.path, 'name', 1, path);
      found.best(test.path, 'likeness', shared(own.parts, test.name.parts));
      found.best(test.path, 'folders', shared(own.folders, test.name.folders));
    }
  }
}

interface PathName {
  /** `src/cart-item.ts`, `test/cart-item.test.ts`, `test_cart_item.py` and `CartItemTest.java` have one. */
  stem: string;
  parts: ReadonlySet<string>;
  folders: ReadonlySet<string>;
}

/** Folders that every path of a kind has say nothing. */
const EVERYWHERE = /^(?:src|lib|main|java|kotlin|pkg|internal|tests?|specs?|__tests__)$/;

function nameOf(path: string): PathName {
  const folders = path.split('/');
  const name = (folders.pop() ?? '').replace(/\.[^.]*$/, '');
  const words = name.match(/\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+/gu) ?? [];
  const stem = name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase().replace(/^(?:tests?|specs?)|(?:tests?|specs?)$/g, ''); // prettier-ignore
  return {
    stem: /^(?:index|mod|main|init)$/.test(stem) ? '' : stem,
    parts: new Set(words.map((word) => word.toLowerCase()).filter((word) => !/^(?:tests?|specs?)$/.test(word))),
    folders: new Set(folders.filter((folder) => !EVERYWHERE.test(folder))),
  };
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const one of a) if (b.has(one)) common += 1;
  return common === 0 ? 0 : common / (a.size + b.size - common);
}
