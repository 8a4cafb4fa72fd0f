/**
 * What the queue of shards calls with `{"job_id": "…", "shard": 3}`. The worker extracts and writes the files of its range
 * that the graph does not hold yet, under the number of the run that divided the job, and counts itself done in one
 * transaction. The one that completes the count has the queue come for the rest of the sync.
 *
 * What an earlier worker of the shard wrote stands. A task of a shard that is done repeats the call for the rest.
 */
import type { Job } from '../../../documents/jobs.ts';
import type { Ports } from '../../../ports.ts';
import { failureMessage } from '../../work/failure-message.ts';
import type { Heartbeat } from '../../work/heartbeat.ts';
import { partTask, readPayload, shardTask } from '../../work/payloads.ts';
import { runLeased } from '../../work/run-leased.ts';
import type { LeasedWork, Taken } from '../../work/run-leased.ts';
import { enqueueJob } from '../enqueue-job.ts';
import { MAX_ATTEMPTS } from '../job-table.ts';
import { changeJob } from '../states.ts';
import { countShard, holdShard, returnShard, standing, takeShard } from './states.ts';
import type { ShardKey, TakenShard } from './states.ts';
import { writeShard } from './write-shard.ts';
import { writePart } from '../parts/write-part.ts';

export type ShardOutcome = 'done' | 'failed' | 'nothing to do' | 'taken over';

/** `lastDelivery`: the queue will not come again, so what would be thrown is recorded instead. */
export async function runShardTask(ports: Ports, payload: unknown, lastDelivery = false): Promise<ShardOutcome> {
  const key = readPayload(ports.log, shardTask, payload, 'A task without a shard');
  if (key === undefined) return 'nothing to do';
  return runLeased(ports.log, shardWork(ports, key, writeShard), lastDelivery);
}

/** The same for a part of a resolution (jobs/ingest/parts/), in the round that the task is of. */
export async function runPartTask(ports: Ports, payload: unknown, lastDelivery = false): Promise<ShardOutcome> {
  const key = readPayload(ports.log, partTask, payload, 'A task without a part');
  if (key === undefined) return 'nothing to do';
  return runLeased(ports.log, shardWork(ports, key, writePart), lastDelivery);
}

type Write = (ports: Ports, taken: TakenShard, signal: AbortSignal, done: (files: number) => void) => Promise<void>;

function shardWork(
  ports: Ports,
  key: ShardKey,
  write: Write,
): LeasedWork<TakenShard, Heartbeat, void, 'done' | 'failed'> {
  let files = 0;
  return {
    what: 'shard',
    fields: { jobId: key.job_id, shard: key.shard },
    mostAttempts: MAX_ATTEMPTS,
    givenUp: `Given up after ${MAX_ATTEMPTS} attempts`,
    take: (holder) => take(ports, key, holder),
    hold(taken, holder) {
      files = taken.shard.done;
      return holdShard(ports, taken, holder, () => files);
    },
    work: (taken, beat) => write(ports, taken, beat.signal, (done) => (files = done)),
    async finish(_, holder) {
      const job = await countShard(ports, key, holder);
      if (job === undefined) return 'taken over';
      await finishWhenAllDone(ports, job);
      return 'done';
    },
    // Another run has the repository: of this job or a newer one, or its deletion.
    isOthers: async (_, holder) => (await standing(ports.store, key))?.shard.lease_holder !== holder,
    mayPass: (error) => error.retryable,
    async giveBack(_, holder, error) {
      await returnShard(ports, key, holder, files);
      throw error;
    },
    fail: (_, __, error) => fail(ports, key, error),
  };
}

/** A task of an earlier round, or of the extraction, comes too late. */
async function take(ports: Ports, key: ShardKey, holder: string): Promise<Taken<TakenShard>> {
  const found = await takeShard(ports, key, holder);
  if (found === undefined) return 'nothing to do';
  const { shard, job, taken } = found;
  if (taken) return { held: { ...found, key, attempts: shard.attempts } };
  if (shard.status !== 'done') return { busy: `Shard ${key.shard} of job ${key.job_id} is held by another worker` };
  await finishWhenAllDone(ports, job);
  return 'nothing to do';
}

/** The rest of the sync's task, once all shards are done. Its name makes it one task, however often this is called. */
async function finishWhenAllDone(ports: Ports, job: Job): Promise<void> {
  if (job.sharding?.done === job.sharding?.shards && job.lease_holder === null) await enqueueJob(ports, job);
}

/** Ends the job with the cause: without one of its shards it cannot be whole. */
async function fail(ports: Ports, { job_id: jobId, shard }: ShardKey, error: unknown): Promise<'failed'> {
  const shown = failureMessage(error);
  if (shown === undefined) ports.log.error('A shard failed unexpectedly', { jobId, shard, error });
  const message = shown ?? `Internal error; the server's log has it under job ${jobId}`;
  const ended = await changeJob(ports, jobId, { type: 'failed', message });
  if (ended?.next !== undefined) await enqueueJob(ports, ended.next);
  return 'failed';
}
