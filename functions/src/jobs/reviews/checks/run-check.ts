/**
 * The check on a run's head, where the repository's configuration asks for one: in progress while the run works, then what it
 * found. Before it is shown as under way, a document says that it is (`open_checks/…`), and that goes when the check has
 * said how the run ended; what is left is found by the sweeper (close-check.ts), so no check stays in progress for ever.
 */
import { openChecks } from '../../../documents/automatic.ts';
import type { OpenCheck } from '../../../documents/automatic.ts';
import { repositoryStands } from '../../../documents/repositories.ts';
import { pullRequests } from '../../../documents/reviews.ts';
import type { ReviewRun } from '../../../documents/reviews.ts';
import { AppError } from '../../../model/errors.ts';
import type { IssueRecord } from '../../../model/reviews.ts';
import type { Ports, ScmCheck } from '../../../ports.ts';
import type { ReviewConfig } from '../../../review/config/review-config.ts';
import { draftCheck } from '../../../review/draft/check.ts';
import type { RepositoryIdentity } from '../../snapshots/repository-token.ts';
import type { IsFinal } from '../post.ts';
import { issuesOf } from '../store.ts';
import { noteRefused, noteTaken } from './note-refused.ts';

export type CheckPorts = Pick<Ports, 'clock' | 'log' | 'scm' | 'settings' | 'store'>;

type Said = Pick<ScmCheck, 'state' | 'title' | 'summary'> & Partial<Pick<ScmCheck, 'annotations'>>;

/** Failures are those of ScmPort. */
export async function setRunCheck(
  ports: Pick<CheckPorts, 'scm' | 'settings' | 'store'>,
  { token, byApp }: RepositoryIdentity,
  run: Pick<ReviewRun, 'owner' | 'repo_name' | 'repo_key' | 'pr_number' | 'run_number'>,
  { commit, blocking }: Pick<OpenCheck, 'commit' | 'blocking'>,
  said: Said,
): Promise<void> {
  const { owner, repo_name: name } = run;
  const pull = await pullRequests.get(ports.store, run);
  const page = pull?.url.startsWith('http') === true ? pull.url : ports.scm.cloneUrl(owner, name);
  await ports.scm.setCheck(token, owner, name, {
    ...{ commitSha: commit, name: ports.settings.scmAppSlug, key: `pull-${run.pr_number}-run-${run.run_number}` },
    ...{ annotations: [], ...said, blocking, detailsUrl: page, byApp },
  });
}

/** Shows the run as under way at its head. Why the platform does not take a check, in a sentence for the walkthrough. */
export async function beginCheck(
  ports: CheckPorts,
  identity: RepositoryIdentity,
  run: ReviewRun,
  head: string,
  { check }: Pick<ReviewConfig, 'check'>,
  isFinal: IsFinal,
): Promise<string | undefined> {
  // Linters alone are no review.
  if (check === null || run.command === 'lint') return undefined;
  const before = await openChecks.get(ports.store, run);
  try {
    if (before !== undefined && before.commit !== head) {
      const title = 'The pull request was pushed to';
      await setRunCheck(ports, identity, run, before, { state: 'cancelled', title, summary: `${title}.` });
    }
    const open = await noteOpen(ports, run, head, check !== 'neutral');
    const title = `Review run ${run.run_number} is under way`;
    await setRunCheck(ports, identity, run, open, { state: 'in_progress', title, summary: `${title}.` });
    await noteTaken(ports, run, 'check');
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || !isFinal(error)) throw error;
    await openChecks.delete(ports.store, run);
    ports.log.warn('A check could not be set', { run: run.run_number, error });
    await noteRefused(ports, run, 'check', error);
    return `\`check\`: no check could be set on the head commit. ${error.message}.`;
  }
}

async function noteOpen(
  { store, clock }: CheckPorts,
  { repo_key, pr_number, run_number }: ReviewRun,
  commit: string,
  blocking: boolean,
): Promise<OpenCheck> {
  const open = { repo_key, pr_number, run_number, commit, blocking, opened_at: clock.now().toISOString() };
  await store.transaction(async (tx) => {
    if (!(await repositoryStands(tx, repo_key))) throw new AppError('conflict', 'The repository is gone');
    openChecks.set(tx, open, open);
  });
  return open;
}

export interface CheckResult {
  found: readonly IssueRecord[];
  incomplete: readonly string[];
  filesChanged: number;
}

/** Says how the run ended, once its findings are stored. Nothing where no check was begun. */
export async function concludeCheck(
  ports: CheckPorts,
  identity: RepositoryIdentity,
  run: ReviewRun,
  { check }: Pick<ReviewConfig, 'check'>,
  result: CheckResult,
  isFinal: IsFinal,
): Promise<void> {
  const open = check === null ? undefined : await openChecks.get(ports.store, run);
  if (open === undefined || check === null) return;
  const issues = (await issuesOf(ports, run)).filter(({ status }) => status === 'open');
  const said = draftCheck({ run: run.run_number, failsFrom: check, open: issues, ...result });
  try {
    await setRunCheck(ports, identity, run, open, said);
  } catch (error) {
    // What stands there as under way is closed later, or cannot be. The review itself stands.
    if (!(error instanceof AppError) || !isFinal(error)) throw error;
    ports.log.warn('A check could not be concluded', { run: run.run_number, error });
    await noteRefused(ports, run, 'check', error);
    return;
  }
  await noteTaken(ports, run, 'check');
  await openChecks.delete(ports.store, run);
}
