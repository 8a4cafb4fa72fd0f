/** The steps behind `npm run review`: those of a review run (jobs/reviews/review-pull-request.ts), without a host and a store. */
import { join } from 'node:path';
import { openCommit } from '../../src/adapters/git/git-local.ts';
import { openaiGateway } from '../../src/adapters/gateway/gateway.ts';
import { createLinters } from '../../src/adapters/lint/lint.ts';
import { createGraph } from '../../src/adapters/neo4j.ts';
import { askModel, contextOf, lintChange, nobodyAsked, type Asked, type Question } from '../../src/jobs/reviews/ask.ts';
import { changeBetween, type Change, type Pins } from '../../src/jobs/reviews/gather.ts';
import { createReviewParser } from '../../src/jobs/reviews/parsing.ts';
import { draftOf, placeInDiff, type Placement } from '../../src/jobs/reviews/place.ts';
import { runCoverage } from '../../src/jobs/reviews/run-coverage.ts';
import { foundIssue } from '../../src/jobs/reviews/store.ts';
import { rangesOf, type View } from '../../src/model/coverage.ts';
import type { SourcedFinding } from '../../src/model/findings.ts';
import { SERVICE_VERSION } from '../../src/model/service-version.ts';
import { DEFAULT_TOOLS } from '../../src/model/tools.ts';
import type { GraphPort, Snapshot } from '../../src/ports.ts';
import type { FileDiff } from '../../src/review/diff/diff-trees.ts';
import { changedLines } from '../../src/review/diff/incremental.ts';
import type { SkippedFile } from '../../src/review/diff/changed-files.ts';
import type { ContextPack } from '../../src/review/context/context.ts';
import type { CoverageLedger } from '../../src/review/draft/coverage-ledger.ts';
import type { ReviewDraft } from '../../src/review/draft/draft-review.ts';
import { NO_LINKS } from '../../src/review/draft/links.ts';
import type { DraftComment } from '../../src/review/draft/comments.ts';
import type { LintSummary } from '../../src/review/lint/lint-changes.ts';
import type { PlacedFinding } from '../../src/review/place/place-findings.ts';
import { reviewSarif } from '../../src/review/sarif/review-sarif.ts';
import type { SarifLog } from '../../src/review/sarif/sarif-log.ts';
import { indexSnapshot } from './index-snapshot.ts';
import { startNeo4j } from '../stack/neo4j.ts';
import { ROOT } from '../stack/toolchain.ts';

export interface LocalReviewRequest {
  folder: string;
  repoId: string;
  /** Full ids; base is the merge base. */
  base: string;
  head: string;
  /** Where the repository is seen or cloned, for SARIF. */
  repositoryUri: string;
  /** In place of a model's. */
  findings: SourcedFinding[] | undefined;
  note(line: string): void;
}

export interface LocalReview {
  base: string;
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
  /** Who gave the findings: a model, the findings file, or nobody. */
  asked: string;
  /** Why it was nobody; null when somebody was asked. */
  not_asked: string | null;
  placements: (Omit<PlacedFinding, 'finding'> & {
    title: string;
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

const NOBODY = 'nobody';
const NO_MODEL = 'no model is configured (GATEWAY_API_KEY), and no --findings were given';

export async function reviewLocally(request: LocalReviewRequest): Promise<LocalReview> {
  const base = openCommit(request.folder, request.base);
  const head = openCommit(request.folder, request.head);
  const server = await startNeo4j({ home: join(ROOT, 'emulator-data', 'local', 'neo4j'), log: request.note });
  const graph = createGraph({
    uri: server.uri,
    username: process.env['NEO4J_USERNAME'] ?? 'neo4j',
    password: process.env['NEO4J_PASSWORD'] ?? '',
  });
  try {
    return await review(request, base, head, graph);
  } finally {
    await graph.close();
    await server.stop();
    await base.close();
    await head.close();
  }
}

async function review(
  request: LocalReviewRequest,
  base: Snapshot,
  head: Snapshot,
  graph: GraphPort,
): Promise<LocalReview> {
  const { repoId } = request;
  const clock = createClock();
  const startedAt = new Date().toISOString();
  const change = await changeBetween(base, head);
  clock.lap('diff');
  await indexSnapshot(base, repoId, graph);
  clock.lap('index');
  const [owner = '', name = ''] = repoId.split('/');
  const repository = { owner, repo_name: name, private: false };
  const run = { run_number: 1, pr_number: 1, command: 'full_review', mode: 'normal' } as const;
  const gathered = { ...change, looked: change, pins: pinsOf(request) };
  const parser = createReviewParser(repoId);
  try {
    const context = await contextOf({ graph }, repository, gathered, parser);
    clock.lap('context');
    const { linted, summaries } = await lintChange(createLinters(), change, DEFAULT_TOOLS);
    clock.lap('lint');
    const question = { run, repository, gathered, context, linted, earlier: [], lastTry: true };
    const { asked, by } = await findingsFor(request, graph, question);
    clock.lap('ask');
    const placement = await placeInDiff({ graph }, repository, change, parser, [...linted.findings, ...asked.findings]);
    clock.lap('place');
    const { files: coverage } = runCoverage(run, gathered, { asked, linted });
    const draft = draftOf({ run, gathered, context, linted, asked, placement, coverage, ...unposted() });
    clock.lap('draft');
    return {
      base: request.base,
      head: request.head,
      files: filesOf(change),
      skipped: change.selected.skipped,
      lint: summaries,
      context,
      asked: by,
      not_asked: by === NOBODY ? (asked.incomplete[0] ?? 'no file to review') : null,
      placements: placement.findings.map(({ finding, ...where }) => {
        const { path, side, line_start, line_end, title, rule } = finding;
        return { ...where, title, rule, stated: { path, side, line_start, line_end } };
      }),
      merged: placement.merged,
      payload: payloadOf(request.head, draft),
      ledger: draft.ledger,
      sarif: sarifOf(request, startedAt, placement, draft.ledger.incomplete),
      ms: clock.laps,
    };
  } finally {
    await parser.close();
  }
}

/** Nothing of it stands anywhere, and nobody reads comments here. */
function unposted() {
  return {
    maxComments: wholeNumber('REVIEW_MAX_COMMENTS', 30),
    links: NO_LINKS,
    handle: null,
    posted: new Set<string>(),
    rejected: new Set<string>(),
    secrets: [gatewayKey()],
  };
}

function sarifOf(
  { head, repositoryUri }: LocalReviewRequest,
  startedAt: string,
  { findings, fingerprints }: Placement,
  incomplete: readonly string[],
): SarifLog {
  const found = findings.flatMap((placed, at) =>
    placed.label === 'dropped' ? [] : [foundIssue(placed, fingerprints[at] ?? '')],
  );
  return reviewSarif({
    ...{ version: SERVICE_VERSION, repositoryUri, head, branch: null, number: null, run: 1 },
    ...{ command: 'full_review', mode: 'normal', startedAt, endedAt: new Date().toISOString() },
    ...{ failure: null, incomplete, findings: found, truncated: false },
  });
}

/** Stands for the pull request, which does not exist here. */
function pinsOf({ base, head }: LocalReviewRequest): Pins {
  const title = `Changes up to ${head.slice(0, 12)}`;
  return { head, base, looked: null, previous: null, title, body: '', author: 'local', notes: [] };
}

/** The findings of the file that was given, else of the model, else none; `by` says whose they are. */
async function findingsFor(
  { findings }: LocalReviewRequest,
  graph: GraphPort,
  question: Omit<Question, 'signal'>,
): Promise<{ asked: Asked; by: string }> {
  if (findings !== undefined) {
    const views = [viewOfAll(question.gathered.diffs)];
    return { asked: { ...nobodyAsked(''), findings, views }, by: 'the findings file' };
  }
  if (gatewayKey() === '') return { asked: nobodyAsked(NO_MODEL), by: NOBODY };
  const asked = await askModel(askPorts(graph), { ...question, signal: new AbortController().signal });
  return { asked, by: asked.asked ? `the model ${asked.usage.model ?? ''}` : NOBODY };
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

/** A variable that is set to nothing is not given. */
function given(name: string, standard: string): string {
  const value = process.env[name] ?? '';
  return value === '' ? standard : value;
}

function gatewayKey(): string {
  return given('GATEWAY_API_KEY', '');
}

function wholeNumber(name: string, standard: number): number {
  const number = Number(given(name, String(standard)));
  if (!Number.isInteger(number) || number < 0) throw new Error(`${name} has to be a whole number, 0 or more.`);
  return number;
}

/** The gateway that the environment names. */
function askPorts(graph: GraphPort): Parameters<typeof askModel>[0] {
  const reviewModel = given('REVIEW_MODEL', 'gpt-5-mini');
  return {
    graph,
    gateway: openaiGateway({
      apiKey: gatewayKey(),
      baseUrl: given('GATEWAY_BASE_URL', 'https://api.openai.com/v1'),
      embeddingModel: given('EMBEDDING_MODEL', 'text-embedding-3-small'),
    }),
    settings: {
      gatewayConfigured: true,
      reviewModel,
      synthesisModel: given('SYNTHESIS_MODEL', reviewModel),
      maxToolRounds: wholeNumber('MAX_TOOL_ROUNDS', 8),
    },
  };
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
