/**
 * An event's way into its repository's aggregate. Triggers deliver an event at least once, in any order and hundreds at
 * a time, so the transaction reads what only this subject's events meet on (the event and the subject) and adds the
 * difference to the aggregate without reading it:
 *
 *     events/{id} ─▶ aggregates/{repo_key}/subjects/{finding-7-9a…}  joined with the event
 *                 └▶ aggregates/{repo_key}                           += figures(after) − figures(before)
 *
 * An event that is folded gets `expires_at`, which Firestore's TTL policy deletes it by: what no figure holds yet never
 * expires. An event that is gone (its repository was deleted) is not folded any more.
 */
import { aggregates, events, subjects } from '../documents/figures.ts';
import type { Subject } from '../documents/figures.ts';
import type { ReviewEvent } from '../model/events.ts';
import type { Ports, StoreTransaction } from '../ports.ts';
import { difference, figuresOf } from './day-figures.ts';
import { foldSubject, isSameSubject, subjectIdOf } from './subjects.ts';

/** How long a folded event is kept, in days. */
export const EVENT_RETENTION_DAYS = 400;
const DAY_MS = 86_400_000;

export type FoldPorts = Pick<Ports, 'store' | 'clock' | 'log'>;
export type FoldOutcome = 'folded' | 'already folded' | 'gone' | 'unreadable';

/** Whether an event that could be read happened at a time at all: figures are by day. */
export function isTimed({ at }: Pick<ReviewEvent, 'at'>): boolean {
  return !Number.isNaN(Date.parse(at));
}

/** Takes a subject and its repository's aggregate one step further. Whether that changed anything. */
export async function changeSubject(
  tx: StoreTransaction,
  repoKey: string,
  id: string,
  step: (before: Subject | undefined) => Subject | undefined,
): Promise<boolean> {
  const key = { repo_key: repoKey, subject: id };
  const before = await subjects.get(tx, key);
  const after = step(before);
  if (after === undefined || isSameSubject(before, after)) return false;
  subjects.set(tx, key, { ...before, ...after });
  const days = difference(figuresOf(before), figuresOf(after));
  if (Object.keys(days).length > 0) aggregates.increment(tx, key, { days, folds: 1 });
  return true;
}

export async function foldEvent(ports: FoldPorts, id: string): Promise<FoldOutcome> {
  return ports.store.transaction(async (tx) => {
    const event = await events.getReadable(tx, { event_id: id });
    if (event === undefined) return 'gone';
    if (event === 'unreadable' || !isTimed(event)) {
      // Trying again would not make it readable: the trigger must not.
      ports.log.error('An event is not readable', { eventId: id });
      return 'unreadable';
    }
    if (event.expires_at !== undefined) return 'already folded';
    const subject = subjectIdOf(event);
    if (subject !== undefined) {
      await changeSubject(tx, event.repo_key, subject, (before) => foldSubject(before, event));
    }
    const expires_at = new Date(ports.clock.now().getTime() + EVENT_RETENTION_DAYS * DAY_MS).toISOString();
    events.update(tx, { event_id: id }, { expires_at });
    return 'folded';
  });
}
