/**
 * The worker of one shard: what the queue calls with `{"job_id": "…", "shard": 3}`. It extracts and writes the files of
 * its range that the graph does not hold yet, under the number of the run that divided the job, and counts itself done
 * in one transaction; the one that completes the count has the queue come for the rest of the sync.
 *
 *   job has ended, or its range is done    nothing to do; the last one's call for the rest is repeated
 *   another worker's lease stands          fail this delivery; the queue's next one comes back to see
 *   no lease, or an expired one            take it; what an earlier worker wrote of it stands
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { accessOf, PUBLIC_ACCESS } from '../../../graph/access.ts';
import { fenceOf } from '../../../graph/fence.ts';
import { readFileStates } from '../../../graph/file-states.ts';
import { AppError } from '../../../model/errors.ts';
import { repoIdOf } from '../../../model/ids.ts';
import type { Ports, StoreTransaction } from '../../../ports.ts';
import { changeJob } from '../change-job.ts';
import { codeVersions, fileVersion } from '../../sync/code-versions.ts';
import { enqueueJob } from '../enqueue-job.ts';
import { failureMessage } from '../../work/failure-message.ts';
import { reasonToReturn, startHeartbeat } from '../../work/heartbeat.ts';
import type { Heartbeat } from '../../work/heartbeat.ts';
import { jobOf, jobPath, ownerAndName } from '../job.ts';
import type { Job } from '../job.ts';
import { applyEvent, HEARTBEAT_MS, LEASE_MS, MAX_ATTEMPTS, SHARDS_LEASE_MS } from '../states.ts';
import { openCommit } from '../../snapshots/open-commit.ts';
import { targetOf } from '../../snapshots/open-head.ts';
import { isWithin, shardOf, shardPath, SHARDS } from './sharding.ts';
import type { Shard, Sharding } from './sharding.ts';
import { openSources } from '../../sync/sources.ts';
import { countDone } from './split-job.ts';
import { readChangedFiles } from '../../sync/files.ts';
import { planSync } from '../../sync/plan.ts';

const payloadSchema = z.object({ job_id: z.string().min(1).max(100), shard: z.int().min(0) });

export type ShardOutcome = 'done' | 'failed' | 'nothing to do' | 'taken over';

/** A shard with the job that it is of, as long as that job is at work. */
interface Standing {
  job: Job;
  sharding: Sharding;
  shard: Shard;
}

interface Work extends Standing {
  number: number;
  holder: string;
}

async function standing(tx: Pick<StoreTransaction, 'get'>, jobId: string, number: number) {
  const job = jobOf(await tx.get(jobPath(jobId)));
  const shard = shardOf(await tx.get(shardPath(jobId, number)));
  if (job?.status !== 'running' || job.sharding == null || shard === undefined) return undefined;
  return { job, sharding: job.sharding, shard } satisfies Standing;
}

function later(now: Date, milliseconds: number): string {
  return new Date(now.getTime() + milliseconds).toISOString();
}

/** undefined when there is no such shard (any more); `taken` says whether it is this worker's now. */
async function take(ports: Ports, jobId: string, number: number, holder: string) {
  return ports.store.transaction(async (tx) => {
    const found = await standing(tx, jobId, number);
    if (found === undefined) return undefined;
    const { shard } = found;
    const now = ports.clock.now();
    const held = shard.lease_expires_at !== null && Date.parse(shard.lease_expires_at) > now.getTime();
    if (shard.status === 'done' || (shard.lease_holder !== null && held)) return { ...found, taken: false };
    const lease = { lease_holder: holder, lease_expires_at: later(now, LEASE_MS) };
    const fields = { ...lease, attempts: shard.attempts + 1 };
    tx.update(shardPath(jobId, number), fields);
    return { ...found, shard: { ...shard, ...fields }, taken: true };
  });
}

/** Changes the shard while it is this worker's; false when it is not. */
async function change(ports: Ports, work: Work, fields: () => Partial<Shard>): Promise<boolean> {
  const { job_id: jobId } = work.job;
  return ports.store.transaction(async (tx) => {
    const found = await standing(tx, jobId, work.number);
    if (found?.shard.lease_holder !== work.holder) return false;
    tx.update(shardPath(jobId, work.number), fields());
    return true;
  });
}

/** Its own sign of life, and the job's when no other shard has given that lately. */
function hold(ports: Ports, work: Work, files: () => number): Heartbeat {
  const { job_id: jobId } = work.job;
  return startHeartbeat({
    what: 'shard',
    fields: { jobId, shard: work.number },
    log: ports.log,
    async write() {
      const lease = () => ({ done: files(), lease_expires_at: later(ports.clock.now(), LEASE_MS) });
      if (!(await change(ports, work, lease))) return false;
      const job = jobOf(await ports.store.get(jobPath(jobId)));
      const told = job?.lease_expires_at == null ? 0 : Date.parse(job.lease_expires_at) - SHARDS_LEASE_MS;
      if (job?.lease_holder !== SHARDS || ports.clock.now().getTime() - told < HEARTBEAT_MS - 1_000) return true;
      const done = await countDone(ports.store, jobId);
      const progress = { phase: 'files', done, total: work.sharding.files };
      await changeJob(ports, jobId, { type: 'heartbeat', holder: SHARDS, progress });
      return true;
    },
  });
}

async function writeShard(ports: Ports, work: Work, lease: Heartbeat, done: (files: number) => void): Promise<void> {
  const { job, sharding, shard } = work;
  const repoId = repoIdOf(job.owner, job.repo_name);
  const { token } = await targetOf(ports, job);
  const { commit, branch, fence: number } = sharding;
  const { signal } = lease;
  const snapshot = await openCommit(ports.scm, { token, ...ownerAndName(job), commit, branch, signal });
  try {
    const sources = await openSources(snapshot);
    try {
      const range = snapshot.entries.filter(({ path }) => isWithin(path, shard));
      const paths = range.map(({ path }) => path);
      const states = await readFileStates(ports.graph, repoId, paths);
      const versions = codeVersions();
      const versionOf = (language: string) => fileVersion(versions, language);
      const { changed } = planSync(range, states, versionOf, (entry) => sources.reasonToSkip(entry));
      const before = Math.max(0, shard.files - changed.length);
      done(before);
      await snapshot.fetch(changed, ports.settings.maxCloneBytes);
      const { written } = await readChangedFiles({
        fence: fenceOf(ports.graph, repoId, accessOf(repoId, job.access !== PUBLIC_ACCESS), number),
        repoId,
        snapshot,
        sources,
        versionOf,
        states,
        changed,
        signal,
        onProgress: (progress) => done(Math.min(shard.files, before + progress.done)),
      });
      await written;
    } finally {
      await sources.close();
    }
  } finally {
    await snapshot.close();
  }
}

/** The job as it is then; undefined when the shard is not this worker's (any more). */
async function countShard(ports: Ports, { job, number, holder }: Work): Promise<Job | undefined> {
  return ports.store.transaction(async (tx) => {
    const found = await standing(tx, job.job_id, number);
    if (found?.shard.lease_holder !== holder || found.shard.status === 'done') return undefined;
    const after = applyEvent(found.job, { type: 'shard done', files: found.shard.files }, ports.clock.now());
    if (after === undefined) return undefined;
    const ended = { status: 'done', done: found.shard.files, lease_holder: null, lease_expires_at: null };
    tx.update(shardPath(job.job_id, number), ended);
    tx.set(jobPath(job.job_id), { ...after });
    return after;
  });
}

/** The rest of the sync's task, once all shards are done. Its name makes it one task, however often this is called. */
async function finishWhenAllDone(ports: Ports, job: Job): Promise<void> {
  if (job.sharding?.done === job.sharding?.shards && job.lease_holder === null) await enqueueJob(ports, job);
}

async function fail(ports: Ports, work: Work, error: unknown): Promise<ShardOutcome> {
  const { job_id: jobId } = work.job;
  const shown = failureMessage(error);
  if (shown === undefined) ports.log.error('A shard failed unexpectedly', { jobId, shard: work.number, error });
  const message = shown ?? `Internal error; the server's log has it under job ${jobId}`;
  const ended = await changeJob(ports, jobId, { type: 'failed', message });
  if (ended?.next !== undefined) await enqueueJob(ports, ended.next);
  return 'failed';
}

/** `lastDelivery`: the queue will not come again, so what would be thrown is recorded instead. */
export async function runShardTask(ports: Ports, payload: unknown, lastDelivery = false): Promise<ShardOutcome> {
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) {
    ports.log.error('A task without a shard', { payload });
    return 'nothing to do';
  }
  const { job_id: jobId, shard: number } = parsed.data;
  const holder = randomUUID();
  const taken = await take(ports, jobId, number, holder);
  if (taken === undefined) return 'nothing to do';
  if (!taken.taken) {
    if (taken.shard.status === 'done') await finishWhenAllDone(ports, taken.job);
    if (taken.shard.status === 'done' || lastDelivery) return 'nothing to do';
    throw new AppError('conflict', `Shard ${number} of job ${jobId} is held by another worker`);
  }
  const work = { ...taken, number, holder };
  if (work.shard.attempts > MAX_ATTEMPTS) {
    return fail(ports, work, new AppError('conflict', `Given up after ${MAX_ATTEMPTS} attempts`));
  }
  let files = work.shard.done;
  const lease = hold(ports, work, () => files);
  try {
    await writeShard(ports, work, lease, (done) => (files = done));
    await lease.release();
    const job = await countShard(ports, work);
    if (job === undefined) return 'taken over';
    await finishWhenAllDone(ports, job);
    return 'done';
  } catch (error) {
    await lease.release();
    if (lease.signal.aborted) {
      const again = reasonToReturn(lease);
      if (again !== undefined && !lastDelivery) throw again;
      return 'taken over';
    }
    // Another run has the repository: of this job or a newer one, or its deletion.
    if ((await standing(ports.store, jobId, number))?.shard.lease_holder !== holder) return 'taken over';
    const transient = error instanceof AppError && error.retryable;
    if (!transient || lastDelivery || work.shard.attempts >= MAX_ATTEMPTS) return await fail(ports, work, error);
    await change(ports, work, () => ({ lease_holder: null, lease_expires_at: null, done: files }));
    throw error;
  } finally {
    await lease.release();
  }
}
