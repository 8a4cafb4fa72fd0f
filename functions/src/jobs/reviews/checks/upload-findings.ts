/**
 * A run's findings for the platform's code scanning, where the configuration asks for it. What is not named there counts as
 * mended, so all open findings of the pull request are sent, and nothing of a run that is not a whole one. One category holds
 * a pull request (`reviewgraph/pull-7`), so two of them do not close each other's alerts.
 */
import type { ReviewRun } from '../../../documents/reviews.ts';
import { AppError } from '../../../model/errors.ts';
import type { RunResult } from '../run-table.ts';
import type { Ports } from '../../../ports.ts';
import { noteDelivery } from '../../work/delivery-notes.ts';
import type { RepositoryIdentity } from '../../snapshots/repository-token.ts';
import { openSarif } from '../run-sarif.ts';

type UploadPorts = Pick<Ports, 'clock' | 'log' | 'scm' | 'store'>;

/** Why nothing can be uploaded here at all, for the walkthrough; undefined where it can. */
export function whyNoUploads({ scm }: Pick<Ports, 'scm'>, { byApp }: RepositoryIdentity): string | undefined {
  if (scm.uploadSarif === undefined) return '`code_scanning`: this platform takes no findings from outside.';
  return byApp
    ? undefined
    : '`code_scanning`: only the platform’s app may upload findings, and it is not installed here.';
}

/** Nothing that a run fails for: what the platform refuses is noted among the repository's deliveries. */
export async function uploadFindings(
  ports: UploadPorts,
  identity: RepositoryIdentity,
  run: ReviewRun,
  result: RunResult,
): Promise<void> {
  const { scm } = ports;
  // Linters alone are no review.
  if (scm.uploadSarif === undefined || !identity.byApp || run.command === 'lint') return;
  const ended = { ...run, ...result, completed_at: ports.clock.now().toISOString() };
  const { log, isWhole, commit } = await openSarif(ports, ended);
  if (!isWhole) return;
  const { owner, repo_name: name, pr_number: number } = run;
  try {
    await scm.uploadSarif(identity.token, owner, name, { commitSha: commit, number, sarif: JSON.stringify(log) });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'conflict') throw error;
    ports.log.warn('Findings could not be uploaded', { run: run.run_number, error });
    const note = { event: 'code scanning', action: null, delivery: null, job_id: null, pr: `#${number}` };
    await noteDelivery(ports, run.repo_key, { ...note, status: 'failed', reason: error.message });
  }
}
