/**
 * Where in the repository is what a text speaks of? An issue, an error with its stack, a question, in any words. Ranked
 * files with the lines to read first, and why; what is named in the text is taken at its word. The same over the database
 * and over a folder in memory, since both count words alike (`wordCounts` of the reader).
 */
import { z } from 'zod';
import { fileIdOf } from '../../model/ids.ts';
import { isTestPath } from '../../model/test-paths.ts';
import { tokensOf } from '../../model/tokens.ts';
import type { GatewayPort, GraphPort, GraphReader } from '../../ports.ts';
import { chooseSpans, type Span } from '../locate/choose-spans.ts';
import { nearnessOf, rankFiles, weightsOf, type RankedFile, type Weights } from '../locate/rank-files.ts';
import { readRequest } from '../locate/read-request.ts';
import { raiseRelated } from '../locate/related-files.ts';
import { narrowed, PUBLIC_ACCESS, scopeParams, within, type Scope } from '../access.ts';
import { neo4jReader } from '../reader/neo4j-reader.ts';
import { textAt } from '../row-values.ts';
import { limited, readerQuestion } from './declare.ts';

/** Beside the tokens of its lines: what naming a span costs in an answer. */
const SPAN_TOKENS = 20;
const MOST_LINES = 20_000;
const MOST_SYMBOLS = 3_000;
const SHOWN_WORDS = 5;
/** Symbols and files of a repository that are compared by their meaning. */
const MOST_NEAR = 100;
/** Looked through at once: the words of each are held in memory. */
export const MOST_REPOSITORIES = 20;

const spanSchema = z.object({
  /** Lines, 1-based and inclusive. */
  start: z.number().int(),
  end: z.number().int(),
  symbol: z.string().nullable(),
  reason: z.string(),
});

export const locatedFileSchema = z.object({
  repo_id: z.string(),
  path: z.string(),
  /** Comparable within one answer. */
  score: z.number(),
  reasons: z.array(z.string()),
  spans: z.array(spanSchema),
});

const inputSchema = z.object({
  text: z
    .string()
    .trim()
    .min(1)
    .max(20_000)
    .describe('What is looked for, in any words')
    .meta({ example: 'Parsing a configuration without a default fails' }),
  limit: z.number().int().min(1).max(100).default(10).describe('Files'),
  budget_tokens: z.number().int().min(100).max(100_000).default(4_000).describe('Of the lines that are pointed to'),
  include_tests: z.boolean().default(false),
  include_generated: z
    .boolean()
    .default(false)
    .describe('Files that a program wrote; those that the text names are there'),
});

const outputSchema = z.object({
  files: z.array(locatedFileSchema),
  /** Files that the text speaks of at all. */
  total: z.number().int(),
  /** There are more repositories than are looked through at once: name one. */
  truncated: z.literal(true).optional(),
});

const inOne = readerQuestion({
  name: 'locate',
  summary: 'Files and lines that a text speaks of (an issue, an error with its stack, a question), ranked with reasons',
  input: inputSchema,
  output: outputSchema,
  answer: (reader, input) => locateIn([reader], input),
});

/**
 * Over all repositories of a scope that names none: those that are private to the caller first, then the newest. `embed`: as
 * of the reader; what is near in meaning counts where there are vectors.
 */
export function locateBy(embed: GatewayPort['embed'] | undefined): typeof inOne {
  return { ...inOne, run: (graph, scope, input) => run(graph, scope, input, embed) };
}

export const locate = locateBy(undefined);

async function run(
  graph: GraphPort,
  scope: Scope,
  input: z.output<typeof inputSchema>,
  embed: GatewayPort['embed'] | undefined,
): Promise<z.output<typeof outputSchema>> {
  if (scope.repoId !== null) return locateIn([neo4jReader(graph, scope, embed)], input);
  const rows = await graph.read(
    `MATCH (n:Repository) WHERE ${within(scope, 'n')} AND n.indexed_at IS NOT NULL
       RETURN n.repo_id AS repo_id ORDER BY n.access = $open, n.indexed_at DESC, n.repo_id LIMIT $limit`,
    { ...scopeParams(scope), open: PUBLIC_ACCESS, limit: MOST_REPOSITORIES + 1 },
  );
  const { items, truncated } = limited(rows, MOST_REPOSITORIES);
  const asked = embed === undefined ? undefined : once(embed);
  const readers = items.map((row) => neo4jReader(graph, narrowed(scope, textAt(row, 'repo_id')), asked));
  return { ...(await locateIn(readers, input)), ...(truncated === undefined ? {} : { truncated }) };
}

/** The model is asked once, however many repositories there are. */
function once(embed: GatewayPort['embed']): GatewayPort['embed'] {
  let asked: ReturnType<GatewayPort['embed']> | undefined;
  return (texts, signal) => (asked ??= embed(texts, signal));
}

interface Candidate {
  reader: GraphReader;
  repoId: string;
  file: RankedFile;
}

/** A word counts as much as it is rare in all of them, so that their scores can be compared. Each reader is of one repository. */
export async function locateIn(
  readers: readonly GraphReader[],
  {
    text,
    limit,
    budget_tokens: budget,
    include_tests: tests,
    include_generated: generated,
  }: z.output<typeof inputSchema>,
): Promise<z.output<typeof outputSchema>> {
  const request = readRequest(text);
  const [counts, near] = await Promise.all([
    Promise.all(readers.map((reader) => reader.wordCounts([...request.words.keys()]))),
    Promise.all(readers.map((reader) => reader.nearest(text, MOST_NEAR))),
  ]);
  const similarities = near.flat().map(({ similarity }) => similarity);
  const [least, nearest] = [Math.min(...similarities), Math.max(...similarities)];
  const weights = weightsOf(request, counts.flat());
  const found = await Promise.all(
    readers.map(async (reader, at): Promise<Candidate[]> => {
      const repoId = (await reader.repository())?.repoId ?? '';
      const related = await raiseRelated(
        reader,
        repoId,
        rankFiles(request, counts[at] ?? [], weights, nearnessOf(near[at] ?? [], least, nearest)),
      );
      return related.map((file) => ({ reader, repoId, file }));
    }),
  );
  const ranked = found
    .flat()
    .filter(({ file }) => (tests || !isTestPath(file.path)) && (generated || !file.generated || file.places.length > 0))
    .sort((a, b) => b.file.score - a.file.score);
  const shown = ranked.slice(0, limit);
  const spans = await Promise.all(
    shown.map(({ reader, repoId, file }) =>
      spansOf(reader, fileIdOf(repoId, file.path), file, weights, request.written),
    ),
  );
  const kept = withinBudget(spans, budget);
  return {
    files: shown.map(({ repoId, file }, at) => ({
      repo_id: repoId,
      path: file.path,
      score: Math.round(file.score * 1000) / 1000,
      reasons: reasonsOf(file, request.written),
      spans: kept[at] ?? [],
    })),
    total: ranked.length,
  };
}

interface WeighedSpan extends Span {
  tokens: number;
}

async function spansOf(
  reader: GraphReader,
  fileId: string,
  { places }: RankedFile,
  weights: Weights,
  written: ReadonlyMap<string, string>,
): Promise<WeighedSpan[]> {
  const range = { from: 1, to: MOST_LINES };
  const [lines, symbols] = await Promise.all([
    reader.lines(fileId, range),
    reader.inFile(fileId, range, { limit: MOST_SYMBOLS }),
  ]);
  return chooseSpans({ lines, symbols: symbols.items, places, written }, weights).map((span) => ({
    ...span,
    tokens: SPAN_TOKENS + tokensOf(lines.slice(span.start - 1, span.end).join('\n')),
  }));
}

/** The first span of each file before the second of any, as long as there is room. */
function withinBudget(spans: readonly WeighedSpan[][], budget: number): Span[][] {
  const kept: Span[][] = spans.map(() => []);
  let room = budget;
  const most = Math.max(0, ...spans.map(({ length }) => length));
  for (let turn = 0; turn < most; turn++) {
    spans.forEach((own, at) => {
      const span = own[turn];
      if (span === undefined || span.tokens > room) return;
      const { tokens, ...rest } = span;
      room -= tokens;
      kept[at]?.push(rest);
    });
  }
  return kept;
}

function reasonsOf(
  { places, folders, near, words, from, beside }: RankedFile,
  written: ReadonlyMap<string, string>,
): string[] {
  const named = [
    ...new Set(places.map(({ path, line }) => `the text names ${path}${line === null ? '' : `:${line}`}`)),
  ];
  return [
    ...named,
    ...folders.map((folder) => `the text names ${folder}`),
    ...(words.length === 0
      ? []
      : [
          `says ${words
            .slice(0, SHOWN_WORDS)
            .map((word) => written.get(word) ?? word)
            .join(', ')}`,
        ]),
    ...(near === null ? [] : [`near in meaning: ${near}`]),
    ...from.map((path) => `used by ${path}, which the text speaks of`),
    ...(beside === null ? [] : [`beside ${beside}, which the text speaks of`]),
  ];
}
