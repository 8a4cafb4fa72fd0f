/**
 * Findings that somebody does not want to hear of again: of one place in the code, by its fingerprint, or of a linter's rule.
 * One holds for the repository, or for one pull request when who dismissed it may not write the repository.
 *
 *     repositories/4f…/dismissals/9a…      { kind: "finding", fingerprint: "9a…", pull_request: null, dismissed_by: "ada", … }
 *     repositories/4f…/dismissals/7.9a…    { kind: "finding", fingerprint: "9a…", pull_request: 7, … }
 *     repositories/4f…/dismissals/c2…      { kind: "rule", fingerprint: "c2…", rule: "F401", source: "python_linter", … }
 *
 * And what was answered to a comment, so that a task that comes again asks no model again and says it once.
 *
 *     repositories/4f…/prs/7/answers/line-31   { claimed_at: "…", text: "…" }
 */
import { z } from 'zod';
import { CATEGORIES, ISSUE_SOURCES, SEVERITIES } from '../model/reviews.ts';
import { collection, WITH_PARENT } from './collection.ts';

export const dismissalSchema = z.object({
  kind: z.enum(['finding', 'rule']),
  /** Of the finding; of a rule its own. */
  fingerprint: z.string(),
  /** The only pull request that it holds for; null when it holds for the repository. */
  pull_request: z.int().nullable(),
  /** What was dismissed: where it stood, and what it said. */
  path: z.string(),
  line_start: z.int(),
  title: z.string(),
  severity: z.enum(SEVERITIES),
  category: z.enum(CATEGORIES),
  source: z.enum(ISSUE_SOURCES),
  rule: z.string().nullable(),
  reason: z.string().nullable(),
  /** Login. */
  dismissed_by: z.string(),
  dismissed_at: z.string(),
  /** The pull request, and the comment, in which it was said. */
  pr_number: z.int(),
  comment_id: z.int(),
});
export type Dismissal = z.infer<typeof dismissalSchema>;

export const dismissals = collection('repositories/{repo_key}/dismissals/{dismissal}', dismissalSchema, {
  kept: 'until somebody takes it back, or the repository is deleted',
  tenant: { of: 'repository', by: 'path' },
});

export const answers = collection(
  'repositories/{repo_key}/prs/{pr_number}/answers/{comment}',
  z.object({
    /** The last sign of life of whoever answers. */
    claimed_at: z.string(),
    claimed_by: z.string().optional(),
    /** null until it is known. */
    text: z.string().nullable(),
    /** It stands on the platform. */
    posted: z.boolean().default(false),
    expires_at: z.string(),
  }),
  { kept: '8 days', expires: true, tenant: WITH_PARENT },
);
