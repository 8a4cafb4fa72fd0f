/** How does one symbol reach another? The surest of the shortest ways along calls, with what proves each step. */
import { z } from 'zod';
import { shortestPath } from '../reader/walk.ts';
import { readerQuestion } from './declare.ts';
import {
  edgeElementOf,
  edgeElementSchema,
  symbolById,
  symbolElementOf,
  symbolElementSchema,
  symbolIdSchema,
} from './symbol-element.ts';

const LIMITS = { nodes: 100_000, time: 5_000 };

export const callPath = readerQuestion({
  name: 'path_between',
  summary: 'The shortest chain of calls from one symbol to another, with evidence, confidence and lines of each call',
  input: z.object({
    from: symbolIdSchema,
    to: symbolIdSchema,
    max_depth: z.number().int().min(1).max(20).default(10).describe('Calls that the chain may have'),
  }),
  output: z.object({
    found: z.boolean(),
    /** Calls in the chain; null when none was found. */
    length: z.number().int().nullable(),
    /** From the first symbol to the last. */
    nodes: z.array(symbolElementSchema),
    /** One for each call, in order. */
    edges: z.array(edgeElementSchema),
    /** Product over the calls; null when none was found. */
    confidence: z.number().nullable(),
    /** Symbols that were looked at. */
    searched: z.number().int(),
    /** The search ended at a limit: there may be a chain where none was found. */
    truncated: z.literal(true).optional(),
  }),
  /** `not_found` when either symbol is not there. */
  async answer(reader, { from, to, max_depth: depth }) {
    await Promise.all([symbolById(reader, from), symbolById(reader, to)]);
    const { ids, searched, complete } = await shortestPath(reader, from, to, ['CALLS'], { ...LIMITS, depth });
    const rest = { searched, ...(complete ? {} : { truncated: true as const }) };
    if (ids.length === 0) return { found: false, length: null, nodes: [], edges: [], confidence: null, ...rest };
    const [nodes, among] = await Promise.all([
      reader.symbols(ids),
      reader.edgesAmong(ids, ['CALLS'], { limit: ids.length * ids.length }),
    ]);
    const byEnds = new Map(among.items.map((edge) => [`${edge.from}\n${edge.to}`, edge]));
    const edges = ids.slice(1).flatMap((id, at) => byEnds.get(`${ids[at] ?? ''}\n${id}`) ?? []);
    return {
      found: true,
      length: ids.length - 1,
      nodes: nodes.map(symbolElementOf),
      edges: edges.map(edgeElementOf),
      confidence: edges.reduce((product, edge) => product * (edge.confidence ?? 1), 1),
      ...rest,
    };
  },
});
