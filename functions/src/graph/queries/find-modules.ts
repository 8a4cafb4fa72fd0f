/**
 * Which modules and packages have this name, in every repository that the caller may read? As spelled, else in another
 * case, else those that contain it. A package of the repository counts as imported by who imports it or one of its files.
 */
import { z } from 'zod';
import type { GraphRow } from '../../ports.ts';
import { byNameIn, scopeParams, within } from '../access.ts';
import { numberAt, textAt } from '../row-values.ts';
import { limited, LIST_LIMIT, question } from './declare.ts';
import { symbolNameSchema } from './name-input.ts';

const NEAR = [
  'n.name_lower = $lower AND n.name = $name',
  'n.name_lower = $lower',
  'n.name_lower CONTAINS $lower',
] as const;

export const findModules = question({
  name: 'find_modules',
  summary: 'Modules and packages by name, with how many files import them',
  input: z.object({ name: symbolNameSchema }),
  output: z.object({
    module_name: z.string(),
    results: z.array(
      z.object({
        repo_id: z.string(),
        name: z.string(),
        language: z.string(),
        /** True for what the repository imports but does not hold. */
        is_external: z.boolean(),
        /** Importing files. */
        imported_by: z.number().int(),
      }),
    ),
    total: z.number().int(),
    truncated: z.literal(true).optional(),
  }),
  async run(graph, scope, { name }) {
    let rows: GraphRow[] = [];
    for (const near of NEAR) {
      rows = await graph.read(
        `MATCH (n:Module) ${byNameIn(scope, 'n', 'Module')}WHERE ${near} AND ${within(scope, 'n')}
         WITH n ORDER BY size(n.name), n.name, n.repo_id, n.language LIMIT $limit
         CALL (n) {
           MATCH (n)<-[:IMPORTS]-(file:File) RETURN file
           UNION
           MATCH (n)-[:CONTAINS]->(:File)<-[:IMPORTS]-(file:File) RETURN file
         }
         WITH n, count(file) AS imported_by
         RETURN n.repo_id AS repo_id, n.name AS name, n.language AS language,
                coalesce(n.is_external, false) AS is_external, imported_by
         ORDER BY size(name), name, repo_id, language`,
        { ...scopeParams(scope), name, lower: name.toLowerCase(), limit: LIST_LIMIT + 1 },
      );
      if (rows.length > 0) break;
    }
    const { items, ...rest } = limited(
      rows.map((row) => ({
        repo_id: textAt(row, 'repo_id'),
        name: textAt(row, 'name'),
        language: textAt(row, 'language'),
        is_external: row['is_external'] === true,
        imported_by: numberAt(row, 'imported_by'),
      })),
    );
    return { module_name: name, results: items, total: items.length, ...rest };
  },
});
