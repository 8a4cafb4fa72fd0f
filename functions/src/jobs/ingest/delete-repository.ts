/**
 * Deletes a repository for its readers: one transaction hides it, ends its jobs with that cause and says on its record
 * that it is to be purged. From then on it is gone for every request; what is still there of it is removed by a task
 * (purge-repository.ts). The record is the outbox: a purge that was never enqueued or died is found by `deleting`.
 */
import {
  HIDDEN_REPOSITORIES_PATH,
  hiddenRepositoriesSchema,
  repositoryPath,
  repositorySchema,
} from '../../model/repositories.ts';
import type { RepositoryDeletion, RepositoryRecord } from '../../model/repositories.ts';
import { AppError } from '../../model/errors.ts';
import { repoIdOf } from '../../model/ids.ts';
import type { Doc, Ports, StoreTransaction } from '../../ports.ts';
import { jobOf, jobPath } from './job.ts';
import type { Job } from './job.ts';
import { applyEvent } from './states.ts';

export type DeletePorts = Pick<Ports, 'store' | 'queue' | 'clock' | 'log'>;

/** What became of a job that was active; its record is kept for a while so that whoever polls it learns that. */
const DELETED = 'The repository was deleted';
const KEPT_JOBS_MS = 30 * 86_400_000;

/** The ids of repositories that questions of the graph leave out, with one more or one less. */
export function hiddenWith(doc: Doc | undefined, repoId: string, hidden: boolean): Doc {
  const others = hiddenRepositoriesSchema.parse(doc ?? { repo_ids: [] }).repo_ids.filter((id) => id !== repoId);
  return { repo_ids: hidden ? [...others, repoId].sort() : others };
}

/** The jobs of a repository that have not ended, ended by its deletion. */
async function endedJobs(tx: StoreTransaction, record: RepositoryRecord, now: Date): Promise<Job[]> {
  const ids = [...(record.active_job_id === null ? [] : [record.active_job_id]), ...(record.waiting_jobs ?? [])];
  const jobs = await Promise.all(ids.map(async (id) => jobOf(await tx.get(jobPath(id)))));
  return jobs
    .map((job) => job && applyEvent(job, { type: 'failed', message: DELETED }, now))
    .filter((job) => job !== undefined);
}

/** A purge's task. `attempt` keeps names apart when one is enqueued again. */
export async function enqueuePurge(
  ports: DeletePorts,
  repoKey: string,
  deletion: RepositoryDeletion,
  attempt = 0,
): Promise<boolean> {
  const name = `purge-${repoKey}-${Date.parse(deletion.requested_at).toString(36)}-${attempt}`;
  try {
    return (await ports.queue.enqueue('purgeRepository', name, { repo_key: repoKey })) === 'enqueued';
  } catch (error) {
    ports.log.error('A purge could not be enqueued and waits for the sweeper', { repoKey, error });
    return false;
  }
}

/** `not_found` for a repository that is not there or already being deleted. Who may delete is the caller's to check. */
export async function deleteIndexedRepository(ports: DeletePorts, repoKey: string, uid: string): Promise<void> {
  const deletion = await ports.store.transaction(async (tx) => {
    const now = ports.clock.now();
    const doc = await tx.get(repositoryPath(repoKey));
    const record = doc === undefined ? undefined : repositorySchema.parse(doc);
    if (record === undefined || record.deleting === true) throw new AppError('not_found', 'Repository is not indexed');
    const hidden = await tx.get(HIDDEN_REPOSITORIES_PATH);
    const ended = await endedJobs(tx, record, now);

    const repoId = repoIdOf(record.owner, record.repo_name);
    const asked: RepositoryDeletion = {
      repo_id: repoId,
      requested_at: now.toISOString(),
      requested_by: uid,
      ended_jobs: ended.map((job) => job.job_id),
    };
    for (const job of ended) {
      tx.set(jobPath(job.job_id), { ...job, expires_at: new Date(now.getTime() + KEPT_JOBS_MS) });
    }
    tx.set(HIDDEN_REPOSITORIES_PATH, hiddenWith(hidden, repoId, true));
    tx.update(repositoryPath(repoKey), { deleting: true, deletion: asked, active_job_id: null, waiting_jobs: [] });
    return asked;
  });
  await enqueuePurge(ports, repoKey, deletion);
}
