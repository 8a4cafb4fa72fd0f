/**
 * How much is there? Distinct nodes and edges of every repository in the scope, from the counts that each sync leaves on
 * the Repository node, so that the answer costs one row per repository.
 */
import { z } from 'zod';
import { EDGE_TYPES, NODE_LABELS } from '../../model/graph.ts';
import { scopeParams, within } from '../access.ts';
import { textOrNullAt } from '../row-values.ts';
import { question } from './declare.ts';

const count = z.number().int().nonnegative();
const nodesSchema = z.object({
  Repository: count,
  File: count,
  Module: count,
  Class: count,
  Function: count,
  Variable: count,
});
const relationshipsSchema = z.object({
  CONTAINS: count,
  DEFINES: count,
  CALLS: count,
  IMPORTS: count,
  INHERITS: count,
});
const countsSchema = z.object({ nodes: nodesSchema, relationships: relationshipsSchema });

export const graphStats = question({
  name: 'graph_stats',
  summary: 'Number of repositories, of nodes by label and of relationships by type, over all that the caller may read',
  input: z.object({}),
  output: z.object({ repositories: count, nodes: nodesSchema, relationships: relationshipsSchema }),
  async run(graph, scope) {
    const rows = await graph.read(
      `MATCH (n:Repository) WHERE ${within(scope, 'n')} RETURN n.counts AS counts`,
      scopeParams(scope),
    );
    const nodes = { Repository: rows.length, File: 0, Module: 0, Class: 0, Function: 0, Variable: 0 };
    const relationships = { CONTAINS: 0, DEFINES: 0, CALLS: 0, IMPORTS: 0, INHERITS: 0 };
    for (const row of rows) {
      const text = textOrNullAt(row, 'counts');
      // None yet: its first ingestion is under way.
      if (text === null) continue;
      const counts = countsSchema.parse(JSON.parse(text));
      for (const label of NODE_LABELS) if (label !== 'Repository') nodes[label] += counts.nodes[label];
      for (const type of EDGE_TYPES) relationships[type] += counts.relationships[type];
    }
    return { repositories: rows.length, nodes, relationships };
  },
});
