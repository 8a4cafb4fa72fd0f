/**
 * Which functions, classes and variables hold this text? The text is a literal, found line by line in the files
 * (content-lines.ts); a symbol answers when one of the lines is its own. So an answer does not depend on how much of a
 * long symbol's text is kept on its node.
 */
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import type { GraphRow } from '../../ports.ts';
import { textAt } from '../row-values.ts';
import { CODE_NODE, codeNodeOf, codeNodeSchema } from './code-node.ts';
import { linePortions } from './content-lines.ts';
import { limited, LIST_LIMIT, question } from './declare.ts';
import { symbolsAround } from './enclosing-symbols.ts';

/** Characters (not UTF-16 units) of a search text. */
const LONGEST_QUERY = 500;

/** Throws `bad_request` for a text that is too long: the interface tells that apart from failed validation. */
export function checkQuery(query: string): void {
  if (Array.from(query).length > LONGEST_QUERY) {
    throw new AppError('bad_request', `query is longer than ${LONGEST_QUERY} characters`);
  }
}

const COLUMNS = `n.key AS key, n.type AS type, ${CODE_NODE}`;

export const findContent = question({
  name: 'find_content',
  summary: 'Functions, classes and variables whose source code holds a text, taken literally',
  input: z.object({ query: z.string().describe('At most 500 characters; another case is tried when there is no hit') }),
  output: z.object({
    search_query: z.string(),
    results: z.array(codeNodeSchema.extend({ type: z.enum(['function', 'class', 'variable']) })),
    total: z.number().int(),
    truncated: z.literal(true).optional(),
  }),
  /** `bad_request` for a query that is too long. */
  async run(graph, scope, { query }) {
    checkQuery(query);
    if (query.trim() === '') return { search_query: query, results: [], total: 0 };
    const rows: GraphRow[] = [];
    const known = new Set<unknown>();
    let more = false;
    for await (const portion of linePortions(graph, scope, query)) {
      more = portion.more;
      const lines = portion.lines.filter(({ inSymbol }) => inSymbol);
      if (lines.length === 0) continue;
      const around = await symbolsAround(graph, lines, COLUMNS, { text: query, limit: LIST_LIMIT + 1 });
      // A long file's later pieces may be of a symbol that an earlier portion gave.
      rows.push(...around.filter(({ key }) => !known.has(key)));
      for (const { key } of around) known.add(key);
      if (rows.length > LIST_LIMIT) break;
    }
    const type = z.enum(['function', 'class', 'variable']);
    const shown = limited(rows.map((row) => ({ type: type.parse(textAt(row, 'type')), ...codeNodeOf(row) })));
    const truncated = shown.truncated ?? (more ? true : undefined);
    return {
      search_query: query,
      results: shown.items,
      total: shown.items.length,
      ...(truncated ? { truncated } : {}),
    };
  },
});
