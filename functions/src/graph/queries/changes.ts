/**
 * What changed between two commits that were indexed, symbol by symbol: added, removed, moved, or with another signature or
 * body, each with the number of symbols that call it now. Lines that merely moved are no change.
 */
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import { symbolIdOf } from '../../model/ids.ts';
import type { ChangedFile, DeclaredSymbol, GraphReader, PastCommit } from '../../ports.ts';
import { readerQuestion } from './declare.ts';
import { cursorSchema, nextCursorSchema, pageOf, skipOf } from './page.ts';

const HOW = ['added', 'removed', 'moved', 'changed'] as const;

const commitSchema = z
  .string()
  .regex(/^[0-9a-f]{7,64}$/, 'Expected a commit, or at least 7 digits of one')
  .describe('One of the commits that are answered as `commits`, or its first digits');

const changeSchema = z.object({
  symbol_id: z.string(),
  how: z.enum(HOW),
  type: z.enum(['function', 'class', 'variable']),
  path: z.string(),
  qualified_name: z.string(),
  /** At `to`; of a removed one at `from`. */
  line_number: z.number().int(),
  /** Where it was, of one that moved. */
  was: z.object({ path: z.string(), qualified_name: z.string(), line_number: z.number().int() }).nullable(),
  signature_changed: z.boolean(),
  body_changed: z.boolean(),
  /** Symbols that call it in the graph of today; null for one that is not in it. */
  callers: z.number().int().nullable(),
});

const indexedSchema = z.object({ commit: z.string(), indexed_at: z.string().nullable() });

export const changes = readerQuestion({
  name: 'changes',
  summary:
    'Symbols added, removed, moved, or changed in signature or body between two indexed commits, with their callers',
  input: z.object({
    from: commitSchema.optional().describe('The one before `to` unless given'),
    to: commitSchema.optional().describe('The newest one unless given'),
    limit: z.number().int().min(1).max(100).default(50),
    cursor: cursorSchema,
  }),
  output: z.object({
    from: indexedSchema,
    to: indexedSchema,
    /** By path and line. */
    results: z.array(changeSchema),
    total: z.number().int(),
    counts: z.object({ added: z.number(), removed: z.number(), moved: z.number(), changed: z.number() }),
    /** Files that changed and of which it is not known what they held: indexed before this was kept. */
    unknown_files: z.number().int(),
    next_cursor: nextCursorSchema,
    /** The commits that can be compared, newest first. */
    commits: z.array(indexedSchema),
    /** More files changed than are looked at. */
    truncated: z.literal(true).optional(),
  }),
  /** `not_found` for a commit that is not among those indexed last. */
  async answer(reader, { from, to, limit, cursor }) {
    const commits = await reader.indexedCommits();
    const newest = to === undefined ? commits[0] : commitOf(commits, to);
    const before = commits[commits.findIndex((one) => one === newest) + 1];
    const oldest = from === undefined ? (before ?? newest) : commitOf(commits, from);
    if (newest === undefined || oldest === undefined)
      throw new AppError('not_found', 'No commit is indexed that could be compared');
    const { files, more } = await reader.changedFiles(oldest, newest);
    const found = changesIn(files, (await reader.repository())?.repoId ?? '');
    const skip = skipOf(cursor);
    const items = await withCallers(reader, found.slice(skip, skip + limit));
    const count = (how: (typeof HOW)[number]) => found.filter((one) => one.how === how).length;
    return {
      from: indexedOf(oldest),
      to: indexedOf(newest),
      ...pageOf({ items, total: found.length }, skip, (change) => change),
      counts: { added: count('added'), removed: count('removed'), moved: count('moved'), changed: count('changed') },
      unknown_files: files.filter(({ known }) => !known).length,
      commits: commits.map(indexedOf),
      ...(more ? { truncated: true as const } : {}),
    };
  },
});

function indexedOf({ commit, indexedAt }: PastCommit): z.infer<typeof indexedSchema> {
  return { commit, indexed_at: indexedAt };
}

function commitOf(commits: readonly PastCommit[], asked: string): PastCommit {
  const [found, ...others] = commits.filter(({ commit }) => commit.startsWith(asked));
  if (found === undefined || others.length > 0)
    throw new AppError('not_found', 'The commit is not among those that were indexed last');
  return found;
}

type Change = Omit<z.infer<typeof changeSchema>, 'callers'>;
interface Placed {
  path: string;
  symbol: DeclaredSymbol;
}

const TYPES = { Function: 'function', Class: 'class', Variable: 'variable' } as const;

function changesIn(files: readonly ChangedFile[], repoId: string): Change[] {
  const change = (how: Change['how'], { path, symbol }: Placed, was: Placed | undefined): Change => ({
    symbol_id: symbolIdOf(repoId, path, symbol.name),
    ...{ how, type: TYPES[symbol.label], path, qualified_name: symbol.name, line_number: symbol.line },
    was:
      how === 'moved' && was !== undefined
        ? { path: was.path, qualified_name: was.symbol.name, line_number: was.symbol.line }
        : null,
    signature_changed: was !== undefined && was.symbol.signature !== symbol.signature,
    body_changed: was !== undefined && was.symbol.body !== symbol.body,
  });
  const found: Change[] = [];
  const [added, removed]: [Placed[], Placed[]] = [[], []];
  for (const { path, before, after, known } of files) {
    if (!known) continue;
    const earlier = new Map((before ?? []).map((symbol) => [symbol.name, symbol]));
    for (const symbol of after ?? []) {
      const was = earlier.get(symbol.name);
      earlier.delete(symbol.name);
      if (was === undefined) added.push({ path, symbol });
      else if (was.signature !== symbol.signature || was.body !== symbol.body)
        found.push(change('changed', { path, symbol }, { path, symbol: was }));
    }
    removed.push(...[...earlier.values()].map((symbol) => ({ path, symbol })));
  }
  const moves = movesOf(added, removed);
  for (const [now, was] of moves) found.push(change('moved', now, was));
  const [wasSet, nowSet] = [new Set(moves.values()), new Set(moves.keys())];
  found.push(...added.filter((one) => !nowSet.has(one)).map((one) => change('added', one, undefined)));
  found.push(...removed.filter((one) => !wasSet.has(one)).map((one) => change('removed', one, undefined)));
  return found.sort(
    (a, b) => compare(a.path, b.path) || a.line_number - b.line_number || compare(a.qualified_name, b.qualified_name),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Which of the added was which of the removed: of the same kind and simple name with the same text; then, between files that
 * such a one has moved between, by the whole name. One that could be several is none.
 */
function movesOf(added: readonly Placed[], removed: readonly Placed[]): Map<Placed, Placed> {
  const moves = new Map<Placed, Placed>();
  const gone = new Set(removed);
  const match = (among: readonly Placed[], nameOf: (one: Placed) => string) => {
    const byName = Map.groupBy(gone, nameOf);
    const byNameNow = Map.groupBy(among, nameOf);
    for (const [name, [now, ...others]] of byNameNow) {
      const [was, ...more] = byName.get(name) ?? [];
      if (now === undefined || was === undefined || others.length > 0 || more.length > 0) continue;
      moves.set(now, was);
      gone.delete(was);
    }
  };
  match(added, ({ symbol: { label, name, body } }) => `${label} ${name.split('.').at(-1) ?? name} ${body}`);
  const roads = new Map([...moves].map(([now, was]) => [now.path, was.path]));
  const left = added.filter((one) => !moves.has(one));
  const from = new Map([...roads].map(([now, was]) => [was, now]));
  match(left, ({ path, symbol: { label, name } }) => {
    const road = roads.has(path) ? path : from.get(path);
    return road === undefined ? `${path} alone ${name}` : `${road} ${label} ${name}`;
  });
  return moves;
}

async function withCallers(reader: GraphReader, found: readonly Change[]): Promise<z.infer<typeof changeSchema>[]> {
  const now = new Map((await reader.symbols(found.map((one) => one.symbol_id))).map((one) => [one.id, one.callers]));
  return found.map((one) => ({ ...one, callers: now.get(one.symbol_id) ?? null }));
}
