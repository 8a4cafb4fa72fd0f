/**
 * How an automatic run keeps to the head that its pull request has: before anybody was asked it turns to the new one, after
 * that it is superseded, and what it has learnt is stored first.
 */
import type { ReviewRun } from '../../../documents/reviews.ts';
import type { RepositoryRecord } from '../../../model/repositories.ts';
import type { Ports } from '../../../ports.ts';
import { repositoryToken } from '../../snapshots/repository-token.ts';
import { askedSchema } from '../ask.ts';
import type { Asked } from '../ask.ts';
import { repinned } from '../pin-commits.ts';
import type { Gathered } from '../gather.ts';
import type { Pins } from '../pin-commits.ts';
import { runCoverage, storedCoverage } from '../run-coverage.ts';
import type { Linted } from '../run-linters.ts';
import { runSteps } from '../run-steps.ts';
import { rememberLearnt, SupersededRun } from './superseded.ts';

export function supersededBy(head: string): SupersededRun {
  return new SupersededRun(`Superseded: the pull request was pushed to, its head is ${head.slice(0, 12)}`, true);
}

/** The pins for a head that came before anybody was asked; undefined for a run that somebody commanded. */
export async function movedBefore(
  ports: Ports,
  run: ReviewRun,
  repository: RepositoryRecord,
  pins: Pins,
): Promise<Pins | undefined> {
  if (!run.automatic) return undefined;
  if ((await runSteps(ports, run).read('ask', askedSchema)) !== undefined) return undefined;
  return repinned(ports, run, await repositoryToken(ports, repository), pins, false);
}

/** Of an automatic run, before it posts: from now on whoever takes its place can go on from it. */
export async function rememberWork(
  ports: Ports,
  run: ReviewRun,
  gathered: Gathered,
  found: { linted: Linted; asked: Asked } | undefined,
): Promise<void> {
  if (!run.automatic || found === undefined) return;
  const stored = storedCoverage(gathered, found, runCoverage(run, gathered, found));
  if (stored === undefined) return;
  await runSteps(ports, run).remember('coverage', stored);
  await rememberLearnt(ports, run, found);
}
