/**
 * Which calls around a symbol are not known? Those that stand in it, of which it is not known what they run, and those
 * elsewhere that write its name and may run it. What an answer of callers or callees lacks is among them.
 */
import { z } from 'zod';
import { OPEN_REASONS } from '../../model/graph.ts';
import { fileIdOf } from '../../model/ids.ts';
import type { GraphReader, SymbolRecord } from '../../ports.ts';
import { readerQuestion } from './declare.ts';
import { cursorSchema, nextCursorSchema, pageOf, skipOf } from './page.ts';
import { symbolById, symbolElementOf, symbolElementSchema, symbolIdSchema } from './symbol-element.ts';

/** Lines with the symbol's name that are looked at. */
const MOST_LINES = 500;

const callSchema = z.object({
  /** inside: in the symbol; may_call: elsewhere, by a name that is the symbol's. */
  where: z.enum(['inside', 'may_call']),
  path: z.string(),
  line: z.number().int(),
  /** What is called, as far as names are written: `self.pool.get(…).close` */
  callee: z.string(),
  /** unresolved: nothing is known of what it calls; ambiguous: more candidates than can be told apart. */
  why: z.enum(OPEN_REASONS),
});
type Call = z.infer<typeof callSchema>;

export const unresolvedCalls = readerQuestion({
  name: 'unresolved_calls',
  summary:
    'Calls in a symbol of which it is not known what they run, and calls elsewhere that may run it, with the reason',
  input: z.object({
    symbol_id: symbolIdSchema,
    limit: z.number().int().min(1).max(100).default(50),
    cursor: cursorSchema,
  }),
  output: z.object({
    symbol: symbolElementSchema,
    /** Those inside first, then by place. */
    results: z.array(callSchema),
    total: z.number().int(),
    /** Unknown calls of the looked-at files that no list holds: of files with more than a list has room for, or from before. */
    unlisted: z.number().int(),
    next_cursor: nextCursorSchema,
    /** More lines have the symbol's name than were looked at. */
    truncated: z.literal(true).optional(),
  }),
  /** `not_found` for a symbol that is not there. */
  async answer(reader, { symbol_id: id, limit, cursor }) {
    const symbol = await symbolById(reader, id);
    const [inside, elsewhere] = await Promise.all([callsInside(reader, symbol), callsByName(reader, symbol)]);
    const calls = [...inside.calls, ...elsewhere.calls];
    const skip = skipOf(cursor);
    const page = { items: calls.slice(skip, skip + limit), total: calls.length };
    return {
      symbol: symbolElementOf(symbol),
      ...pageOf(page, skip, (call) => call),
      unlisted: inside.unlisted + elsewhere.unlisted,
      ...(elsewhere.more ? { truncated: true as const } : {}),
    };
  },
});

async function callsInside(reader: GraphReader, symbol: SymbolRecord): Promise<{ calls: Call[]; unlisted: number }> {
  const { path, repoId, line: from, endLine: to } = symbol;
  const file = (await reader.openCalls([fileIdOf(repoId, path)])).get(path);
  const meant = (file?.calls ?? []).filter(({ line }) => from <= line && line <= to);
  return { calls: meant.map((call) => ({ where: 'inside', path, ...call })), unlisted: file?.unlisted ?? 0 };
}

async function callsByName(
  reader: GraphReader,
  symbol: SymbolRecord,
): Promise<{ calls: Call[]; unlisted: number; more: boolean }> {
  if (symbol.label !== 'Function' && symbol.label !== 'Class') return { calls: [], unlisted: 0, more: false };
  const { lines, more } = await reader.wordLines(symbol.name, MOST_LINES);
  const named = new Set(lines.map(({ path, line }) => `${line} ${path}`));
  const paths = [...new Set(lines.map(({ path }) => path))];
  const files = await reader.openCalls(paths.map((path) => fileIdOf(symbol.repoId, path)));
  const isInside = (path: string, line: number) =>
    path === symbol.path && symbol.line <= line && line <= symbol.endLine;
  const calls = [...files].flatMap(([path, file]) =>
    file.calls
      .filter(
        ({ line, callee }) => named.has(`${line} ${path}`) && endsIn(callee, symbol.name) && !isInside(path, line),
      )
      .map((call): Call => ({ where: 'may_call', path, ...call })),
  );
  // The symbol's own file is counted with the calls inside it.
  const unlisted = [...files].reduce((sum, [path, file]) => sum + (path === symbol.path ? 0 : file.unlisted), 0);
  return { calls, unlisted, more };
}

/** Whether what is written ends in the name. */
function endsIn(callee: string, name: string): boolean {
  return callee === name || (callee.endsWith(name) && !/[\p{L}\p{N}_$]/u.test(callee.at(-name.length - 1) ?? ''));
}
