/** What would a change of this symbol reach? Its usages, its callers, and how many distinct callers there are. */
import { z } from 'zod';
import { callerInput, callerPageOf } from './caller-input.ts';
import { question } from './declare.ts';
import { callersAnswer, callersByName } from './find-callers.ts';
import { methodUsages, methodUsagesSchema } from './method-usages.ts';
import { symbolNameSchema } from './name-input.ts';

const impactLevelSchema = z.enum(['low', 'medium', 'high']);

export const changeImpact = question({
  name: 'change_impact',
  summary: 'Usages, callers and definitions of a symbol, and how far a change of it reaches',
  input: z.object({ symbol_name: symbolNameSchema, ...callerInput }),
  output: z.object({
    symbol: z.string(),
    /** Its first page: as long as that of the callers. */
    usages: methodUsagesSchema,
    ...callersAnswer,
    /** By distinct direct callers in the call graph: high above 5, medium from 1, low with none. */
    impact_level: impactLevelSchema,
  }),
  async run(graph, scope, { symbol_name: symbol, ...input }) {
    const [usages, { distinct, ...found }] = await Promise.all([
      methodUsages.run(graph, scope, { method_name: symbol, ...input, cursor: undefined }),
      callersByName(graph, scope, symbol, callerPageOf(input)),
    ]);
    const impact = distinct > 5 ? 'high' : distinct > 0 ? 'medium' : 'low';
    const truncated = usages.truncated ?? found.truncated;
    return {
      symbol,
      usages,
      ...found,
      impact_level: impactLevelSchema.parse(impact),
      ...(truncated ? { truncated } : {}),
    };
  },
});
