/** What a language runs by fixed names where no call is written (edges/protocol-calls.ts). */
import { z } from 'zod';
import { ruleSet } from './rule-set.ts';
import { tableOf } from './rule-types.ts';

export const protocolRules = ruleSet({
  protocols: z
    .record(z.string(), z.array(z.array(z.string())))
    .transform((table): ReadonlyMap<string, string[][]> => new Map(Object.entries(table)))
    .optional()
    .describe(
      'Members that run without a written call, by the name under which extraction tells the place: all lists, of each the first that the class has. With this key, reading a member may run a property.',
    ),
  functionsRun: tableOf(z.string()).describe(
    'Functions from outside that run such a member of their first argument: `len(x)` runs `__len__`.',
  ),
});
