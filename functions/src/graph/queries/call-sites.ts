/** A call as lists show it: who calls, of what kind, where. */
import { z } from 'zod';
import type { GraphRow } from '../../ports.ts';
import { numberAt, textAt } from '../row-values.ts';

const callerTypeSchema = z.enum(['function', 'class', 'file']);

export const callSiteSchema = z.object({
  /** Of the caller. */
  symbol_id: z.string(),
  repo_id: z.string(),
  /** Name of the calling function, or of the file for a call at its top level. */
  caller: z.string(),
  qualified_name: z.string(),
  type: callerTypeSchema,
  path: z.string(),
  /** Of the first call, `lines` of all. */
  line: z.number().int(),
  lines: z.array(z.number().int()),
  /** 0..1 */
  confidence: z.number(),
});

/** Columns of a caller bound as `n` and its call bound as `c`. */
export const callSiteColumns = `n.id AS symbol_id, n.repo_id AS repo_id, n.name AS name, n.qualified_name AS qualified_name, n.type AS type,
  n.path AS path, n.line_number AS line_number, c.lines AS lines, c.confidence AS confidence`;

export function callSiteOf(row: GraphRow): z.infer<typeof callSiteSchema> {
  const lines = z.array(z.number().int()).parse(row['lines'] ?? []);
  return {
    symbol_id: textAt(row, 'symbol_id'),
    repo_id: textAt(row, 'repo_id'),
    caller: textAt(row, 'name'),
    qualified_name: textAt(row, 'qualified_name'),
    type: callerTypeSchema.parse(row['type']),
    path: textAt(row, 'path'),
    line: lines[0] ?? numberAt(row, 'line_number'),
    lines,
    confidence: numberAt(row, 'confidence'),
  };
}
