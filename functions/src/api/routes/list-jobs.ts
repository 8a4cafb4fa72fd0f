/**
 * Jobs as a caller may see them: those of readable repositories. The jobs' own `access` field finds the newest ones
 * through an index; the repositories' records then decide, so that a job made while its repository was public does not
 * show after it turned private.
 */
import { jobs as storedJobs } from '../../documents/jobs.ts';
import type { Job } from '../../documents/jobs.ts';
import { repositories } from '../../documents/repositories.ts';
import { PUBLIC_ACCESS } from '../../graph/access.ts';
import { AppError } from '../../model/errors.ts';
import type { Ports } from '../../ports.ts';
import { mayRead } from '../access/access.ts';
import type { Access } from '../access/access.ts';

/** Firestore's limit for `in`. */
const KEYS_PER_QUERY = 30;
const JOB_ID = /^(inc-(push|pr)-)?[0-9A-Za-z-]{8,80}$/;

async function newest(ports: Pick<Ports, 'store'>, keys: string[], limit: number): Promise<Job[]> {
  const found = await storedJobs.query(
    ports.store,
    {},
    { where: [['access', 'in', keys]], orderBy: [['created_at', 'desc']], limit },
  );
  return found.map(({ doc }) => doc);
}

async function readable(ports: Pick<Ports, 'store'>, access: Access, jobs: readonly Job[]): Promise<Job[]> {
  const keys = [...new Set(jobs.map((job) => job.repo_key))];
  const found = await repositories.getAll(
    ports.store,
    keys.map((key) => ({ repo_key: key })),
  );
  const records = new Map(keys.map((key, at) => [key, found[at]]));
  return jobs.filter((job) => {
    const record = records.get(job.repo_key);
    // Whoever asked for a job learns how it ended, even when the repository was deleted meanwhile.
    if (record === undefined || record.deleting === true) return job.requested_by === access.uid;
    return mayRead(access, record, job.repo_key);
  });
}

export async function listVisibleJobs(ports: Pick<Ports, 'store'>, access: Access, limit: number): Promise<Job[]> {
  const keys = [PUBLIC_ACCESS, ...access.privateKeys];
  const queries: Promise<Job[]>[] = [];
  for (let at = 0; at < keys.length; at += KEYS_PER_QUERY) {
    queries.push(newest(ports, keys.slice(at, at + KEYS_PER_QUERY), limit));
  }
  const found = (await Promise.all(queries)).flat();
  const visible = await readable(ports, access, found);
  return visible.sort((a, b) => b.created_at.localeCompare(a.created_at)).slice(0, limit);
}

/** `not_found` for an unknown job and for one whose repository the caller may not read. */
export async function readableJob(ports: Pick<Ports, 'store'>, access: Access, jobId: string): Promise<Job> {
  const job = JOB_ID.test(jobId) ? await storedJobs.get(ports.store, { job_id: jobId }) : undefined;
  const [visible] = job === undefined ? [] : await readable(ports, access, [job]);
  if (visible === undefined) throw new AppError('not_found', 'Job not found');
  return visible;
}
