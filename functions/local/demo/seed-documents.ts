/**
 * A seed's history as the documents that the service would have written: pull requests, runs, issues, and the events that
 * the figures are folded from. Pure: the same history, time and sources give the same documents.
 */
import { createHash } from 'node:crypto';
import { events } from '../../src/documents/figures.ts';
import { issues as storedIssues, pullRequests, reviewRuns, runSteps } from '../../src/documents/reviews.ts';
import { eventId } from '../../src/model/events.ts';
import type { ReviewEvent } from '../../src/model/events.ts';
import { fileIdOf, repoIdOf, symbolIdOf } from '../../src/model/ids.ts';
import { repoKeyOf } from '../../src/model/repositories.ts';
import type { IssueRecord, PullRequestRecord, RunRecord } from '../../src/model/reviews.ts';
import type { Doc } from '../../src/ports.ts';
import { stepsOf, type SeedStep } from './seed-steps.ts';
import type { SeedFinding, SeedPull, SeedRepository, SeedRun } from './seed-history.ts';

const HOUR_MS = 3_600_000;
/** Tokens that a run of these sizes takes; what a model server would have said. */
const USAGE = { model: 'example', tool_rounds: 3, prompt_tokens: 9_200, completion_tokens: 640 };

export interface SeedDocuments {
  pulls: PullRequestRecord[];
  runs: RunRecord[];
  issues: IssueRecord[];
  /** What the steps of runs gave. */
  steps: SeedStep[];
  /** By id. */
  events: Map<string, ReviewEvent>;
}

type Writes<Done> = { set(path: string, doc: Doc): Done };

interface Context {
  repository: SeedRepository;
  key: string;
  pull: SeedPull;
  at: (hoursAgo: number) => string;
  /** The lines of a file in the repository, for code snippets. */
  lines: (path: string) => string[];
  happened: (event: ReviewEvent, occasion?: string) => void;
}

function hashOf(...parts: (string | number)[]): string {
  return createHash('sha1').update(parts.join('\n')).digest('hex');
}

function snippet({ lines }: Context, { path, lines: [first, last] }: SeedFinding): string {
  return lines(path)
    .slice(first - 1, last)
    .join('\n');
}

function issueOf(context: Context, run: SeedRun, runNumber: number, finding: SeedFinding): IssueRecord {
  const { id, lines, evidence, symbol: around, ...said } = finding;
  const { repository } = context;
  const repoId = repoIdOf(repository.owner, repository.name);
  const commit = hashOf(context.key, 0);
  return {
    ...said,
    fingerprint: hashOf(context.key, id).slice(0, 16),
    repo_key: context.key,
    pr_number: context.pull.number,
    line_start: lines[0],
    line_end: lines[1],
    side: 'RIGHT',
    symbol_id: around === null ? fileIdOf(repoId, said.path) : symbolIdOf(repoId, said.path, around),
    code_snippet: snippet(context, finding),
    evidence: evidence.map(({ symbol, relation, path, line }) => {
      return { symbol_id: symbolIdOf(repoId, path, symbol), relation, path, line, commit };
    }),
    status: 'open',
    first_seen_run: runNumber,
    resolved_in_run: null,
    closed: null,
    comment_id: null,
    run_numbers: [runNumber],
    posted_at: context.at(run.hours_ago),
  };
}

/** The issues of a pull request by the seed's own ids, as its runs and its end left them. */
function issuesOf(context: Context): Map<string, IssueRecord> {
  const { pull, key, repository, at, happened } = context;
  const common = { repo_key: key, repo_id: repoIdOf(repository.owner, repository.name), pr_number: pull.number };
  const issues = new Map<string, IssueRecord>();
  pull.runs.forEach((run, index) => {
    const runNumber = index + 1;
    const when = { ...common, at: at(run.hours_ago) };
    for (const [ids, status] of [
      [run.resolved, 'resolved'],
      [run.dismissed, 'dismissed'],
    ] as const) {
      for (const id of ids) {
        const issue = issues.get(id);
        if (issue === undefined) throw new Error(`Run ${runNumber} of #${pull.number} ends ${id}, which no run found`);
        const how = status === 'resolved' ? ('fixed' as const) : status;
        const by = status === 'resolved' ? null : run.by;
        Object.assign(issue, { status, resolved_in_run: runNumber, closed: { at: when.at, how, by } });
        const told = { ...when, fingerprint: issue.fingerprint };
        if (status === 'dismissed') happened({ type: 'finding.dismissed', ...told }, String(runNumber));
        else happened({ type: 'finding.resolved', ...told, how: 'fixed' }, String(runNumber));
      }
    }
    for (const issue of issues.values()) if (issue.status === 'open') issue.run_numbers.push(runNumber);
    for (const finding of run.found) {
      const issue = issueOf(context, run, runNumber, finding);
      issues.set(finding.id, issue);
      const { fingerprint, severity, category, source } = issue;
      happened({ type: 'finding.posted', ...when, fingerprint, severity, category, source });
    }
    happened({ type: 'run.completed', ...when, run_number: runNumber, command: run.command, mode: run.mode });
  });
  happened({ type: 'pr.opened', ...common, at: at(pull.opened_hours_ago) });
  if (pull.merged_hours_ago !== null) {
    const merged = { ...common, at: at(pull.merged_hours_ago) };
    happened({ type: 'pr.merged', ...merged, opened_at: at(pull.opened_hours_ago) });
    for (const issue of issues.values()) {
      if (issue.status !== 'open') continue;
      Object.assign(issue, { status: 'resolved', closed: { at: merged.at, how: 'merged', by: null } });
      happened({ type: 'finding.resolved', ...merged, fingerprint: issue.fingerprint, how: 'merged' }, 'merged');
    }
  }
  return issues;
}

function runOf({ repository, key, pull, at }: Context, run: SeedRun, number: number, found: number): RunRecord {
  return {
    run_number: number,
    repo_key: key,
    owner: repository.owner,
    repo_name: repository.name,
    pr_number: pull.number,
    status: 'completed',
    command: run.command,
    mode: run.mode,
    automatic: false,
    superseded: false,
    triggered_at: at(run.hours_ago),
    completed_at: at(run.hours_ago - 0.05),
    triggered_by: run.by,
    comment_id: pull.number * 100 + number,
    head_sha: hashOf(key, pull.number, number),
    issue_count: found,
    positive_finding_count: run.positive.length,
    walkthrough_summary: run.summary,
    files_changed: run.files_changed,
    positive_findings: run.positive,
    usage: run.command === 'lint' ? { model: null, tool_rounds: 0, prompt_tokens: 0, completion_tokens: 0 } : USAGE,
    incomplete: [],
    error_message: null,
  };
}

function pullOf({ repository, key, pull, at }: Context, open: number): PullRequestRecord {
  const ended = pull.merged_hours_ago ?? pull.closed_hours_ago;
  const last = pull.runs.at(-1);
  return {
    repo_key: key,
    number: pull.number,
    title: pull.title,
    state: pull.merged_hours_ago !== null ? 'merged' : ended !== null ? 'closed' : 'open',
    author: pull.author,
    url: `https://example.com/${repository.owner}/${repository.name}/pull/${pull.number}`,
    head_sha: hashOf(key, pull.number, pull.runs.length),
    head_ref: pull.branch,
    base_ref: 'main',
    opened_at: at(pull.opened_hours_ago),
    closed_at: ended === null ? null : at(ended),
    merged_at: pull.merged_hours_ago === null ? null : at(pull.merged_hours_ago),
    platform_updated_at: at(ended ?? last?.hours_ago ?? pull.opened_hours_ago),
    review_run_count: pull.runs.length,
    open_issue_count: open,
    last_reviewed_at: last === undefined ? null : at(last.hours_ago),
    last_reviewed_head: last === undefined ? null : hashOf(key, pull.number, pull.runs.length),
    last_reviewed_base: last === undefined ? null : hashOf(key, 'base'),
    active_run: null,
  };
}

export function seedDocuments(repository: SeedRepository, now: Date, lines: (path: string) => string[]): SeedDocuments {
  const documents: SeedDocuments = { pulls: [], runs: [], issues: [], steps: [], events: new Map() };
  const key = repoKeyOf(repository.owner, repository.name);
  const happened = (event: ReviewEvent, occasion?: string) =>
    void documents.events.set(eventId(event, occasion), event);
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * HOUR_MS).toISOString();

  for (const pull of repository.pulls) {
    const context: Context = { repository, key, pull, at, lines, happened };
    const found = [...issuesOf(context).values()];
    documents.issues.push(...found);
    pull.runs.forEach((run, index) => {
      const count = found.filter((issue) => issue.run_numbers.includes(index + 1)).length;
      const record = runOf(context, run, index + 1, count);
      documents.runs.push(record);
      documents.steps.push(...stepsOf(pull, record, lines));
    });
    const open = found.filter((issue) => issue.status === 'open').length;
    documents.pulls.push(pullOf(context, open));
  }
  return documents;
}

/** One call for each document, to the store or to a transaction. */
export function writesOf<Done>({ pulls, runs, issues, steps, events: happened }: SeedDocuments) {
  return [
    ...[...happened].map(
      ([id, event]) =>
        (to: Writes<Done>) =>
          events.set(to, { event_id: id }, event),
    ),
    ...issues.map((issue) => (to: Writes<Done>) => storedIssues.set(to, issue, issue)),
    ...runs.map((run) => (to: Writes<Done>) => reviewRuns.set(to, run, run)),
    ...steps.map(({ key, step, value }) => (to: Writes<Done>) => {
      return runSteps.set(to, { ...key, step }, { parts: 1, text: JSON.stringify(value) });
    }),
    ...pulls.map((pull) => (to: Writes<Done>) => pullRequests.set(to, { ...pull, pr_number: pull.number }, pull)),
  ];
}
