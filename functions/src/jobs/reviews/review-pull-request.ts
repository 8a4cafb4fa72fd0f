/**
 * The steps of one review run, from the commits to what teams read. The results of the expensive ones (pins, lint, ask)
 * are remembered, the others give the same again, and posting finds what it has posted: whatever step a worker dies
 * behind, the next one ends at the same place.
 *
 *     pins ─▶ gather ─▶ lint ─▶ ask ─▶ place ─▶ post ─▶ store
 */
import { isStanding, repositories } from '../../documents/repositories.ts';
import type { ReviewRun } from '../../documents/reviews.ts';
import { AppError } from '../../model/errors.ts';
import type { SourcedFinding } from '../../model/findings.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import { SEVERITIES } from '../../model/reviews.ts';
import type { Ports } from '../../ports.ts';
import type { ContextPack } from '../../review/context/context.ts';
import { counted } from '../../review/draft/counted.ts';
import { dismissedIn, withoutMuted } from '../dismissals/muted.ts';
import { repositoryIdentity } from '../snapshots/repository-token.ts';
import { askedSchema, askModel, contextOf, nobodyAsked } from './ask.ts';
import type { Asked, Question } from './ask.ts';
import { movedBefore, rememberWork, supersededBy } from './automatic/follow-head.ts';
import { countTokens, readBudget, whySpent } from './automatic/budget.ts';
import { assertNotPaused, learntBy, SupersededRun, withLearnt } from './automatic/superseded.ts';
import type { Learnt } from './automatic/superseded.ts';
import { beginCommits, tellCommit } from './checks/tell-commit.ts';
import { placedWithFacts } from './facts.ts';
import { asksModel, gatherChange } from './gather.ts';
import { pinCommits, pinsSchema, repinned } from './pin-commits.ts';
import type { Gathered } from './gather.ts';
import { keptDiff } from './keep-diff.ts';
import { createReviewParser } from './parsing.ts';
import type { ReviewParser } from './parsing.ts';
import { incompleteIn } from './place.ts';
import { postingWhile } from './post.ts';
import { decidedComments, postNothingNew, postReview } from './post-review.ts';
import type { RunWork } from './post-review.ts';
import { lintedSchema, runLinters, type Linted } from './run-linters.ts';
import { reviewedFields, runCoverage, storedCoverage } from './run-coverage.ts';
import type { RunResult } from './run-table.ts';
import type { ReviewedFields } from './states.ts';
import { issuesOf, storeIssues } from './store.ts';
import { runSteps } from './run-steps.ts';

/** `superseded` ends a run without a word, and says why in its record. */
export type Ended = Reviewed | { superseded: string; again: boolean; fields: ReviewedFields };

export interface Reviewed {
  result: RunResult;
  /** For the pull request's document. */
  fields: ReviewedFields;
}

/** Heads that come while a review runs are followed this often; then it is posted for the one that it has. */
const MAX_MOVES = 3;

/** Failures are AppErrors as platform, git, graph and gateway give them. */
export async function reviewPullRequest(given: Ports, work: RunWork): Promise<Ended> {
  try {
    return await reviewed(given, work);
  } catch (error) {
    if (!(error instanceof SupersededRun)) throw error;
    const { message, again } = error;
    const { run } = work;
    const learnt = await learntBy(given, run);
    return { superseded: message, again, fields: learnt === undefined ? {} : { carried_run: run.run_number } };
  }
}

async function reviewed(given: Ports, work: RunWork): Promise<Reviewed> {
  const { run, signal } = work;
  const ports = { ...given, scm: postingWhile(given.scm, work.require) };
  assertNotPaused(ports.settings, run);
  const repository = await repositories.get(ports.store, run);
  if (!isStanding(repository)) throw new AppError('not_found', 'The repository is no longer indexed');
  const parser = createReviewParser(`${repository.owner}/${repository.repo_name}`);
  const steps = runSteps(ports, run);
  try {
    await acknowledge(ports, run, repository);
    let pins = await steps.remembered('pins', pinsSchema, () => pinCommits(ports, run, repository));
    for (let moves = 0; ; moves++) {
      signal.throwIfAborted();
      const compared = await gatherChange(ports, run, repository, pins, signal);
      const gathered = await beginCommits(ports, work, repository, compared);
      try {
        const looked = lookedAt(gathered);
        const earlier = moves < MAX_MOVES ? await movedBefore(ports, run, repository, pins) : undefined;
        if (earlier !== undefined) {
          await steps.remember('pins', earlier);
          pins = earlier;
          continue;
        }
        const configured = { ...work, run: { ...run, mode: modeOf(ports.settings, run, gathered) } };
        const isNothing = looked.nothingNew && gathered.pins.carried == null;
        const findings = isNothing ? undefined : await findFaults(ports, configured, repository, looked, parser);
        await rememberWork(ports, run, gathered, findings);
        signal.throwIfAborted();
        // Only now: a token from before may have died while the model thought.
        const { token } = await repositoryIdentity(ports, repository);
        const mayMove = run.automatic || moves < MAX_MOVES;
        const moved = mayMove ? await repinned(ports, run, token, pins, !looked.nothingNew) : undefined;
        const isOutdated = moved !== undefined && run.automatic && (findings !== undefined || moves >= MAX_MOVES);
        if (isOutdated) throw supersededBy(moved.head);
        if (moved === undefined) {
          await steps.remember('diff', keptDiff(gathered.diffs));
          return await conclude(ports, configured, { repository, gathered, findings, parser });
        }
        await steps.remember('pins', moved);
        pins = moved;
      } finally {
        await gathered.close();
      }
    }
  } finally {
    await parser.close();
  }
}

/** A reaction to the command says that it was heard, once however often it is made; a comment that is gone needs none. */
async function acknowledge(ports: Ports, run: ReviewRun, repository: RepositoryRecord): Promise<void> {
  if (run.comment_id === 0) return;
  try {
    const { token } = await repositoryIdentity(ports, repository);
    const at = { id: run.comment_id, number: run.pr_number };
    await ports.scm.react(token, run.owner, run.repo_name, at, 'eyes');
  } catch (error) {
    if (!(error instanceof AppError) || error.retryable || error.code === 'conflict') throw error;
  }
}

/** What a command names counts before the repository's configuration, and that before the deployment's default. */
function modeOf({ reviewMode }: Ports['settings'], run: ReviewRun, { configuration }: Gathered): ReviewRun['mode'] {
  const mode = configuration?.config.mode ?? reviewMode;
  if (mode === 'facts') return 'normal';
  const isGiven = run.mode_given ?? run.mode !== reviewMode;
  return isGiven ? run.mode : mode;
}

/** The change as linters and models look at it. */
function lookedAt(gathered: Gathered): Gathered {
  const { looked, pins } = gathered;
  return { ...gathered, ...looked, pins: { ...pins, ...pins.looked } };
}

type Severity = SourcedFinding['severity'];

interface Findings {
  linted: Linted;
  asked: Asked;
  context: ContextPack | null;
}

async function findFaults(
  ports: Ports,
  { run, lastTry, signal }: RunWork,
  repository: RepositoryRecord,
  gathered: Gathered,
  parser: ReviewParser,
): Promise<Findings> {
  const steps = runSteps(ports, run);
  const linted = await steps.remembered('lint', lintedSchema, () =>
    runLinters(ports, run, repository, gathered, signal),
  );
  const learnt = await carriedTo(ports, run, gathered);
  if (run.command === 'lint') return { linted, asked: nobodyAsked(''), context: null };
  const context = await contextOf(
    ports,
    repository,
    gathered,
    parser,
    asksModel(ports.settings, run, gathered.configuration),
  );
  const earlier = [
    ...(await issuesOf(ports, run)).filter(({ status }) => status !== 'resolved'),
    ...(await dismissedIn(ports, run, gathered.diffs)),
  ];
  const known = { ...linted, findings: [...linted.findings, ...(learnt?.findings ?? [])] };
  const question = { run, repository, gathered, context, linted: known, earlier, lastTry, signal };
  const asked = await steps.remembered('ask', askedSchema, () => askWithinBudget(ports, run, question));
  await countTokens(ports, run, asked.usage);
  return withLearnt({ linted, asked, context }, learnt);
}

async function carriedTo(ports: Ports, run: ReviewRun, { pins }: Gathered): Promise<Learnt | undefined> {
  return pins.carried == null ? undefined : learntBy(ports, { ...run, run_number: pins.carried });
}

async function askWithinBudget(ports: Ports, run: ReviewRun, question: Question): Promise<Asked> {
  const budget = await readBudget(ports.store, ports.settings, run.repo_key);
  const spent = whySpent(budget, ports.settings, run.automatic, ports.clock.now());
  return spent === undefined ? askModel(ports, question) : nobodyAsked(spent);
}

interface ConcludeParts {
  repository: RepositoryRecord;
  gathered: Gathered;
  /** undefined when there was nothing new to look at. */
  findings: Findings | undefined;
  parser: ReviewParser;
}

const NOTHING_LINTED: Linted = { findings: [], views: [], notes: [] };

async function conclude(ports: Ports, work: RunWork, parts: ConcludeParts): Promise<Reviewed> {
  const { repository, gathered } = parts;
  const { run, holder } = work;
  const found = parts.findings ?? { linted: NOTHING_LINTED, asked: nobodyAsked(''), context: null };
  const { linted } = found;
  const { severe: all, asked } = bySeverity(found, gathered.configuration?.config.minSeverity ?? 'low');
  const { facts, note, ...placed } = await placedWithFacts(ports, work, parts, all);
  const { placement, ...muted } = await withoutMuted(ports, run, placed.placement);
  const coverage = runCoverage(run, gathered, found);
  const stored = storedCoverage(gathered, found, coverage);
  if (stored !== undefined) await runSteps(ports, run).remember('coverage', stored);
  const identity = await repositoryIdentity(ports, repository);
  const posted =
    parts.findings === undefined
      ? await postNothingNew(ports, identity, run, gathered.pins)
      : await postReview(ports, identity, work, {
          gathered,
          placement,
          coverage: coverage.files,
          ...parts.findings,
          linted: { ...linted, notes: [...linted.notes, ...(note === null ? [] : [note])] },
          facts,
          asked: { ...asked, dropped: { ...asked.dropped, ...muted.reasons } },
        });
  const issues = await storeIssues(ports, {
    ...{ run, repository, holder, gathered, linted, asked, placement, coverage },
    commentIds: posted.ids,
    resolvedComments: await decidedComments(ports, identity, work),
    muted: muted.fingerprints,
  });
  const result: RunResult = {
    head_sha: gathered.pins.head,
    mode: run.mode,
    issue_count: issues.length,
    positive_finding_count: asked.positive_findings.length,
    positive_findings: asked.positive_findings,
    walkthrough_summary: summaryOf(gathered, asked, parts.findings === undefined),
    files_changed: gathered.diffs.length,
    usage: asked.usage,
    incomplete: parts.findings === undefined ? [] : incompleteIn(asked, coverage.files),
    error_message: posted.missing,
  };
  await tellCommit(ports, identity, work, { gathered, result, issues });
  return {
    result,
    // What does not stand where people look has to be posted by the next run.
    fields: posted.missing === null ? { ...reviewedFields(run, gathered, found, coverage), ...uncarried(run) } : {},
  };
}

/** What superseded runs had found is said now. */
function uncarried({ command }: ReviewRun): ReviewedFields {
  return command === 'lint' ? {} : { carried_run: null };
}

/** What is less severe than the repository wants to hear of is counted with what the model's answer lost. */
export function bySeverity(
  { linted, asked }: Pick<Findings, 'linted' | 'asked'>,
  least: Severity,
): { severe: SourcedFinding[]; asked: Asked } {
  const all = [...linted.findings, ...asked.findings];
  const severe = all.filter(({ severity }) => SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least));
  const minor = all.length - severe.length;
  if (minor === 0) return { severe, asked };
  const reason = `less severe than ${least}, which .reviewgraph.yml asks for`;
  return { severe, asked: { ...asked, dropped: { ...asked.dropped, [reason]: minor } } };
}

/** What changed, by figures, and what the model says of it. */
function summaryOf({ diffs }: Gathered, { summary }: Asked, nothingNew: boolean): string {
  const added = diffs.reduce((sum, { additions }) => sum + additions, 0);
  const deleted = diffs.reduce((sum, { deletions }) => sum + deletions, 0);
  const figures = `${counted(diffs.length, 'file')} changed, ${counted(added, 'line')} added, ${deleted} removed.`;
  if (nothingNew) return `${figures} Nothing new since the last review.`;
  return summary === null ? figures : `${figures} ${summary}`;
}
