/**
 * What was answered to a webhook's delivery, and which task has to stand for it. The key is a hash of the delivery's id, or
 * of the comment that it brings.
 *
 *     deliveries/9c…   { event: "push", answer: {…}, work: { kind: "job", job_id: "inc-push-…" }, expires_at: … }
 */
import { z } from 'zod';
import { collection, NOBODYS } from './collection.ts';

/** What has to stand in a queue for a delivery. */
const workSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('job'), job_id: z.string() }),
  z.object({
    kind: z.literal('task'),
    queue: z.enum(['reviewPullRequest', 'postReply']),
    name: z.string(),
    payload: z.record(z.string(), z.unknown()),
  }),
]);
export type Work = z.infer<typeof workSchema>;

export const deliveries = collection(
  'deliveries/{delivery}',
  z.object({
    event: z.string(),
    answer: z.record(z.string(), z.unknown()),
    work: workSchema.nullable(),
    expires_at: z.string(),
  }),
  { kept: '8 days: the platform offers to send a delivery again for three', expires: true, tenant: NOBODYS },
);
