/** Who reaches a symbol through calls, how far away, and by which chain? The nearest first, each by its surest chain. */
import { z } from 'zod';
import { walk, type Reached } from '../reader/walk.ts';
import { readerQuestion } from './declare.ts';
import { cursorSchema, nextCursorSchema, pageOf, skipOf } from './page.ts';
import { symbolById, symbolElementOf, symbolElementSchema, symbolIdSchema } from './symbol-element.ts';

const LIMITS = { nodes: 20_000, time: 5_000 };

/** A caller, or a test, that reaches what was asked about. */
export const reachSchema = symbolElementSchema.extend({
  /** Calls between it and the symbol. */
  distance: z.number().int(),
  /** Product of the calls' confidence. */
  confidence: z.number(),
  /** symbol_ids from it to the symbol, both included. */
  chain: z.array(z.string()),
});

export const callersToDepth = readerQuestion({
  name: 'callers_to_depth',
  summary: 'Direct and indirect callers of a symbol up to a depth, the nearest first, each with the chain of calls',
  input: z.object({
    symbol_id: symbolIdSchema,
    depth: z.number().int().min(1).max(10).default(3),
    limit: z.number().int().min(1).max(100).default(50),
    cursor: cursorSchema,
  }),
  output: z.object({
    symbol: symbolElementSchema,
    results: z.array(reachSchema),
    total: z.number().int(),
    next_cursor: nextCursorSchema,
    /** The walk ended at a limit: `total` is the least that there are. */
    truncated: z.literal(true).optional(),
  }),
  /** `not_found` for a symbol that is not there. */
  async answer(reader, { symbol_id: id, depth, limit, cursor }) {
    const symbol = await symbolById(reader, id);
    const { reached, complete } = await walk(reader, [id], [{ types: ['CALLS'], direction: 'in' }], {
      ...LIMITS,
      depth,
    });
    const skip = skipOf(cursor);
    const page = reached.slice(skip, skip + limit);
    const chains = chainsOf(reached);
    const symbols = new Map((await reader.symbols(page.map((one) => one.id))).map((one) => [one.id, one]));
    const elements = page.flatMap((one) => {
      const caller = symbols.get(one.id);
      if (caller === undefined) return [];
      const { depth: distance, confidence } = one;
      return [{ ...symbolElementOf(caller), distance, confidence, chain: chains(one) }];
    });
    return {
      symbol: symbolElementOf(symbol),
      ...pageOf({ items: elements, total: reached.length }, skip, (element) => element),
      ...(complete ? {} : { truncated: true as const }),
    };
  },
});

/** Ids from a reached node back to the start of its walk. */
export function chainsOf(reached: readonly Reached[]): (one: Reached) => string[] {
  const byId = new Map(reached.map((one) => [one.id, one]));
  return (one) => {
    const chain = [one.id];
    for (let at: Reached | undefined = one; at !== undefined; at = byId.get(at.from)) chain.push(at.from);
    return chain;
  };
}
