/**
 * What stands around a symbol: who calls it and what it calls, the classes above and below, the files that a file
 * imports, level by level. One page of nodes with the edges that join them to the symbol and to each other.
 */
import { z } from 'zod';
import type { EdgeChoice, GraphReader } from '../../ports.ts';
import { walk, type Reached } from '../reader/walk.ts';
import { readerQuestion } from './declare.ts';
import { cursorAfter, cursorSchema, fitting, nextCursorSchema, skipOf } from './page.ts';
import {
  edgeElementOf,
  edgeElementSchema,
  symbolById,
  symbolElementOf,
  symbolElementSchema,
  symbolIdSchema,
} from './symbol-element.ts';

const TYPES = ['CALLS', 'INHERITS', 'IMPORTS'] as const;
const CHOICES: Record<'in' | 'out' | 'both', readonly EdgeChoice[]> = {
  in: [{ types: TYPES, direction: 'in' }],
  out: [{ types: TYPES, direction: 'out' }],
  both: [
    { types: TYPES, direction: 'in' },
    { types: TYPES, direction: 'out' },
  ],
};

const LIMITS = { nodes: 20_000, time: 5_000 };
const MOST_EDGES = 2_000;
const NODE_BYTES = 150_000;
const EDGE_BYTES = 120_000;

const nodeSchema = symbolElementSchema.extend({
  /** Edges from the symbol that was asked about. */
  depth: z.number().int(),
  /** symbol_id of the node that it was reached from. */
  reached_from: z.string(),
});

export const symbolNeighbours = readerQuestion({
  name: 'neighbours',
  summary:
    'Symbols around one: callers and subclasses (in), callees and base classes (out), level by level, with edges',
  input: z.object({
    symbol_id: symbolIdSchema,
    depth: z.number().int().min(1).max(5).default(1),
    direction: z.enum(['in', 'out', 'both']).default('both'),
    limit: z.number().int().min(1).max(300).default(100),
    cursor: cursorSchema,
  }),
  output: z.object({
    symbol: symbolElementSchema.extend({ docstring: z.string().nullable() }),
    /** The nearest first, the surest of them first. */
    nodes: z.array(nodeSchema),
    /** Between nodes of this page, the symbol, and the nodes that those of this page were reached from. */
    edges: z.array(edgeElementSchema),
    /** Of such edges, when not all are shown. */
    edges_total: z.number().int(),
    /** Nodes around the symbol up to this depth. */
    total: z.number().int(),
    next_cursor: nextCursorSchema,
    /** There are more nodes than were looked at: `total` is the least that there are. */
    truncated: z.literal(true).optional(),
  }),
  /** `not_found` for a symbol that is not there. */
  async answer(reader, { symbol_id: id, depth, direction, limit, cursor }) {
    const symbol = await symbolById(reader, id);
    const { reached, complete } = await walk(reader, [id], CHOICES[direction], { ...LIMITS, depth });
    const skip = skipOf(cursor);
    const page = reached.slice(skip, skip + limit);
    const [nodes, texts] = await Promise.all([nodesOf(reader, page), reader.texts([id])]);
    const shown = fitting(nodes, NODE_BYTES);
    const { edges, total } = await edgesBetween(reader, id, page.slice(0, shown.length));
    return {
      symbol: { ...symbolElementOf(symbol), docstring: texts[0]?.docstring ?? null },
      nodes: shown,
      edges: fitting(edges.map(edgeElementOf), EDGE_BYTES),
      edges_total: total,
      total: reached.length,
      next_cursor: cursorAfter(skip, shown.length, reached.length),
      ...(complete ? {} : { truncated: true as const }),
    };
  },
});

async function nodesOf(reader: GraphReader, page: readonly Reached[]): Promise<z.infer<typeof nodeSchema>[]> {
  const symbols = new Map((await reader.symbols(page.map(({ id }) => id))).map((one) => [one.id, one]));
  return page.flatMap(({ id, depth, from }) => {
    const symbol = symbols.get(id);
    return symbol === undefined ? [] : [{ ...symbolElementOf(symbol), depth, reached_from: from }];
  });
}

async function edgesBetween(reader: GraphReader, id: string, page: readonly Reached[]) {
  const here = new Set(page.map((node) => node.id));
  const ids = new Set([id, ...here, ...page.map(({ from }) => from)]);
  const { items } = await reader.edgesAmong([...ids], TYPES, { limit: MOST_EDGES });
  const edges = items.filter(({ from, to }) => here.has(from) || here.has(to));
  return { edges, total: edges.length };
}
