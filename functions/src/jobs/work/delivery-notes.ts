/**
 * What became of each delivery, for people who ask why a webhook does nothing. Notes are no part of an answer: a store that
 * does not take one costs the note alone.
 */
import { randomUUID } from 'node:crypto';
import { deliveryNotes, refusedDeliveries } from '../../documents/deliveries.ts';
import type { DeliveryNote, Refusal } from '../../documents/deliveries.ts';
import type { Ports } from '../../ports.ts';
import { later } from './lease.ts';

type NotePorts = Pick<Ports, 'clock' | 'log' | 'store'>;

const KEPT_MS = 8 * 24 * 3_600_000;
/** Strangers can send what is refused: of theirs, one in this time is noted by each instance, and the last ones are kept. */
const REFUSAL_PAUSE_MS = 10_000;
const MOST_REFUSALS = 50;
const LAST = { which: 'last' };

export async function noteDelivery(
  { clock, log, store }: NotePorts,
  repoKey: string,
  note: Omit<DeliveryNote, 'at'>,
): Promise<void> {
  const now = clock.now();
  const key = { repo_key: repoKey, note: `${now.getTime()}-${randomUUID()}` };
  try {
    await deliveryNotes.create(store, key, { at: now.toISOString(), ...note, expires_at: later(now, KEPT_MS) });
  } catch (error) {
    log.warn('A delivery could not be noted', { error });
  }
}

/** Of one instance. */
export function refusalNotes({ clock, log, store }: NotePorts): (refusal: Omit<Refusal, 'at'>) => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  return async (refusal) => {
    const now = clock.now();
    if (now.getTime() - last < REFUSAL_PAUSE_MS) return;
    last = now.getTime();
    try {
      await store.transaction(async (tx) => {
        const { refusals = [] } = (await refusedDeliveries.get(tx, LAST)) ?? {};
        const all = [...refusals, { at: now.toISOString(), ...refusal }];
        refusedDeliveries.set(tx, LAST, { refusals: all.slice(-MOST_REFUSALS) });
      });
    } catch (error) {
      log.warn('A refused delivery could not be noted', { error });
    }
  };
}

/** Newest first. */
export async function lastDeliveries(
  { store }: Pick<Ports, 'store'>,
  repoKey: string,
  limit: number,
): Promise<DeliveryNote[]> {
  const found = await deliveryNotes.query(store, { repo_key: repoKey }, { orderBy: [['at', 'desc']], limit });
  return found.map(({ doc }) => doc);
}

/** Newest first. */
export async function lastRefusals({ store }: Pick<Ports, 'store'>): Promise<Refusal[]> {
  return ((await refusedDeliveries.get(store, LAST))?.refusals ?? []).toReversed();
}
