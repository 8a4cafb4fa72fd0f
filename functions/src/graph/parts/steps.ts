/** The steps that runs of parts leave: which keys came or went (stored-parts.ts tells of the nodes). */
import { keyOf } from '../../model/ids.ts';
import type { GraphPort } from '../../ports.ts';
import { keysAt, packKeys } from '../dependence.ts';
import { fencedWrite, GUARD, type Fence } from '../fence.ts';
import { numberAt, textAt } from '../row-values.ts';
import { nodeKey } from './stored-parts.ts';

export interface StoredStep {
  part: number;
  sequence: number;
  run: string;
  keys: Uint32Array;
}

/** Before what it tells of is written. */
export async function openStep(
  fence: Fence,
  step: { part: number; round: number; run: string; keys: Uint32Array },
): Promise<void> {
  await fencedWrite(fence, [
    {
      cypher: `${GUARD} CREATE (:Resolution {key: $key, repo_id: $repo_id, kind: 'step', part: $part, round: $round,
        run: $run, keys: $keys, open: true, dropped: 0})`,
      params: {
        ...{ key: nodeKey(fence.repoId, `step ${step.run}`), part: step.part, round: step.round, run: step.run },
        keys: packKeys(step.keys),
      },
    },
  ]);
}

/** Whether a worker of the part died behind `openStep`. */
export async function hasOpenSteps({ graph, repoId }: Fence, part: number): Promise<boolean> {
  const [row] = await graph.read(
    `MATCH (n:Resolution) WHERE n.repo_id = $repo_id AND n.kind = 'step' AND n.part = $part AND n.open
     RETURN count(n) AS steps`,
    { repo_id: repoId, part },
  );
  return Number(row?.['steps'] ?? 0) > 0;
}

/** Numbers the open steps of a part, once all that they tell of is written. `dropped`: edges that found no node. */
export async function closeSteps(fence: Fence, part: number, dropped = 0): Promise<void> {
  await fencedWrite(fence, [
    {
      cypher: `${GUARD} MATCH (n:Resolution) WHERE n.repo_id = $repo_id AND n.kind = 'step' AND n.part = $part AND n.open
        WITH guard, collect(n) AS steps WHERE size(steps) > 0 SET guard.steps = coalesce(guard.steps, 0) + 1
        FOREACH (n IN steps | SET n.sequence = guard.steps, n.open = false, n.dropped = $dropped)`,
      params: { part, dropped },
    },
  ]);
}

/** The highest number that a step has; to be asked for before anything else is read that steps tell of. */
export async function lastStep(graph: GraphPort, repoId: string): Promise<number> {
  const [row] = await graph.read('MATCH (r:Symbol {key: $key}) RETURN r.steps AS steps', { key: keyOf(repoId) });
  return Number(row?.['steps'] ?? 0);
}

/** Those with a higher number than `after`. */
export async function readSteps(graph: GraphPort, repoId: string, after: number): Promise<StoredStep[]> {
  const rows = await graph.read(
    `MATCH (n:Resolution) WHERE n.repo_id = $repo_id AND n.kind = 'step' AND NOT n.open AND n.sequence > $after
     RETURN n.part AS part, n.sequence AS sequence, n.run AS run, n.keys AS keys ORDER BY sequence`,
    { repo_id: repoId, after },
  );
  return rows.map((row) => ({
    part: numberAt(row, 'part'),
    sequence: numberAt(row, 'sequence'),
    run: textAt(row, 'run'),
    keys: keysAt(row, 'keys'),
  }));
}

/** Edges that found no node at one of their ends, in all runs. */
export async function droppedEdges(graph: GraphPort, repoId: string): Promise<number> {
  const [row] = await graph.read(
    "MATCH (n:Resolution) WHERE n.repo_id = $repo_id AND n.kind = 'step' RETURN sum(n.dropped) AS dropped",
    { repo_id: repoId },
  );
  return Number(row?.['dropped'] ?? 0);
}
