/**
 * The work of a job between taking its lease and recording its end: open the branch's newest commit, make the graph equal
 * to it, embed its nodes when there is a model to do so, and say what the job's and the repository's
 * documents shall show.
 */
import { shards } from '../../documents/jobs.ts';
import type { Job, JobStats } from '../../documents/jobs.ts';
import { accessOf, PUBLIC_ACCESS } from '../../graph/access.ts';
import { repoIdOf } from '../../model/ids.ts';
import type { Ports } from '../../ports.ts';
import { embedAfterSync } from './embed-after-sync.ts';
import { purgeRepository } from './purge-repository.ts';
import type { Outcome } from './states.ts';
import type { JobReaders } from '../snapshots/open-head.ts';
import type { ProgressHeartbeat } from '../work/heartbeat.ts';
import type { SyncOptions } from '../sync/options.ts';
import type { SyncStats } from '../sync/stats.ts';
import type { SyncResult } from '../sync/sync.ts';
import { divideResolution, nextRound } from './parts/begin-parts.ts';

export type IndexPorts = Pick<
  Ports,
  'clock' | 'gateway' | 'git' | 'graph' | 'queue' | 'scm' | 'secretBox' | 'settings' | 'signIn' | 'store'
>;

/** More errors than this make a job's document too long to be polled. */
const MAX_ERRORS = 100;

/** The task ends after 30 minutes: embedding stops in time to say how far it came, or does not begin. */
const TASK_MS = 27 * 60_000;
/** The repository's next change waits for this job; what is left then is a job's for which nobody waits. */
const EMBEDDING_MS = 10 * 60_000;

export interface Indexed {
  stats: JobStats;
  /** null for a repository without commits. */
  commitSha: string | null;
  /** Fields for the repository's document. */
  outcome: Outcome;
  /** Whether a job of kind `embed` shall go on with the nodes that have no vector yet. */
  embeddingUnfinished?: boolean;
}

function shownStats(stats: SyncStats): JobStats {
  return { ...stats, errors: stats.errors.slice(0, MAX_ERRORS), errors_truncated: stats.errors_total > MAX_ERRORS };
}

/** 'divided': parts go on with what is too much to be resolved at once. */
async function syncHead(
  ports: IndexPorts,
  job: Job,
  beat: ProgressHeartbeat,
  readers: JobReaders,
): Promise<Indexed | 'divided'> {
  // Loaded here: a task that finds nothing to do should not wait for parsers.
  const [{ syncUpTo }, { finishParts }, { openHead }] = await Promise.all([
    import('../sync/sync.ts'),
    import('../sync/finish-parts.ts'),
    import('../snapshots/open-head.ts'),
  ]);
  const { snapshot, sources, branch, close } = await openHead(ports, job, beat, readers);
  try {
    if (snapshot.commit !== '') beat.commit(snapshot.commit);
    const repoId = repoIdOf(job.owner, job.repo_name);
    const options: SyncOptions = {
      ports,
      repoId,
      snapshot,
      access: accessOf(repoId, job.access !== PUBLIC_ACCESS),
      branch,
      // Shards have written since it was cleared for them.
      clearExisting: job.clear_existing && job.sharding == null,
      reused: job.sharding?.reused,
      onProgress: (progress) => beat.report(progress),
      requireJob: () => beat.require(),
      signal: beat.signal,
      sources,
      filesReader: readers.readFiles,
    };
    const { sharding } = job;
    const finished = sharding?.round === undefined ? undefined : await finishParts(options, sharding.fence);
    const done = finished ?? (await syncUpTo(options, ports.settings.resolveFiles || Infinity));
    if ('stats' in done) return indexedBy(done);
    await divideResolution(ports, job, done, branch);
    return 'divided';
  } finally {
    await close();
  }
}

function indexedBy({ stats, commit }: SyncResult): Indexed {
  const bySize = Object.entries(stats.languages).sort(([, a], [, b]) => b.lines - a.lines);
  const outcome = {
    languages: bySize.map(([language]) => language),
    files: stats.files_processed,
    functions: stats.functions_found,
    classes: stats.classes_found,
    total_lines: stats.total_lines,
  };
  return { stats: shownStats(stats), commitSha: commit === '' ? null : commit, outcome };
}

/**
 * 'divided': other tasks go on with it. Failures are AppErrors as git, graph and platform give them; whether one is worth
 * a retry is theirs to say.
 */
export async function indexRepository(
  ports: IndexPorts,
  job: Job,
  beat: ProgressHeartbeat,
): Promise<Indexed | 'divided'> {
  const started = performance.now();
  await purgeRepository(ports, job.repo_key);
  const [{ splitJob }, { createFilesReader }, { openTreeOnce }] = await Promise.all([
    import('./shards/split-job.ts'),
    import('../sync/known-files.ts'),
    import('../snapshots/platform-snapshot.ts'),
  ]);
  const readFiles = createFilesReader(ports.graph, repoIdOf(job.owner, job.repo_name));
  const readers = { openTree: openTreeOnce(), readFiles };
  if (await splitJob(ports, job, beat, readers)) return 'divided';
  const { sharding } = job;
  if (sharding?.round !== undefined && (await nextRound(ports, job, sharding))) return 'divided';
  const indexed = await syncHead(ports, job, beat, readers);
  if (indexed === 'divided') return indexed;
  const embedding = await embedAfterSync(ports, {
    repoId: repoIdOf(job.owner, job.repo_name),
    budgetMs: Math.min(EMBEDDING_MS, TASK_MS - (performance.now() - started)),
    signal: beat.signal,
    onProgress: (progress) => beat.report(progress),
  });
  if (job.sharding != null) await shards.deleteAll(ports.store, job);
  const stats = { ...indexed.stats, ...embedding.stats };
  return { ...indexed, stats, embeddingUnfinished: embedding.unfinished };
}
