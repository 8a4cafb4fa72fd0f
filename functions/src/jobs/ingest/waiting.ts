/**
 * Jobs that come after the one that works on their repository. The repository's document lists them in order; when the
 * active job ends, the transaction that ends it makes the first of them active (states.ts). So a push during an ingestion is
 * never lost, and no two workers are in one repository.
 *
 *     repositories/{key}  { active_job_id: "6f…", waiting_jobs: ["inc-push-1c…", "inc-pr-9e…"] }
 */
import { isActive, jobs } from '../../documents/jobs.ts';
import type { Job } from '../../documents/jobs.ts';
import { repositories } from '../../documents/repositories.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import type { Ports, StoreTransaction } from '../../ports.ts';
import { applyEvent } from './job-table.ts';

/** The job whose turn it is, already moved on, and who waits behind it. */
export interface Turn {
  job: Job;
  waiting: string[];
}

/** The first of the repository's jobs that still waits; undefined when none does. Only reads. */
export async function nextTurn(
  tx: Pick<StoreTransaction, 'get'>,
  repository: Pick<RepositoryRecord, 'waiting_jobs'> | undefined,
  now: Date,
): Promise<Turn | undefined> {
  const waiting = [...(repository?.waiting_jobs ?? [])];
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    const before = await jobs.get(tx, { job_id: id });
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
    const job = await jobs.get(tx, waiting);
    if (job?.waits_for == null) return undefined;
    const repository = await repositories.get(tx, job);
    if (repository?.waiting_jobs?.includes(job.job_id) !== true) {
      const failed = applyEvent(job, { type: 'failed', message: 'The repository is no longer indexed' }, now);
      if (failed === undefined) return undefined;
      jobs.set(tx, failed, failed);
      return 'failed';
    }
    const { active_job_id: activeId } = repository;
    const active = activeId === null ? undefined : await jobs.get(tx, { job_id: activeId });
    if (active !== undefined && isActive(active)) return undefined;
    const turn = await nextTurn(tx, repository, now);
    if (turn === undefined) return undefined;
    jobs.set(tx, turn.job, turn.job);
    repositories.update(tx, job, { active_job_id: turn.job.job_id, waiting_jobs: turn.waiting });
    return turn.job;
  });
}
