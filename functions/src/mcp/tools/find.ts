/** Where is what a text speaks of? */
import { z } from 'zod';
import { locate, locateIn } from '../../graph/queries/locate.ts';
import type { GraphReader } from '../../ports.ts';
import { budgetSchema } from '../inputs.ts';
import { tool, type ToolAnswer } from '../tool.ts';

const inputSchema = z.object({
  queries: z.array(z.string().trim().min(1).max(20_000)).min(1).max(5),
  limit: z.number().int().min(1).max(50).default(10).describe('Files per query'),
  include_tests: z.boolean().default(false),
  include_generated: z.boolean().default(false),
  budget_tokens: budgetSchema,
});

export const find = tool({
  name: 'find',
  description:
    'Start here. Files and lines that a text speaks of, ranked with reasons: a task, an issue, an error with its stack, a question. Paths and identifiers in it count most.',
  input: inputSchema,
  run: (reader, input) => findIn([reader], input),
  over: findIn,
});

/** Of several repositories ranked together, each file with the name of its own. */
async function findIn(
  readers: readonly GraphReader[],
  { queries, ...asked }: z.output<typeof inputSchema>,
): Promise<ToolAnswer> {
  const answers = await Promise.all(
    queries.map((text) => locateIn(readers, locate.input.parse({ ...asked, text, budget_tokens: undefined }))),
  );
  const nameOf = (repoId: string, path: string): string => (readers.length === 1 ? path : `${repoId} ${path}`);
  return {
    sections: answers.map(({ files, total }, at) => ({
      heading: `## ${JSON.stringify((queries[at] ?? '').slice(0, 60))}: ${files.length} of ${total} files`,
      lines: files.flatMap(({ repo_id: repoId, path, reasons, spans }) => [
        `${nameOf(repoId, path)}  ${reasons.join('; ')}`,
        ...spans.map(({ start, end, symbol }) => `  ${path}:${start}-${end}${symbol === null ? '' : ` ${symbol}`}`),
      ]),
      ...(files.length === 0 ? { more: 'no word of it stands in the code: try words that code would use' } : {}),
    })),
    data: { results: answers.map((answer, at) => ({ query: queries[at], ...answer })) },
    paths: [],
  };
}
