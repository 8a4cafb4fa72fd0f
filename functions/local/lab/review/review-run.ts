/** The steps behind `npm run review`: those of a review run (jobs/reviews/review-pull-request.ts), without a host and a store. */
import { createLinters } from '../../../src/adapters/lint/lint.ts';
import { askModel, nobodyAsked } from '../../../src/jobs/reviews/ask.ts';
import type { Asked, Question } from '../../../src/jobs/reviews/ask.ts';
import { readConfiguration, withCeilings, type Configuration } from '../../../src/jobs/reviews/configuration.ts';
import { changeBetween, type Change } from '../../../src/jobs/reviews/change/change.ts';
import { withoutSecrets } from '../../../src/jobs/reviews/change/without-secrets.ts';
import type { Gathered } from '../../../src/jobs/reviews/gather.ts';
import type { Pins } from '../../../src/jobs/reviews/pin-commits.ts';
import { createReviewParser, type ReviewParser } from '../../../src/jobs/reviews/parsing.ts';
import { draftOf, placeInDiff, withFacts, type Placement } from '../../../src/jobs/reviews/place.ts';
import { bySeverity } from '../../../src/jobs/reviews/review-pull-request.ts';
import { lintChange, withoutOff } from '../../../src/jobs/reviews/run-linters.ts';
import { runCoverage } from '../../../src/jobs/reviews/run-coverage.ts';
import { foundIssue } from '../../../src/jobs/reviews/store.ts';
import type { ChangeFacts } from '../../../src/model/change-facts.ts';
import { rangesOf, type View } from '../../../src/model/coverage.ts';
import type { SourcedFinding } from '../../../src/model/findings.ts';
import { SERVICE_VERSION } from '../../../src/model/service-version.ts';
import { DEFAULT_TOOLS } from '../../../src/model/tools.ts';
import type { GraphPort, GraphReader, Snapshot } from '../../../src/ports.ts';
import type { AgentTool } from '../../../src/review/agent/tools.ts';
import type { FileDiff } from '../../../src/review/diff/diff-trees.ts';
import { changedLines } from '../../../src/review/diff/incremental.ts';
import type { SkippedFile } from '../../../src/review/diff/changed-files.ts';
import type { ContextPack } from '../../../src/review/context/context.ts';
import type { CoverageLedger } from '../../../src/review/draft/coverage-ledger.ts';
import type { ReviewDraft } from '../../../src/review/draft/draft-review.ts';
import { NO_LINKS } from '../../../src/review/draft/links.ts';
import type { DraftComment } from '../../../src/review/draft/comments.ts';
import type { LintSummary } from '../../../src/review/lint/lint-changes.ts';
import type { PlacedFinding, PlaceRequest } from '../../../src/review/place/place-findings.ts';
import { reviewSarif } from '../../../src/review/sarif/review-sarif.ts';
import type { SarifLog } from '../../../src/review/sarif/sarif-log.ts';
import { askPorts, gatewayKey, wholeNumber } from './gateway-settings.ts';

export interface LocalReview {
  base: string;
  /** A commit, or WORK_TREE. */
  head: string;
  files: {
    path: string;
    old_path: string | null;
    status: string;
    additions: number;
    deletions: number;
    hunks: number;
    shown_hunks: number;
    risk: number;
  }[];
  skipped: SkippedFile[];
  lint: LintSummary[];
  context: ContextPack;
  facts: ChangeFacts;
  /** Who gave the findings: a model, the findings file, or nobody. */
  asked: string;
  /** Why it was nobody; null when somebody was asked. */
  not_asked: string | null;
  /** A model was to be asked; what it did not see makes the review incomplete. */
  asked_model: boolean;
  /** */
  placements: (Omit<PlacedFinding, 'finding'> & {
    title: string;
    severity: SourcedFinding['severity'];
    /** The linter's; null for other findings. */
    rule: string | null;
    stated: { path: string; side: string; line_start: number; line_end: number };
  })[];
  merged: number;
  payload: {
    walkthrough: string;
    review: { commit_id: string; event: 'COMMENT'; body: string; comments: DraftComment[] } | null;
  };
  ledger: CoverageLedger;
  sarif: SarifLog;
  ms: Record<string, number>;
}

/** In place of a commit. */
export const WORK_TREE = 'working tree';

/** What is compared, and as whose code. */
export interface ReviewedChange {
  repoId: string;
  /** Full ids, or WORK_TREE; base is the merge base. */
  base: string;
  head: string;
  before: Snapshot;
  after: Snapshot;
  /** The branch that is merged into, whose configuration holds, and its commit. */
  target: Snapshot;
  /** Where the repository is seen or cloned, for SARIF. */
  repositoryUri: string;
  /** In place of a model's. */
  findings: SourcedFinding[] | undefined;
  /** No code goes to a model, whatever is configured. */
  noModel: boolean;
}

/** The code around the change, from wherever it is read. */
export interface CodeAround {
  /** Called first. */
  gather(change: Change, parser: ReviewParser): Promise<Surroundings>;
}

export interface Surroundings {
  context: ContextPack;
  facts: ChangeFacts;
  knownNames: PlaceRequest['knownNames'];
  reader: GraphReader;
  /** Whose questions are a model's tools. */
  graph: GraphPort | null;
  codeTools: readonly AgentTool[];
}

type Clock = ReturnType<typeof createClock>;

const LINTERS = createLinters();

export async function runReview(request: ReviewedChange, around: CodeAround): Promise<LocalReview> {
  const clock = createClock();
  const configuration = await configurationOf(request);
  const found = await changeBetween(request.before, request.after, undefined, configuration.config);
  const { change } = await withoutSecrets(LINTERS, found, { whole: asksModel(request) });
  clock.lap('diff');
  const parser = createReviewParser(request.repoId);
  try {
    const code = await around.gather(change, parser);
    clock.lap('context');
    const gathered = { ...change, looked: change, pins: pinsOf(request), configuration };
    return await review(request, gathered, code, { parser, clock, configuration });
  } finally {
    await parser.close();
  }
}

function asksModel({ findings, noModel }: ReviewedChange): boolean {
  return findings === undefined && !noModel && gatewayKey() !== '';
}

/** As a run has it: of the target branch, and never of the change itself. */
async function configurationOf({ target }: ReviewedChange): Promise<Configuration> {
  const settings = {
    maxComments: wholeNumber('REVIEW_MAX_COMMENTS', 30),
    repositoryConfigAllows: ['deep', 'other_files'],
    reviewMode: 'normal' as const,
    // What starts a review elsewhere is of no account here.
    automatic: { reviews: 'pushed' as const },
  };
  return withCeilings(settings, await readConfiguration(target.commit, target));
}

async function review(
  request: ReviewedChange,
  gathered: Omit<Gathered, 'close'>,
  code: Surroundings,
  { parser, clock, configuration }: { parser: ReviewParser; clock: Clock; configuration: Configuration },
): Promise<LocalReview> {
  const { config } = configuration;
  const mode = config.mode === 'deep' ? 'deep' : 'normal';
  const startedAt = new Date().toISOString();
  const run = { run_number: 1, pr_number: 1, command: 'full_review', mode } as const;
  const settings = withoutOff(DEFAULT_TOOLS, config.lintersOff);
  const { tellsSecrets } = config;
  const { linted, summaries } = await lintChange(LINTERS, gathered, { settings, tellsSecrets });
  clock.lap('lint');
  const [owner = '', name = ''] = request.repoId.split('/');
  const repository = { owner, repo_name: name, private: false };
  const { context, codeTools, facts } = code;
  const question = { run, repository, gathered, context, linted, codeTools, earlier: [], lastTry: true };
  const found = await findingsFor(request, code.graph, question);
  clock.lap('ask');
  const { severe, asked } = bySeverity({ linted, asked: found.asked }, config.minSeverity);
  const placed = await placeInDiff(gathered, parser, code.knownNames, severe);
  const placement = await withFacts(placed, { head: request.head, ...facts }, code.reader, request.repoId);
  clock.lap('place');
  const { files: coverage } = runCoverage(run, gathered, { asked, linted });
  // Nothing of it stands anywhere, and nobody reads comments here.
  const unposted = { links: NO_LINKS, handle: null, posted: new Set<string>(), rejected: new Set<string>() };
  const common = { ...unposted, maxComments: config.maxComments, secrets: [gatewayKey()] };
  const draft = draftOf({ run, gathered, context, linted, asked, placement, coverage, facts, ...common });
  clock.lap('draft');
  return {
    base: request.base,
    head: request.head,
    files: filesOf(gathered),
    skipped: gathered.selected.skipped,
    lint: summaries,
    context,
    facts,
    asked: found.by,
    not_asked: found.by === NOBODY ? (asked.incomplete[0] ?? found.why) : null,
    asked_model: asksModel(request),
    placements: placement.findings.map(({ finding, ...where }) => {
      const { path, side, line_start, line_end, title, severity, rule } = finding;
      return { ...where, title, severity, rule, stated: { path, side, line_start, line_end } };
    }),
    merged: placement.merged,
    payload: payloadOf(request.head, draft),
    ledger: draft.ledger,
    sarif: sarifOf(request, run.mode, startedAt, placement, draft.ledger.incomplete),
    ms: clock.laps,
  };
}

function sarifOf(
  { head, repositoryUri }: ReviewedChange,
  mode: 'normal' | 'deep',
  startedAt: string,
  { findings, fingerprints }: Placement,
  incomplete: readonly string[],
): SarifLog {
  const found = findings.flatMap((placed, at) =>
    placed.label === 'dropped' ? [] : [foundIssue(placed, fingerprints[at] ?? '')],
  );
  return reviewSarif({
    ...{ version: SERVICE_VERSION, repositoryUri, head, branch: null, number: null, run: 1 },
    ...{ command: 'full_review', mode, startedAt, endedAt: new Date().toISOString() },
    ...{ failure: null, incomplete, findings: found, truncated: false },
  });
}

/** Stands for the pull request, which does not exist here. */
function pinsOf({ base, head }: ReviewedChange): Pins {
  const title = head === WORK_TREE ? 'Changes of a working tree' : `Changes up to ${head.slice(0, 12)}`;
  return { head, base, looked: null, previous: null, title, body: '', author: 'local', notes: [] };
}

const NOBODY = 'nobody';
const NO_MODEL = 'no model is configured (GATEWAY_API_KEY), and no --findings were given';

interface Found {
  asked: Asked;
  /** Whose findings they are. */
  by: string;
  why: string;
}

/** The findings of the file that was given, else of the model, else none. */
async function findingsFor(
  { findings, noModel }: ReviewedChange,
  graph: GraphPort | null,
  question: Omit<Question, 'signal'>,
): Promise<Found> {
  const why = 'no file to review';
  if (findings !== undefined) {
    const views = [viewOfAll(question.gathered.diffs)];
    return { asked: { ...nobodyAsked(''), findings, views }, by: 'the findings file', why };
  }
  // Who asks for no model has a whole review without one.
  if (noModel) return { asked: nobodyAsked(''), by: NOBODY, why: 'none was wanted (--no-model)' };
  if (gatewayKey() === '') return { asked: nobodyAsked(NO_MODEL), by: NOBODY, why };
  const asked = await askModel(await askPorts(graph), { ...question, signal: new AbortController().signal });
  return { asked, by: asked.asked ? `the model ${asked.usage.model ?? ''}` : NOBODY, why };
}

/** Whoever wrote the findings had the whole diff. */
function viewOfAll(diffs: readonly FileDiff[]): View {
  const files = diffs.map((diff) => {
    const lines = changedLines(diff);
    const of = (wanted: string) => rangesOf(lines.flatMap(({ side, line }) => (side === wanted ? [line] : [])));
    return { path: diff.path, right: of('RIGHT'), left: of('LEFT') };
  });
  return { by: 'findings', requests: 1, answered: true, files };
}

function filesOf({ patches, selected }: Change): LocalReview['files'] {
  const shown = new Map(patches.map((patch) => [patch.path, patch.shownHunks]));
  return selected.reviewed.map(({ diff, hunks, risk }) => ({
    path: diff.path,
    old_path: diff.oldPath,
    status: diff.status,
    additions: diff.additions,
    deletions: diff.deletions,
    hunks: hunks.length,
    shown_hunks: shown.get(diff.path) ?? 0,
    risk: Math.round(risk * 10) / 10,
  }));
}

function payloadOf(commit: string, { walkthrough, body, comments }: ReviewDraft): LocalReview['payload'] {
  const posted = comments.length === 0 ? null : { commit_id: commit, event: 'COMMENT' as const, body, comments };
  return { walkthrough, review: posted };
}

function createClock() {
  const laps: Record<string, number> = {};
  let last = performance.now();
  return {
    laps,
    lap(name: string) {
      const now = performance.now();
      laps[name] = Math.round(now - last);
      last = now;
    },
  };
}
