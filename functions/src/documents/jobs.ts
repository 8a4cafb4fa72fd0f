/**
 * Jobs, and the shards of those that were too much for one task.
 *
 *     jobs/6f…             { kind: "ingest", repo_key: "4f…", status: "running", lease_holder: "1c…", … }
 *     jobs/6f…/shards/0    { from: null,       to: "src/m.py", files: 5500, done: 5500, status: "done" }
 *     jobs/6f…/shards/1    { from: "src/m.py", to: null,       files: 5500, done: 1200, status: "open", lease_holder: … }
 *
 * What the interface shows of a job is a subset (api/routes/ingest.ts). `version` counts the job's transitions and is a
 * part of its task's name; the lease says which worker holds the job, and until when.
 */
import { z } from 'zod';
import { collection, WITH_PARENT } from './collection.ts';

export const JOB_STATUSES = ['pending', 'dispatched', 'running', 'completed', 'failed'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** What a lease says in a document that workers take turns at. */
export const leaseFields = {
  /** How often a worker took it. */
  attempts: z.int(),
  /** null while running: the worker gave it back, and the queue is expected before `lease_expires_at`. */
  lease_holder: z.string().nullable(),
  lease_expires_at: z.string().nullable(),
};

const progressSchema = z.object({ phase: z.string(), done: z.number(), total: z.number() });
export type JobProgress = z.infer<typeof progressSchema>;

/** interface.md's ingestion stats and decisions.md's further keys; others pass through. */
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

const shardingSchema = z.object({
  /** What every shard and the last step read, wherever the branch is meanwhile. */
  commit: z.string(),
  branch: z.string(),
  /** The run's number in the graph, which its shards share. */
  fence: z.number(),
  shards: z.int(),
  done: z.int(),
  /** In all shards. */
  files: z.int(),
  /** In those that are done. */
  files_done: z.int(),
  /** Files of the commit that the graph already held. */
  reused: z.int(),
  /** Absent while files are extracted; then shards are parts that resolve files: 0 what each provides, 1 and on their edges. */
  round: z.int().optional(),
});
export type Sharding = z.infer<typeof shardingSchema>;

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
  ...leaseFields,
  /** The job that works on the repository before this one; null or absent when it is this one's turn. */
  waits_for: z.string().nullish(),
  /** When its turn came, for a job that had to wait. */
  ready_at: z.string().optional(),
  /** Set when the work was too much for one task. */
  sharding: shardingSchema.nullish(),
  expires_at: z.string().optional(),
});
export type Job = z.infer<typeof jobSchema>;

export const jobs = collection('jobs/{job_id}', jobSchema, {
  kept: 'until its repository is deleted; one that the deletion ended, 30 days longer',
  expires: true,
  tenant: { of: 'repository', by: 'its own rules' },
});

const shardSchema = z.object({
  /** First path; null from the beginning. */
  from: z.string().nullable(),
  /** First path of the next one; null to the end. */
  to: z.string().nullable(),
  files: z.int(),
  /** Of `files`. */
  done: z.int(),
  status: z.enum(['open', 'done']),
  ...leaseFields,
  expires_at: z.string().optional(),
});
export type Shard = z.infer<typeof shardSchema>;

export const shards = collection('jobs/{job_id}/shards/{shard}', shardSchema, {
  kept: 'until its job is done; 7 days when it never is',
  expires: true,
  tenant: WITH_PARENT,
});

/** Whether the job brings the graph to a branch's newest commit because of a webhook. */
export function isUpdate(job: Pick<Job, 'kind'>): boolean {
  return job.kind === 'push' || job.kind === 'pull_request';
}

/** Whether the job still keeps others for its repository from starting. */
export function isActive({ status }: Pick<Job, 'status'>): boolean {
  return status === 'pending' || status === 'dispatched' || status === 'running';
}

/** The job's repository as the platform is asked for it. */
export function ownerAndName(job: Pick<Job, 'owner' | 'repo_name'>): { owner: string; name: string } {
  return { owner: job.owner, name: job.repo_name };
}
