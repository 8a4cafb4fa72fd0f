/**
 * Who calls this symbol? One element per caller and definition, in the order of the definitions, so that the callers of
 * namesakes are told apart (`definition` says whose they are).
 */
import { z } from 'zod';
import type { GraphPort } from '../../ports.ts';
import { scopeParams, within, type Scope } from '../access.ts';
import { numberAt, textAt, textOrNullAt } from '../row-values.ts';
import { callSiteColumns, callSiteOf, callSiteSchema } from './call-sites.ts';
import { CODE_NODE, codeNodeOf, codeNodeSchema } from './code-node.ts';
import { limited, LIST_LIMIT, question } from './declare.ts';
import { namePartsOf, rowsByName } from './exact-names.ts';
import { symbolNameSchema } from './name-input.ts';
import { textReferences } from './text-references.ts';

export const callerSchema = callSiteSchema.extend({
  source: z.enum(['call_graph', 'text_reference']),
  /** How the call was bound; null for text references. */
  evidence: z.string().nullable(),
  /** The caller's; for a text reference the line. */
  source_code: z.string(),
  /** What is called; null for text references. */
  definition: z.object({ qualified_name: z.string(), path: z.string(), line_number: z.number().int() }).nullable(),
});

export const definitionSchema = codeNodeSchema.extend({
  symbol_type: z.enum(['function', 'class', 'variable']),
  class_name: z.string().nullable(),
  complexity: z.number().int().nullable(),
});

export type Caller = z.infer<typeof callerSchema>;
export type SymbolDefinition = z.infer<typeof definitionSchema>;

const TEXT_CONFIDENCE = 0.3;

export const findCallers = question({
  name: 'find_callers',
  summary: 'Callers of a function, method or class by name, per definition; lines that mention it when there are none',
  input: z.object({ symbol_name: symbolNameSchema }),
  output: z.object({
    symbol: z.string(),
    callers: z.array(callerSchema),
    total: z.number().int(),
    definitions: z.array(definitionSchema),
    /** True when `callers` are text references because the call graph has none. */
    fallback_used: z.boolean(),
    truncated: z.literal(true).optional(),
  }),
  async run(graph, scope, { symbol_name: symbol }) {
    const definitions = await definitionsOf(graph, scope, symbol);
    const called = await callersOf(
      graph,
      scope,
      definitions.map(({ key }) => key),
      LIST_LIMIT + 1,
    );
    const fallback = called.length === 0;
    const callers = fallback ? await mentions(graph, scope, symbol, definitions) : called;
    const shown = limited(callers);
    const defined = limited(definitions.map(({ definition }) => definition));
    const truncated = shown.truncated ?? defined.truncated;
    return {
      symbol,
      callers: shown.items,
      total: shown.items.length,
      definitions: defined.items,
      fallback_used: fallback && callers.length > 0,
      ...(truncated ? { truncated } : {}),
    };
  },
});

const DEFINITION = `n.key AS key, n.type AS symbol_type, n.class_name AS class_name, n.complexity AS complexity, ${CODE_NODE}`;

/** Functions and classes of the name, else variables; one more than a list may hold. */
async function definitionsOf(
  graph: GraphPort,
  scope: Scope,
  symbol: string,
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
  return chosen.map((row) => ({
    key: textAt(row, 'key'),
    definition: {
      ...codeNodeOf(row),
      symbol_type: definitionSchema.shape.symbol_type.parse(row['symbol_type']),
      class_name: textOrNullAt(row, 'class_name'),
      complexity: row['complexity'] === null ? null : numberAt(row, 'complexity'),
    },
  }));
}

/** Direct callers in the call graph of the definitions with these keys. */
async function callersOf(graph: GraphPort, scope: Scope, keys: string[], limit: number): Promise<Caller[]> {
  const rows = await graph.read(
    `UNWIND range(0, size($keys) - 1) AS at
     MATCH (d:Symbol {key: $keys[at]})<-[c:CALLS]-(n:Symbol) WHERE ${within(scope, 'n')}
     RETURN at, ${callSiteColumns}, c.evidence AS evidence,
            coalesce(n.source_code, '') AS source_code, d.qualified_name AS target, d.path AS target_path,
            d.line_number AS target_line
     ORDER BY at, repo_id, path, line_number LIMIT $limit`,
    { ...scopeParams(scope), keys, limit },
  );
  return rows.map((row) => ({
    ...callSiteOf(row),
    source: 'call_graph',
    evidence: textOrNullAt(row, 'evidence'),
    source_code: textAt(row, 'source_code'),
    definition: {
      qualified_name: textAt(row, 'target'),
      path: textAt(row, 'target_path'),
      line_number: numberAt(row, 'target_line'),
    },
  }));
}

async function mentions(
  graph: GraphPort,
  scope: Scope,
  symbol: string,
  definitions: { definition: SymbolDefinition }[],
): Promise<Caller[]> {
  const places = new Set(definitions.map(({ definition: d }) => `${d.repo_id} ${d.path} ${d.line_number}`));
  const name = definitions[0]?.definition.name ?? symbol.split(/::|[.#/]|->/).at(-1) ?? symbol;
  const found = await textReferences(graph, scope, name, LIST_LIMIT + 1, (repoId, path, line) =>
    places.has(`${repoId} ${path} ${line}`),
  );
  return found.map(({ repo_id, path, line, text, enclosing }) => ({
    repo_id,
    caller: enclosing?.split('.').at(-1) ?? path.slice(path.lastIndexOf('/') + 1),
    qualified_name: enclosing ?? path,
    type: enclosing === null ? 'file' : 'function',
    path,
    line,
    lines: [line],
    source: 'text_reference',
    confidence: TEXT_CONFIDENCE,
    evidence: null,
    source_code: text,
    definition: null,
  }));
}
