/**
 * Answers each webhook delivery once: a document per delivery, made by create only, in the transaction that makes the work.
 * The platform sends a delivery again when it saw no answer in time, or when somebody asks it to. It then gets the first
 * answer, and work whose task could not be enqueued gets its task.
 *
 * A delivery's key is text of any form: `github 72d3162e-…`. A comment that commands has a second document, keyed by what it
 * is and not by how it came (`comment <repository> 7 1520`), so that two deliveries of it are one command.
 */
import { deliveries } from '../../documents/deliveries.ts';
import type { Work } from '../../documents/deliveries.ts';
import { AppError } from '../../model/errors.ts';
import { keyOf } from '../../model/ids.ts';
import type { Doc, Ports, StoreTransaction } from '../../ports.ts';
import { later } from './lease.ts';

export interface Answered {
  answer: Doc;
  work: Work | null;
}

/** The platform offers redelivery for three days; nothing asks for older ones. */
const KEPT_MS = 8 * 24 * 3_600_000;
/** Documents removed in one sweep. */
const BATCH = 300;

function nameOf(key: string): { delivery: string } {
  return { delivery: keyOf(key) };
}

/** What was answered to any of these deliveries before. */
export async function earlierAnswer(
  from: Pick<StoreTransaction, 'get'>,
  keys: readonly string[],
): Promise<Answered | undefined> {
  const found = (await deliveries.getAll({ get: from.get }, keys.map(nameOf))).find((each) => each !== undefined);
  return found === undefined ? undefined : { answer: found.answer, work: found.work };
}

/** Fails the transaction when one of the deliveries was answered meanwhile; its retry then finds that answer. */
export function noteAnswer(
  tx: Pick<StoreTransaction, 'create'>,
  keys: readonly string[],
  event: string,
  { answer, work }: Answered,
  now: Date,
): void {
  for (const key of keys) deliveries.create(tx, nameOf(key), { event, answer, work, expires_at: later(now, KEPT_MS) });
}

/** For answers that need no other write: notes this one, or gives the one that is there already. */
export async function noteOrEarlier(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  key: string,
  event: string,
  answered: Answered,
): Promise<Answered> {
  const { answer, work } = answered;
  try {
    await deliveries.create(store, nameOf(key), { event, answer, work, expires_at: later(clock.now(), KEPT_MS) });
    return answered;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    return (await earlierAnswer(store, [key])) ?? answered;
  }
}

/** Forgets deliveries that can no longer be repeated; the number of them. */
export async function forgetDeliveries({ store, clock }: Pick<Ports, 'store' | 'clock'>): Promise<number> {
  const old = await deliveries.query(store, {}, { where: [['expires_at', '<', clock.now()]], limit: BATCH });
  await Promise.all(old.map(({ id }) => deliveries.delete(store, { delivery: id })));
  return old.length;
}
