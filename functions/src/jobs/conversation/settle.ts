/**
 * The commands of a thread: `dismiss`, `dismiss rule` and `resolve`. A dismissal is remembered for the repository when
 * whoever says it may write there, as the platform knows now; else for this pull request. A secret is never dismissed, and a
 * rule by nobody who may not write. The issue, what is remembered and the audit change in one transaction; the thread is
 * resolved behind it, as far as the platform lets that be done.
 */
import { dismissals } from '../../documents/dismissals.ts';
import { events } from '../../documents/figures.ts';
import { isStanding, repositories } from '../../documents/repositories.ts';
import { issues, pullRequests } from '../../documents/reviews.ts';
import { AppError } from '../../model/errors.ts';
import { eventId } from '../../model/events.ts';
import type { ReviewEvent } from '../../model/events.ts';
import { repoIdOf } from '../../model/ids.ts';
import { redact } from '../../model/redact.ts';
import type { IssueRecord } from '../../model/reviews.ts';
import type { Ports, ScmPermission, StoreTransaction } from '../../ports.ts';
import { codeSpan } from '../../review/draft/safe-markdown.ts';
import { isSecretFinding } from '../dismissals/secret-finding.ts';
import type { ThreadCommand } from '../../review/thread-command.ts';
import { dismissalKey, ruleKey } from '../dismissals/muted.ts';
import type { RepositoryIdentity } from '../snapshots/repository-token.ts';
import { writeAudit } from '../work/audit.ts';
import type { ConversationTask } from '../work/payloads.ts';
import type { Thread } from './find-thread.ts';

export type SettlePorts = Pick<Ports, 'clock' | 'log' | 'scm' | 'settings' | 'store'>;

export interface Settling {
  task: ConversationTask;
  repoKey: string;
  identity: RepositoryIdentity;
  thread: Thread;
  /** Login of who opened the pull request. */
  author: string;
}

const NO_FINDING = 'There is no finding of mine in this thread. Say it in answer to the comment that you mean.';
const CANNOT_RESOLVE = ' The thread itself stays open: this platform resolves none for a program.';

/** undefined when the token may not ask: then nobody is known to be allowed. */
function permissionOf({ scm }: SettlePorts, { task, identity }: Settling): Promise<ScmPermission | undefined> {
  return scm.permission(identity.token, task.owner, task.repo_name, task.login);
}

/** The text that answers the command. */
export async function dismissFinding(
  ports: SettlePorts,
  settling: Settling,
  { rule: byRule, reason }: Extract<ThreadCommand, { command: 'dismiss' }>,
): Promise<string> {
  const { issue } = settling.thread;
  if (issue === undefined) return NO_FINDING;
  if (isSecretFinding(issue)) {
    return 'This tells of a secret, and is not dismissed: replace the secret where it is used, and resolve the thread by hand.';
  }
  const permission = await permissionOf(ports, settling);
  const mayWrite = permission === 'write';
  if (byRule && issue.rule === null) return 'No linter’s rule has found this, so there is none to dismiss.';
  if (byRule && !mayWrite) return `A rule is dismissed by people with write access alone. ${unknownHint(permission)}`;
  await remember(ports, settling, issue, { byRule, reason, mayWrite });
  const mayResolve = mayWrite || settling.author === settling.task.login;
  const resolved = mayResolve ? await resolveThread(ports, settling) : true;
  return `${dismissedText(issue, { byRule, mayWrite, permission })}${resolved ? '' : CANNOT_RESOLVE}`;
}

function dismissedText(
  { rule }: IssueRecord,
  { byRule, mayWrite, permission }: { byRule: boolean; mayWrite: boolean; permission: ScmPermission | undefined },
): string {
  if (byRule) {
    return `Dismissed: what ${codeSpan(rule ?? '')} finds is not said again in this repository. Its settings list what is dismissed, and take it back.`;
  }
  if (mayWrite) {
    return 'Dismissed: this is not said again in this repository. Its settings list what is dismissed, and take it back.';
  }
  return `Dismissed for this pull request. For the repository, somebody with write access has to say it. ${unknownHint(permission)}`.trim();
}

function unknownHint(permission: ScmPermission | undefined): string {
  return permission === undefined ? 'The platform does not tell me who has: my token would need to administer it.' : '';
}

async function remember(
  ports: SettlePorts,
  { task, repoKey }: Settling,
  issue: IssueRecord,
  { byRule, reason, mayWrite }: { byRule: boolean; reason: string | null; mayWrite: boolean },
): Promise<void> {
  const { fingerprint, path, line_start, title, severity, category, source, rule } = issue;
  const isRule = byRule && rule !== null;
  const name = isRule ? ruleKey(source, rule) : fingerprint;
  const pull_request = mayWrite ? null : task.number;
  await ports.store.transaction(async (tx) => {
    const [record, now, pull] = [
      await repositories.get(tx, { repo_key: repoKey }),
      await issues.get(tx, issue),
      await pullRequests.get(tx, { repo_key: repoKey, pr_number: task.number }),
    ];
    if (!isStanding(record)) throw new AppError('not_found', 'The repository is no longer indexed');
    const at = ports.clock.now();
    const key = { repo_key: repoKey, dismissal: dismissalKey({ fingerprint: name, pull_request }) };
    dismissals.set(tx, key, {
      ...{ kind: isRule ? 'rule' : 'finding', fingerprint: name, pull_request },
      ...{ path, line_start, title, severity, category, source, rule },
      reason: reason === null ? null : redact(reason),
      dismissed_by: task.login,
      dismissed_at: at.toISOString(),
      pr_number: task.number,
      comment_id: task.comment_id,
    });
    const entry = { actor: task.login, action: 'finding_dismissed', pr_number: task.number, subject: name } as const;
    writeAudit(tx, repoKey, entry, at, `comment ${task.comment_id}`);
    if (now?.status !== 'open') return;
    closeIssue(tx, now, { repoId: repoIdOf(task.owner, task.repo_name), task, at });
    if (pull !== undefined) {
      pullRequests.update(tx, now, { open_issue_count: Math.max(0, pull.open_issue_count - 1) });
    }
  });
}

function closeIssue(
  tx: StoreTransaction,
  issue: IssueRecord,
  { repoId, task, at }: { repoId: string; task: ConversationTask; at: Date },
): void {
  const { repo_key, pr_number, fingerprint } = issue;
  const closed = { at: at.toISOString(), how: 'dismissed', by: task.login } as const;
  issues.update(tx, issue, { status: 'dismissed', closed });
  const common = { repo_key, repo_id: repoId, pr_number, at: at.toISOString(), fingerprint };
  const event: ReviewEvent = { type: 'finding.dismissed', ...common };
  events.set(tx, { event_id: eventId(event, `comment ${task.comment_id}`) }, event);
}

/** The text that answers the command. What a resolved thread means for its issue is for the next run to say. */
export async function resolveFinding(ports: SettlePorts, settling: Settling): Promise<string> {
  const { task, repoKey, thread, author } = settling;
  if (!thread.onLines) return NO_FINDING;
  if (!thread.isMine(thread.root)) return 'I did not open this thread, so I leave it to those who did.';
  const permission = author === task.login ? 'write' : await permissionOf(ports, settling);
  if (permission !== 'write') {
    return `Threads are resolved by who opened the pull request, and by people with write access. ${unknownHint(permission)}`.trim();
  }
  if (!(await resolveThread(ports, settling))) return CANNOT_RESOLVE.trim();
  await ports.store.transaction(async (tx) => {
    const record = await repositories.get(tx, { repo_key: repoKey });
    const subject = thread.issue?.fingerprint ?? null;
    const entry = { actor: task.login, action: 'thread_resolved', pr_number: task.number, subject } as const;
    if (isStanding(record)) writeAudit(tx, repoKey, entry, ports.clock.now(), `comment ${task.comment_id}`);
  });
  return 'Resolved.';
}

/** false where the platform resolves no thread for this token. */
async function resolveThread({ log, scm }: SettlePorts, { task, identity, thread }: Settling): Promise<boolean> {
  const { owner, repo_name: name, number } = task;
  try {
    return await scm.resolveThread(identity.token, owner, name, { id: thread.root.id, number });
  } catch (error) {
    if (!(error instanceof AppError) || error.retryable) throw error;
    log.warn('A thread could not be resolved', { owner, name, number, error });
    return false;
  }
}
