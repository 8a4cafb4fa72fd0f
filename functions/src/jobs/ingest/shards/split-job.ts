/**
 * Divides a job whose repository is too much for one task: takes the repository over, stores a shard for each range of
 * paths, and makes a task of each. The worker then lets go of the job; the shard that is the last to be done has the
 * queue come for the rest of the sync (run-shard.ts). A sync finds what shards have written as it finds what an earlier
 * sync has, so nothing else knows of them.
 *
 * The shards are stored in one transaction with the job's word of them. A worker that died before it leaves nothing; one
 * that died behind it, or whose shards were lost, is followed by one that makes the tasks of what is not done again.
 */
import { accessOf, PUBLIC_ACCESS } from '../../../graph/access.ts';
import { readFileStates, type FileState } from '../../../graph/file-states.ts';
import { readRepository } from '../../../graph/repository.ts';
import { ensureSchema } from '../../../graph/schema.ts';
import { AppError } from '../../../model/errors.ts';
import { repoIdOf } from '../../../model/ids.ts';
import type { Ports, TreeEntry } from '../../../ports.ts';
import { codeVersions, fileVersion } from '../../sync/code-versions.ts';
import { documentPages } from '../../../documents/document-pages.ts';
import { jobOf, jobPath, ownerAndName } from '../job.ts';
import type { Job } from '../job.ts';
import { applyEvent } from '../states.ts';
import type { Lease } from '../../work/lease.ts';
import { targetOf } from '../../snapshots/open-head.ts';
import type { HeadPorts } from '../../snapshots/open-head.ts';
import { openPlatformSnapshot } from '../../snapshots/platform-snapshot.ts';
import { divide, exceeds, shardPath, shardsPath, shardOf } from './sharding.ts';
import type { Shard, Sharding } from './sharding.ts';
import { eligibilityOf } from '../../sync/sources.ts';
import { takeRepository } from '../../sync/sync.ts';
import { planSync } from '../../sync/plan.ts';

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
async function measure(ports: SplitPorts, job: Job, lease: Lease): Promise<TooMuch | undefined> {
  const { owner, name } = ownerAndName(job);
  const { token, branch: named, files } = await targetOf(ports, job);
  // Neither should wait for an answer that is known: a service that divides nothing, an update of a small repository.
  const limits = ports.settings.shards;
  if ((limits.files <= 0 && limits.bytes <= 0) || (files !== undefined && files <= limits.files)) return undefined;
  try {
    const branch = named ?? (await ports.scm.repository(token, owner, name)).defaultBranch;
    const snapshot = await openPlatformSnapshot({ scm: ports.scm, token, owner, name, branch, signal: lease.signal });
    if (snapshot === undefined || !exceeds(snapshot.entries, limits)) return undefined;
    const eligibility = await eligibilityOf(snapshot);
    const states = job.clear_existing
      ? new Map<string, FileState>()
      : await readFileStates(ports.graph, repoIdOf(owner, name));
    const versions = codeVersions();
    const versionOf = (language: string) => fileVersion(versions, language);
    const plan = planSync(snapshot.entries, states, versionOf, (entry) => eligibility.reasonToSkip(entry));
    if (!exceeds(plan.changed, limits)) return undefined;
    const reused = plan.unchanged.filter((path) => states.get(path)?.skipped === null).length;
    return { commit: snapshot.commit, branch, changed: plan.changed, reused };
  } catch (error) {
    // Whatever keeps the platform from telling keeps it from giving the files too, and the clone says it better.
    if (error instanceof AppError && error.code !== 'graph_unavailable') return undefined;
    throw error;
  }
}

async function storeShards(ports: SplitPorts, job: Job, shards: Shard[], sharding: Sharding): Promise<Job> {
  return ports.store.transaction(async (tx) => {
    const now = ports.clock.now();
    const before = jobOf(await tx.get(jobPath(job.job_id)));
    const planned = { type: 'planned', holder: job.lease_holder ?? '', sharding } as const;
    const after = before && applyEvent(before, planned, now);
    if (after === undefined) throw new AppError('conflict', 'The job is no longer held by this worker');
    const kept = { expires_at: new Date(now.getTime() + KEPT_SHARDS_MS) };
    shards.forEach((shard, at) => tx.set(shardPath(job.job_id, at), { ...shard, ...kept }));
    tx.set(jobPath(job.job_id), { ...after });
    return after;
  });
}

async function planned(ports: SplitPorts, job: Job, lease: Lease): Promise<Job | undefined> {
  const found = await measure(ports, job, lease);
  if (found === undefined) return undefined;
  const repoId = repoIdOf(job.owner, job.repo_name);
  await ensureSchema(ports.graph);
  const fence = await takeRepository(
    {
      ports,
      repoId,
      access: accessOf(repoId, job.access !== PUBLIC_ACCESS),
      clearExisting: job.clear_existing,
      requireJob: () => lease.require(),
    },
    await readRepository(ports.graph, repoId),
  );
  const shards = divide(found.changed, ports.settings.shards);
  const { commit, branch, changed, reused } = found;
  const sharding = {
    commit,
    branch,
    fence: fence.number,
    shards: shards.length,
    done: 0,
    files_done: 0,
    files: changed.length,
    reused,
  };
  return storeShards(ports, job, shards, sharding);
}

/** A task for each shard that is not done. Names hold the job's attempt: tasks that were lost are made anew. */
async function enqueueShards(ports: SplitPorts, job: Job): Promise<void> {
  for await (const page of documentPages(ports.store, shardsPath(job.job_id), [['status', '==', 'open']])) {
    for (const { id } of page) {
      const name = `${job.job_id}-shard-${id}-${job.attempts}`;
      await ports.queue.enqueue('extractShard', name, { job_id: job.job_id, shard: Number(id) });
    }
  }
}

/** True when shards are at work, or about to be: the rest is another task's. */
export async function splitJob(ports: SplitPorts, job: Job, lease: Lease): Promise<boolean> {
  const divided = job.sharding == null ? await planned(ports, job, lease) : job;
  const sharding = divided?.sharding;
  if (divided === undefined || sharding == null || sharding.done >= sharding.shards) return false;
  await enqueueShards(ports, divided);
  return true;
}

/** Files of all shards that are in the graph. */
export async function countDone(store: Ports['store'], jobId: string): Promise<number> {
  let done = 0;
  for await (const page of documentPages(store, shardsPath(jobId), [])) {
    for (const { doc } of page) done += shardOf(doc)?.done ?? 0;
  }
  return done;
}
