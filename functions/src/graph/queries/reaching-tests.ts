/**
 * Which tests reach a symbol through calls? Walked backwards from the symbol, and from the members of a class, to
 * functions and files that stand in test files (model/test-paths.ts) or are marked as tests (`#[test]`, `@Test`).
 */
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import { isTestPath } from '../../model/test-paths.ts';
import type { GraphReader, SymbolRecord } from '../../ports.ts';
import { walk } from '../reader/walk.ts';
import { chainsOf, reachSchema } from './callers-to-depth.ts';
import { readerQuestion } from './declare.ts';
import { symbolNameSchema } from './name-input.ts';
import { cursorSchema, nextCursorSchema, pageOf, skipOf } from './page.ts';
import { symbolById, symbolElementOf, symbolElementSchema, symbolIdSchema } from './symbol-element.ts';

const LIMITS = { nodes: 20_000, time: 5_000 };
const MOST_DEFINITIONS = 100;
const MOST_MEMBERS = 2_000;
/** Ids of one read. */
const READ = 2_000;

export const reachingTests = readerQuestion({
  name: 'tests_reaching',
  summary: 'Tests that reach a symbol, given by name or by symbol_id, through calls; the nearest first',
  input: z.object({
    symbol_name: symbolNameSchema.optional().describe('All symbols of the name'),
    symbol_id: symbolIdSchema.optional(),
    depth: z.number().int().min(1).max(15).default(8),
    limit: z.number().int().min(1).max(100).default(50),
    cursor: cursorSchema,
  }),
  output: z.object({
    /** What is reached. */
    definitions: z.array(symbolElementSchema),
    /** Functions of tests, and test files that call at their top level. */
    results: z.array(reachSchema),
    total: z.number().int(),
    /** Distinct files of the tests. */
    files_total: z.number().int(),
    next_cursor: nextCursorSchema,
    /** The walk ended at a limit: there may be more tests. */
    truncated: z.literal(true).optional(),
  }),
  /** `bad_request` without a name or an id, `not_found` for an id that is not there. */
  async answer(reader, { symbol_name: name, symbol_id: id, depth, limit, cursor }) {
    const definitions = await definitionsOf(reader, name, id);
    const starts = await withMembers(reader, definitions);
    const choices = [{ types: ['CALLS'], direction: 'in' }] as const;
    const { reached, complete } = await walk(reader, starts, choices, { ...LIMITS, depth });
    const symbols = await symbolsOf(reader, reached.map((one) => one.id)); // prettier-ignore
    const chains = chainsOf(reached);
    const tests = reached.flatMap((one) => {
      const symbol = symbols.get(one.id);
      return symbol !== undefined && isTest(symbol) ? [{ one, symbol }] : [];
    });
    const skip = skipOf(cursor);
    return {
      definitions: definitions.map(symbolElementOf),
      ...pageOf({ items: tests.slice(skip, skip + limit), total: tests.length }, skip, ({ one, symbol }) => ({
        ...symbolElementOf(symbol),
        distance: one.depth,
        confidence: one.confidence,
        chain: chains(one),
      })),
      files_total: new Set(tests.map(({ symbol }) => `${symbol.repoId} ${symbol.path}`)).size,
      ...(complete ? {} : { truncated: true as const }),
    };
  },
});

export function isTest({ path, decorators }: Pick<SymbolRecord, 'path' | 'decorators'>): boolean {
  return (
    isTestPath(path) || decorators.some((decorator) => /(^|[^\p{L}\p{N}_])test([^\p{L}\p{N}_]|$)/iu.test(decorator))
  );
}

async function definitionsOf(
  reader: GraphReader,
  name: string | undefined,
  id: string | undefined,
): Promise<SymbolRecord[]> {
  if (id !== undefined) return [await symbolById(reader, id)];
  if (name === undefined) throw new AppError('bad_request', 'Give symbol_name or symbol_id');
  const { items } = await reader.named(name, { limit: MOST_DEFINITIONS });
  return items;
}

/** A class is reached through its members too. */
async function withMembers(reader: GraphReader, definitions: readonly SymbolRecord[]): Promise<string[]> {
  const classes = definitions.filter(({ label }) => label === 'Class').map(({ id }) => id);
  const { steps } = await reader.steps(classes, { types: ['CONTAINS'], direction: 'out' }, MOST_MEMBERS);
  return [...new Set([...definitions.map(({ id }) => id), ...steps.map(({ id }) => id)])];
}

async function symbolsOf(reader: GraphReader, ids: readonly string[]): Promise<Map<string, SymbolRecord>> {
  const symbols = new Map<string, SymbolRecord>();
  for (let at = 0; at < ids.length; at += READ) {
    for (const symbol of await reader.symbols(ids.slice(at, at + READ))) symbols.set(symbol.id, symbol);
  }
  return symbols;
}
