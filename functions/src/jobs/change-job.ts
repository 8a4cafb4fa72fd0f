/**
 * Moves a job: one Firestore transaction reads it, asks the table, and writes it together with what the repository's
 * document must say about it. Whoever comes second to the same transition is refused by the table and writes nothing.
 */
import { repositoryPath } from '../model/repositories.ts';
import type { Doc, Ports, StoreTransaction } from '../ports.ts';
import { isActive, jobOf, jobPath } from './job.ts';
import type { Job } from './job.ts';
import { applyEvent } from './job-states.ts';
import type { JobEvent } from './job-states.ts';

/** `accepted` is false when the table has no such row for the job as it is now; `job` is then unchanged. */
export interface Change {
  job: Job;
  accepted: boolean;
}

/** What a job's new state says on the repository's document; undefined when nothing. */
function repositoryFields(before: Job, after: Job, activeJobId: unknown, outcome: Doc): Doc | undefined {
  // A newer job has the repository: what became of this one is no longer the repository's state.
  if (activeJobId !== after.job_id || before.status === after.status) return undefined;
  if (after.status === 'running') return { ingestion_status: 'ingesting' };
  if (after.status === 'failed') return { ingestion_status: 'failed', active_job_id: null };
  if (after.status !== 'completed') return undefined;
  return {
    ...outcome,
    ingestion_status: 'ingested',
    ingested_at: after.completed_at,
    branch: after.target_branch,
    commit_sha: after.commit_sha,
    active_job_id: null,
  };
}

/** The write half, for transactions that do more than this one change. `repository` is its document as read. */
export function writeChange(
  tx: StoreTransaction,
  before: Job,
  after: Job,
  repository: Doc | undefined,
  outcome: Doc = {},
): void {
  tx.set(jobPath(after.job_id), { ...after });
  const fields = repository && repositoryFields(before, after, repository['active_job_id'], outcome);
  if (fields !== undefined) tx.update(repositoryPath(after.repo_key), fields);
}

/** `outcome`: fields for the repository's document when the event completes the job. undefined for an unknown job. */
export async function changeJob(
  ports: Pick<Ports, 'store' | 'clock'>,
  jobId: string,
  event: JobEvent,
  outcome: Doc = {},
): Promise<Change | undefined> {
  return ports.store.transaction(async (tx) => {
    const before = jobOf(await tx.get(jobPath(jobId)));
    if (before === undefined) return undefined;
    const after = applyEvent(before, event, ports.clock.now());
    if (after === undefined) return { job: before, accepted: false };
    // A heartbeat leaves the repository as it is: reading its document would only make transactions collide.
    const moves = before.status !== after.status && (after.status === 'running' || !isActive(after.status));
    const repository = moves ? await tx.get(repositoryPath(after.repo_key)) : undefined;
    writeChange(tx, before, after, repository, outcome);
    return { job: after, accepted: true };
  });
}
