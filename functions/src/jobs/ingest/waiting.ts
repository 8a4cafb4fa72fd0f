/**
 * Jobs that come after the one that works on their repository. The repository's document lists them in order; when the
 * active job ends, the transaction that ends it makes the first of them active (change-job.ts). So a push during an
 * ingestion is never lost, and no two workers are in one repository.
 *
 *     repositories/{key}  { active_job_id: "6f…", waiting_jobs: ["inc-push-1c…", "inc-pr-9e…"] }
 */
import { repositoryPath } from '../../model/repositories.ts';
import type { Doc, Ports, StoreTransaction } from '../../ports.ts';
import { isActive, jobOf, jobPath } from './job.ts';
import type { Job } from './job.ts';
import { applyEvent } from './states.ts';

/** The job whose turn it is, already moved on, and who waits behind it. */
export interface Turn {
  job: Job;
  waiting: string[];
}

export function waitingJobs(repository: Doc | undefined): string[] {
  const stored = repository?.['waiting_jobs'];
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : [];
}

/** The first of the repository's jobs that still waits; undefined when none does. Only reads. */
export async function nextTurn(
  tx: Pick<StoreTransaction, 'get'>,
  repository: Doc | undefined,
  now: Date,
): Promise<Turn | undefined> {
  const waiting = waitingJobs(repository);
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    const before = jobOf(await tx.get(jobPath(id)));
    const job = before && applyEvent(before, { type: 'turn' }, now);
    if (job !== undefined) return { job, waiting };
  }
  return undefined;
}

/**
 * A waiting job that nobody will call: its repository is gone (it fails), or the job before it vanished without the
 * transaction that would have given it its turn (its repository's next job is returned, to be enqueued). undefined when
 * all is well.
 */
export async function healWaiting(
  ports: Pick<Ports, 'store' | 'clock'>,
  waiting: Job,
): Promise<Job | 'failed' | undefined> {
  return ports.store.transaction(async (tx) => {
    const now = ports.clock.now();
    const job = jobOf(await tx.get(jobPath(waiting.job_id)));
    if (job?.waits_for == null) return undefined;
    const repository = await tx.get(repositoryPath(job.repo_key));
    if (!waitingJobs(repository).includes(job.job_id)) {
      const message = 'The repository is no longer indexed';
      const failed = applyEvent(job, { type: 'failed', message }, now);
      if (failed === undefined) return undefined;
      tx.set(jobPath(job.job_id), { ...failed });
      return 'failed';
    }
    const activeId = repository?.['active_job_id'];
    const active = typeof activeId === 'string' ? jobOf(await tx.get(jobPath(activeId))) : undefined;
    if (active !== undefined && isActive(active.status)) return undefined;
    const turn = await nextTurn(tx, repository, now);
    if (turn === undefined) return undefined;
    tx.set(jobPath(turn.job.job_id), { ...turn.job });
    tx.update(repositoryPath(job.repo_key), { active_job_id: turn.job.job_id, waiting_jobs: turn.waiting });
    return turn.job;
  });
}
