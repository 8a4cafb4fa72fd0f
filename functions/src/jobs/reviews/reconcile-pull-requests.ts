/**
 * Repairs what lost webhooks left behind: every night the platform is asked which pull requests of an indexed repository
 * changed since the last time, and each is stored as its event would have been (an older state changes nothing, a merge
 * resolves what was open). The repositories that were looked at longest ago come first, so that a night that is too
 * short for all of them leaves out none for ever.
 *
 * The open ones of a repository that was never looked at, however old, are recorded as soon as it is indexed: no event
 * will tell of them until somebody touches them.
 *
 *     repositories/{key}  { reconciled_at: "2026-11-27T03:00:00.000Z" }
 */
import { isStanding, repositories } from '../../documents/repositories.ts';
import { AppError } from '../../model/errors.ts';
import { repoIdOf } from '../../model/ids.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import type { Ports } from '../../ports.ts';
import { repositoryToken } from '../snapshots/repository-token.ts';
import { recordPullRequest } from './pull-requests.ts';

export type ReconcilePorts = Pick<Ports, 'store' | 'clock' | 'log' | 'scm' | 'secretBox' | 'signIn'>;

/** The platform's clock and ours may differ, and a change may show in its list a moment after its time. */
const OVERLAP_MS = 3_600_000;
/** How far the first look goes back. */
const FIRST_LOOK_MS = 30 * 86_400_000;

interface Candidate {
  key: string;
  record: RepositoryRecord;
  reconciledAt: string | undefined;
}

export interface Reconciled {
  repositories: number;
  pull_requests: number;
  /** Repositories that the platform did not answer for; the next night tries again. */
  failed: number;
  /** Not looked at, for want of time or because the platform asked for a pause. */
  left: number;
}

async function longestAgoFirst({ store }: ReconcilePorts): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  for await (const page of repositories.pages(store, {})) {
    for (const { id, doc: record } of page) {
      if (record.ingested_at === null || !isStanding(record)) continue;
      candidates.push({ key: id, record, reconciledAt: record.reconciled_at });
    }
  }
  return candidates.sort((a, b) => (a.reconciledAt ?? '').localeCompare(b.reconciledAt ?? ''));
}

/** Open pull requests that the first look records, those that changed last. The others wait for an event. */
const MOST_OPEN = 300;

/** The number of pull requests that were recorded. Failures are those of ScmPort and `repositoryToken`. */
export async function recordOpenPullRequests(
  ports: Omit<ReconcilePorts, 'log'>,
  repoKey: string,
  record: RepositoryRecord,
): Promise<number> {
  const { owner, repo_name: name } = record;
  const token = await repositoryToken(ports, record);
  const pulls = await ports.scm.pullRequests(token, owner, name, { state: 'open', limit: MOST_OPEN });
  for (const pull of pulls) await recordPullRequest(ports, { repoKey, repoId: repoIdOf(owner, name) }, pull);
  return pulls.length;
}

/** The number of pull requests that were stored anew. */
async function reconcile(ports: ReconcilePorts, { key, record, reconciledAt }: Candidate): Promise<number> {
  const { owner, repo_name: name } = record;
  const now = ports.clock.now();
  const from = reconciledAt === undefined ? now.getTime() - FIRST_LOOK_MS : Date.parse(reconciledAt) - OVERLAP_MS;
  const token = await repositoryToken(ports, record);
  const since = new Date(from).toISOString();
  const pulls = await ports.scm.pullRequests(token, owner, name, { state: 'all', since });
  for (const pull of pulls) await recordPullRequest(ports, { repoKey: key, repoId: repoIdOf(owner, name) }, pull);
  const open = reconciledAt === undefined ? await recordOpenPullRequests(ports, key, record) : 0;
  await noteTime(ports, key, now);
  return pulls.length + open;
}

/** Not when it was deleted meanwhile: writing would make it anew. */
async function noteTime({ store }: ReconcilePorts, key: string, at: Date): Promise<void> {
  await store.transaction(async (tx) => {
    const record = await repositories.get(tx, { repo_key: key });
    if (isStanding(record)) repositories.update(tx, { repo_key: key }, { reconciled_at: at.toISOString() });
  });
}

/** Stops after `budgetMs`, or when the platform wants a pause. One repository's failure does not keep others waiting. */
export async function reconcilePullRequests(ports: ReconcilePorts, budgetMs: number): Promise<Reconciled> {
  const started = performance.now();
  const candidates = await longestAgoFirst(ports);
  const done: Reconciled = { repositories: 0, pull_requests: 0, failed: 0, left: candidates.length };
  for (const candidate of candidates) {
    if (performance.now() - started > budgetMs) break;
    try {
      done.pull_requests += await reconcile(ports, candidate);
      done.repositories += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'rate_limited') break;
      ports.log.warn('A repository could not be reconciled', { repoKey: candidate.key, error });
      done.failed += 1;
    }
    done.left -= 1;
  }
  return done;
}
