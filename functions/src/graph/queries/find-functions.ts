/** Which functions and methods have this name? */
import { z } from 'zod';
import { numberAt } from '../row-values.ts';
import { CODE_NODE, codeNodeOf, codeNodeSchema } from './code-node.ts';
import { limited, LIST_LIMIT, question } from './declare.ts';
import { rowsByName } from './exact-names.ts';
import { rowsByFuzzyName } from './fuzzy-names.ts';
import { nameInput } from './name-input.ts';

const COLUMNS = `${CODE_NODE}, coalesce(n.complexity, 1) AS complexity`;

export const findFunctions = question({
  name: 'find_functions',
  summary: 'Functions and methods by name; fuzzy finds typos, other case and parts of the name, best first',
  input: nameInput,
  output: z.object({
    function_name: z.string(),
    fuzzy_search: z.boolean(),
    results: z.array(codeNodeSchema.extend({ complexity: z.number().int() })),
    total: z.number().int(),
    truncated: z.literal(true).optional(),
  }),
  async run(graph, scope, { name, fuzzy }) {
    const rows = fuzzy
      ? await rowsByFuzzyName(graph, scope, ['Function'], name, COLUMNS)
      : await rowsByName(graph, scope, { label: 'Function', name, columns: COLUMNS, limit: LIST_LIMIT + 1 });
    const { items, ...rest } = limited(
      rows.map((row) => ({ ...codeNodeOf(row), complexity: numberAt(row, 'complexity') })),
    );
    return { function_name: name, fuzzy_search: fuzzy, results: items, total: items.length, ...rest };
  },
});
