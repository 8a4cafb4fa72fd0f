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
import { aggregatePath, difference, figuresOf, subjectsPath } from './day-figures.ts';
import { foldSubject, isSameSubject, subjectIdOf, subjectSchema } from './subjects.ts';
import type { Subject } from './subjects.ts';
import { eventPath, eventSchema } from '../model/events.ts';
import type { ReviewEvent } from '../model/events.ts';
import type { Doc, Ports, StoreTransaction } from '../ports.ts';

/** How long a folded event is kept, in days. */
export const EVENT_RETENTION_DAYS = 400;
const DAY_MS = 86_400_000;

export type FoldPorts = Pick<Ports, 'store' | 'clock' | 'log'>;
export type FoldOutcome = 'folded' | 'already folded' | 'gone' | 'unreadable';

/** A stored event; undefined for one that no version of this code could have written. */
export function eventOf(doc: Doc | undefined): ReviewEvent | undefined {
  const parsed = eventSchema.safeParse(doc);
  return parsed.success && !Number.isNaN(Date.parse(parsed.data.at)) ? parsed.data : undefined;
}

/** Takes a subject and its repository's aggregate one step further. Whether that changed anything. */
export async function changeSubject(
  tx: StoreTransaction,
  repoKey: string,
  id: string,
  step: (before: Subject | undefined) => Subject | undefined,
): Promise<boolean> {
  const path = `${subjectsPath(repoKey)}/${id}`;
  const doc = await tx.get(path);
  const before = doc === undefined ? undefined : subjectSchema.parse(doc);
  const after = step(before);
  if (after === undefined || isSameSubject(before, after)) return false;
  tx.set(path, { ...after });
  const days = difference(figuresOf(before), figuresOf(after));
  if (Object.keys(days).length > 0) tx.increment(aggregatePath(repoKey), { days, folds: 1 });
  return true;
}

export async function foldEvent(ports: FoldPorts, id: string): Promise<FoldOutcome> {
  return ports.store.transaction(async (tx) => {
    const doc = await tx.get(eventPath(id));
    if (doc === undefined) return 'gone';
    if (doc['expires_at'] !== undefined) return 'already folded';
    const event = eventOf(doc);
    if (event === undefined) {
      // Trying again would not make it readable: the trigger must not.
      ports.log.error('An event is not readable', { eventId: id });
      return 'unreadable';
    }
    const subject = subjectIdOf(event);
    if (subject !== undefined) {
      await changeSubject(tx, event.repo_key, subject, (before) => foldSubject(before, event));
    }
    tx.update(eventPath(id), { expires_at: new Date(ports.clock.now().getTime() + EVENT_RETENTION_DAYS * DAY_MS) });
    return 'folded';
  });
}
