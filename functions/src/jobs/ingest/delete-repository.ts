/**
 * Deletes a repository for its readers: one transaction hides it, ends its jobs with that cause and says on its record
 * that it is to be purged. From then on it is gone for every request; what is still there of it is removed by a task
 * (purge-repository.ts). The record is the outbox: a purge that was never enqueued or died is found by `deleting`.
 */
import type { z } from 'zod';
import { jobs } from '../../documents/jobs.ts';
import type { Job } from '../../documents/jobs.ts';
import { hidden, HIDDEN_REPOSITORIES, isStanding, repositories } from '../../documents/repositories.ts';
import { loginOf } from '../../documents/users.ts';
import { AppError } from '../../model/errors.ts';
import { repoIdOf } from '../../model/ids.ts';
import type { RepositoryDeletion, RepositoryRecord } from '../../model/repositories.ts';
import type { Ports, StoreTransaction } from '../../ports.ts';
import { writeRemoval } from '../work/audit.ts';
import { later } from '../work/lease.ts';
import type { purgeTask } from '../work/payloads.ts';
import { applyEvent } from './job-table.ts';

export type DeletePorts = Pick<Ports, 'store' | 'queue' | 'clock' | 'log'>;

/** What became of a job that was active; its record is kept for a while so that whoever polls it learns that. */
const DELETED = 'The repository was deleted';
const KEPT_JOBS_MS = 30 * 86_400_000;

/** The ids of repositories that questions of the graph leave out, with one more or one less. */
export function hiddenWith(
  before: { repo_ids: readonly string[] } | undefined,
  repoId: string,
  isHidden: boolean,
): { repo_ids: string[] } {
  const others = (before?.repo_ids ?? []).filter((id) => id !== repoId);
  return { ...before, repo_ids: isHidden ? [...others, repoId].sort() : others };
}

/** The jobs of a repository that have not ended, ended by its deletion. */
async function endedJobs(tx: StoreTransaction, record: RepositoryRecord, now: Date): Promise<Job[]> {
  const ids = [...(record.active_job_id === null ? [] : [record.active_job_id]), ...(record.waiting_jobs ?? [])];
  const found = await jobs.getAll(
    tx,
    ids.map((id) => ({ job_id: id })),
  );
  return found
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
  const payload: z.input<typeof purgeTask> = { repo_key: repoKey };
  try {
    return (await ports.queue.enqueue('purgeRepository', name, payload)) === 'enqueued';
  } catch (error) {
    ports.log.error('A purge could not be enqueued and waits for the sweeper', { repoKey, error });
    return false;
  }
}

/** `not_found` for a repository that is not there or already being deleted. Who may delete is the caller's to check. */
export async function deleteIndexedRepository(ports: DeletePorts, repoKey: string, uid: string): Promise<void> {
  const deletion = await ports.store.transaction(async (tx) => {
    const now = ports.clock.now();
    const record = await repositories.get(tx, { repo_key: repoKey });
    if (!isStanding(record)) throw new AppError('not_found', 'Repository is not indexed');
    const before = await hidden.get(tx, HIDDEN_REPOSITORIES);
    const ended = await endedJobs(tx, record, now);
    const actor = await loginOf(tx, uid);

    const repoId = repoIdOf(record.owner, record.repo_name);
    const asked: RepositoryDeletion = {
      repo_id: repoId,
      requested_at: now.toISOString(),
      requested_by: uid,
      ended_jobs: ended.map((job) => job.job_id),
    };
    for (const job of ended) jobs.set(tx, job, { ...job, expires_at: later(now, KEPT_JOBS_MS) });
    hidden.set(tx, HIDDEN_REPOSITORIES, hiddenWith(before, repoId, true));
    const gone = { deleting: true, deletion: asked, active_job_id: null, waiting_jobs: [] };
    repositories.update(tx, { repo_key: repoKey }, gone);
    writeRemoval(tx, repoKey, actor, now);
    return asked;
  });
  await enqueuePurge(ports, repoKey, deletion);
}
