/**
 * Records as the service stores them, for tests that read: an indexed repository, pull requests, runs, issues, and events
 * with their way into the figures.
 */
import { eventId } from '../../src/model/events.ts';
import type { ReviewEvent } from '../../src/model/events.ts';
import { repoIdOf } from '../../src/model/ids.ts';
import { repoKeyOf } from '../../src/model/repositories.ts';
import type { RepositoryRecord } from '../../src/model/repositories.ts';
import type { IssueRecord, PullRequestRecord, RunRecord } from '../../src/model/reviews.ts';
import type { StorePort } from '../../src/ports.ts';
import { eventPath, issuePath, pullRequestPath, repositoryPath, runPath } from './document-paths.ts';

export interface TestHistory {
  key: string;
  repoId: string;
  pull(number: number, fields?: Partial<PullRequestRecord>): Promise<void>;
  run(number: number, run: number, fields?: Partial<RunRecord>): Promise<void>;
  issue(number: number, fingerprint: string, fields?: Partial<IssueRecord>): Promise<void>;
  /** Stores an event; gives its id. */
  event(event: EventOf, occasion?: string): Promise<string>;
}

/** An event without what the repository adds. */
export type EventOf = ReviewEvent extends infer E
  ? E extends ReviewEvent
    ? Omit<E, 'repo_key' | 'repo_id'>
    : never
  : never;

export const AT = '2026-11-20T10:00:00.000Z';

export async function indexedRepository(
  store: StorePort,
  owner: string,
  name: string,
  fields: Partial<RepositoryRecord> = {},
): Promise<TestHistory> {
  const key = repoKeyOf(owner, name);
  const repoId = repoIdOf(owner, name);
  const record: RepositoryRecord = {
    owner,
    repo_name: name,
    full_name: repoId,
    description: null,
    language: 'Python',
    languages: ['python'],
    stars: 1,
    forks: 0,
    private: false,
    default_branch: 'main',
    branch: 'main',
    commit_sha: 'a'.repeat(40),
    ingestion_status: 'ingested',
    ingested_at: AT,
    files: 3,
    functions: 2,
    classes: 1,
    total_lines: 30,
    platform_id: 1,
    indexed_by: 'nobody',
    active_job_id: null,
    ...fields,
  };
  await store.set(repositoryPath(key), { ...record });

  return {
    key,
    repoId,
    pull: (number, more = {}) => store.set(pullRequestPath(key, number), { ...pullRecord(key, number), ...more }),
    run: (number, run, more = {}) =>
      store.set(runPath(key, number, run), { ...runRecord(key, owner, name, number, run), ...more }),
    issue: (number, fingerprint, more = {}) =>
      store.set(issuePath(key, number, fingerprint), { ...issueRecord(key, number, fingerprint), ...more }),
    async event(event, occasion = '') {
      const whole: ReviewEvent = { ...event, repo_key: key, repo_id: repoId };
      const id = eventId(whole, occasion);
      await store.set(eventPath(id), { ...whole });
      return id;
    },
  };
}

function pullRecord(key: string, number: number): PullRequestRecord {
  return {
    repo_key: key,
    number,
    title: `Change ${number}`,
    state: 'open',
    author: 'ada',
    url: `https://host/pull/${number}`,
    head_sha: 'b'.repeat(40),
    head_ref: `change-${number}`,
    base_ref: 'main',
    opened_at: AT,
    closed_at: null,
    merged_at: null,
    platform_updated_at: AT,
    review_run_count: 0,
    open_issue_count: 0,
    last_reviewed_at: null,
    last_reviewed_head: null,
    last_reviewed_base: null,
    active_run: null,
  };
}

function runRecord(key: string, owner: string, name: string, number: number, run: number): RunRecord {
  return {
    run_number: run,
    repo_key: key,
    owner,
    repo_name: name,
    pr_number: number,
    status: 'completed',
    command: 'review',
    mode: 'normal',
    automatic: false,
    superseded: false,
    triggered_at: AT,
    completed_at: AT,
    triggered_by: 'ada',
    comment_id: 5,
    head_sha: 'b'.repeat(40),
    issue_count: 0,
    positive_finding_count: 0,
    walkthrough_summary: null,
    files_changed: 1,
    positive_findings: [],
    usage: { model: null, tool_rounds: 0, prompt_tokens: 0, completion_tokens: 0 },
    incomplete: [],
    error_message: null,
  };
}

function issueRecord(key: string, number: number, fingerprint: string): IssueRecord {
  return {
    fingerprint,
    repo_key: key,
    pr_number: number,
    path: 'src/app.py',
    line_start: 3,
    line_end: 4,
    side: 'RIGHT',
    severity: 'medium',
    category: 'bug',
    title: 'Wrong name',
    description: 'The name is wrong.',
    suggestion: null,
    code_snippet: 'x = y',
    confidence: 9,
    source: 'agent',
    rule: null,
    symbol_id: null,
    evidence: [],
    status: 'open',
    first_seen_run: 1,
    resolved_in_run: null,
    closed: null,
    comment_id: null,
    run_numbers: [1],
    posted_at: AT,
  };
}
