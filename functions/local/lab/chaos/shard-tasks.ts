/** The tasks that a divided job waits for: shards of its files, or parts of a round. */
import { jobs, shards } from '../../../src/documents/jobs.ts';
import { phaseOf } from '../../../src/jobs/ingest/job-table.ts';
import type { Ports } from '../../../src/ports.ts';

export interface ShardTasks {
  /** As worker.ts calls it. */
  kind: 'shard' | 'part';
  /** As the job's progress calls it. */
  phase: string;
  payloads: { job_id: string; shard: number; round?: number }[];
}

/** undefined when the job waits for none. */
export async function shardTasks({ store }: Pick<Ports, 'store'>, jobId: string): Promise<ShardTasks | undefined> {
  const { sharding, status } = (await jobs.get(store, { job_id: jobId })) ?? {};
  if (status !== 'running' || sharding == null || sharding.done >= sharding.shards) return undefined;
  const { round } = sharding;
  const more = round === undefined ? {} : { round };
  const open: number[] = [];
  for await (const page of shards.pages(store, { job_id: jobId }, [['status', '==', 'open']]))
    for (const { id } of page) open.push(Number(id));
  return {
    kind: round === undefined ? 'shard' : 'part',
    phase: phaseOf(sharding),
    payloads: open.sort((a, b) => a - b).map((shard) => ({ job_id: jobId, shard, ...more })),
  };
}
