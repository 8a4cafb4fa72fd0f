/**
 * A repository's record, `repositories/{key}`: what the list of repositories shows, who indexed it, and the job that
 * works on it now. The key is that of the lower-case id, since platforms take `Owner/Name` and `owner/name` for one.
 */
import { z } from 'zod';
import { keyOf, repoIdOf } from './ids.ts';

const INGESTION_STATUSES = ['pending', 'ingesting', 'ingested', 'failed'] as const;

/** Why a record says `deleting`, until all that is left of the repository is removed. */
const deletionSchema = z.object({
  /** `owner/name`, as the graph knows it. */
  repo_id: z.string(),
  requested_at: z.string(),
  requested_by: z.string(),
  /** Jobs that were active then. */
  ended_jobs: z.array(z.string()),
});
export type RepositoryDeletion = z.infer<typeof deletionSchema>;

export const repositorySchema = z.object({
  owner: z.string(),
  repo_name: z.string(),
  full_name: z.string(),
  description: z.string().nullable(),
  language: z.string().nullable(),
  languages: z.array(z.string()),
  stars: z.int(),
  forks: z.int(),
  private: z.boolean(),
  default_branch: z.string(),
  branch: z.string().nullable(),
  commit_sha: z.string().nullable(),
  ingestion_status: z.enum(INGESTION_STATUSES),
  ingested_at: z.string().nullable(),
  files: z.int(),
  functions: z.int(),
  classes: z.int(),
  total_lines: z.int(),
  /** The platform's id: survives renames. */
  platform_id: z.int(),
  /** What the platform calls it by now, where that is another name than its own. */
  named_now: z.string().nullable().optional(),
  /** User who indexed it first. */
  indexed_by: z.string(),
  active_job_id: z.string().nullable(),
  /** Jobs that come after the active one, in this order. */
  waiting_jobs: z.array(z.string()).optional(),
  /** When the platform was last asked which pull requests changed. */
  reconciled_at: z.string().optional(),
  /** Being deleted: gone for every reader, whatever is still there of it. */
  deleting: z.boolean().optional(),
  deletion: deletionSchema.optional(),
});
export type RepositoryRecord = z.infer<typeof repositorySchema>;

export function repoKeyOf(owner: string, name: string): string {
  return keyOf(repoIdOf(owner, name).toLowerCase());
}
