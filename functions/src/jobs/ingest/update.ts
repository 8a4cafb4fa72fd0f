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
import { isActive, jobs } from '../../documents/jobs.ts';
import type { Job } from '../../documents/jobs.ts';
import { isStanding, repositories } from '../../documents/repositories.ts';
import { PUBLIC_ACCESS } from '../../graph/access.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import type { Doc, Ports, StorePort, StoreTransaction } from '../../ports.ts';
import { earlierAnswer, noteAnswer, noteOrEarlier } from '../work/deliveries.ts';
import type { Answered } from '../work/deliveries.ts';
import { isForgotten } from './enqueue-job.ts';
import { applyEvent, expiryOf, unstarted } from './job-table.ts';
import { writeChange } from './states.ts';

export type UpdatePorts = Pick<Ports, 'store' | 'queue' | 'clock' | 'log'>;

export interface UpdateRequest {
  kind: 'push' | 'pull_request';
  repoKey: string;
  /** Key of the delivery (jobs/work/deliveries.ts). */
  delivery: string;
  /** Whether the platform calls the repository private in this event; undefined when it does not say. */
  private: boolean | undefined;
  answer: (jobId: string) => Doc;
}

export interface StartedUpdate {
  answered: Answered;
  /** The job that this call made and that can be enqueued; undefined when it is there already or has to wait. */
  job: Job | undefined;
}

/** A repository that is indexed or about to be, and the jobs that are in it or wait for it, in their order. */
export interface Followed {
  record: RepositoryRecord;
  active: Job | undefined;
  waiting: Job[];
}

/** The branch that the graph holds, or will hold when the active job is done. */
export function indexedBranch({ record, active }: Followed): string {
  return active?.kind === 'ingest' ? active.target_branch : (record.branch ?? record.default_branch);
}

async function follow(
  from: Pick<StoreTransaction, 'get'> & Partial<Pick<StorePort, 'getAll'>>,
  repoKey: string,
): Promise<Followed | undefined> {
  const record = await repositories.get(from, { repo_key: repoKey });
  if (!isStanding(record)) return undefined;
  const ids = [...(record.active_job_id === null ? [] : [record.active_job_id]), ...(record.waiting_jobs ?? [])];
  const found = await jobs.getAll(
    from,
    ids.map((id) => ({ job_id: id })),
  );
  const waiting = found.filter((job) => job !== undefined).filter(isActive);
  const active = waiting[0]?.job_id === record.active_job_id ? waiting.shift() : undefined;
  return record.ingested_at === null && active === undefined ? undefined : { record, active, waiting };
}

/** undefined when the repository is not indexed, or on its way out. */
export function followedRepository(ports: Pick<Ports, 'store'>, repoKey: string): Promise<Followed | undefined> {
  return follow(ports.store, repoKey);
}

/** The job that will do the request's work as well: no worker has asked for the branch's head yet. */
function coming({ active, waiting }: Followed, request: UpdateRequest, access: string, now: Date): Job | undefined {
  return [active, ...waiting].find(
    (job) =>
      job?.kind === request.kind &&
      job.access === access &&
      (job.status === 'pending' || job.status === 'dispatched') &&
      expiryOf(job, now) === undefined,
  );
}

function accessFor(record: RepositoryRecord, request: UpdateRequest): { isPrivate: boolean; access: string } {
  // The platform may have made it private since; that it became public is for an ingestion to find out.
  const isPrivate = record.private || request.private === true;
  return { isPrivate, access: isPrivate ? request.repoKey : PUBLIC_ACCESS };
}

/**
 * Jobs that this instance is making, by repository. The pushes of a burst would all write the repository's document in one
 * moment, and the store turns most of them down; so the others wait for the first, whose job does their work as well.
 */
const making = new Map<string, Promise<{ done: boolean }>>();

/** `followed` as it was read just now. undefined when the repository is no longer there, or on its way out. */
export async function startUpdate(
  ports: UpdatePorts,
  request: UpdateRequest,
  followed: Followed,
): Promise<StartedUpdate | undefined> {
  const others = making.get(request.repoKey);
  const now = ports.clock.now();
  // Most pushes of a burst end here. No transaction is needed: the job had not started after the push happened.
  const job = coming(followed, request, accessFor(followed.record, request).access, now);
  // Where the first fails, the others try for themselves: who sent them waits for seconds only.
  if (job === undefined && others !== undefined && (await others).done) {
    const again = await followedRepository(ports, request.repoKey);
    return again === undefined ? undefined : startUpdate(ports, request, again);
  }
  if (job === undefined) return makeAlone(request.repoKey, () => createUpdate(ports, request));
  const answered = answerFor(request, job);
  const answer = await noteOrEarlier(ports, request.delivery, request.kind, answered);
  if (answer !== answered) return { answered: answer, job: undefined };
  return { answered: { ...answered, work: null }, job: isForgotten(job, now) ? job : undefined };
}

async function makeAlone<T>(repoKey: string, make: () => Promise<T>): Promise<T> {
  const made = make();
  const over = made.then(
    () => ({ done: true }),
    () => ({ done: false }),
  );
  making.set(repoKey, over);
  try {
    return await made;
  } finally {
    if (making.get(repoKey) === over) making.delete(repoKey);
  }
}

function answerFor(request: UpdateRequest, { job_id }: Job): Answered {
  return { answer: request.answer(job_id), work: { kind: 'job', job_id } };
}

async function createUpdate(ports: UpdatePorts, request: UpdateRequest): Promise<StartedUpdate | undefined> {
  const { delivery } = request;
  return ports.store.transaction(async (tx) => {
    const [earlier, followed] = await Promise.all([earlierAnswer(tx, [delivery]), follow(tx, request.repoKey)]);
    if (earlier !== undefined) return { answered: earlier, job: undefined };
    if (followed === undefined) return undefined;
    const { record, active, waiting } = followed;
    const now = ports.clock.now();
    const { isPrivate, access } = accessFor(record, request);
    const existing = coming(followed, request, access, now);
    if (existing !== undefined) {
      const answered = answerFor(request, existing);
      noteAnswer(tx, [delivery], request.kind, answered, now);
      return { answered, job: undefined };
    }
    const expired =
      active && expiryOf(active, now) !== undefined ? applyEvent(active, { type: 'expired' }, now) : undefined;
    const before = expired === undefined ? active : undefined;
    const job = newUpdate(request, followed, before, access, now);
    const answered = answerFor(request, job);
    noteAnswer(tx, [delivery], request.kind, answered, now);
    if (active !== undefined && expired !== undefined) writeChange(tx, { before: active, after: expired });
    jobs.create(tx, job, job);
    // What is private from now on is hidden at once; the sync rewrites what the graph shows.
    const shown = isPrivate === record.private ? {} : { private: isPrivate };
    const turn =
      before === undefined
        ? { active_job_id: job.job_id }
        : { waiting_jobs: [...waiting.map(({ job_id }) => job_id), job.job_id] };
    repositories.update(tx, job, { ...shown, ...turn });
    return { answered, job: before === undefined ? job : undefined };
  });
}

function newUpdate(
  { kind, repoKey }: UpdateRequest,
  followed: Followed,
  before: Job | undefined,
  access: string,
  now: Date,
): Job {
  const { record } = followed;
  return {
    job_id: `inc-${kind === 'push' ? 'push' : 'pr'}-${randomUUID()}`,
    kind,
    owner: record.owner,
    repo_name: record.repo_name,
    repo_key: repoKey,
    access,
    branch: record.branch,
    target_branch: indexedBranch(followed),
    clear_existing: false,
    requested_by: record.indexed_by,
    commit_sha: null,
    ...unstarted(now),
    waits_for: before?.job_id ?? null,
  };
}
