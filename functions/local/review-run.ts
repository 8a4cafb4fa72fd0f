/** The steps behind `npm run review`, in the order of a review run; what each gave is in the result. */
import { join } from 'node:path';
import { openCommit } from '../src/adapters/git-local.ts';
import { createLinters } from '../src/adapters/lint.ts';
import { createGraph } from '../src/adapters/neo4j.ts';
import { PUBLIC_ACCESS, scopeOf } from '../src/graph/access.ts';
import { knownNames } from '../src/graph/queries/neighbours.ts';
import { createReviewParser } from '../src/jobs/review-parsing.ts';
import { eligibilityOf, openSources } from '../src/jobs/sources.ts';
import { syncRepository } from '../src/jobs/sync.ts';
import type { SourcedFinding } from '../src/model/findings.ts';
import { DEFAULT_TOOLS } from '../src/model/tools.ts';
import type { RunUsage } from '../src/model/reviews.ts';
import type { GraphPort, Snapshot } from '../src/ports.ts';
import { budgetPatches, selectFiles, type SkippedFile } from '../src/review/changed-files.ts';
import { gatherContext, type ContextPack } from '../src/review/context.ts';
import type { CoverageLedger } from '../src/review/coverage-ledger.ts';
import { diffTrees } from '../src/review/diff-trees.ts';
import type { DraftComment } from '../src/review/draft-comments.ts';
import { draftReview } from '../src/review/draft-review.ts';
import { fingerprintsOf } from '../src/review/fingerprint.ts';
import { lintChanges, type LintSummary } from '../src/review/lint/lint-changes.ts';
import { mergeFindings } from '../src/review/merge-findings.ts';
import { placeFindings, type PlacedFinding } from '../src/review/place-findings.ts';
import { headReader } from '../src/review/tools-files.ts';
import { askModel, droppedBy } from './review-model.ts';
import { startNeo4j } from './neo4j.ts';
import { ROOT } from './toolchain.ts';

export interface LocalReviewRequest {
  folder: string;
  repoId: string;
  /** Full ids; base is the merge base. */
  base: string;
  head: string;
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
  /** Who gave the findings. */
  asked: string;
  placements: (Omit<PlacedFinding, 'finding'> & {
    title: string;
    stated: { path: string; side: string; line_start: number; line_end: number };
  })[];
  merged: number;
  payload: {
    walkthrough: string;
    review: { commit_id: string; event: 'COMMENT'; body: string; comments: DraftComment[] } | null;
  };
  ledger: CoverageLedger;
  ms: Record<string, number>;
}

/** Tokens of context, characters of patches. */
const CONTEXT_BUDGET = 24_000;
const PATCH_BUDGET = 200_000;
const NOBODY: RunUsage = { model: null, tool_rounds: 0, prompt_tokens: 0, completion_tokens: 0 };

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
  const readHead = headReader(head);
  const diffs = await diffTrees(base, head, { eligibility: await eligibilityOf(head) });
  const selected = selectFiles(diffs);
  const patches = budgetPatches(selected.reviewed, PATCH_BUDGET);
  clock.lap('diff');
  await index(base, repoId, graph);
  clock.lap('index');
  const scope = scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, repoId);
  const parser = createReviewParser(repoId);
  try {
    const context = await gatherContext({
      graph,
      scope,
      files: selected.reviewed,
      symbolsOf: parser.symbolsOf,
      indexedCommit: request.base,
      headCommit: request.head,
      budget: CONTEXT_BUDGET,
    });
    clock.lap('context');
    const lint = await lintChanges({
      linters: createLinters(),
      files: selected.reviewed.flatMap(({ diff, hunks }) =>
        diff.newText === null ? [] : [{ path: diff.path, text: diff.newText, hunks }],
      ),
      settings: DEFAULT_TOOLS,
      readHead,
    });
    clock.lap('lint');
    const outcome =
      request.findings === undefined
        ? await askModel({ ...request, graph, scope, snapshot: head, diffs, selected, patches, context })
        : undefined;
    const findings = [...lint.findings, ...(request.findings ?? outcome?.findings ?? [])];
    clock.lap('ask');
    const paths = head.entries.map(({ path }) => path);
    const placed = await placeFindings({
      findings,
      diffs,
      readHead,
      hasPath: (path) => paths.some((known) => known === path || known.endsWith(`/${path}`)),
      knownNames: (names) => knownNames(graph, scope, names),
      syntaxErrorsOf: parser.syntaxErrorsOf,
    });
    const { kept, merged } = mergeFindings(placed);
    clock.lap('place');
    const asked =
      outcome !== undefined
        ? `the model ${outcome.usage.model ?? ''}`
        : request.findings === undefined
          ? 'nobody'
          : 'the findings file';
    const draft = draftReview({
      run: { number: 1, command: 'full_review', mode: 'normal' },
      headCommit: request.head,
      baseCommit: request.base,
      summary: outcome?.summary ?? null,
      positiveFindings: outcome?.positive_findings ?? [],
      notes:
        asked === 'nobody'
          ? ['No model is configured, so nothing was asked: set GATEWAY_API_KEY, or give --findings.']
          : [],
      diffs,
      selected,
      patches: outcome === undefined ? [] : patches,
      context,
      findings: kept,
      fingerprints: fingerprintsOf(kept),
      posted: new Set(),
      merged: merged.length,
      droppedEarlier: outcome === undefined ? {} : droppedBy(outcome),
      incomplete: asked === 'nobody' ? ['no model was asked'] : (outcome?.incomplete ?? []),
      usage: outcome?.usage ?? NOBODY,
      secrets: [process.env['GATEWAY_API_KEY'] ?? ''],
    });
    clock.lap('draft');
    const shown = new Map(patches.map((patch) => [patch.path, patch.shownHunks]));
    return {
      base: request.base,
      head: request.head,
      files: selected.reviewed.map(({ diff, hunks, risk }) => ({
        path: diff.path,
        old_path: diff.oldPath,
        status: diff.status,
        additions: diff.additions,
        deletions: diff.deletions,
        hunks: hunks.length,
        shown_hunks: shown.get(diff.path) ?? 0,
        risk: Math.round(risk * 10) / 10,
      })),
      skipped: selected.skipped,
      lint: lint.summaries,
      context,
      asked,
      placements: kept.map(({ finding, ...placement }) => {
        const { path, side, line_start, line_end, title } = finding;
        return { ...placement, title, stated: { path, side, line_start, line_end } };
      }),
      merged: merged.length,
      payload: {
        walkthrough: draft.walkthrough,
        review:
          draft.comments.length === 0
            ? null
            : { commit_id: request.head, event: 'COMMENT', body: draft.body, comments: draft.comments },
      },
      ledger: draft.ledger,
      ms: clock.laps,
    };
  } finally {
    await parser.close();
  }
}

async function index(snapshot: Snapshot, repoId: string, graph: GraphPort): Promise<void> {
  const sources = await openSources(snapshot);
  try {
    await syncRepository({
      ports: { graph, clock: { now: () => new Date() } },
      repoId,
      snapshot,
      access: PUBLIC_ACCESS,
      branch: snapshot.branch,
      clearExisting: false,
      sources,
      onProgress: () => undefined,
    });
  } finally {
    await sources.close();
  }
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
