/**
 * What does this class inherit from, and what inherits from it? Level by level along INHERITS edges; a class that is
 * reached twice (a diamond) is named once, at its smallest depth.
 *
 * Of several classes of the name it is the one with the most relatives next to it, in doubt the first by its place: the
 * others are named in `definitions`.
 */
import { z } from 'zod';
import type { GraphPort, GraphRow } from '../../ports.ts';
import { scopeParams, within, type Scope } from '../access.ts';
import { numberAt, textAt } from '../row-values.ts';
import { CODE_NODE, codeNodeOf, codeNodeSchema } from './code-node.ts';
import { limited, LIST_LIMIT, question } from './declare.ts';
import { rowsByName } from './exact-names.ts';
import { symbolNameSchema } from './name-input.ts';

const relativeSchema = codeNodeSchema.extend({
  kind: z.string(),
  /** 1 for the class's own base or subclass. */
  depth: z.number().int(),
  /** How it is related: extends, implements, mixes_in, embeds. */
  how: z.string().nullable(),
});
type Relative = z.infer<typeof relativeSchema>;

const CLASS = `n.key AS key, n.kind AS kind, ${CODE_NODE}`;

export const classHierarchy = question({
  name: 'class_hierarchy',
  summary: 'Ancestors and descendants of a class, interface, trait or struct, nearest first',
  input: z.object({ class_name: symbolNameSchema }),
  output: z.object({
    class_name: z.string(),
    found: z.boolean(),
    symbol_id: z.string().nullable(),
    repo_id: z.string().nullable(),
    path: z.string().nullable(),
    line_number: z.number().int().nullable(),
    docstring: z.string().nullable(),
    source_code: z.string().nullable(),
    ancestors: z.array(relativeSchema),
    descendants: z.array(relativeSchema),
    /** All classes of the name, this one first. */
    definitions: z.array(codeNodeSchema.extend({ kind: z.string() })),
    truncated: z.literal(true).optional(),
  }),
  async run(graph, scope, { class_name: name }) {
    const columns = `COUNT { (n)-[:INHERITS]-() } AS relatives, ${CLASS}`;
    const rows = await rowsByName(graph, scope, { label: 'Class', name, columns, limit: LIST_LIMIT + 1 });
    const definitions = limited(rows.sort((a, b) => numberAt(b, 'relatives') - numberAt(a, 'relatives')));
    const [found] = definitions.items;
    if (found === undefined) {
      const unknown = {
        symbol_id: null,
        repo_id: null,
        path: null,
        line_number: null,
        docstring: null,
        source_code: null,
      };
      return { class_name: name, found: false, ...unknown, ancestors: [], descendants: [], definitions: [] };
    }
    const key = textAt(found, 'key');
    const ancestors = limited(await relatives(graph, scope, key, ANCESTORS));
    const descendants = limited(await relatives(graph, scope, key, DESCENDANTS));
    const { symbol_id, repo_id, path, line_number, docstring, source_code } = codeNodeOf(found);
    const truncated = ancestors.truncated ?? descendants.truncated ?? definitions.truncated;
    return {
      class_name: name,
      found: true,
      symbol_id,
      repo_id,
      path,
      line_number,
      docstring,
      source_code,
      ancestors: ancestors.items,
      descendants: descendants.items,
      definitions: definitions.items.map((row) => ({ ...codeNodeOf(row), kind: textAt(row, 'kind') })),
      ...(truncated ? { truncated } : {}),
    };
  },
});

const ANCESTORS = 'MATCH (from:Symbol {key: key})-[e:INHERITS]->(n:Class)';
const DESCENDANTS = 'MATCH (from:Symbol {key: key})<-[e:INHERITS]-(n:Class)';

/** Up to one more than a list may hold. */
async function relatives(graph: GraphPort, scope: Scope, key: string, direction: string): Promise<Relative[]> {
  const found: Relative[] = [];
  const seen = new Set([key]);
  let level = [key];
  for (let depth = 1; level.length > 0 && found.length <= LIST_LIMIT; depth++) {
    const rows: GraphRow[] = await graph.read(
      `UNWIND $keys AS key ${direction} WHERE ${within(scope, 'n')} AND NOT n.key IN $seen
       WITH n, min(e.how) AS how ORDER BY n.repo_id, n.path, n.line_number LIMIT $limit
       RETURN how, ${CLASS}`,
      { ...scopeParams(scope), keys: level, seen: [...seen], limit: LIST_LIMIT + 1 },
    );
    level = rows.map((row) => textAt(row, 'key'));
    for (const reached of level) seen.add(reached);
    for (const row of rows) {
      const how = row['how'];
      const kind = textAt(row, 'kind');
      found.push({ ...codeNodeOf(row), kind, depth, how: typeof how === 'string' ? how : null });
    }
  }
  return found;
}
