/**
 * How an automatic run ends that has lost its reason before it posted: its head is no longer the pull request's, or that was
 * closed. It says nothing, and what it has learnt (which lines were seen, what was found on them) is stored for the next
 * run, which goes on from there.
 *
 *     steps/learnt   { "asked": true, "findings": […], "positive_findings": […], "summary": "Totals change." }
 */
import { z } from 'zod';
import { pendingReviews } from '../../../documents/automatic.ts';
import { repositoryStands } from '../../../documents/repositories.ts';
import { pullRequests } from '../../../documents/reviews.ts';
import type { ReviewRun, RunKey } from '../../../documents/reviews.ts';
import { coverageSchema } from '../../../model/coverage.ts';
import { sourcedFindingSchema } from '../../../model/findings.ts';
import type { SourcedFinding } from '../../../model/findings.ts';
import type { Ports, ScmPullRequest } from '../../../ports.ts';
import { AUTO_EVENTS } from '../../../review/config/config-schema.ts';
import { runSteps } from '../run-steps.ts';
import { withEvents } from './pending.ts';

/** Thrown by a step of an automatic run, and caught where the run ends. */
export class SupersededRun extends Error {
  /** Whether there still is something to review. */
  readonly again: boolean;

  constructor(message: string, again: boolean) {
    super(message);
    this.name = 'SupersededRun';
    this.again = again;
  }
}

/** What started by itself has nothing to say on a pull request that was closed meanwhile. */
export function assertWanted(
  { automatic }: Pick<ReviewRun, 'automatic'>,
  { state }: Pick<ScmPullRequest, 'state'>,
): void {
  if (automatic && state !== 'open') throw new SupersededRun(`Superseded: the pull request is ${state}`, false);
}

/** A deployment that rests finishes nothing that it began by itself. */
export function assertNotPaused(
  { automatic }: Pick<Ports['settings'], 'automatic'>,
  run: Pick<ReviewRun, 'automatic'>,
): void {
  if (run.automatic && automatic.paused)
    throw new SupersededRun('Superseded: automatic work is paused on this deployment', false);
}

const learntSchema = z.object({
  asked: z.boolean(),
  findings: z.array(sourcedFindingSchema),
  positive_findings: z.array(z.string()),
  summary: z.string().nullable(),
});
export type Learnt = z.infer<typeof learntSchema>;

/** What linters and models have found, as far as it is carried on. */
interface Found {
  linted: { findings: SourcedFinding[] };
  asked: Learnt;
}

/** Of what several superseded runs have found. */
const MOST_FINDINGS = 300;
const MOST_POSITIVE = 20;

export async function rememberLearnt(
  ports: Pick<Ports, 'store'>,
  run: ReviewRun,
  { linted, asked }: Found,
): Promise<void> {
  const learnt: Learnt = {
    asked: asked.asked,
    findings: [...linted.findings, ...asked.findings].slice(0, MOST_FINDINGS),
    positive_findings: asked.positive_findings.slice(0, MOST_POSITIVE),
    summary: asked.summary,
  };
  await runSteps(ports, run).remember('learnt', learnt);
}

/** undefined when the run did not come so far. */
export function learntBy(ports: Pick<Ports, 'store'>, run: RunKey): Promise<Learnt | undefined> {
  return runSteps(ports, run).read('learnt', learntSchema);
}

/** What stands for the last review where a superseded run has looked at a later head; undefined without one. */
export async function carriedBy(
  ports: Pick<Ports, 'store'>,
  key: RunKey,
): Promise<{ head: string; base: string; run: number } | undefined> {
  if (key.run_number === 0) return undefined;
  const coverage = await runSteps(ports, key).read('coverage', coverageSchema);
  if (coverage === undefined || (await learntBy(ports, key)) === undefined) return undefined;
  return { head: coverage.head, base: coverage.base, run: key.run_number };
}

/** What this run found with what superseded ones have found before it. */
export function withLearnt<F extends Found>(found: F, learnt: Learnt | undefined): F {
  if (learnt === undefined) return found;
  const { linted, asked } = found;
  const from = (isModel: boolean) => learnt.findings.filter(({ source }) => (source === 'agent') === isModel);
  return {
    ...found,
    linted: { ...linted, findings: [...linted.findings, ...from(false)] },
    asked: {
      ...asked,
      asked: asked.asked || learnt.asked,
      findings: [...asked.findings, ...from(true)],
      positive_findings: [...new Set([...asked.positive_findings, ...learnt.positive_findings])].slice(
        0,
        MOST_POSITIVE,
      ),
      summary: asked.summary ?? learnt.summary,
    },
  };
}

/** The review that a superseded run was is still wanted, whatever the event of the new head is by itself. */
export async function wantAgain(
  { clock, settings, store }: Pick<Ports, 'clock' | 'settings' | 'store'>,
  { repo_key, pr_number }: ReviewRun,
): Promise<void> {
  const key = { repo_key, pr_number };
  await store.transaction(async (tx) => {
    const [stands, pull, pending] = await Promise.all([
      repositoryStands(tx, repo_key),
      pullRequests.get(tx, key),
      pendingReviews.get(tx, key),
    ]);
    if (!stands || pull === undefined || pull.auto_state != null || settings.automatic.paused) return;
    const { waitSeconds } = settings.automatic;
    pendingReviews.set(tx, key, withEvents(pending, key, AUTO_EVENTS, waitSeconds, clock.now()));
  });
}
