/**
 * A push or a merge becomes a job that brings the graph to the branch's newest commit. The job names no commit: a worker
 * asks for the branch's head when it starts, so pushes may arrive late, twice or in the wrong order, and one job that has
 * not started yet is enough for all that came before. While another job is in the repository, this one waits for it.
 *
 *     active: ingest (running), waiting: []              push → waiting: [inc-push-1]
 *     active: ingest (running), waiting: [inc-push-1]    push → the same inc-push-1
 *     active: inc-push-1 (running), waiting: []          push → waiting: [inc-push-2]
 */
import { randomUUID } from 'node:crypto';
import { PUBLIC_ACCESS } from '../graph/access.ts';
import { repositoryPath, repositorySchema } from '../model/repositories.ts';
import type { RepositoryRecord } from '../model/repositories.ts';
import type { Doc, Ports } from '../ports.ts';
import { writeChange } from './change-job.ts';
import { deliveryPath, earlierAnswer, noteAnswer } from './deliveries.ts';
import type { Answered } from './deliveries.ts';
import { isActive, jobOf, jobPath } from './job.ts';
import type { Job } from './job.ts';
import { applyEvent, expiryOf } from './job-states.ts';
import { waitingJobs } from './waiting-jobs.ts';

export type UpdatePorts = Pick<Ports, 'store' | 'queue' | 'clock' | 'log'>;

export interface UpdateRequest {
  kind: 'push' | 'pull_request';
  repoKey: string;
  /** Keys of the delivery, for jobs/deliveries.ts. */
  deliveries: string[];
  /** Whether the platform calls the repository private in this event; undefined when it does not say. */
  private: boolean | undefined;
  answer: (jobId: string) => Doc;
}

export interface StartedUpdate {
  answered: Answered;
  /** The job that this call made and that can be enqueued; undefined when it is there already or has to wait. */
  job: Job | undefined;
}

/** The branch that the graph holds, or will hold when the active job is done. */
export function indexedBranch(record: RepositoryRecord, active: Job | undefined): string {
  return active?.kind === 'ingest' ? active.target_branch : (record.branch ?? record.default_branch);
}

/** The record, and its active job, of a repository that is indexed or about to be; undefined of any other. */
export async function followedRepository(
  ports: Pick<Ports, 'store'>,
  repoKey: string,
): Promise<{ record: RepositoryRecord; active: Job | undefined } | undefined> {
  const doc = await ports.store.get(repositoryPath(repoKey));
  if (doc === undefined) return undefined;
  const record = repositorySchema.parse(doc);
  if (record.deleting === true) return undefined;
  const found = record.active_job_id === null ? undefined : jobOf(await ports.store.get(jobPath(record.active_job_id)));
  const active = found !== undefined && isActive(found.status) ? found : undefined;
  return record.ingested_at === null && active === undefined ? undefined : { record, active };
}

/** The job that will do this one's work as well: same kind, and no worker has asked for the branch's head yet. */
function coming(jobs: (Job | undefined)[], kind: Job['kind']): Job | undefined {
  return jobs.find((job) => job?.kind === kind && (job.status === 'pending' || job.status === 'dispatched'));
}

/** undefined when the repository is no longer there. */
export async function startUpdate(ports: UpdatePorts, request: UpdateRequest): Promise<StartedUpdate | undefined> {
  const paths = request.deliveries.map(deliveryPath);
  return ports.store.transaction(async (tx) => {
    const earlier = await earlierAnswer(tx.get, paths);
    if (earlier !== undefined) return { answered: earlier, job: undefined };
    const doc = await tx.get(repositoryPath(request.repoKey));
    if (doc === undefined) return undefined;
    const record = repositorySchema.parse(doc);
    if (record.deleting === true) return undefined;
    const now = ports.clock.now();
    const ids = [...(record.active_job_id === null ? [] : [record.active_job_id]), ...waitingJobs(doc)];
    const jobs = await Promise.all(ids.map(async (id) => jobOf(await tx.get(jobPath(id)))));
    const active = record.active_job_id === null ? undefined : jobs.shift();
    const expired =
      active && expiryOf(active, now) !== undefined ? applyEvent(active, { type: 'expired' }, now) : undefined;
    const alive = expired === undefined && active !== undefined && isActive(active.status) ? active : undefined;

    const existing = coming([alive, ...jobs], request.kind);
    const isPrivate = record.private || request.private === true;
    const job = existing ?? newUpdate(request, record, alive, isPrivate, now);
    const answered: Answered = { answer: request.answer(job.job_id), work: { kind: 'job', job_id: job.job_id } };
    noteAnswer(tx, paths, request.kind, answered, now);
    if (existing !== undefined) return { answered, job: undefined };

    if (active !== undefined && expired !== undefined) writeChange(tx, active, expired, undefined);
    tx.create(jobPath(job.job_id), { ...job });
    // What is private from now on is hidden at once; the sync rewrites what the graph shows.
    const shown = isPrivate === record.private ? {} : { private: isPrivate };
    const turn =
      alive === undefined ? { active_job_id: job.job_id } : { waiting_jobs: [...waitingJobs(doc), job.job_id] };
    tx.update(repositoryPath(request.repoKey), { ...shown, ...turn });
    return { answered, job: alive === undefined ? job : undefined };
  });
}

function newUpdate(
  { kind, repoKey }: UpdateRequest,
  record: RepositoryRecord,
  before: Job | undefined,
  isPrivate: boolean,
  now: Date,
): Job {
  const at = now.toISOString();
  return {
    job_id: `inc-${kind === 'push' ? 'push' : 'pr'}-${randomUUID()}`,
    kind,
    owner: record.owner,
    repo_name: record.repo_name,
    repo_key: repoKey,
    access: isPrivate ? repoKey : PUBLIC_ACCESS,
    branch: record.branch,
    target_branch: indexedBranch(record, before),
    clear_existing: false,
    requested_by: record.indexed_by,
    status: 'pending',
    version: 1,
    created_at: at,
    updated_at: at,
    started_at: null,
    completed_at: null,
    stats: null,
    error_message: null,
    progress: null,
    commit_sha: null,
    attempts: 0,
    lease_holder: null,
    lease_expires_at: null,
    waits_for: before?.job_id ?? null,
  };
}
