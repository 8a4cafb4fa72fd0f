/** Which functions are the most complex? Read off the end of an index: of the repository, or of each access token. */
import { z } from 'zod';
import { scopeParams, within } from '../access.ts';
import { numberAt, textAt } from '../row-values.ts';
import { question } from './declare.ts';
import { riskLevelOf, riskLevelSchema } from './risk-level.ts';

const COLUMNS = `n.id AS symbol_id, n.repo_id AS repo_id, n.name AS name, n.path AS path, n.line_number AS line_number,
  n.complexity AS complexity`;
const ORDER = 'complexity DESC, repo_id, path, line_number';

export const complexityTop = question({
  name: 'most_complex_functions',
  summary: 'The functions with the highest cyclomatic complexity, highest first',
  input: z.object({ limit: z.number().int().min(1).max(100).default(10) }),
  output: z.object({
    limit: z.number().int(),
    results: z.array(
      z.object({
        symbol_id: z.string(),
        repo_id: z.string(),
        name: z.string(),
        path: z.string(),
        line_number: z.number().int(),
        complexity: z.number().int(),
        risk_level: riskLevelSchema,
      }),
    ),
    total: z.number().int(),
  }),
  async run(graph, scope, { limit }) {
    const cypher =
      scope.repoId === null
        ? `UNWIND $access AS token
           CALL (token) {
             MATCH (n:Function) WHERE n.access = token AND n.complexity >= 0 AND NOT n.repo_id IN $without
             RETURN n ORDER BY n.access DESC, n.complexity DESC, n.repo_id, n.path, n.line_number LIMIT $limit
           }
           RETURN ${COLUMNS} ORDER BY ${ORDER} LIMIT $limit`
        : `MATCH (n:Function) WHERE ${within(scope, 'n')} AND n.complexity >= 0
           WITH n ORDER BY n.repo_id DESC, n.complexity DESC, n.path, n.line_number LIMIT $limit
           RETURN ${COLUMNS} ORDER BY ${ORDER}`;
    const rows = await graph.read(cypher, { ...scopeParams(scope), limit });
    const results = rows.map((row) => ({
      symbol_id: textAt(row, 'symbol_id'),
      repo_id: textAt(row, 'repo_id'),
      name: textAt(row, 'name'),
      path: textAt(row, 'path'),
      line_number: numberAt(row, 'line_number'),
      complexity: numberAt(row, 'complexity'),
      risk_level: riskLevelOf(numberAt(row, 'complexity')),
    }));
    return { limit, results, total: results.length };
  },
});
