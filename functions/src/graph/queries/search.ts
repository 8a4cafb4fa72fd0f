/**
 * What is there about this text? Symbols first (symbol-search.ts says why each was found), then lines of files that hold
 * the text as it stands (content-lines.ts).
 *
 * Symbols by name, its parts or docstring take as much of the limit as there is. Symbols that merely mention the text
 * and the lines themselves share the rest, at least half of it for the lines when there are so many.
 */
import { z } from 'zod';
import { fileIdOf } from '../../model/ids.ts';
import type { GraphPort } from '../../ports.ts';
import type { Scope } from '../access.ts';
import { textAt, textOrNullAt } from '../row-values.ts';
import { linesWith, type ContentLine } from './content-lines.ts';
import { question } from './declare.ts';
import { symbolsAround } from './enclosing-symbols.ts';
import { checkQuery } from './find-content.ts';
import {
  merged,
  REASONS,
  SYMBOL_COLUMNS,
  symbolOf,
  symbolsByAnyWord,
  symbolsByBody,
  symbolsByDocstring,
  symbolsByLetters,
  symbolsByName,
  symbolsLike,
  type FoundSymbol,
} from './symbol-search.ts';

const elementSchema = z.object({
  /** Of a line, its file's. */
  symbol_id: z.string(),
  type: z.enum(['function', 'class', 'variable', 'module', 'file', 'line']),
  repo_id: z.string(),
  /** For a line, the line without its indentation. */
  name: z.string(),
  path: z.string(),
  line_number: z.number().int(),
  /** 0..1, by the reason it was found for, then by its place among those of the same reason. */
  score: z.number(),
  source_code: z.string(),
  docstring: z.string().nullable(),
});
type Element = z.infer<typeof elementSchema>;

export const search = question({
  name: 'search',
  summary: 'Symbols by name, parts of the name, docstring and text, then lines of files that hold the text literally',
  input: z.object({
    query: z.string().describe('At most 500 characters'),
    limit: z.number().int().min(1).max(100).default(30),
  }),
  output: z.object({
    results: z.array(elementSchema),
    /** After the limit. */
    total: z.number().int(),
    query: z.string(),
  }),
  /** `bad_request` for a query that is too long. */
  async run(graph, scope, { query, limit }) {
    checkQuery(query);
    const results = query.trim() === '' ? [] : await found(graph, scope, query, limit);
    return { results, total: results.length, query };
  },
});

async function found(graph: GraphPort, scope: Scope, query: string, limit: number): Promise<Element[]> {
  const named = await symbolsByName(graph, scope, query);
  if (named.length >= limit) return elements(graph, named.slice(0, limit), []);
  const [lettered, documented, worded, { lines }] = await Promise.all([
    named.length > 0 ? [] : symbolsByLetters(graph, scope, query),
    symbolsByDocstring(graph, scope, query),
    symbolsByBody(graph, scope, query),
    linesWith(graph, scope, query, limit),
  ]);
  const first = merged(named, lettered, documented).slice(0, limit);
  const room = limit - first.length;
  const around =
    room === 0 || lines.length === 0 ? [] : await symbolsAround(graph, lines, SYMBOL_COLUMNS, { innermost: true });
  const mentioning = merged(
    first,
    around.map((row) => symbolOf(row, 'body')),
    worded,
  ).slice(first.length);
  const forLines = Math.min(lines.length, Math.max(Math.ceil(room / 2), room - mentioning.length));
  const symbols = [...first, ...mentioning.slice(0, room - forLines)];
  if (symbols.length + lines.length === 0) {
    const likely = await symbolsByAnyWord(graph, scope, query);
    const last = likely.length > 0 ? likely : await symbolsLike(graph, scope, query);
    return elements(graph, last.slice(0, limit), []);
  }
  return elements(graph, symbols, lines.slice(0, forLines));
}

/** Texts are fetched for what is shown only. */
async function elements(graph: GraphPort, symbols: FoundSymbol[], lines: ContentLine[]): Promise<Element[]> {
  const rows =
    symbols.length === 0
      ? []
      : await graph.read(
          `UNWIND $keys AS key MATCH (n:Symbol {key: key})
           RETURN key, n.id AS symbol_id, coalesce(n.source_code, '') AS source_code, n.docstring AS docstring`,
          { keys: symbols.map(({ key }) => key) },
        );
  const texts = new Map(rows.map((row) => [textAt(row, 'key'), row]));
  const places = REASONS.length + 1;
  const scoreOf = (reason: number, at: number, of: number): number => (places - reason - at / of) / places;
  return [
    ...symbols.flatMap(({ key, reason, type, repo_id, name, path, line_number }, at): Element[] => {
      const row = texts.get(key);
      // Deleted since it was found.
      if (row === undefined) return [];
      return [
        {
          symbol_id: textAt(row, 'symbol_id'),
          type: elementSchema.shape.type.parse(type),
          repo_id,
          name,
          path,
          line_number,
          score: scoreOf(REASONS.indexOf(reason), at, symbols.length + 1),
          source_code: textAt(row, 'source_code'),
          docstring: textOrNullAt(row, 'docstring'),
        },
      ];
    }),
    ...lines.map(({ repo_id, path, line, text }, at) => ({
      symbol_id: fileIdOf(repo_id, path),
      type: 'line' as const,
      repo_id,
      name: text.trim(),
      path,
      line_number: line,
      score: scoreOf(REASONS.length, at, lines.length + 1),
      source_code: text,
      docstring: null,
    })),
  ];
}
