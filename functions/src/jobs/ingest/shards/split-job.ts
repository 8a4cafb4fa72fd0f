/**
 * Divides a job whose repository is too much for one task: takes the repository over, stores a shard for each range of
 * paths, and makes a task of each. The worker then lets go of the job; the shard that is the last to be done has the
 * queue come for the rest of the sync (tasks.ts). A sync finds what shards have written as it finds what an earlier
 * sync has, so nothing else knows of them.
 *
 * The shards are stored in one transaction with the job's word of them. A worker that died before it leaves nothing; one
 * that died behind it, or whose shards were lost, is followed by one that makes the tasks of what is not done again.
 */
import type { z } from 'zod';
import { jobs, ownerAndName, shards } from '../../../documents/jobs.ts';
import type { Job, Shard, Sharding } from '../../../documents/jobs.ts';
import { accessOf, PUBLIC_ACCESS } from '../../../graph/access.ts';
import type { FileState } from '../../../graph/file-states.ts';
import { readRepository } from '../../../graph/repository.ts';
import { ensureSchema } from '../../../graph/schema.ts';
import { AppError } from '../../../model/errors.ts';
import { repoIdOf } from '../../../model/ids.ts';
import type { Ports, TreeEntry } from '../../../ports.ts';
import type { JobReaders } from '../../snapshots/open-head.ts';
import { targetOf } from '../../snapshots/target.ts';
import type { HeadPorts } from '../../snapshots/target.ts';
import { codeVersions, fileVersion } from '../../sync/code-versions.ts';
import { planSync } from '../../sync/plan.ts';
import { eligibilityOf } from '../../sync/sources.ts';
import { takeRepository } from '../../sync/take-repository.ts';
import type { ProgressHeartbeat } from '../../work/heartbeat.ts';
import { later } from '../../work/lease.ts';
import type { partTask, shardTask } from '../../work/payloads.ts';
import { applyEvent } from '../job-table.ts';
import { divide, exceeds } from './sharding.ts';

export type SplitPorts = HeadPorts & Pick<Ports, 'clock' | 'queue'>;

/** Shards that nobody will ask for again go by themselves (firestore.indexes.json). */
const KEPT_SHARDS_MS = 7 * 86_400_000;

interface TooMuch {
  commit: string;
  branch: string;
  changed: TreeEntry[];
  reused: number;
}

/** What is to be read of the branch's newest commit; undefined when one task can do it, or nobody can say. */
async function measure(
  ports: SplitPorts,
  job: Job,
  beat: ProgressHeartbeat,
  readers: JobReaders,
): Promise<TooMuch | undefined> {
  const { owner, name } = ownerAndName(job);
  const { token, branch: named, files } = await targetOf(ports, job);
  // A service that divides nothing, and an update of a small repository, need not ask the platform.
  const limits = ports.settings.shards;
  if ((limits.files <= 0 && limits.bytes <= 0) || (files !== undefined && files <= limits.files)) return undefined;
  try {
    const branch = named ?? (await ports.scm.repository(token, owner, name)).defaultBranch;
    const snapshot = await readers.openTree({ scm: ports.scm, token, owner, name, branch, signal: beat.signal });
    if (snapshot === undefined || !exceeds(snapshot.entries, limits)) return undefined;
    const eligibility = await eligibilityOf(snapshot);
    const states = job.clear_existing
      ? new Map<string, FileState>()
      : (await readers.readFiles(await readRepository(ports.graph, repoIdOf(owner, name)))).states;
    const versions = codeVersions();
    const versionOf = (language: string) => fileVersion(versions, language);
    const plan = planSync(snapshot.entries, states, versionOf, (entry) => eligibility.reasonToSkip(entry));
    if (!exceeds(plan.changed, limits)) return undefined;
    const reused = plan.unchanged.filter((path) => states.get(path)?.skipped === null).length;
    return { commit: snapshot.commit, branch, changed: plan.changed, reused };
  } catch (error) {
    // Whatever keeps the platform from answering here keeps it from giving the files too, and the clone says it better.
    if (error instanceof AppError && error.code !== 'graph_unavailable') return undefined;
    throw error;
  }
}

/** One transaction: the shards, instead of those that the job had, and its word of them. `conflict` when the job is another worker's. */
export async function storeShards(
  ports: Pick<Ports, 'store' | 'clock'>,
  job: Job,
  parts: readonly Shard[],
  sharding: Sharding,
): Promise<Job> {
  return ports.store.transaction(async (tx) => {
    const now = ports.clock.now();
    const before = await jobs.get(tx, job);
    const event = { type: 'planned', holder: job.lease_holder ?? '', sharding } as const;
    const after = before && applyEvent(before, event, now);
    if (after === undefined) throw new AppError('conflict', 'The job is no longer held by this worker');
    const kept = { expires_at: later(now, KEPT_SHARDS_MS) };
    parts.forEach((shard, at) => shards.set(tx, { ...job, shard: at }, { ...shard, ...kept }));
    // Files may have been extracted in more shards than there are parts, and would be counted as parts that are done.
    for (let at = parts.length; at < (before?.sharding?.shards ?? 0); at++) shards.delete(tx, { ...job, shard: at });
    jobs.set(tx, job, after);
    return after;
  });
}

async function planned(
  ports: SplitPorts,
  job: Job,
  beat: ProgressHeartbeat,
  readers: JobReaders,
): Promise<Job | undefined> {
  const found = await measure(ports, job, beat, readers);
  if (found === undefined) return undefined;
  const repoId = repoIdOf(job.owner, job.repo_name);
  await ensureSchema(ports.graph);
  const fence = await takeRepository(
    {
      ports,
      repoId,
      access: accessOf(repoId, job.access !== PUBLIC_ACCESS),
      clearExisting: job.clear_existing,
      requireJob: () => beat.require(),
    },
    await readRepository(ports.graph, repoId),
  );
  const parts = divide(found.changed, ports.settings.shards);
  const { commit, branch, changed, reused } = found;
  const sharding = {
    commit,
    branch,
    fence: fence.number,
    shards: parts.length,
    done: 0,
    files_done: 0,
    files: changed.length,
    reused,
  };
  return storeShards(ports, job, parts, sharding);
}

/** A task for each shard that is not done. Names hold the job's attempt: tasks that were lost are made anew. */
export async function enqueueShards(ports: Pick<Ports, 'store' | 'queue'>, job: Job): Promise<void> {
  const { attempts, job_id, sharding } = job;
  const round = sharding?.round;
  for await (const page of shards.pages(ports.store, job, [['status', '==', 'open']])) {
    for (const { id } of page) {
      const shard = Number(id);
      if (round === undefined) {
        const payload: z.input<typeof shardTask> = { job_id, shard };
        await ports.queue.enqueue('extractShard', `${job_id}-shard-${id}-${attempts}`, payload);
      } else {
        const payload: z.input<typeof partTask> = { job_id, shard, round };
        await ports.queue.enqueue('resolvePart', `${job_id}-part-${round}-${id}-${attempts}`, payload);
      }
    }
  }
}

/** True when shards are at work, or about to be: the rest is another task's. */
export async function splitJob(
  ports: SplitPorts,
  job: Job,
  beat: ProgressHeartbeat,
  readers: JobReaders,
): Promise<boolean> {
  const divided = job.sharding == null ? await planned(ports, job, beat, readers) : job;
  const sharding = divided?.sharding;
  if (divided === undefined || sharding == null || sharding.done >= sharding.shards) return false;
  await enqueueShards(ports, divided);
  return true;
}
