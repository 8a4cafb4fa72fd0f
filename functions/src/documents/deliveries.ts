/**
 * What was answered to a webhook's delivery, and which task has to stand for it. The key is a hash of the delivery's id, or
 * of the comment that it brings.
 *
 *     deliveries/9c…   { event: "push", answer: {…}, work: { kind: "job", job_id: "inc-push-…" }, expires_at: … }
 *
 * And, for people who ask why a webhook does nothing, what became of each delivery of a repository, and of those that were
 * refused before anybody knew whose they are. No body is kept.
 *
 *     repositories/4f…/deliveries/…   { at: "…", event: "push", action: null, status: "processing", job_id: "inc-…", … }
 *     refused_deliveries/last         { refusals: [{ at: "…", event: "push", delivery: "72d3…", reason: "…" }] }
 *
 * And what the platform did not take of what the service says there, until it takes one of the kind.
 *
 *     repositories/4f…/refusals/check   { at: "…", pr: "ada/engine#7", reason: "…" }
 */
import { z } from 'zod';
import { collection, NOBODYS } from './collection.ts';

/** What has to stand in a queue for a delivery. */
const workSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('job'), job_id: z.string() }),
  z.object({
    kind: z.literal('task'),
    queue: z.enum(['reviewPullRequest', 'postReply', 'answerComment']),
    name: z.string(),
    payload: z.record(z.string(), z.unknown()),
    delay_seconds: z.int().optional(),
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

export const deliveryNoteSchema = z.object({
  at: z.string(),
  event: z.string(),
  action: z.string().nullable(),
  /** The platform's id of it. */
  delivery: z.string().nullable(),
  status: z.enum(['processing', 'ignored', 'failed']),
  /** Why nothing was started. */
  reason: z.string().nullable(),
  job_id: z.string().nullable(),
  /** `ada/engine#7` */
  pr: z.string().nullable(),
});
export type DeliveryNote = z.infer<typeof deliveryNoteSchema>;

export const deliveryNotes = collection(
  'repositories/{repo_key}/deliveries/{note}',
  deliveryNoteSchema.extend({ expires_at: z.string() }),
  { kept: '8 days', expires: true, tenant: { of: 'repository', by: 'path' } },
);

export const PLATFORM_REFUSALS = ['check', 'code scanning'] as const;
export type PlatformRefusalKind = (typeof PLATFORM_REFUSALS)[number];

export const platformRefusals = collection(
  'repositories/{repo_key}/refusals/{kind}',
  z.object({ at: z.string(), pr: z.string(), reason: z.string(), expires_at: z.string() }),
  { kept: '8 days', expires: true, tenant: { of: 'repository', by: 'path' } },
);

export const refusalSchema = z.object({
  at: z.string(),
  event: z.string().nullable(),
  delivery: z.string().nullable(),
  reason: z.string(),
});
export type Refusal = z.infer<typeof refusalSchema>;

export const refusedDeliveries = collection(
  'refused_deliveries/{which}',
  z.object({ refusals: z.array(refusalSchema) }),
  {
    kept: 'the last 50',
    tenant: NOBODYS,
  },
);
