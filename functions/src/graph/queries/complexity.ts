/** How complex are the functions of this name? */
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import type { GraphRow } from '../../ports.ts';
import { numberAt, textAt } from '../row-values.ts';
import { limited, LIST_LIMIT, question } from './declare.ts';
import { rowsByName } from './exact-names.ts';
import { symbolNameSchema } from './name-input.ts';
import { riskLevelOf, riskLevelSchema } from './risk-level.ts';

const complexitySchema = z.object({
  /** McCabe: 1 + decision points. */
  score: z.number().int(),
  risk_level: riskLevelSchema,
  symbol_id: z.string(),
  repo_id: z.string(),
  name: z.string(),
  path: z.string(),
  line_number: z.number().int(),
});

const COLUMNS = `n.id AS symbol_id, n.repo_id AS repo_id, n.name AS name, n.path AS path, n.line_number AS line_number,
  coalesce(n.complexity, 1) AS complexity`;

/** Namesakes that are looked through for the highest score and for a path. */
const MOST_NAMESAKES = 5_000;

export const complexityOf = question({
  name: 'function_complexity',
  summary: 'Cyclomatic complexity of a function by name; the highest of its namesakes, and all of them as matches',
  input: z.object({
    function_name: symbolNameSchema,
    path: z.string().min(1).max(4_096).optional().describe('Only the function in this file, as stored in the graph'),
  }),
  output: z.object({
    function_name: z.string(),
    path_filter: z.string().nullable(),
    complexity: complexitySchema,
    matches: z.array(complexitySchema),
    truncated: z.literal(true).optional(),
  }),
  /** `not_found` when no such function exists. */
  async run(graph, scope, { function_name: name, path }) {
    const rows = await rowsByName(graph, scope, { label: 'Function', name, columns: COLUMNS, limit: MOST_NAMESAKES });
    const matches = rows
      .map(elementOf)
      .filter((match) => path === undefined || match.path === path)
      // The rows are in the order of their places, and sorting keeps that between equals.
      .sort((a, b) => b.score - a.score);
    const [highest] = matches;
    if (!highest)
      throw new AppError('not_found', path === undefined ? 'Function not found' : 'Function not found in this file');
    const { items, ...rest } = limited(matches, LIST_LIMIT);
    return { function_name: name, path_filter: path ?? null, complexity: highest, matches: items, ...rest };
  },
});

function elementOf(row: GraphRow): z.infer<typeof complexitySchema> {
  const score = numberAt(row, 'complexity');
  return {
    score,
    risk_level: riskLevelOf(score),
    symbol_id: textAt(row, 'symbol_id'),
    repo_id: textAt(row, 'repo_id'),
    name: textAt(row, 'name'),
    path: textAt(row, 'path'),
    line_number: numberAt(row, 'line_number'),
  };
}
