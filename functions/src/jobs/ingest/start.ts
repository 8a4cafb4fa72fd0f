/**
 * Starts an ingestion, or finds the one that is already under way. The repository's document names its active job, and
 * one transaction reads it, gives up a job that outlived its time, and creates the new one: however many requests come
 * at once, one job is made. The task is enqueued after the commit (enqueue-job.ts says why that is safe).
 */
import { randomUUID } from 'node:crypto';
import { isActive, jobs } from '../../documents/jobs.ts';
import type { Job } from '../../documents/jobs.ts';
import { ingestionLimits } from '../../documents/limits.ts';
import { repositories } from '../../documents/repositories.ts';
import { loginOf } from '../../documents/users.ts';
import { PUBLIC_ACCESS } from '../../graph/access.ts';
import { AppError } from '../../model/errors.ts';
import { repoKeyOf } from '../../model/repositories.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import type { Ports, ScmRepository, StoreTransaction } from '../../ports.ts';
import { writeAudit } from '../work/audit.ts';
import { withinHour } from '../work/hourly-limit.ts';
import { enqueueJob, isForgotten } from './enqueue-job.ts';
import { applyEvent, expiryOf, unstarted } from './job-table.ts';
import { writeChange } from './states.ts';

export interface IngestRequest {
  uid: string;
  /** As the platform answered to the caller's own token: canonical names, and proof that the caller may read it. */
  repository: ScmRepository;
  /** null for the default branch. */
  branch: string | null;
  clearExisting: boolean;
}

export type StartPorts = Pick<Ports, 'store' | 'queue' | 'clock' | 'log' | 'settings'>;

export interface Started {
  job: Job;
  created: boolean;
}

function newJob({ uid, repository, branch, clearExisting }: IngestRequest, repoKey: string, now: Date): Job {
  return {
    job_id: randomUUID(),
    kind: 'ingest',
    owner: repository.owner,
    repo_name: repository.name,
    repo_key: repoKey,
    access: repository.private ? repoKey : PUBLIC_ACCESS,
    branch,
    target_branch: branch ?? repository.defaultBranch,
    clear_existing: clearExisting,
    requested_by: uid,
    commit_sha: null,
    ...unstarted(now),
  };
}

/** The record with what the platform says now; what an earlier ingestion counted stays until the next one ends. */
function recordFor({ uid, repository }: IngestRequest, before: RepositoryRecord | undefined, jobId: string) {
  const record: RepositoryRecord = {
    languages: [],
    branch: null,
    commit_sha: null,
    ingested_at: null,
    files: 0,
    functions: 0,
    classes: 0,
    total_lines: 0,
    ...before,
    owner: repository.owner,
    repo_name: repository.name,
    full_name: repository.fullName,
    description: repository.description,
    language: repository.language,
    stars: repository.stars,
    forks: repository.forks,
    private: repository.private,
    default_branch: repository.defaultBranch,
    platform_id: repository.id,
    ingestion_status: 'pending',
    // A first attempt that failed claims nothing: there is no graph yet that would be its author's.
    indexed_by: before?.ingested_at == null ? uid : before.indexed_by,
    active_job_id: jobId,
  };
  return record;
}

/** The job that `record` names, when there is one that has not ended. */
async function activeJob(from: Pick<StoreTransaction, 'get'>, record: RepositoryRecord | undefined) {
  const id = record?.active_job_id ?? null;
  const job = id === null ? undefined : await jobs.get(from, { job_id: id });
  return job !== undefined && isActive(job) ? job : undefined;
}

async function createJob(ports: StartPorts, request: IngestRequest, repoKey: string): Promise<Started> {
  return ports.store.transaction(async (tx) => {
    const now = ports.clock.now();
    const stored = await repositories.get(tx, { repo_key: repoKey });
    // Of one that is being deleted only that remains: the job's worker ends the deletion before it indexes.
    const deletion = stored?.deleting === true ? { deleting: true, deletion: stored.deletion } : {};
    const record = stored?.deleting === true ? undefined : stored;
    const active = await activeJob(tx, stored);
    if (active !== undefined && expiryOf(active, now) === undefined) return { job: active, created: false };

    const { uid, repository } = request;
    if (record !== undefined && record.ingested_at !== null && record.indexed_by !== uid && !repository.canPush) {
      throw new AppError(
        'forbidden',
        'Indexing this repository again needs push permission, or to have indexed it first',
      );
    }
    const most = ports.settings.ingestionsPerHour;
    const count = await withinHour(tx, now, { limits: ingestionLimits, uid, most, what: 'ingestions' });
    const actor = await loginOf(tx, uid);
    const given = active && applyEvent(active, { type: 'expired' }, now);
    if (active !== undefined && given !== undefined) writeChange(tx, { before: active, after: given });
    const job = newJob(request, repoKey, now);
    jobs.create(tx, job, job);
    repositories.set(tx, job, { ...recordFor(request, record, job.job_id), ...deletion });
    writeAudit(tx, repoKey, { actor, action: 'ingestion_started', subject: job.job_id }, now);
    count();
    return { job, created: true };
  });
}

/**
 * `forbidden` when the repository is indexed and the caller may neither push nor indexed it; `rate_limited` beyond the
 * hourly limit. A new job is returned as it was made, pending, although its task stands by then.
 */
export async function startIngest(ports: StartPorts, request: IngestRequest): Promise<Started> {
  const repoKey = repoKeyOf(request.repository.owner, request.repository.name);
  // Most repeated requests end here, without a transaction that others would have to wait for.
  const found = await activeJob(ports.store, await repositories.get(ports.store, { repo_key: repoKey }));
  const now = ports.clock.now();
  const alive = found !== undefined && expiryOf(found, now) === undefined;
  const started = alive ? { job: found, created: false } : await createJob(ports, request, repoKey);
  if (started.created || isForgotten(started.job, now)) await enqueueJob(ports, started.job);
  return started;
}
