/**
 * A file as it is read: a page of its lines, the symbols that stand in them, and what each call on them leads to. A page
 * ends at `limit` lines, or sooner where its text, symbols or calls would be too many for one answer.
 */
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import type { CallSiteRecord, FileRecord, GraphReader, SymbolRecord } from '../../ports.ts';
import { readerQuestion } from './declare.ts';
import { symbolElementOf, symbolElementSchema } from './symbol-element.ts';

const TEXT_BYTES = 120_000;
/** UTF-16 units of one line that are shown; `peek` shows lines whole. */
const LINE_LIMIT = 10_000;
const MOST_SYMBOLS = 300;
const MOST_CALLS = 600;
/** Repositories that are named when a path is in several. */
const MOST_NAMED = 20;

const targetSchema = symbolElementSchema.pick({
  symbol_id: true,
  name: true,
  qualified_name: true,
  type: true,
  path: true,
  line_number: true,
});

const siteSchema = z.object({
  line: z.number().int(),
  /** symbol_id of the function around the call, or of the file. */
  from: z.string(),
  target: targetSchema,
  evidence: z.string(),
  confidence: z.number(),
});

export const fileView = readerQuestion({
  name: 'view_file',
  summary: 'A page of lines of a file with its outline (complexity, number of callers) and the targets of its calls',
  input: z.object({
    path: z.string().min(1).max(4_096).describe('Relative to the root of the repository'),
    line: z.number().int().min(1).default(1).describe('First line of the page'),
    limit: z.number().int().min(1).max(2_000).default(500).describe('Lines of the page'),
  }),
  output: z.object({
    symbol_id: z.string(),
    repo_id: z.string(),
    path: z.string(),
    language: z.string(),
    total_lines: z.number().int(),
    lines: z.array(z.object({ line_number: z.number().int(), content: z.string() })),
    /** First line of the next page; null when this one reaches the end. */
    next_line: z.number().int().nullable(),
    /** Lines that are longer than what is shown of them. */
    cut_lines: z.array(z.number().int()),
    /** Symbols that stand in these lines, outer before inner. */
    outline: z.array(symbolElementSchema),
    /** Symbols of the whole file. */
    outline_total: z.number().int(),
    /** Calls on these lines that lead to a symbol of the repository. */
    calls: z.array(siteSchema),
    /** Where the call sites of the whole file ended; null while they are being resolved. */
    call_counts: z
      .object({
        sites: z.number().int(),
        resolved: z.number().int(),
        external: z.number().int(),
        ambiguous: z.number().int(),
        unresolved: z.number().int(),
      })
      .nullable(),
    /** Set when one line holds more symbols or calls than an answer shows. */
    truncated: z.literal(true).optional(),
  }),
  /** `bad_request` for a path in several repositories, `not_found` for no such file. */
  async answer(reader, { path, line: from, limit }) {
    const file = await fileAt(reader, path);
    const range = { from, to: Math.min(file.lines, from + limit - 1) };
    const [texts, symbols, sites] = await Promise.all([
      range.from > range.to ? [] : reader.lines(file.id, range),
      reader.inFile(file.id, range, { limit: MOST_SYMBOLS + 1 }),
      reader.callSites(file.id, range, { limit: MOST_CALLS + 1 }),
    ]);
    const to = Math.min(
      from + linesThatFit(texts) - 1,
      ...lastLine(
        symbols.items.map(({ line }) => Math.max(line, from)),
        MOST_SYMBOLS,
      ),
      ...lastLine(
        sites.items.map(({ line }) => line),
        MOST_CALLS,
      ),
    );
    const end = Math.max(to, Math.min(from, range.to));
    const outline = symbols.items.filter(({ line }) => line <= end);
    const calls = sites.items.filter(({ line }) => line <= end);
    const shown = texts.slice(0, end - from + 1);
    const truncated = outline.length > MOST_SYMBOLS || calls.length > MOST_CALLS;
    return {
      symbol_id: file.id,
      repo_id: file.repoId,
      path,
      language: file.language,
      total_lines: file.lines,
      lines: shown.map((content, at) => ({
        line_number: from + at,
        content: content.slice(0, LINE_LIMIT).toWellFormed(),
      })),
      next_line: end < file.lines && shown.length > 0 ? end + 1 : null,
      cut_lines: shown.flatMap((content, at) => (content.length > LINE_LIMIT ? [from + at] : [])),
      outline: outline.slice(0, MOST_SYMBOLS).map(symbolElementOf),
      outline_total: file.functions + file.classes + file.variables,
      calls: await sitesWithTargets(reader, calls.slice(0, MOST_CALLS)),
      call_counts: file.calls,
      ...(truncated ? { truncated: true as const } : {}),
    };
  },
});

/** The one file of a path. */
export async function fileAt(reader: GraphReader, path: string): Promise<FileRecord> {
  const [file, ...others] = await reader.filesAt(path);
  if (file === undefined) throw new AppError('not_found', 'File not found');
  if (others.length === 0) return file;
  const named = [file, ...others].slice(0, MOST_NAMED).map(({ repoId }) => repoId);
  const rest = others.length >= MOST_NAMED ? ' and more' : '';
  throw new AppError(
    'bad_request',
    `This path is in several repositories, name one with repo_owner and repo_name: ${named.join(', ')}${rest}`,
  );
}

/** At least one, so that a page always goes on. */
function linesThatFit(texts: readonly string[]): number {
  let room = TEXT_BYTES;
  const at = texts.findIndex((text) => {
    room -= Buffer.byteLength(JSON.stringify(text.slice(0, LINE_LIMIT))) + 40;
    return room < 0;
  });
  return at < 0 ? texts.length : Math.max(1, at);
}

/** The line before the one that the first element too many stands on; none when there are not too many. */
function lastLine(lines: readonly number[], most: number): number[] {
  const over = lines[most];
  return over === undefined ? [] : [over - 1];
}

async function sitesWithTargets(
  reader: GraphReader,
  sites: readonly CallSiteRecord[],
): Promise<z.infer<typeof siteSchema>[]> {
  const ids = [...new Set(sites.map(({ to }) => to))];
  const targets = new Map((await reader.symbols(ids)).map((symbol) => [symbol.id, symbol]));
  return sites.flatMap(({ line, from, to, evidence, confidence }) => {
    const target = targets.get(to);
    return target === undefined ? [] : [{ line, from, target: targetOf(target), evidence, confidence }];
  });
}

function targetOf(symbol: SymbolRecord): z.infer<typeof targetSchema> {
  const { symbol_id, name, qualified_name, type, path, line_number } = symbolElementOf(symbol);
  return { symbol_id, name, qualified_name, type, path, line_number };
}
