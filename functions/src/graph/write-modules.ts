/**
 * Packages of the repository and modules outside it: nodes that no single file owns. They are made before the edges that
 * point at them, and removed after, once nothing resolves to them any more.
 */
import { createHash } from 'node:crypto';
import type { GraphNode } from '../model/graph.ts';
import { keyOf } from '../model/ids.ts';
import { fencedWrite, GUARD, keptPlan, listed, type Fence } from './fence.ts';
import { MERGE_NODES, nodeRow, nodeValues } from './node-row.ts';
import { textAt, textOrNullAt } from './row-values.ts';
import { CLEAR_OWNERS } from './write-files.ts';

const BATCH_MODULES = 2_000;

/** Writes the modules that are new or differ. Returns the keys of those that are in the graph and not in `modules`. */
export async function writeModules(fence: Fence, modules: GraphNode[]): Promise<string[]> {
  const found = await fence.graph.read(
    keptPlan(
      'MATCH (m:Module) WHERE m.repo_id = $repo_id AND m.file_key IS NULL RETURN m.key AS key, m.stamp AS stamp',
    ),
    { repo_id: fence.repoId },
  );
  const stamps = new Map(found.map((row) => [textAt(row, 'key'), textOrNullAt(row, 'stamp')]));
  const rows = modules
    .map((module) =>
      nodeRow(
        module,
        undefined,
        createHash('sha256')
          .update(JSON.stringify({ ...module, id: '' }))
          .digest('base64url')
          .slice(0, 22),
      ),
    )
    .filter((row) => stamps.get(String(row['key'])) !== row['stamp']);
  for (let at = 0; at < rows.length; at += BATCH_MODULES) {
    await fencedWrite(fence, [
      {
        cypher: `${GUARD} UNWIND $rows[0] AS row ${MERGE_NODES}`,
        params: { rows: listed(rows.slice(at, at + BATCH_MODULES).map((row) => nodeValues('Module', row))) },
      },
    ]);
  }
  for (const module of modules) stamps.delete(keyOf(module.id));
  return [...stamps.keys()];
}

/** Keys of the modules that no edge leads to or from. */
export async function unusedModules(fence: Fence): Promise<string[]> {
  const rows = await fence.graph.read(
    keptPlan('MATCH (m:Module) WHERE m.repo_id = $repo_id AND m.file_key IS NULL AND NOT (m)--() RETURN m.key AS key'),
    { repo_id: fence.repoId },
  );
  return rows.map((row) => textAt(row, 'key'));
}

export async function countModules(fence: Fence): Promise<number> {
  const [row] = await fence.graph.read(
    keptPlan('MATCH (m:Module) WHERE m.repo_id = $repo_id AND m.file_key IS NULL RETURN count(m) AS modules'),
    { repo_id: fence.repoId },
  );
  return Number(row?.['modules'] ?? 0);
}

export async function removeModules(fence: Fence, keys: string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += BATCH_MODULES) {
    const params = { keys: listed(keys.slice(at, at + BATCH_MODULES)) };
    const chosen = 'UNWIND $keys[0] AS key MATCH (n:Symbol {key: key})';
    await fencedWrite(fence, [
      { cypher: `${GUARD} ${chosen} ${CLEAR_OWNERS}`, params },
      { cypher: `${GUARD} ${chosen} DETACH DELETE n`, params },
    ]);
  }
}
