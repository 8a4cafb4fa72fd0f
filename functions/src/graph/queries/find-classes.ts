/** Which classes, interfaces, traits, structs, enums … have this name? */
import { z } from 'zod';
import { textAt } from '../row-values.ts';
import { CODE_NODE, codeNodeOf, codeNodeSchema } from './code-node.ts';
import { limited, LIST_LIMIT, question } from './declare.ts';
import { rowsByName } from './exact-names.ts';
import { rowsByFuzzyName } from './fuzzy-names.ts';
import { nameInput } from './name-input.ts';

const COLUMNS = `${CODE_NODE}, n.kind AS kind`;

export const findClasses = question({
  name: 'find_classes',
  summary:
    'Classes, interfaces, traits, structs and enums by name; fuzzy finds typos, other case and parts of the name',
  input: nameInput,
  output: z.object({
    class_name: z.string(),
    fuzzy_search: z.boolean(),
    results: z.array(codeNodeSchema.extend({ kind: z.string() })),
    total: z.number().int(),
    truncated: z.literal(true).optional(),
  }),
  async run(graph, scope, { name, fuzzy }) {
    const rows = fuzzy
      ? await rowsByFuzzyName(graph, scope, ['Class'], name, COLUMNS)
      : await rowsByName(graph, scope, { label: 'Class', name, columns: COLUMNS, limit: LIST_LIMIT + 1 });
    const { items, ...rest } = limited(rows.map((row) => ({ ...codeNodeOf(row), kind: textAt(row, 'kind') })));
    return { class_name: name, fuzzy_search: fuzzy, results: items, total: items.length, ...rest };
  },
});
