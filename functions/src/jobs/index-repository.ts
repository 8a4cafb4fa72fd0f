/**
 * The work of an ingestion job between taking its lease and recording its end: clone the branch's head at depth 1, make
 * the graph equal to it, embed its nodes when there is a model to do so, and say what the job's and the repository's
 * documents shall show.
 */
import { accessOf, PUBLIC_ACCESS } from '../graph/access.ts';
import { AppError } from '../model/errors.ts';
import { repoIdOf } from '../model/ids.ts';
import type { Doc, Ports, Snapshot } from '../ports.ts';
import { embedAfterSync } from './embed-after-sync.ts';
import type { Job, JobStats } from './job.ts';
import type { Lease } from './lease.ts';
import { purgeRepository } from './purge-repository.ts';
import { platformTokenOf, userPath } from './platform-token.ts';
import type { SyncStats } from './sync-stats.ts';

export type IndexPorts = Pick<
  Ports,
  'clock' | 'gateway' | 'git' | 'graph' | 'scm' | 'secretBox' | 'settings' | 'store'
>;

/** More errors than this make a job's document too long to be polled. */
const MAX_ERRORS = 100;

/** The task ends after 30 minutes: embedding stops in time to say how far it came, however long the sync took. */
const TASK_MS = 27 * 60_000;
const LEAST_EMBEDDING_MS = 60_000;

export interface Indexed {
  stats: JobStats;
  /** null for a repository without commits. */
  commitSha: string | null;
  /** Fields for the repository's document. */
  outcome: Doc;
}

/**
 * The requester's own token, which has shown access when the job was made; without one that opens (the key was rotated
 * out) a token of the requester's installation.
 */
async function cloneToken(ports: IndexPorts, job: Job): Promise<string> {
  const own = await platformTokenOf(ports, job.requested_by);
  if (own !== undefined) return own;
  const installation = (await ports.store.get(userPath(job.requested_by)))?.['scmInstallationId'];
  if (typeof installation === 'number') return (await ports.scm.installationToken(installation)).token;
  throw new AppError('bad_request', 'No platform access token is stored for the user who asked for this: log in again');
}

async function clone(ports: IndexPorts, job: Job, lease: Lease): Promise<Snapshot> {
  const { owner, repo_name: name } = job;
  return ports.git.clone({
    url: ports.scm.cloneUrl(owner, name),
    // Left out for the default branch: its name may have changed since the job was made.
    branch: job.branch ?? undefined,
    token: await cloneToken(ports, job),
    onProgress: (_, done, total) => lease.report({ phase: 'clone', done, total }),
    signal: lease.signal,
  });
}

function shownStats(stats: SyncStats): JobStats {
  return { ...stats, errors: stats.errors.slice(0, MAX_ERRORS), errors_truncated: stats.errors_total > MAX_ERRORS };
}

async function syncHead(ports: IndexPorts, job: Job, lease: Lease): Promise<Indexed> {
  const snapshot = await clone(ports, job, lease);
  try {
    if (snapshot.commit !== '') lease.commit(snapshot.commit);
    const repoId = repoIdOf(job.owner, job.repo_name);
    const [{ syncRepository }, { openSources }] = await Promise.all([import('./sync.ts'), import('./sources.ts')]);
    const sources = await openSources(snapshot);
    try {
      const { stats, commit } = await syncRepository({
        ports,
        repoId,
        snapshot,
        access: accessOf(repoId, job.access !== PUBLIC_ACCESS),
        branch: snapshot.branch ?? job.target_branch,
        clearExisting: job.clear_existing,
        onProgress: (progress) => lease.report(progress),
        requireJob: () => lease.require(),
        signal: lease.signal,
        sources,
      });
      const bySize = Object.entries(stats.languages).sort(([, a], [, b]) => b.lines - a.lines);
      const outcome = {
        languages: bySize.map(([language]) => language),
        files: stats.files_processed,
        functions: stats.functions_found,
        classes: stats.classes_found,
        total_lines: stats.total_lines,
      };
      return { stats: shownStats(stats), commitSha: commit === '' ? null : commit, outcome };
    } finally {
      await sources.close();
    }
  } finally {
    await snapshot.close();
  }
}

/** Failures are AppErrors as git, graph and platform give them; whether one is worth a retry is theirs to say. */
export async function indexRepository(ports: IndexPorts, job: Job, lease: Lease): Promise<Indexed> {
  const started = performance.now();
  await purgeRepository(ports, job.repo_key);
  const indexed = await syncHead(ports, job, lease);
  const embedding = await embedAfterSync(ports, {
    repoId: repoIdOf(job.owner, job.repo_name),
    budgetMs: Math.max(LEAST_EMBEDDING_MS, TASK_MS - (performance.now() - started)),
    signal: lease.signal,
    onProgress: (progress) => lease.report(progress),
  });
  return { ...indexed, stats: { ...indexed.stats, ...embedding } };
}
