/**
 * Which functions are copies of each other? In kinds, the surest first:
 *
 *   exact     the same tokens: only blanks and comments differ
 *   renamed   the same but for names, numbers and strings
 *   similar   most runs of tokens are the same: something was added, removed or changed
 *
 * Nothing is stored for this: the functions of a folder are compared when it is asked about, the most complex first, and
 * so many that the answer takes no more than a few seconds. Each copy stands in one group. Groups that would be none without
 * files that were built, brought along or generated come last.
 */
import { hash } from 'node:crypto';
import { z } from 'zod';
import type { GraphReader, SymbolRecord } from '../../ports.ts';
import { codeTokens } from '../code-tokens.ts';
import { isCopiedPath } from './copied-paths.ts';
import { readerQuestion } from './declare.ts';
import { cursorSchema, nextCursorSchema, pageOf, skipOf } from './page.ts';
import { symbolElementOf, symbolElementSchema } from './symbol-element.ts';

const MOST_FUNCTIONS = 3_000;
const MOST_FILES = 100_000;
const TEXTS_PER_READ = 500;
/** Tokens of a run that two functions have in common. */
const RUN = 12;
/** Functions that may share a run: what more of them have is an idiom. */
const MOST_SHARING = 20;
const MOST_MEMBERS = 20;
/** Different runs among those of a list, at most, and names that two lists have in common, at least. */
const LIST = { runs: 0.7, names: 0.6 };
/** The same of functions with fewer tokens than this: what stands around their few lines is most of what they have in common. */
const SHORT_SIZE = 100;
const SHORT_LIST = { runs: 0.85, names: 0.75 };

const kindSchema = z.enum(['exact', 'renamed', 'similar']);
type Kind = z.infer<typeof kindSchema>;

const groupSchema = z.object({
  kind: kindSchema,
  /** 0..1, of the least alike two that were put together: runs of tokens in common, over all of both. */
  similarity: z.number(),
  /** Of its shortest member. */
  tokens: z.number().int(),
  members: z.array(symbolElementSchema),
  members_total: z.number().int(),
  /** Its members stand in more than one file. */
  across_files: z.boolean(),
});

export const clones = readerQuestion({
  name: 'clones',
  summary: 'Functions that are copies of each other, within and across files: exact, renamed, or similar',
  input: z.object({
    path: z.string().max(4_096).default('').describe('A folder; empty for the whole repository'),
    min_tokens: z.number().int().min(20).max(1_000).default(50).describe('Tokens of the shortest function'),
    min_similarity: z.number().int().min(60).max(100).default(80).describe('Percent, for similar ones'),
    limit: z.number().int().min(1).max(100).default(30).describe('Groups that are shown'),
    cursor: cursorSchema,
  }),
  output: z.object({
    /** The surest kind first, then by tokens that are there again; copies that were built, brought along or generated last. */
    results: z.array(groupSchema),
    total: z.number().int(),
    next_cursor: nextCursorSchema,
    /** Functions that were compared. */
    compared: z.number().int(),
    /** There are more functions than can be compared: ask about a folder. */
    truncated: z.literal(true).optional(),
  }),
  async answer(reader, { path, min_tokens: least, min_similarity: percent, limit, cursor }) {
    const under = path.replace(/\/+$/, '');
    const [found, files] = await Promise.all([
      reader.ranked(under, 'complexity', { limit: MOST_FUNCTIONS + 1 }),
      reader.files(under, { limit: MOST_FILES }),
    ]);
    const functions = await tokenized(reader, found.slice(0, MOST_FUNCTIONS), least);
    const generated = new Set(files.items.filter((file) => file.generated).map((file) => file.path));
    const isWritten = ({ symbol }: Tokenized): boolean => !generated.has(symbol.path) && !isCopiedPath(symbol.path);
    const all = groupsOf(functions, percent / 100);
    const isOfWritten = ({ members }: Group): boolean => members.filter(isWritten).length > 1;
    const groups = [...all.filter(isOfWritten), ...all.filter((group) => !isOfWritten(group))];
    const skip = skipOf(cursor);
    return {
      ...pageOf({ items: groups.slice(skip, skip + limit), total: groups.length }, skip, elementOf),
      compared: functions.length,
      ...(found.length > MOST_FUNCTIONS ? { truncated: true as const } : {}),
    };
  },
});

interface Tokenized {
  symbol: SymbolRecord;
  /** Number of tokens. */
  size: number;
  exact: string;
  /** The same whatever its own name is. */
  unnamed: string;
  shape: string;
  /** With how often each is there. */
  runs: Map<string, number>;
  /** Names, numbers and strings as they are written, with how often each is there. */
  names: Map<string, number>;
}

async function tokenized(reader: GraphReader, symbols: readonly SymbolRecord[], least: number): Promise<Tokenized[]> {
  const byId = new Map(symbols.map((symbol) => [symbol.id, symbol]));
  const functions: Tokenized[] = [];
  for (let at = 0; at < symbols.length; at += TEXTS_PER_READ) {
    for (const { id, source } of await reader.texts(symbols.slice(at, at + TEXTS_PER_READ).map((one) => one.id))) {
      const { tokens, shapes } = codeTokens(source);
      const symbol = byId.get(id);
      if (symbol === undefined || tokens.length < least) continue;
      const unnamed = tokens.map((token) => (token === symbol.name ? '' : token));
      const [exact, shape] = [hash('sha1', tokens.join(' ')), hash('sha1', shapes.join(' '))];
      const size = tokens.length;
      const names = countsOf(tokens.filter((token, place) => token !== shapes[place]));
      functions.push({ symbol, size, exact, unnamed: hash('sha1', unnamed.join(' ')), shape, runs: runsOf(shapes), names }); // prettier-ignore
    }
  }
  return functions;
}

function runsOf(shapes: readonly string[]): Map<string, number> {
  const last = shapes.length - RUN;
  return countsOf(Array.from({ length: Math.max(0, last + 1) }, (_, at) => shapes.slice(at, at + RUN).join(' ')));
}

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Says one thing again and again, such as `this.a = a`: with other names inside it is like all that does so, and no copy. */
function isMonotone({ runs, size }: Tokenized): boolean {
  return runs.size * 3 < size;
}

interface Group {
  kind: Kind;
  similarity: number;
  members: Tokenized[];
}

const KIND_ORDER = kindSchema.options;

function groupsOf(functions: readonly Tokenized[], least: number): Group[] {
  const free = new Set(functions);
  const groups: Group[] = [];
  const take = (kind: Kind, similarity: number, members: Tokenized[]): void => {
    groups.push({ kind, similarity, members });
    for (const member of members) free.delete(member);
  };
  for (const [kind, keyOf] of [
    ['exact', (one: Tokenized) => one.exact],
    ['renamed', (one: Tokenized) => (isMonotone(one) ? one.unnamed : one.shape)],
  ] as const) {
    for (const members of Map.groupBy(free, keyOf).values()) if (members.length > 1) take(kind, 1, members);
  }
  const alike = pairsAlike(
    [...free].filter((one) => !isMonotone(one)),
    least,
  );
  for (const { a, b, similarity } of alike) if (free.has(a) && free.has(b)) take('similar', similarity, [a, b]);
  return groups.sort(
    (a, b) =>
      KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) ||
      repeated(b) - repeated(a) ||
      ((a.members[0]?.symbol.id ?? '') < (b.members[0]?.symbol.id ?? '') ? -1 : 1),
  );
}

/** Tokens that would not be there if there were one of them. */
function repeated({ members }: Group): number {
  return members.slice(1).reduce((sum, { size }) => sum + size, 0);
}

/** The most alike first. */
function pairsAlike(functions: readonly Tokenized[], least: number) {
  const byRun = new Map<string, Tokenized[]>();
  for (const one of functions) {
    for (const run of one.runs.keys()) {
      const known = byRun.get(run);
      if (known) known.push(one);
      else byRun.set(run, [one]);
    }
  }
  const pairs: { a: Tokenized; b: Tokenized; similarity: number }[] = [];
  for (const a of functions) {
    const near = new Set([...a.runs.keys()].flatMap((run) => sharing(byRun.get(run) ?? [])));
    for (const b of near) {
      if (a.symbol.id >= b.symbol.id || isInside(a.symbol, b.symbol) || isInside(b.symbol, a.symbol)) continue;
      const similarity = similarityOf(a, b);
      if (similarity < least || areUnlikeLists(a, b)) continue;
      pairs.push({ a, b, similarity });
    }
  }
  return pairs.sort(
    (x, y) => y.similarity - x.similarity || y.a.size - x.a.size || (x.a.symbol.id < y.a.symbol.id ? -1 : 1),
  );
}

function sharing(functions: readonly Tokenized[]): readonly Tokenized[] {
  return functions.length > MOST_SHARING ? [] : functions;
}

/**
 * Nearly a third of its runs are there again, as in a switch: with other names inside it is like any other such list. Of a short one
 * a sixth is enough, as in a constructor that sets five fields.
 */
function isList({ runs, size }: Tokenized, limits: typeof LIST): boolean {
  return runs.size < limits.runs * (size - RUN + 1);
}

/** Whether one of them is a list, and they speak of other things, by what is written in them. */
function areUnlikeLists(a: Tokenized, b: Tokenized): boolean {
  const limits = Math.min(a.size, b.size) < SHORT_SIZE ? SHORT_LIST : LIST;
  if (!isList(a, limits) && !isList(b, limits)) return false;
  const sumOf = (counts: Iterable<number>) => [...counts].reduce((sum, times) => sum + times, 0);
  const most = Math.max(sumOf(a.names.values()), sumOf(b.names.values()));
  return inCommon(a.names, b.names) < limits.names * most;
}

/** A run that one has three times and the other twice is there twice in common: seven cases of a switch are no twenty. */
function similarityOf(a: Tokenized, b: Tokenized): number {
  const common = inCommon(a.runs, b.runs);
  return common / (a.size + b.size - 2 * (RUN - 1) - common);
}

function inCommon(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let common = 0;
  for (const [text, times] of a) common += Math.min(times, b.get(text) ?? 0);
  return common;
}

function isInside(inner: SymbolRecord, outer: SymbolRecord): boolean {
  return inner.path === outer.path && inner.line >= outer.line && inner.endLine <= outer.endLine;
}

function elementOf({ kind, similarity, members }: Group): z.infer<typeof groupSchema> {
  const placed = [...members].sort((a, b) => (a.symbol.id < b.symbol.id ? -1 : 1));
  return {
    kind,
    similarity: Math.round(similarity * 1_000) / 1_000,
    tokens: Math.min(...members.map(({ size }) => size)),
    members: placed.slice(0, MOST_MEMBERS).map(({ symbol }) => symbolElementOf(symbol)),
    members_total: members.length,
    across_files: new Set(members.map(({ symbol }) => symbol.path)).size > 1,
  };
}
