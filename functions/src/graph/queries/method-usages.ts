/** Where is each function or method of this name called? One element per definition, its callers with it. */
import { z } from 'zod';
import type { GraphPort, GraphRow } from '../../ports.ts';
import { scopeParams, within, type Scope } from '../access.ts';
import { numberAt, textAt, textOrNullAt } from '../row-values.ts';
import { callerInput, callerPageOf } from './caller-input.ts';
import { CODE_NODE, codeNodeOf, codeNodeSchema } from './code-node.ts';
import { limited, LIST_LIMIT, question } from './declare.ts';
import { countByName, rowsByName } from './exact-names.ts';
import { callSiteColumns, callSiteOf, callSiteSchema } from './call-sites.ts';
import { symbolNameSchema } from './name-input.ts';
import { cursorAfter, nextCursorSchema } from './page.ts';

const usageSchema = z.object({
  method: codeNodeSchema.extend({ complexity: z.number().int(), class_name: z.string().nullable() }),
  /** At most 100. */
  callers: z.array(callSiteSchema),
  /** All there are. */
  callers_total: z.number().int(),
  truncated: z.literal(true).optional(),
});

export const methodUsagesSchema = z.object({
  method_name: z.string(),
  usages: z.array(usageSchema),
  /** Methods of the name, also when not all are listed. */
  total: z.number().int(),
  next_cursor: nextCursorSchema,
  truncated: z.literal(true).optional(),
});

const METHOD = `n.key AS key, coalesce(n.complexity, 1) AS complexity, n.class_name AS class_name, COUNT { (n)<-[:CALLS]-() } AS callers_total,
  ${CODE_NODE}`;

/** Callers that are listed over all definitions; the first definitions have theirs in full. */
const MOST_CALLERS = 2_000;

export const methodUsages = question({
  name: 'method_usages',
  summary: 'Functions and methods by name, each with the places that call it',
  input: z.object({ method_name: symbolNameSchema, ...callerInput }),
  output: methodUsagesSchema,
  async run(graph, scope, { method_name: name, ...input }) {
    const { skip, limit, sources } = callerPageOf(input);
    const lookup = { label: 'Function', name } as const;
    const rows = await rowsByName(graph, scope, { ...lookup, columns: METHOD, limit: limit + 1, skip });
    const methods = limited(rows, limit);
    const total = methods.truncated ? await countByName(graph, scope, lookup) : skip + rows.length;
    const callers = await callersByKey(
      graph,
      scope,
      methods.items.map((row) => textAt(row, 'key')),
    );
    const usages = methods.items.map((row) => {
      const { items, ...rest } = limited(callers.get(textAt(row, 'key')) ?? []);
      const node = codeNodeOf(row);
      const method = {
        ...(sources ? node : { ...node, source_code: '' }),
        complexity: numberAt(row, 'complexity'),
        class_name: textOrNullAt(row, 'class_name'),
      };
      return { method, callers: items.map(callSiteOf), callers_total: numberAt(row, 'callers_total'), ...rest };
    });
    const truncated = methods.truncated ?? usages.find((usage) => usage.truncated)?.truncated;
    const next_cursor = cursorAfter(skip, usages.length, total);
    return { method_name: name, usages, total, next_cursor, ...(truncated ? { truncated } : {}) };
  },
});

async function callersByKey(graph: GraphPort, scope: Scope, keys: string[]): Promise<Map<string, GraphRow[]>> {
  const rows = await graph.read(
    `UNWIND $keys AS key
     CALL (key) {
       MATCH (d:Symbol {key: key})<-[c:CALLS]-(n:Symbol) WHERE ${within(scope, 'n')}
       RETURN n, c ORDER BY n.repo_id, n.path, n.line_number LIMIT $each
     }
     RETURN key, ${callSiteColumns} LIMIT $limit`,
    { ...scopeParams(scope), keys, each: LIST_LIMIT + 1, limit: MOST_CALLERS },
  );
  const byKey = new Map<string, GraphRow[]>();
  for (const row of rows) {
    const key = textAt(row, 'key');
    const known = byKey.get(key);
    if (known) known.push(row);
    else byKey.set(key, [row]);
  }
  return byKey;
}
