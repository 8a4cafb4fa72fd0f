/**
 * Who did what to a repository, for those who administer it. An entry names people and numbers; no code and no text of a
 * comment stands in it. Who removed the repository is the one thing that stays behind it.
 *
 *     repositories/4f…/audit/1795824480000-0d…   { at: "…", actor: "ada", action: "finding_dismissed", subject: "9a…", … }
 *     removals/4f…                               { at: "…", actor: "ada", expires_at: … }
 */
import { z } from 'zod';
import { collection, NOBODYS } from './collection.ts';

export const AUDIT_ACTIONS = [
  'repository_removed',
  'ingestion_started',
  'review_started',
  'finding_dismissed',
  'dismissal_taken_back',
  'thread_resolved',
  'access_granted',
  'access_withdrawn',
] as const;

export const auditEntrySchema = z.object({
  at: z.string(),
  /** Login. */
  actor: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  pr_number: z.int().nullable(),
  /** A fingerprint, a job, a run's number. */
  subject: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditEntries = collection(
  'repositories/{repo_key}/audit/{entry}',
  auditEntrySchema.extend({ expires_at: z.string() }),
  { kept: '180 days', expires: true, tenant: { of: 'repository', by: 'path' } },
);

export const removals = collection(
  'removals/{repo_key}',
  z.object({ at: z.string(), actor: z.string(), expires_at: z.string() }),
  { kept: '180 days after the repository, for whoever indexes it again', expires: true, tenant: NOBODYS },
);
