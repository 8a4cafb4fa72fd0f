/** Which variables, constants and fields have this in their name? The name itself first, then what starts with it. */
import { z } from 'zod';
import type { GraphRow } from '../../ports.ts';
import { byNameIn, scopeParams, within } from '../access.ts';
import { numberAt, textAt, textOrNullAt } from '../row-values.ts';
import { limited, LIST_LIMIT, question } from './declare.ts';
import { symbolNameSchema } from './name-input.ts';

const COLUMNS = `n.id AS symbol_id, n.repo_id AS repo_id, n.name AS name, n.path AS path, n.line_number AS line_number,
  n.language AS language, n.value AS value, n.context AS context, left(n.source_code, 2000) AS source_code`;

/** Matches that are put in order; a text that is in more names than this gets the first of them. */
const CANDIDATES = 1_000;
const LONGEST_VALUE = 500;

export const findVariables = question({
  name: 'find_variables',
  summary: 'Variables, constants and fields whose name contains a text, in any case; the name itself first',
  input: z.object({ name: symbolNameSchema }),
  output: z.object({
    variable_name: z.string(),
    results: z.array(
      z.object({
        symbol_id: z.string(),
        repo_id: z.string(),
        name: z.string(),
        path: z.string(),
        line_number: z.number().int(),
        language: z.string(),
        /** What it is set to where it is declared, as written; null when nothing. */
        value: z.string().nullable(),
        /** The function or class around it. */
        context: z.string().nullable(),
      }),
    ),
    total: z.number().int(),
    truncated: z.literal(true).optional(),
  }),
  async run(graph, scope, { name }) {
    const params = { ...scopeParams(scope), name, lower: name.toLowerCase() };
    const exact = await graph.read(
      `MATCH (n:Variable) ${byNameIn(scope, 'n', 'Variable')}WHERE n.name_lower = $lower AND ${within(scope, 'n')}
       RETURN ${COLUMNS} ORDER BY n.name <> $name, n.repo_id, n.path, n.line_number LIMIT $limit`,
      { ...params, limit: LIST_LIMIT + 1 },
    );
    const others =
      exact.length > LIST_LIMIT
        ? []
        : await graph.read(
            `MATCH (n:Variable) ${byNameIn(scope, 'n', 'Variable')}WHERE n.name_lower CONTAINS $lower AND n.name_lower <> $lower AND ${within(scope, 'n')}
             WITH n LIMIT $candidates
             RETURN ${COLUMNS}
             ORDER BY NOT n.name_lower STARTS WITH $lower, size(n.name), n.repo_id, n.path, n.line_number LIMIT $limit`,
            { ...params, candidates: CANDIDATES, limit: LIST_LIMIT + 1 },
          );
    const { items, ...rest } = limited([...exact, ...others].map(elementOf));
    return { variable_name: name, results: items, total: items.length, ...rest };
  },
});

function elementOf(row: GraphRow) {
  return {
    symbol_id: textAt(row, 'symbol_id'),
    repo_id: textAt(row, 'repo_id'),
    name: textAt(row, 'name'),
    path: textAt(row, 'path'),
    line_number: numberAt(row, 'line_number'),
    language: textAt(row, 'language'),
    value: textOrNullAt(row, 'value') ?? valueIn(textOrNullAt(row, 'source_code') ?? ''),
    context: textOrNullAt(row, 'context'),
  };
}

/** `const limit: number = 30;` → `30`. The sign that sets is the same in all languages but for a colon before it. */
function valueIn(declaration: string): string | null {
  const set = /(?<![=!<>+\-*/%&|^])=(?![=>~])\s*([\s\S]*)$/.exec(declaration)?.[1];
  const value = set?.replace(/(?<![;,\s])[;,\s]+$/, '') ?? '';
  return value === '' ? null : value.slice(0, LONGEST_VALUE);
}
