/**
 * A job's record, `jobs/{job_id}`. What the interface shows of it is a subset (api/routes/ingest.ts); the rest is what moves it:
 * `version` counts transitions and is part of the task's name, the lease says which worker holds it until when.
 */
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import type { Doc } from '../../ports.ts';
import { shardingSchema } from './shards/sharding.ts';

export const JOB_STATUSES = ['pending', 'dispatched', 'running', 'completed', 'failed'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

const progressSchema = z.object({ phase: z.string(), done: z.number(), total: z.number() });
export type JobProgress = z.infer<typeof progressSchema>;

/** interface.md's ingestion stats and decisions.md's extra keys; extra ones pass through. */
export const statsSchema = z.looseObject({
  files_processed: z.int(),
  files_skipped: z.int(),
  classes_found: z.int(),
  functions_found: z.int(),
  imports_found: z.int(),
  total_lines: z.int(),
  errors: z.array(z.unknown()),
  embedding_status: z.enum(['completed', 'skipped', 'failed']),
  nodes_embedded: z.int(),
  embedding_error: z.string().nullable(),
});
export type JobStats = z.infer<typeof statsSchema>;

export const jobSchema = z.object({
  job_id: z.string(),
  kind: z.enum(['ingest', 'push', 'pull_request', 'embed']),
  owner: z.string(),
  repo_name: z.string(),
  /** Key of the repository's document. */
  repo_key: z.string(),
  /** 'public', or the repository's key when it is private: what lists filter by. */
  access: z.string(),
  branch: z.string().nullable(),
  /** The branch meant: `branch`, or the default one as it was when the job was made. */
  target_branch: z.string(),
  clear_existing: z.boolean(),
  /** Whose platform token the work uses. */
  requested_by: z.string(),
  status: z.enum(JOB_STATUSES),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  started_at: z.string().nullable(),
  completed_at: z.string().nullable(),
  stats: statsSchema.nullable(),
  error_message: z.string().nullable(),
  progress: progressSchema.nullable(),
  commit_sha: z.string().nullable(),
  /** How often a worker took it. */
  attempts: z.int(),
  /** null while running: the worker gave it back for a retry, which is expected before `lease_expires_at`. */
  lease_holder: z.string().nullable(),
  lease_expires_at: z.string().nullable(),
  /** The job that works on the repository before this one; null or absent when it is this one's turn. */
  waits_for: z.string().nullish(),
  /** When its turn came, for a job that had to wait. */
  ready_at: z.string().optional(),
  /** Set when the work was too much for one task. */
  sharding: shardingSchema.nullish(),
});
export type Job = z.infer<typeof jobSchema>;

/** What a job's record says before anything has happened to it. */
export function unstarted(now: Date) {
  const at = now.toISOString();
  return {
    status: 'pending',
    version: 1,
    created_at: at,
    updated_at: at,
    started_at: null,
    completed_at: null,
    stats: null,
    error_message: null,
    progress: null,
    attempts: 0,
    lease_holder: null,
    lease_expires_at: null,
  } as const satisfies Partial<Job>;
}

export function jobPath(jobId: string): string {
  return `jobs/${jobId}`;
}

/** A stored job, checked; undefined when there is none. */
export function jobOf(doc: Doc | undefined): Job | undefined {
  if (doc === undefined) return undefined;
  const parsed = jobSchema.safeParse(doc);
  if (!parsed.success) throw new AppError('internal', 'A stored job is not readable', { cause: parsed.error });
  return parsed.data;
}

/** The job's repository as the platform is asked for it. */
export function ownerAndName(job: Pick<Job, 'owner' | 'repo_name'>): { owner: string; name: string } {
  return { owner: job.owner, name: job.repo_name };
}

/** Whether the job brings the graph to a branch's newest commit because of a webhook. */
export function isUpdate(job: Pick<Job, 'kind'>): boolean {
  return job.kind === 'push' || job.kind === 'pull_request';
}

/** Whether the job still keeps others for its repository from starting. */
export function isActive(status: JobStatus): boolean {
  return status === 'pending' || status === 'dispatched' || status === 'running';
}
