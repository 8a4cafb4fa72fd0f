/** Columns of a symbol, an edge and a file in Neo4j, and the records that rows of them become. */
import { z } from 'zod';
import { EDGE_TYPES, EVIDENCE } from '../../model/graph.ts';
import { fileIdOf } from '../../model/ids.ts';
import { VISIBILITIES } from '../../model/declarations/visibility.ts';
import type {
  CallSiteRecord,
  EdgeRecord,
  FileComplexity,
  FileRecord,
  GraphParams,
  GraphPort,
  GraphRow,
  Listed,
  Slice,
  SymbolRecord,
} from '../../ports.ts';
import type { Scope } from '../access.ts';
import { parseFigures } from '../edge-figures.ts';
import { numberAt, textAt, textOrNullAt } from '../row-values.ts';

/** What every read of this adapter is made from. */
export interface Source {
  graph: GraphPort;
  scope: Scope;
}

const LABELS = { file: 'File', module: 'Module', class: 'Class', function: 'Function', variable: 'Variable' } as const;
const labelSchema = z.enum(['file', 'module', 'class', 'function', 'variable']);
const visibilitySchema = z.enum(VISIBILITIES).nullable();
const words = z.array(z.string());
const numbers = z.array(z.int());
const evidenceSchema = z.enum(EVIDENCE);

/** Columns for `RETURN`, of a node bound as `n`. */
export const SYMBOL = `n.id AS id, n.repo_id AS repo_id, n.type AS type, coalesce(n.kind, '') AS kind, n.name AS name,
  n.qualified_name AS qualified_name, coalesce(n.path, '') AS path, coalesce(n.line_number, 0) AS line_number,
  coalesce(n.end_line, 0) AS end_line, coalesce(n.language, '') AS language, n.signature AS signature,
  n.complexity AS complexity, n.class_name AS class_name, coalesce(n.modifiers, []) AS modifiers,
  n.visibility AS visibility, coalesce(n.hidden_members, []) AS hidden_members,
  coalesce(n.decorators, []) AS decorators, COUNT { (n)<-[:CALLS]-() } AS callers, COUNT { (n)-[:CALLS]->() } AS callees`;

export function symbolRecordOf(row: GraphRow): SymbolRecord {
  return {
    id: textAt(row, 'id'),
    repoId: textAt(row, 'repo_id'),
    label: LABELS[labelSchema.parse(row['type'])],
    kind: textAt(row, 'kind'),
    name: textAt(row, 'name'),
    qualifiedName: textAt(row, 'qualified_name'),
    path: textAt(row, 'path'),
    line: numberAt(row, 'line_number'),
    endLine: numberAt(row, 'end_line'),
    language: textAt(row, 'language'),
    signature: textOrNullAt(row, 'signature'),
    complexity: row['complexity'] === null ? null : numberAt(row, 'complexity'),
    className: textOrNullAt(row, 'class_name'),
    modifiers: words.parse(row['modifiers']),
    visibility: visibilitySchema.parse(row['visibility']),
    hiddenMembers: words.parse(row['hidden_members']),
    decorators: words.parse(row['decorators']),
    callers: numberAt(row, 'callers'),
    callees: numberAt(row, 'callees'),
  };
}

/** Columns for `RETURN`, of an edge bound as `e`; its ends are `from` and `to`. */
export const EDGE = `type(e) AS type, startNode(e).id AS from, endNode(e).id AS to, e.evidence AS evidence,
  e.confidence AS confidence, CASE WHEN e.lines IS NOT NULL THEN e.lines WHEN e.line IS NOT NULL THEN [e.line] ELSE [] END AS lines,
  e.how AS how, e.imported_name AS imported_name, e.alias AS alias, e.module_name AS module_name`;

export function edgeRecordOf(row: GraphRow): EdgeRecord {
  return {
    type: z.enum(EDGE_TYPES).parse(row['type']),
    from: textAt(row, 'from'),
    to: textAt(row, 'to'),
    evidence: row['evidence'] === null ? null : evidenceSchema.parse(row['evidence']),
    confidence: row['confidence'] === null ? null : numberAt(row, 'confidence'),
    lines: numbers.parse(row['lines']),
    how: textOrNullAt(row, 'how'),
    importedName: textOrNullAt(row, 'imported_name'),
    alias: textOrNullAt(row, 'alias'),
    moduleName: textOrNullAt(row, 'module_name'),
  };
}

/** Columns for `RETURN`, of a FileState bound as `s`. */
export const FILE = `s.repo_id AS repo_id, s.path AS path, s.language AS language, s.lines AS lines,
  s.counts AS counts, s.complexity AS complexity, s.max_complexity AS max_complexity, CASE WHEN s.edges_hash IS NULL THEN null ELSE s.figures END AS figures`;

const countsSchema = z.object({
  Function: z.int().default(0),
  Class: z.int().default(0),
  Variable: z.int().default(0),
  generated: z.boolean().default(false),
});

/** Null for what a state of before does not say. */
export type FileRow = Omit<FileRecord, 'complexity'> & { complexity: FileComplexity | null };

export function fileRecordOf(row: GraphRow): FileRow {
  const counts = countsSchema.parse(JSON.parse(textAt(row, 'counts')));
  const figures = textOrNullAt(row, 'figures');
  const [repoId, path] = [textAt(row, 'repo_id'), textAt(row, 'path')];
  return {
    id: fileIdOf(repoId, path),
    repoId,
    path,
    language: textAt(row, 'language'),
    lines: numberAt(row, 'lines'),
    functions: counts.Function,
    classes: counts.Class,
    variables: counts.Variable,
    generated: counts.generated,
    complexity:
      row['max_complexity'] === null
        ? null
        : { sum: numberAt(row, 'complexity'), most: numberAt(row, 'max_complexity') },
    calls: figures === null ? null : parseFigures(figures).calls,
  };
}

export function callSiteRecordOf(row: GraphRow): CallSiteRecord {
  return {
    line: numberAt(row, 'line'),
    from: textAt(row, 'from'),
    to: textAt(row, 'to'),
    evidence: evidenceSchema.parse(row['evidence']),
    confidence: numberAt(row, 'confidence'),
  };
}

/** `RETURN` of a slice: what is matched, its columns, and an order that leaves nothing to chance. */
export interface SliceQuery {
  match: string;
  columns: string;
  order: string;
  params: GraphParams;
}

/** A slice with the length of the whole, which is counted only when the slice does not tell. */
export async function listedRows<T>(
  graph: GraphPort,
  { match, columns, order, params }: SliceQuery,
  { skip = 0, limit }: Slice,
  recordOf: (row: GraphRow) => T,
): Promise<Listed<T>> {
  const rows = await graph.read(`${match} RETURN ${columns} ORDER BY ${order} SKIP $skip LIMIT $limit`, {
    ...params,
    skip,
    limit,
  });
  const items = rows.map(recordOf);
  if (rows.length < limit && (rows.length > 0 || skip === 0)) return { items, total: skip + rows.length };
  const [counted] = await graph.read(`${match} RETURN count(*) AS total`, params);
  return { items, total: counted === undefined ? 0 : numberAt(counted, 'total') };
}
