/** How does one symbol reach another? */
import { z } from 'zod';
import { callPath } from '../../graph/queries/call-path.ts';
import { AppError } from '../../model/errors.ts';
import type { GraphReader } from '../../ports.ts';
import { placeOf } from '../describe-symbol.ts';
import { symbolsAt } from '../find-target.ts';
import { budgetSchema } from '../inputs.ts';
import { tool } from '../tool.ts';

const endSchema = z.string().min(1).max(6_000);

export const path = tool({
  name: 'path',
  description: 'Shortest chain of calls from one symbol to another, with the line and confidence of each call.',
  input: z.object({
    pairs: z
      .array(z.object({ from: endSchema, to: endSchema }))
      .min(1)
      .max(10),
    budget_tokens: budgetSchema,
  }),
  async run(reader, { pairs }) {
    const answers = await Promise.all(
      pairs.map(async ({ from, to }) => {
        const [start, end] = await Promise.all([oneAt(reader, from), oneAt(reader, to)]);
        return callPath.answer(reader, callPath.input.parse({ from: start, to: end }));
      }),
    );
    return {
      sections: answers.map(({ found, nodes, edges, truncated }, at) => {
        const { from = '', to = '' } = pairs[at] ?? {};
        const steps = nodes.map((node, place) => {
          const edge = edges[place - 1];
          return `  ${placeOf(node)}${edge === undefined ? '' : `  called at ${edge.lines.slice(0, 3).join(', ')}, ${edge.evidence ?? ''} ${edge.confidence ?? ''}`}`;
        });
        const none = truncated === true ? 'none found before the search ended' : 'no chain of known calls';
        return { heading: `## ${from} → ${to}: ${found ? `${nodes.length - 1} calls` : none}`, lines: steps };
      }),
      data: { results: answers },
      paths: answers.flatMap(({ nodes }) => nodes.map((node) => node.path)),
    };
  },
});

async function oneAt(reader: GraphReader, target: string): Promise<string> {
  const { symbols } = await symbolsAt(reader, target);
  const [symbol] = symbols;
  if (symbol === undefined) throw new AppError('not_found', `Nothing stands at ${target}: use find with words of it`);
  return symbol.id;
}
