/**
 * Each webhook delivery is answered once: a document per delivery id, made by create only, in the transaction that makes
 * the work. The platform sends a delivery again when it saw no answer in time, or when somebody asks it to; it then gets
 * the first answer, and work whose task could not be enqueued gets its task (names make that repeatable).
 *
 *     deliveries/{key}  { event: "push", answer: {…}, work: { kind: "job", job_id: "inc-push-…" }, expires_at: "…" }
 *
 * A comment that commands has a second document, keyed by what it is and not by how it came, so that two deliveries of it
 * under different ids are one command as well.
 */
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import { keyOf } from '../../model/ids.ts';
import type { Doc, Ports, StoreTransaction } from '../../ports.ts';
import { enqueueJob } from '../ingest/enqueue-job.ts';
import { jobOf, jobPath } from '../ingest/job.ts';

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

const deliverySchema = z.object({
  event: z.string(),
  answer: z.record(z.string(), z.unknown()),
  work: workSchema.nullable(),
  expires_at: z.string(),
});

export interface Answered {
  answer: Doc;
  work: Work | null;
}

/** The platform offers redelivery for three days; nothing asks for older ones. */
const KEPT_MS = 8 * 24 * 3_600_000;
/** Documents removed in one sweep. */
const BATCH = 300;

/** Path for a key of any form: `github 72d3162e-…`, `comment <repository> 7 1520`. */
export function deliveryPath(key: string): string {
  return `deliveries/${keyOf(key)}`;
}

/** What was answered to any of these deliveries before. */
export async function earlierAnswer(
  get: (path: string) => Promise<Doc | undefined>,
  paths: readonly string[],
): Promise<Answered | undefined> {
  const docs = await Promise.all(paths.map((path) => get(path)));
  for (const doc of docs) {
    if (doc === undefined) continue;
    const { answer, work } = deliverySchema.parse(doc);
    return { answer, work };
  }
  return undefined;
}

/** Fails the transaction when one of the deliveries was answered meanwhile; its retry then finds that answer. */
export function noteAnswer(
  tx: Pick<StoreTransaction, 'create'>,
  paths: readonly string[],
  event: string,
  answered: Answered,
  now: Date,
): void {
  // A date, and not its text: Firestore's TTL policy looks for nothing else.
  const expires_at = new Date(now.getTime() + KEPT_MS);
  for (const path of paths) tx.create(path, { event, ...answered, expires_at });
}

/** For answers that need no other write: notes this one, or gives the one that is there already. */
export async function noteOrEarlier(
  ports: Pick<Ports, 'store' | 'clock'>,
  path: string,
  event: string,
  answered: Answered,
): Promise<Answered> {
  const expires_at = new Date(ports.clock.now().getTime() + KEPT_MS);
  try {
    await ports.store.create(path, { event, ...answered, expires_at });
    return answered;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    return (await earlierAnswer((each) => ports.store.get(each), [path])) ?? answered;
  }
}

/** Makes sure that the work's task stands. `store_unavailable` when a task could not be enqueued: ask again. */
export async function enqueueWork(
  ports: Pick<Ports, 'store' | 'queue' | 'clock' | 'log'>,
  work: Work | null,
): Promise<void> {
  if (work === null) return;
  if (work.kind === 'task') {
    await ports.queue.enqueue(work.queue, work.name, work.payload);
    return;
  }
  const job = jobOf(await ports.store.get(jobPath(work.job_id)));
  if (job?.status === 'pending' && job.waits_for == null) await enqueueJob(ports, job);
}

/** Forgets deliveries that can no longer be repeated. */
export async function forgetDeliveries(ports: Pick<Ports, 'store' | 'clock'>): Promise<number> {
  const old = await ports.store.query({
    collection: 'deliveries',
    where: [['expires_at', '<', ports.clock.now()]],
    limit: BATCH,
  });
  await Promise.all(old.map(({ id }) => ports.store.delete(`deliveries/${id}`)));
  return old.length;
}
