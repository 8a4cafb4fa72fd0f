/**
 * Writes what a run means for the issues of its pull request: each issue with its event in one transaction, a batch at a
 * time, as long as the run is still this worker's. A worker that takes over folds again over what is stored by then.
 */
import { events } from '../../documents/figures.ts';
import { repositoryStands } from '../../documents/repositories.ts';
import { issues, reviewRuns } from '../../documents/reviews.ts';
import type { ReviewRun } from '../../documents/reviews.ts';
import { AppError } from '../../model/errors.ts';
import { repoIdOf } from '../../model/ids.ts';
import { redact } from '../../model/redact.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import type { IssueRecord } from '../../model/reviews.ts';
import type { Ports } from '../../ports.ts';
import { issueChanges } from '../../review/fold-issues.ts';
import type { PlacedFinding } from '../../review/place/place-findings.ts';
import type { SarifFinding } from '../../review/sarif/review-sarif.ts';
import type { Asked } from './ask.ts';
import type { Gathered } from './gather.ts';
import type { Placement } from './place.ts';
import type { Linted } from './run-linters.ts';
import { isVerified, type RunCoverage } from './run-coverage.ts';

const BATCH = 50;
/** Issues of one pull request that are followed. */
const MAX_ISSUES = 2000;

export async function issuesOf(
  { store }: Pick<Ports, 'store'>,
  run: Pick<ReviewRun, 'repo_key' | 'pr_number'>,
): Promise<IssueRecord[]> {
  return (await issues.query(store, run, { limit: MAX_ISSUES })).map(({ doc }) => doc);
}

const LONGEST = { title: 300, text: 6_000, code: 4_000 };

export interface StoredParts {
  run: ReviewRun;
  repository: RepositoryRecord;
  holder: string;
  gathered: Gathered;
  linted: Linted;
  asked: Asked;
  placement: Placement;
  coverage: RunCoverage;
  commentIds: ReadonlyMap<string, number>;
  resolvedComments: ReadonlySet<number>;
  /** Fingerprints of findings that were found and not said. */
  muted: ReadonlySet<string>;
}

/** The issues that the run found, new and old. `conflict` when another worker has the run. */
export async function storeIssues(ports: Pick<Ports, 'clock' | 'store'>, parts: StoredParts): Promise<IssueRecord[]> {
  const { run, repository, gathered, coverage } = parts;
  const at = ports.clock.now().toISOString();
  const existing = await issuesOf(ports, run);
  const found = foundIssues(parts, at);
  const texts = await textsAtHead(gathered, existing);
  const looked = coverage.looked?.change;
  const lookedTexts =
    looked === undefined || looked.head === gathered.head ? texts : await textsAtHead(looked, existing);
  const changes = issueChanges(existing, {
    repoKey: run.repo_key,
    repoId: repoIdOf(repository.owner, repository.repo_name),
    number: run.pr_number,
    run: run.run_number,
    at,
    found,
    resolvedComments: parts.resolvedComments,
    muted: parts.muted,
    linesUnchanged: (issue) => linesUnchanged(issue, texts.get(issue.path)),
    // What a push has changed since nobody has looked at: both texts have to be without it.
    verified: (issue) => isVerified(issue, parts, coverage) && !linesUnchanged(issue, lookedTexts.get(issue.path)),
  });
  for (let from = 0; from < changes.length; from += BATCH) {
    await ports.store.transaction(async (tx) => {
      const [held, stands] = await Promise.all([reviewRuns.get(tx, run), repositoryStands(tx, run.repo_key)]);
      if (!stands || held?.lease_holder !== parts.holder) throw new AppError('conflict', 'Another worker has the run');
      for (const { record, events: happened } of changes.slice(from, from + BATCH)) {
        issues.set(tx, { ...run, fingerprint: record.fingerprint }, record);
        for (const { id, event } of happened) events.set(tx, { event_id: id }, event);
      }
    });
  }
  return found;
}

function foundIssues({ run, placement, commentIds }: StoredParts, at: string): IssueRecord[] {
  return placement.findings.flatMap((placed, index) => {
    const fingerprint = placement.fingerprints[index] ?? '';
    return placed.label === 'dropped'
      ? []
      : [issueOf(run, placed, fingerprint, commentIds.get(fingerprint) ?? null, at)];
  });
}

function issueOf(
  run: ReviewRun,
  placed: PlacedFinding,
  fingerprint: string,
  commentId: number | null,
  at: string,
): IssueRecord {
  return {
    ...foundIssue(placed, fingerprint),
    first_seen_run: run.run_number,
    resolved_in_run: null,
    closed: null,
    comment_id: commentId,
    repo_key: run.repo_key,
    pr_number: run.pr_number,
    run_numbers: [run.run_number],
    posted_at: at,
  };
}

/** What of a finding is kept, whoever keeps it. */
export function foundIssue(
  { finding, path, side, line_start, line_end, snippet, suggestion, symbol_id = null }: PlacedFinding,
  fingerprint: string,
): SarifFinding {
  const { severity, category, title, description, confidence, source, rule, evidence = [] } = finding;
  return {
    fingerprint,
    path,
    line_start,
    line_end,
    side,
    symbol_id,
    severity,
    category,
    title: redact(title).slice(0, LONGEST.title),
    description: redact(description).slice(0, LONGEST.text),
    suggestion: suggestion === null ? null : redact(suggestion).slice(0, LONGEST.text),
    code_snippet: redact(snippet).slice(0, LONGEST.code),
    confidence,
    source,
    rule,
    evidence,
    status: 'open',
  };
}

async function textsAtHead(
  { readHead }: Pick<Gathered, 'readHead'>,
  known: readonly IssueRecord[],
): Promise<Map<string, string | undefined>> {
  const paths = new Set(known.filter(({ status }) => status === 'open').map(({ path }) => path));
  const texts = new Map<string, string | undefined>();
  for (const path of paths) texts.set(path, await readHead(path));
  return texts;
}

/** What the issue is about stands in the file as it did; a removed line stays what it was as long as it is gone. */
function linesUnchanged({ side, code_snippet: code }: IssueRecord, text: string | undefined): boolean {
  if (code.trim() === '') return true;
  const there = text !== undefined && holdsLines(linesOf(text), linesOf(code));
  return side === 'RIGHT' ? there : !there;
}

/** Without white space at the ends. A line that only begins as it did is another line. */
function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trim());
}

function holdsLines(lines: readonly string[], wanted: readonly string[]): boolean {
  return lines.some((_, at) => wanted.every((line, offset) => lines[at + offset] === line));
}
