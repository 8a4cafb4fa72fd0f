/** What would a change of this symbol reach? Its usages, its callers, and how many distinct callers there are. */
import { z } from 'zod';
import { question } from './declare.ts';
import { callerSchema, definitionSchema, findCallers } from './find-callers.ts';
import { methodUsages, methodUsagesSchema } from './method-usages.ts';
import { symbolNameSchema } from './name-input.ts';

const impactLevelSchema = z.enum(['low', 'medium', 'high']);

export const changeImpact = question({
  name: 'change_impact',
  summary: 'Usages, callers and definitions of a symbol, and how far a change of it reaches',
  input: z.object({ symbol_name: symbolNameSchema }),
  output: z.object({
    symbol: z.string(),
    usages: methodUsagesSchema,
    callers: z.array(callerSchema),
    definitions: z.array(definitionSchema),
    /** By distinct direct callers in the call graph: high above 5, medium from 1, low with none. */
    impact_level: impactLevelSchema,
    fallback_used: z.boolean(),
    truncated: z.literal(true).optional(),
  }),
  async run(graph, scope, { symbol_name: symbol }) {
    const [usages, found] = await Promise.all([
      methodUsages.run(graph, scope, { method_name: symbol }),
      findCallers.run(graph, scope, { symbol_name: symbol }),
    ]);
    const called = found.callers.filter(({ source }) => source === 'call_graph');
    const distinct = new Set(
      called.map(({ repo_id, path, qualified_name, type }) => JSON.stringify([repo_id, path, qualified_name, type])),
    );
    // A list that was cut at 100 rows is of few callers only when one of them calls a hundred namesakes.
    const impact = distinct.size > 5 ? 'high' : distinct.size > 0 ? 'medium' : 'low';
    const truncated = usages.truncated ?? found.truncated;
    return {
      symbol,
      usages,
      callers: found.callers,
      definitions: found.definitions,
      impact_level: impactLevelSchema.parse(impact),
      fallback_used: found.fallback_used,
      ...(truncated ? { truncated } : {}),
    };
  },
});
