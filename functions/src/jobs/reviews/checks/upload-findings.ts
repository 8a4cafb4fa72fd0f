/**
 * A run's findings for the platform's code scanning, where the configuration asks for it. What is not named there counts as
 * mended, so all open findings of the pull request are sent, and nothing of a run that is not a whole one. One category holds
 * a pull request (`reviewgraph/pull-7`), so two of them do not close each other's alerts.
 */
import type { z } from 'zod';
import { isStanding, repositories } from '../../../documents/repositories.ts';
import { reviewRuns } from '../../../documents/reviews.ts';
import type { ReviewRun, RunKey } from '../../../documents/reviews.ts';
import { AppError } from '../../../model/errors.ts';
import type { RunResult } from '../run-table.ts';
import type { Ports } from '../../../ports.ts';
import type { uploadTask } from '../../work/payloads.ts';
import { repositoryIdentity } from '../../snapshots/repository-token.ts';
import type { RepositoryIdentity } from '../../snapshots/repository-token.ts';
import { noteRefused, noteTaken } from './note-refused.ts';
import { openSarif } from '../run-sarif.ts';

type UploadPorts = Pick<Ports, 'clock' | 'log' | 'queue' | 'scm' | 'store'>;

/** The first with the run, the others by tasks: after 1, 2, 4 and 8 minutes, or when the platform says. */
const MOST_ATTEMPTS = 5;
const PAUSE_SECONDS = 60;
/** Runs of one pull request behind the one that is uploaded. */
const LATER_RUNS = 50;

/** Why nothing can be uploaded here at all, for the walkthrough; undefined where it can. */
export function whyNoUploads({ scm }: Pick<Ports, 'scm'>, { byApp }: RepositoryIdentity): string | undefined {
  if (scm.uploadSarif === undefined) return '`code_scanning`: this platform takes no findings from outside.';
  return byApp
    ? undefined
    : '`code_scanning`: only the platform’s app may upload findings, and it is not installed here.';
}

/**
 * Nothing that a run fails for: what the platform refuses is noted among the repository's deliveries, and what may pass is
 * tried again by tasks of the queue for short work, a few times.
 */
export async function uploadFindings(
  ports: UploadPorts,
  identity: RepositoryIdentity,
  run: ReviewRun,
  result: RunResult,
): Promise<void> {
  const ended = { ...run, ...result, completed_at: ports.clock.now().toISOString() };
  await upload(ports, identity, ended, 1);
}

/** Linters alone are no review, and what is no whole one would close real alerts. */
async function upload(
  ports: UploadPorts,
  identity: RepositoryIdentity,
  ended: ReviewRun,
  attempt: number,
): Promise<'posted' | 'cannot'> {
  const { scm } = ports;
  if (scm.uploadSarif === undefined || !identity.byApp || ended.command === 'lint') return 'cannot';
  const { log, isWhole, commit } = await openSarif(ports, ended);
  if (!isWhole) return 'cannot';
  const { owner, repo_name: name, pr_number: number } = ended;
  try {
    await scm.uploadSarif(identity.token, owner, name, { commitSha: commit, number, sarif: JSON.stringify(log) });
    await noteTaken(ports, ended, 'code scanning');
    return 'posted';
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'conflict') throw error;
    ports.log.warn('Findings could not be uploaded', { run: ended.run_number, attempt, error });
    if (error.retryable && attempt < MOST_ATTEMPTS) await uploadLater(ports, ended, attempt, error.retryAfter);
    else await noteRefused(ports, ended, 'code scanning', error);
    return 'cannot';
  }
}

async function uploadLater({ queue }: UploadPorts, key: RunKey, attempt: number, wait?: number): Promise<void> {
  const { repo_key, pr_number, run_number } = key;
  const payload: z.input<typeof uploadTask> = { kind: 'upload', repo_key, pr_number, run_number, attempt: attempt + 1 };
  const name = `upload-${repo_key}-${pr_number}-${run_number}-${attempt + 1}`;
  await queue.enqueue('postReply', name, payload, Math.max(wait ?? 0, PAUSE_SECONDS * 2 ** (attempt - 1)));
}

export type UploadAgainPorts = UploadPorts & Pick<Ports, 'secretBox' | 'settings' | 'signIn'>;

/** By a task: once more what a run found, unless a later one has said it since, or will. */
export async function uploadAgain(
  ports: UploadAgainPorts,
  { attempt, ...key }: z.output<typeof uploadTask>,
): Promise<'posted' | 'cannot'> {
  const [run, repository, later] = await Promise.all([
    reviewRuns.get(ports.store, key),
    repositories.get(ports.store, key),
    reviewRuns.query(ports.store, key, { where: [['run_number', '>', key.run_number]], limit: LATER_RUNS }),
  ]);
  if (!isStanding(repository) || run === undefined || run.status === 'failed') return 'cannot';
  if (later.some(({ doc }) => doc.command !== 'lint' && doc.status !== 'failed')) return 'cannot';
  if (run.status !== 'completed') {
    // Its worker died behind the first attempt, and whoever takes over finds this task's name used.
    if (attempt < MOST_ATTEMPTS) await uploadLater(ports, key, attempt);
    return 'cannot';
  }
  return upload(ports, await repositoryIdentity(ports, repository), run, attempt);
}
