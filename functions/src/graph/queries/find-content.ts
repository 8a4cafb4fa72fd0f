/**
 * Which functions, classes and variables hold this text? The text is a literal, found line by line in the files
 * (content-lines.ts); a symbol answers when one of the lines is its own. So an answer does not depend on how much of a
 * long symbol's text is kept on its node.
 */
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import { SOURCE_LIMIT } from '../node-row.ts';
import { textAt } from '../row-values.ts';
import { CODE_NODE, codeNodeOf, codeNodeSchema } from './code-node.ts';
import { linesWith } from './content-lines.ts';
import { limited, LIST_LIMIT, question } from './declare.ts';
import { symbolsAround } from './enclosing-symbols.ts';

/** Characters (not UTF-16 units) of a search text. */
export const LONGEST_QUERY = 500;

/** Throws `bad_request` for a text that is too long: the interface tells that apart from failed validation. */
export function checkQuery(query: string): void {
  if (Array.from(query).length > LONGEST_QUERY) {
    throw new AppError('bad_request', `query is longer than ${LONGEST_QUERY} characters`);
  }
}

/** Lines whose symbols are looked up; with more, the answer says that it is not all. */
const MOST_LINES = 1_000;

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
    const { lines, more } = await linesWith(graph, scope, query, MOST_LINES);
    const rows =
      lines.length === 0
        ? []
        : await symbolsAround(graph, lines, `n.type AS type, ${CODE_NODE}`, {
            // A line may hold more than the symbol; its own text decides, as far as it is kept.
            condition: `(toLower(n.source_code) CONTAINS $text OR size(n.source_code) >= $cut)`,
            params: { text: query.toLowerCase(), cut: SOURCE_LIMIT - 1 },
            limit: LIST_LIMIT + 1,
          });
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
