/**
 * Which files import this? By the imported name (`useState`), the name it is given (`np` of `import numpy as np`), or the
 * module as it is written (`react`, `../users`).
 */
import { z } from 'zod';
import { scopeParams, within } from '../access.ts';
import { numberAt, textAt, textOrNullAt } from '../row-values.ts';
import { limited, LIST_LIMIT, question } from './declare.ts';
import { symbolNameSchema } from './name-input.ts';

export const findImports = question({
  name: 'find_imports',
  summary: 'Imports of a name, an alias or a module, and the file each resolves to',
  input: z.object({ name: symbolNameSchema }),
  output: z.object({
    import_name: z.string(),
    results: z.array(
      z.object({
        repo_id: z.string(),
        imported_name: z.string(),
        alias: z.string().nullable(),
        /** As the file writes it. */
        module_name: z.string(),
        /** The importing file. */
        path: z.string(),
        line_number: z.number().int(),
        /** The imported file; null outside the repository and for packages of several files. */
        resolved_path: z.string().nullable(),
      }),
    ),
    total: z.number().int(),
    truncated: z.literal(true).optional(),
  }),
  async run(graph, scope, { name }) {
    const rows = await graph.read(
      `CALL () {
         MATCH (n:File)-[e:IMPORTS]->(to:Symbol) WHERE e.imported_name = $name AND ${within(scope, 'n')} RETURN n, e, to
         UNION
         MATCH (n:File)-[e:IMPORTS]->(to:Symbol) WHERE e.alias = $name AND ${within(scope, 'n')} RETURN n, e, to
         UNION
         MATCH (n:File)-[e:IMPORTS]->(to:Symbol) WHERE e.module_name = $name AND ${within(scope, 'n')} RETURN n, e, to
       }
       WITH n, e, to ORDER BY n.repo_id, n.path, e.line, e.imported_name, to.path LIMIT $limit
       RETURN n.repo_id AS repo_id, e.imported_name AS imported_name, e.alias AS alias,
              coalesce(e.module_name, to.name) AS module_name, n.path AS path, e.line AS line_number,
              CASE WHEN to:File THEN to.path END AS resolved_path`,
      { ...scopeParams(scope), name, limit: LIST_LIMIT + 1 },
    );
    const { items, ...rest } = limited(
      rows.map((row) => ({
        repo_id: textAt(row, 'repo_id'),
        imported_name: textAt(row, 'imported_name'),
        alias: textOrNullAt(row, 'alias'),
        module_name: textAt(row, 'module_name'),
        path: textAt(row, 'path'),
        line_number: numberAt(row, 'line_number'),
        resolved_path: textOrNullAt(row, 'resolved_path'),
      })),
    );
    return { import_name: name, results: items, total: items.length, ...rest };
  },
});
