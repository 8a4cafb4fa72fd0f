/**
 * What the tasks of each queue carry. Whoever makes a task and whoever is called with it read the form here.
 *
 *     ingestRepository, updateGraph, resolveRepository, embedRepository    { job_id: "6f…" }
 *     extractShard                                                         { job_id: "6f…", shard: 3 }
 *     resolvePart                                                          { job_id: "6f…", shard: 3, round: 1 }
 *     reviewPullRequest                                                    { repo_key: "4f…", pr_number: 7, run_number: 3 }
 *     postReply             { kind: "help", owner: "ada", … } or { kind: "failed", repo_key: "4f…", … },
 *                           { kind: "pending", repo_key: "4f…", pr_number: 7, due_at: "…" }, { kind: "check", repo_key: "4f…", … },
 *                           { kind: "upload", repo_key: "4f…", …, attempt: 2 }
 *     answerComment         { kind: "ask", owner: "ada", …, comment_id: 31, on_lines: true, login: "grace" }
 *     purgeRepository                                                      { repo_key: "4f…" }
 */
import { z } from 'zod';
import type { LogPort } from '../../ports.ts';

export const jobTask = z.object({ job_id: z.string().min(1).max(100) });

export const shardTask = z.object({ job_id: z.string().min(1).max(100), shard: z.int().min(0) });

export const partTask = shardTask.extend({ round: z.int().min(0) });

export const runTask = z.object({ repo_key: z.string().min(1), pr_number: z.int(), run_number: z.int() });

export const replyTask = z.object({
  kind: z.enum(['help', 'not_indexed', 'limit', 'tokens', 'heard']),
  owner: z.string(),
  repo_name: z.string(),
  number: z.int(),
  /** 0 when the platform named none. */
  comment_id: z.int(),
});
export type Reply = z.infer<typeof replyTask>;

/** The comment's text is read when it is answered: nobody's words lie in a queue, and what was deleted gets no answer. */
export const conversationTask = z.object({
  /** `limit`: its author has had the answers of an hour, which is said once. */
  kind: z.enum(['ask', 'limit']),
  owner: z.string(),
  repo_name: z.string(),
  number: z.int(),
  comment_id: z.int(),
  /** Where it stands; null where the platform's event does not say. */
  on_lines: z.boolean().nullable(),
  /** Who wrote it. */
  login: z.string(),
});
export type ConversationTask = z.infer<typeof conversationTask>;

export const failureTask = runTask.extend({ kind: z.literal('failed') });

/** A check whose run has ended without saying so. */
export const checkTask = runTask.extend({ kind: z.literal('check') });

/** Findings that code scanning has not taken yet; the first attempt is the run's own. */
export const uploadTask = runTask.extend({ kind: z.literal('upload'), attempt: z.int().min(2) });

/** A pull request that waits for an automatic review; `due_at` tells the task from those that came before it. */
export const pendingTask = z.object({
  kind: z.literal('pending'),
  repo_key: z.string().min(1),
  pr_number: z.int(),
  due_at: z.string(),
});
export type PendingTask = z.output<typeof pendingTask>;

export const purgeTask = z.object({ repo_key: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/) });

/** undefined for a payload in another form, which is logged: delivering it again cannot help. */
export function readPayload<Payload extends z.ZodType>(
  log: LogPort,
  form: Payload,
  payload: unknown,
  otherwise: string,
): z.output<Payload> | undefined {
  const parsed = form.safeParse(payload);
  if (parsed.success) return parsed.data;
  log.error(otherwise, { payload });
  return undefined;
}
