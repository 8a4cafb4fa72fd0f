/**
 * Moves a shard: each transition is one transaction that reads the shard with the job that it is of, and writes while that
 * job is at work. Being done and being counted are one transaction, so the count is right whoever dies.
 */
import { jobs, shards } from '../../../documents/jobs.ts';
import type { Job, Shard, Sharding } from '../../../documents/jobs.ts';
import type { Ports, StoreTransaction } from '../../../ports.ts';
import { startHeartbeat } from '../../work/heartbeat.ts';
import type { Heartbeat } from '../../work/heartbeat.ts';
import { foldLease, HEARTBEAT_MS } from '../../work/lease.ts';
import { applyEvent, phaseOf, SHARDS, SHARDS_LEASE_MS } from '../job-table.ts';
import { changeJob } from '../states.ts';

type StatePorts = Pick<Ports, 'store' | 'clock'>;

export interface ShardKey {
  job_id: string;
  shard: number;
  /** Of a resolution in parts; a task of another round than the job's has nothing to do. */
  round?: number;
}

/** A shard with the job that it is of, as long as that job is at work. */
export interface Standing {
  job: Job;
  sharding: Sharding;
  shard: Shard;
}

/** A shard as a worker took it. */
export interface TakenShard extends Standing {
  key: ShardKey;
  attempts: number;
}

export async function standing(from: Pick<StoreTransaction, 'get'>, key: ShardKey): Promise<Standing | undefined> {
  const job = await jobs.get(from, key);
  const shard = await shards.get(from, key);
  if (job?.status !== 'running' || job.sharding == null || shard === undefined) return undefined;
  if (job.sharding.round !== key.round) return undefined;
  return { job, sharding: job.sharding, shard };
}

/** undefined when there is no such shard (any more); `taken` says whether it is this worker's now. */
export async function takeShard(
  ports: StatePorts,
  key: ShardKey,
  holder: string,
): Promise<(Standing & { taken: boolean }) | undefined> {
  return ports.store.transaction(async (tx) => {
    const found = await standing(tx, key);
    if (found === undefined) return undefined;
    const { shard } = found;
    const lease = shard.status === 'done' ? undefined : foldLease(shard, { type: 'taken', holder }, ports.clock.now());
    if (lease === undefined) return { ...found, taken: false };
    shards.update(tx, key, lease);
    return { ...found, shard: { ...shard, ...lease }, taken: true };
  });
}

/** Changes the shard while it is this worker's; false when it is not. */
async function changeShard(
  { store }: StatePorts,
  key: ShardKey,
  holder: string,
  changed: (shard: Shard) => Partial<Shard> | undefined,
): Promise<boolean> {
  return store.transaction(async (tx) => {
    const found = await standing(tx, key);
    const fields = found?.shard.lease_holder === holder ? changed(found.shard) : undefined;
    if (fields === undefined) return false;
    shards.update(tx, key, fields);
    return true;
  });
}

/** Lets go of the shard, of whose files so many are done. */
export async function returnShard(ports: StatePorts, key: ShardKey, holder: string, done: number): Promise<void> {
  const over = (shard: Shard) => foldLease(shard, { type: 'over' }, ports.clock.now());
  await changeShard(ports, key, holder, (shard) => ({ ...over(shard), done }));
}

/** The job as it is once the shard is counted; undefined when the shard is not this worker's (any more). */
export async function countShard(ports: StatePorts, key: ShardKey, holder: string): Promise<Job | undefined> {
  return ports.store.transaction(async (tx) => {
    const found = await standing(tx, key);
    if (found?.shard.lease_holder !== holder || found.shard.status === 'done') return undefined;
    const { job, shard } = found;
    const now = ports.clock.now();
    const after = applyEvent(job, { type: 'shard done', files: shard.files }, now);
    if (after === undefined) return undefined;
    shards.update(tx, key, { status: 'done', done: shard.files, ...foldLease(shard, { type: 'over' }, now) });
    jobs.set(tx, key, after);
    return after;
  });
}

/** Files of all shards that are in the graph. */
export async function countDone(store: Ports['store'], key: Pick<ShardKey, 'job_id'>): Promise<number> {
  let done = 0;
  for await (const page of shards.pages(store, key)) for (const { doc } of page) done += doc.done;
  return done;
}

/** A worker's sign of life for its shard, and for the job when no other shard has given that lately. */
export function holdShard(
  ports: Pick<Ports, 'store' | 'clock' | 'log'>,
  { key, sharding }: TakenShard,
  holder: string,
  files: () => number,
): Heartbeat {
  const { job_id: jobId, shard: number } = key;
  return startHeartbeat({
    what: 'shard',
    fields: { jobId, shard: number },
    log: ports.log,
    async write() {
      const alive = (shard: Shard) => {
        const lease = foldLease(shard, { type: 'alive', holder }, ports.clock.now());
        return lease && { ...lease, done: files() };
      };
      if (!(await changeShard(ports, key, holder, alive))) return false;
      const job = await jobs.get(ports.store, key);
      const told = job?.lease_expires_at == null ? 0 : Date.parse(job.lease_expires_at) - SHARDS_LEASE_MS;
      if (job?.lease_holder !== SHARDS || ports.clock.now().getTime() - told < HEARTBEAT_MS - 1_000) return true;
      const progress = { phase: phaseOf(sharding), done: await countDone(ports.store, key), total: sharding.files };
      await changeJob(ports, jobId, { type: 'heartbeat', holder: SHARDS, progress });
      return true;
    },
  });
}
