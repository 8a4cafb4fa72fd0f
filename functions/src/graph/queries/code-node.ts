/** The element that most answers consist of: a symbol with its place and its text. */
import { z } from 'zod';
import type { GraphRow } from '../../ports.ts';
import { numberAt, textAt, textOrNullAt } from '../row-values.ts';

export const codeNodeSchema = z.object({
  /** `owner/name path#Outer.inner`; see model/ids.ts. */
  symbol_id: z.string(),
  /** `owner/name` */
  repo_id: z.string(),
  name: z.string(),
  /** Dotted name within the file, `Outer.inner`. */
  qualified_name: z.string(),
  /** Relative to the repository's root. */
  path: z.string(),
  /** 1-based, inclusive, like `end_line`. */
  line_number: z.number().int(),
  end_line: z.number().int(),
  language: z.string(),
  source_code: z.string(),
  docstring: z.string().nullable(),
});

export type CodeNode = z.infer<typeof codeNodeSchema>;

/** Columns for `RETURN`, of a node bound as `n`. Only a Repository node stands at no line and in no language. */
export const CODE_NODE = `n.id AS symbol_id, n.repo_id AS repo_id, n.name AS name, n.qualified_name AS qualified_name, n.path AS path,
  coalesce(n.line_number, 0) AS line_number, coalesce(n.end_line, 0) AS end_line, coalesce(n.language, '') AS language,
  coalesce(n.source_code, '') AS source_code, n.docstring AS docstring`;

export function codeNodeOf(row: GraphRow): CodeNode {
  return {
    symbol_id: textAt(row, 'symbol_id'),
    repo_id: textAt(row, 'repo_id'),
    name: textAt(row, 'name'),
    qualified_name: textAt(row, 'qualified_name'),
    path: textAt(row, 'path'),
    line_number: numberAt(row, 'line_number'),
    end_line: numberAt(row, 'end_line'),
    language: textAt(row, 'language'),
    source_code: textAt(row, 'source_code'),
    docstring: textOrNullAt(row, 'docstring'),
  };
}
