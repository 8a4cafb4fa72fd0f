/** A symbol and an edge as the answers that speak of ids show them: without source text. */
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import { EVIDENCE } from '../../model/graph.ts';
import type { EdgeRecord, GraphReader, SymbolRecord } from '../../ports.ts';

/** Ids hold a path and a qualified name, of at most 4 KB and 1 KB. */
export const symbolIdSchema = z
  .string()
  .min(1)
  .max(6_000)
  .describe('symbol_id of an answer: owner/name path#Outer.inner, or owner/name path for a file')
  .meta({ example: 'octocat/hello-world src/app.py#parse_config' });

export const symbolElementSchema = z.object({
  symbol_id: z.string(),
  /** `owner/name` */
  repo_id: z.string(),
  name: z.string(),
  /** Dotted name within the file; the path of a file. */
  qualified_name: z.string(),
  type: z.enum(['function', 'class', 'variable', 'file', 'module']),
  /** The language's own word: method, trait, field, … */
  kind: z.string(),
  path: z.string(),
  line_number: z.number().int(),
  end_line: z.number().int(),
  language: z.string(),
  signature: z.string().nullable(),
  class_name: z.string().nullable(),
  complexity: z.number().int().nullable(),
  /** Symbols that call it, and that it calls. */
  callers: z.number().int(),
  callees: z.number().int(),
});
export type SymbolElement = z.infer<typeof symbolElementSchema>;

/** UTF-16 units of a signature that are shown. */
const SIGNATURE_LIMIT = 500;
const TYPES = { Function: 'function', Class: 'class', Variable: 'variable', File: 'file', Module: 'module' } as const;

export function symbolElementOf(symbol: SymbolRecord): SymbolElement {
  return {
    symbol_id: symbol.id,
    repo_id: symbol.repoId,
    name: symbol.name,
    qualified_name: symbol.qualifiedName,
    type: TYPES[symbol.label],
    kind: symbol.kind,
    path: symbol.path,
    line_number: symbol.line,
    end_line: symbol.endLine,
    language: symbol.language,
    signature: symbol.signature?.slice(0, SIGNATURE_LIMIT).toWellFormed() ?? null,
    class_name: symbol.className,
    complexity: symbol.complexity,
    callers: symbol.callers,
    callees: symbol.callees,
  };
}

export const edgeElementSchema = z.object({
  /** symbol_id of the caller, the subclass, the importing file. */
  from: z.string(),
  to: z.string(),
  type: z.enum(['calls', 'inherits', 'imports']),
  /** How a call or base was bound. */
  evidence: z.enum(EVIDENCE).nullable(),
  /** 0..1 */
  confidence: z.number().nullable(),
  /** extends, implements, mixes_in, embeds. */
  how: z.string().nullable(),
  /** In the file of `from`, the first of `places`. */
  lines: z.array(z.number().int()),
  /** How many lines there are. */
  places: z.number().int(),
});
export type EdgeElement = z.infer<typeof edgeElementSchema>;

/** Lines of one edge that are listed. */
const LINES_LIMIT = 50;
const EDGE_NAMES = { CALLS: 'calls', INHERITS: 'inherits', IMPORTS: 'imports' } as const;

export function edgeElementOf(edge: EdgeRecord): EdgeElement {
  if (edge.type === 'CONTAINS' || edge.type === 'DEFINES') throw new Error(`${edge.type} edges are not shown`);
  return {
    from: edge.from,
    to: edge.to,
    type: EDGE_NAMES[edge.type],
    evidence: edge.evidence,
    confidence: edge.confidence,
    how: edge.how,
    lines: edge.lines.slice(0, LINES_LIMIT),
    places: edge.lines.length,
  };
}

/** `not_found` alike for what is not there and what the caller may not see. */
export async function symbolById(reader: GraphReader, id: string): Promise<SymbolRecord> {
  const [symbol] = await reader.symbols([id]);
  if (symbol === undefined) throw new AppError('not_found', 'Symbol not found');
  return symbol;
}
