/**
 * Pull requests as the platform's events tell of them. Events may come twice, late or in the wrong order, so each carries
 * the platform's own time of change and an older one changes nothing; `merged` is final. The document and what happened
 * (`pr.opened`, `pr.merged`) are written in one transaction.
 */
import { events } from '../../documents/figures.ts';
import { repositoryStands } from '../../documents/repositories.ts';
import { issues, pullRequests } from '../../documents/reviews.ts';
import { eventId } from '../../model/events.ts';
import type { ReviewEvent } from '../../model/events.ts';
import { redact } from '../../model/redact.ts';
import type { PullRequestRecord } from '../../model/reviews.ts';
import type { Ports, StoreTransaction } from '../../ports.ts';

/** What the platform says of a pull request; times in ISO form. */
export interface PullRequestFacts {
  number: number;
  title: string;
  state: PullRequestRecord['state'];
  /** Login; '' where it is not told, which leaves what is known. */
  author: string;
  url: string;
  headSha: string;
  headRef: string;
  baseRef: string;
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  mergedAt: string | null;
  /** The head branch is another repository's. */
  fromFork?: boolean | undefined;
}

export interface RepositoryName {
  repoKey: string;
  /** `owner/name` */
  repoId: string;
}

/** Longer titles than platforms take are not stored whole. */
const LONGEST_TITLE = 1000;
/** Issues resolved in one transaction. */
const BATCH = 100;

function recordOf(
  { repoKey }: RepositoryName,
  facts: PullRequestFacts,
  before: PullRequestRecord | undefined,
): PullRequestRecord {
  return {
    review_run_count: 0,
    open_issue_count: 0,
    last_reviewed_at: null,
    last_reviewed_head: null,
    last_reviewed_base: null,
    active_run: null,
    ...before,
    repo_key: repoKey,
    number: facts.number,
    title: redact(facts.title).slice(0, LONGEST_TITLE),
    state: facts.state,
    author: facts.author || (before?.author ?? ''),
    url: facts.url,
    head_sha: facts.headSha,
    head_ref: facts.headRef,
    base_ref: facts.baseRef,
    ...(facts.fromFork === undefined ? {} : { from_fork: facts.fromFork }),
    opened_at: facts.createdAt,
    closed_at: facts.closedAt,
    merged_at: facts.mergedAt,
    platform_updated_at: facts.updatedAt,
  };
}

/**
 * Whether the facts are older than what is stored, or as old and behind it. GitLab's events tell times in whole seconds and
 * its API in milliseconds, so a push must not look older than what was read of the same second before it.
 */
export function isStale(facts: PullRequestFacts, before: PullRequestRecord | undefined): boolean {
  if (before === undefined) return false;
  if (before.state === 'merged' && facts.state !== 'merged') return true;
  const told = Date.parse(facts.updatedAt);
  const stored = Date.parse(before.platform_updated_at);
  return told < (told % 1000 === 0 ? stored - (stored % 1000) : stored);
}

/** For transactions that do more: the document's writes, after all reads. The stored record, changed or not. */
export function writePullRequest(
  tx: StoreTransaction,
  repository: RepositoryName,
  facts: PullRequestFacts,
  before: PullRequestRecord | undefined,
): PullRequestRecord {
  if (before !== undefined && isStale(facts, before)) return before;
  const after = recordOf(repository, facts, before);
  pullRequests.set(tx, { repo_key: repository.repoKey, pr_number: facts.number }, after);
  const common = { repo_key: repository.repoKey, repo_id: repository.repoId, pr_number: facts.number };
  if (before === undefined) writeEvent(tx, { type: 'pr.opened', ...common, at: facts.createdAt });
  if (after.state === 'merged' && before?.state !== 'merged') {
    const at = facts.mergedAt ?? facts.updatedAt;
    writeEvent(tx, { type: 'pr.merged', ...common, opened_at: facts.createdAt, at });
  }
  return after;
}

function writeEvent(tx: StoreTransaction, event: ReviewEvent, occasion = ''): void {
  events.set(tx, { event_id: eventId(event, occasion) }, event);
}

/**
 * Stores what an event or the platform's API says; a merge resolves the issues that are still open. Repeatable. undefined,
 * and nothing stored, for a repository that is not there (any more): a late event must not bring back a part of it.
 */
export async function recordPullRequest(
  ports: Pick<Ports, 'store' | 'clock'>,
  repository: RepositoryName,
  facts: PullRequestFacts,
): Promise<PullRequestRecord | undefined> {
  const key = { repo_key: repository.repoKey, pr_number: facts.number };
  const record = await ports.store.transaction(async (tx) => {
    const [stands, before] = await Promise.all([repositoryStands(tx, repository.repoKey), pullRequests.get(tx, key)]);
    return stands ? writePullRequest(tx, repository, facts, before) : undefined;
  });
  if (record?.state === 'merged') await resolveMerged(ports, repository, record);
  return record;
}

/** What was still open when the pull request was merged counts as resolved. */
async function resolveMerged(
  ports: Pick<Ports, 'store' | 'clock'>,
  { repoKey, repoId }: RepositoryName,
  { number, merged_at }: PullRequestRecord,
): Promise<void> {
  const key = { repo_key: repoKey, pr_number: number };
  const where: [['status', '==', 'open']] = [['status', '==', 'open']];
  if ((await issues.query(ports.store, key, { where, limit: 1 })).length === 0) return;
  for (;;) {
    const left = await ports.store.transaction(async (tx) => {
      const found = await issues.query(tx, key, { where, limit: BATCH });
      const pull = await pullRequests.get(tx, key);
      if (found.length === 0 || pull === undefined || !(await repositoryStands(tx, repoKey))) return 0;
      const at = merged_at ?? ports.clock.now().toISOString();
      for (const { doc: issue } of found) {
        const { fingerprint } = issue;
        issues.update(tx, issue, { status: 'resolved', closed: { at, how: 'merged', by: null } });
        const event = { type: 'finding.resolved', repo_key: repoKey, repo_id: repoId, pr_number: number, at } as const;
        writeEvent(tx, { ...event, fingerprint, how: 'merged' }, 'merged');
      }
      pullRequests.update(tx, key, { open_issue_count: Math.max(0, pull.open_issue_count - found.length) });
      return found.length;
    });
    if (left < BATCH) return;
  }
}

/** Number of an open pull request whose head is this branch of the repository itself; undefined when there is none. */
export async function openPullRequestFrom(
  ports: Pick<Ports, 'store'>,
  repoKey: string,
  branch: string,
): Promise<number | undefined> {
  const found = await pullRequests.query(
    ports.store,
    { repo_key: repoKey },
    {
      where: [
        ['head_ref', '==', branch],
        ['state', '==', 'open'],
      ],
      limit: 20,
    },
  );
  return found.find(({ doc }) => doc.from_fork !== true)?.doc.number;
}
