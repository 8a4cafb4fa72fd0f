/**
 * Who calls this symbol? One element per caller and definition, in the order of the definitions, so that the callers of
 * namesakes are told apart (`definition` says whose they are).
 */
import { z } from 'zod';
import { fileIdOf } from '../../model/ids.ts';
import type { GraphPort, GraphRow } from '../../ports.ts';
import type { Scope } from '../access.ts';
import { numberAt, textAt, textOrNullAt } from '../row-values.ts';
import { callerInput, callerPageOf } from './caller-input.ts';
import {
  callerSchema,
  callersOf,
  callersViaInterface,
  countCallers,
  viaInterfaceSchema,
  type Caller,
  type CallersPage,
} from './callers-of.ts';
import { CODE_NODE, codeNodeOf, codeNodeSchema } from './code-node.ts';
import { limited, LIST_LIMIT, question } from './declare.ts';
import { namePartsOf, rowsByName } from './exact-names.ts';
import { symbolNameSchema } from './name-input.ts';
import { cursorAfter, nextCursorSchema } from './page.ts';
import { textReferences } from './text-references.ts';

export const definitionSchema = codeNodeSchema.extend({
  symbol_type: z.enum(['function', 'class', 'variable']),
  class_name: z.string().nullable(),
  complexity: z.number().int().nullable(),
});
export type SymbolDefinition = z.infer<typeof definitionSchema>;

const TEXT_CONFIDENCE = 0.3;

/** What `change_impact` says of callers too. */
export const callersAnswer = {
  callers: z.array(callerSchema),
  /** Callers there are, also when not all are listed; of text references those that were looked for. */
  total: z.number().int(),
  /** Callers of what a definition overrides, which may run it; not among `callers`. At most 100. */
  via_interface: z.array(viaInterfaceSchema),
  via_interface_total: z.number().int(),
  definitions: z.array(definitionSchema),
  /** True when `callers` are text references because the call graph has none. */
  fallback_used: z.boolean(),
  next_cursor: nextCursorSchema,
  truncated: z.literal(true).optional(),
};

export const findCallers = question({
  name: 'find_callers',
  summary: 'Callers of a function, method or class by name, per definition; lines that mention it when there are none',
  input: z.object({ symbol_name: symbolNameSchema, ...callerInput }),
  output: z.object({ symbol: z.string(), ...callersAnswer }),
  async run(graph, scope, { symbol_name: symbol, ...input }) {
    const { distinct: _, ...answer } = await callersByName(graph, scope, symbol, callerPageOf(input));
    return { symbol, ...answer };
  },
});

/** With the number of distinct callers in the call graph, whatever the page. */
export async function callersByName(graph: GraphPort, scope: Scope, symbol: string, page: CallersPage) {
  const definitions = await definitionsOf(graph, scope, symbol, page.sources);
  const keys = definitions.map(({ key }) => key);
  const members = definitions.filter(({ definition }) => definition.class_name !== null).map(({ key }) => key);
  const [called, via] = await Promise.all([
    callersOf(graph, scope, keys, { ...page, limit: page.limit + 1 }),
    callersViaInterface(graph, scope, members, { limit: LIST_LIMIT, sources: page.sources }),
  ]);
  const whole = page.skip === 0 && called.length <= page.limit;
  const counted = whole ? countsOf(called) : await countCallers(graph, scope, keys);
  const fallback = counted.calls === 0;
  const callers = fallback ? await mentions(graph, scope, symbol, definitions, page) : called;
  const shown = limited(callers, page.limit);
  const total = fallback ? page.skip + callers.length : counted.calls;
  const defined = limited(definitions.map(({ definition }) => definition));
  const truncated = shown.truncated ?? defined.truncated;
  return {
    callers: shown.items,
    total,
    via_interface: via.items,
    via_interface_total: via.total,
    definitions: defined.items,
    fallback_used: fallback && callers.length > 0,
    next_cursor: cursorAfter(page.skip, shown.items.length, total),
    ...(truncated ? { truncated } : {}),
    distinct: counted.callers,
  };
}

function countsOf(callers: readonly Caller[]): { calls: number; callers: number } {
  return { calls: callers.length, callers: new Set(callers.map(({ symbol_id: id }) => id)).size };
}

const DEFINITION = `n.key AS key, n.type AS symbol_type, n.class_name AS class_name, n.complexity AS complexity, ${CODE_NODE}`;

/** Functions and classes of the name, else variables; one more than a list may hold. */
async function definitionsOf(
  graph: GraphPort,
  scope: Scope,
  symbol: string,
  sources: boolean,
): Promise<{ key: string; definition: SymbolDefinition }[]> {
  const labels = ['Function', 'Class'] as const;
  const lookup = { name: symbol, columns: DEFINITION, limit: LIST_LIMIT + 1 };
  const found = await Promise.all(labels.map((label) => rowsByName(graph, scope, { label, ...lookup })));
  const rows = found.flat();
  // One of them as spelled makes the other's namesakes in another case uninteresting.
  const last = namePartsOf(symbol).at(-1);
  const spelled = rows.filter((row) => row['name'] === symbol || row['name'] === last);
  const chosen = spelled.length > 0 ? spelled : rows;
  if (chosen.length === 0) chosen.push(...(await rowsByName(graph, scope, { label: 'Variable', ...lookup })));
  return chosen.map((row) => ({ key: textAt(row, 'key'), definition: definitionOf(row, sources) }));
}

function definitionOf(row: GraphRow, sources: boolean): SymbolDefinition {
  const node = codeNodeOf(row);
  return {
    ...(sources ? node : { ...node, source_code: '' }),
    symbol_type: definitionSchema.shape.symbol_type.parse(row['symbol_type']),
    class_name: textOrNullAt(row, 'class_name'),
    complexity: row['complexity'] === null ? null : numberAt(row, 'complexity'),
  };
}

/** Up to one more than the page holds. */
async function mentions(
  graph: GraphPort,
  scope: Scope,
  symbol: string,
  definitions: { definition: SymbolDefinition }[],
  { skip, limit, sources }: CallersPage,
): Promise<Caller[]> {
  const places = new Set(definitions.map(({ definition: d }) => `${d.repo_id} ${d.path} ${d.line_number}`));
  const name = definitions[0]?.definition.name ?? symbol.split(/::|[.#/]|->/).at(-1) ?? symbol;
  const found = await textReferences(graph, scope, name, skip + limit + 1, (repoId, path, line) =>
    places.has(`${repoId} ${path} ${line}`),
  );
  return found.slice(skip).map(({ repo_id, path, line, text, enclosing }) => ({
    symbol_id: enclosing?.id ?? fileIdOf(repo_id, path),
    repo_id,
    caller: enclosing?.qualifiedName.split('.').at(-1) ?? path.slice(path.lastIndexOf('/') + 1),
    qualified_name: enclosing?.qualifiedName ?? path,
    type: enclosing === null ? 'file' : 'function',
    path,
    line,
    lines: [line],
    source: 'text_reference',
    confidence: TEXT_CONFIDENCE,
    evidence: null,
    source_code: sources ? text : '',
    definition: null,
  }));
}
