/**
 * Pull requests and their reviews as nouns; documents/reviews.ts says where they are stored. What the interface shows of
 * them are subsets (api/routes/repos-reviews.ts). Every list in a record has a bound, so that no document comes near
 * Firestore's 1 MiB.
 */
import { z } from 'zod';
import { evidenceSchema } from './evidence.ts';

const PULL_REQUEST_STATES = ['open', 'closed', 'merged'] as const;
const RUN_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;
export const RUN_COMMANDS = ['review', 'full_review', 'lint'] as const;
export const RUN_MODES = ['normal', 'deep'] as const;
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export const CATEGORIES = ['bug', 'security', 'performance', 'maintainability', 'style'] as const;
export const ISSUE_SOURCES = ['agent', 'python_linter', 'javascript_linter', 'go_linter', 'secrets'] as const;
const ISSUE_STATUSES = ['open', 'resolved', 'dismissed'] as const;
export const SIDES = ['LEFT', 'RIGHT'] as const;

/** Findings below it are dropped and counted (interface.md, Limits). */
export const CONFIDENCE_THRESHOLD = 7;

export const pullRequestSchema = z.object({
  repo_key: z.string(),
  number: z.int(),
  title: z.string(),
  state: z.enum(PULL_REQUEST_STATES),
  author: z.string(),
  url: z.string(),
  head_sha: z.string(),
  head_ref: z.string(),
  /** The head branch is another repository's. */
  from_fork: z.boolean().optional(),
  base_ref: z.string(),
  opened_at: z.string(),
  closed_at: z.string().nullable(),
  merged_at: z.string().nullable(),
  /** The platform's own time of the newest payload that was applied: an older one that arrives later changes nothing. */
  platform_updated_at: z.string(),
  review_run_count: z.int(),
  open_issue_count: z.int(),
  last_reviewed_at: z.string().nullable(),
  /** Head and merge base at which every changed line has been reviewed: where an incremental review goes on from. */
  last_reviewed_head: z.string().nullable(),
  last_reviewed_base: z.string().nullable(),
  /** A later head at which some lines have been, with the run whose coverage says which: then it goes on from there. */
  partly_reviewed: z.object({ run: z.int(), head: z.string(), base: z.string() }).nullable().optional(),
  /** What somebody told its automatic reviews (`pause`, `ignore`); null when they may run. */
  auto_state: z.enum(['paused', 'ignored']).nullable().optional(),
  /** The head that the last automatic run was started for. */
  auto_head: z.string().nullable().optional(),
  /** A superseded run whose findings and coverage the next one goes on from. */
  carried_run: z.int().nullable().optional(),
  /** The run that has not ended; one per pull request. */
  active_run: z.int().nullable(),
});
export type PullRequestRecord = z.infer<typeof pullRequestSchema>;

export const usageSchema = z.object({
  model: z.string().nullable(),
  tool_rounds: z.int(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
});
export type RunUsage = z.infer<typeof usageSchema>;

export const runSchema = z.object({
  run_number: z.int(),
  repo_key: z.string(),
  owner: z.string(),
  repo_name: z.string(),
  pr_number: z.int(),
  status: z.enum(RUN_STATUSES),
  command: z.enum(RUN_COMMANDS),
  mode: z.enum(RUN_MODES),
  /** Whether whoever started it named the mode; runs that are older than this field say nothing. */
  mode_given: z.boolean().optional(),
  /** Started by an event of the platform, not by a command. */
  automatic: z.boolean().default(false).describe('started by an event of the platform, not by a command'),
  /** Ended, as failed, because another head or another run took its place: it has posted nothing. */
  superseded: z
    .boolean()
    .default(false)
    .describe('ended, as failed, since another head or run took its place: nothing went wrong, and nothing was posted'),
  triggered_at: z.string(),
  completed_at: z.string().nullable(),
  /** Login that wrote the command, and the comment it stands in. */
  triggered_by: z.string(),
  comment_id: z.int(),
  head_sha: z.string(),
  /** Posted by this run, and found again from earlier ones. */
  issue_count: z.int(),
  positive_finding_count: z.int(),
  walkthrough_summary: z.string().nullable(),
  files_changed: z.int(),
  positive_findings: z.array(z.string()),
  usage: usageSchema,
  /** Why it is not a whole review; empty when it is one. */
  incomplete: z.array(z.string()).default([]).describe('why it is no whole review; empty for one that is'),
  error_message: z.string().nullable(),
});
export type RunRecord = z.infer<typeof runSchema>;

export const issueSchema = z.object({
  fingerprint: z.string(),
  path: z.string(),
  line_start: z.int(),
  line_end: z.int(),
  side: z.enum(SIDES),
  /** The symbol that holds its lines at the run's commit, or the file; null where the graph does not have the file. */
  symbol_id: z.string().nullable().default(null),
  severity: z.enum(SEVERITIES),
  category: z.enum(CATEGORIES),
  title: z.string(),
  description: z.string(),
  suggestion: z.string().nullable(),
  code_snippet: z.string(),
  confidence: z.number(),
  source: z.enum(ISSUE_SOURCES),
  rule: z.string().nullable(),
  /** What the graph says about it; empty for no graph evidence. */
  evidence: z.array(evidenceSchema).default([]),
  status: z.enum(ISSUE_STATUSES),
  first_seen_run: z.int(),
  resolved_in_run: z.int().nullable(),
  /** How and when it ended, and who said so, where a person did; null for one that is open, or ended before this was kept. */
  closed: z
    .object({
      at: z.string(),
      how: z.enum(['fixed', 'thread', 'merged', 'dismissed']),
      /** Login. */
      by: z.string().nullable(),
    })
    .nullable()
    .default(null),
  comment_id: z.int().nullable(),
});
export type Issue = z.infer<typeof issueSchema>;

/** The worst first, then as one reads the change. */
export function worstFirst(a: Issue, b: Issue): number {
  const severity = SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
  return severity || a.path.localeCompare(b.path) || a.line_start - b.line_start;
}

/** `run_numbers`: the runs that found it, newest last; what a run's detail is read by. */
export const issueRecordSchema = issueSchema.extend({
  repo_key: z.string(),
  pr_number: z.int(),
  run_numbers: z.array(z.int()),
  posted_at: z.string(),
});
export type IssueRecord = z.infer<typeof issueRecordSchema>;
