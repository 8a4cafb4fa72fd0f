/**
 * Counts a repository's aggregate again, from its events and from its subjects, which know what expired events told.
 * What the triggers missed is folded now, and what is stored wrongly is replaced; both are reported, since either means
 * that something went wrong.
 *
 * It runs beside the triggers: `folds` on the aggregate says whether one came between counting and writing.
 */
import { aggregates, DAY_FIGURES, events, subjects } from '../documents/figures.ts';
import type { Aggregate, DayFigure, Days, Subject } from '../documents/figures.ts';
import { AppError } from '../model/errors.ts';
import type { Ports, StoreTransaction } from '../ports.ts';
import { difference, figuresOf, sumDays } from './day-figures.ts';
import { changeSubject, isTimed } from './fold-event.ts';
import { foldSubject, isSameSubject, joinSubjects, subjectIdOf } from './subjects.ts';

type RebuildPorts = Pick<Ports, 'store'>;

/** Counting once more costs a scan; a repository that changes during this many is too busy to be counted now. */
const MOST_SCANS = 5;

/** Transactions at once. */
const AT_ONCE = 20;

export interface FigureDifference {
  date: string;
  figure: DayFigure;
  stored: number;
  counted: number;
}

export interface Rebuilt {
  events: number;
  subjects: number;
  /** Subjects that lacked an event. */
  missed: string[];
  /** What the stored aggregate said otherwise than its subjects. */
  differences: FigureDifference[];
}

interface Scan {
  events: number;
  subjects: Map<string, Subject>;
  /** Those that differ from what is stored. */
  missed: string[];
}

async function scan({ store }: RebuildPorts, repoKey: string): Promise<Scan> {
  const known = new Map<string, Subject>();
  for await (const page of subjects.pages(store, { repo_key: repoKey })) {
    for (const { id, doc } of page) known.set(id, doc);
  }
  const missed = new Set<string>();
  let count = 0;
  for await (const page of events.readablePages(store, {}, [['repo_key', '==', repoKey]])) {
    for (const { doc: event } of page) {
      count += 1;
      if (event === undefined || !isTimed(event)) continue;
      const id = subjectIdOf(event);
      const before = id === undefined ? undefined : known.get(id);
      const after = foldSubject(before, event);
      if (id === undefined || after === undefined || isSameSubject(before, after)) continue;
      known.set(id, after);
      missed.add(id);
    }
  }
  return { events: count, subjects: known, missed: [...missed].sort() };
}

async function storedAggregate(from: Pick<StoreTransaction, 'get'>, repoKey: string): Promise<Aggregate> {
  return (await aggregates.get(from, { repo_key: repoKey })) ?? { days: {}, folds: 0 };
}

function listDifferences(stored: Days, counted: Days): FigureDifference[] {
  return Object.keys(difference(stored, counted))
    .sort()
    .flatMap((date) =>
      DAY_FIGURES.map((figure) => {
        const [a, b] = [stored[date]?.[figure] ?? 0, counted[date]?.[figure] ?? 0];
        return { date, figure, stored: a, counted: b };
      }).filter(({ stored: a, counted: b }) => a !== b),
    );
}

/** Stores what the events of the subjects that missed some say, and adds it to the aggregate. */
async function mend({ store }: RebuildPorts, repoKey: string, { subjects: all, missed }: Scan): Promise<void> {
  const left = [...missed];
  const worker = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      const subject = id;
      const known = all.get(subject);
      if (known === undefined) continue;
      await store.transaction((tx) => changeSubject(tx, repoKey, subject, (stored) => joinSubjects(stored, known)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** False when the aggregate changed since `before` was read. */
async function replace({ store }: RebuildPorts, repoKey: string, before: Aggregate, days: Days): Promise<boolean> {
  return store.transaction(async (tx) => {
    const now = await storedAggregate(tx, repoKey);
    if (now.folds !== before.folds) return false;
    aggregates.set(tx, { repo_key: repoKey }, { ...now, days, folds: before.folds + 1 });
    return true;
  });
}

/** `conflict` when the repository changes faster than it can be counted. */
export async function rebuildAggregate(ports: RebuildPorts, repoKey: string): Promise<Rebuilt> {
  const missed = new Set<string>();
  for (let scans = 0; scans < MOST_SCANS; scans++) {
    const before = await storedAggregate(ports.store, repoKey);
    const found = await scan(ports, repoKey);
    for (const id of found.missed) missed.add(id);
    await mend(ports, repoKey, found);
    // Mending moved the aggregate too: it is counted once more, from what is stored now.
    if (found.missed.length > 0) continue;

    const counted = sumDays([...found.subjects.values()].map(figuresOf));
    const differences = listDifferences(before.days, counted);
    const settled =
      differences.length === 0
        ? (await storedAggregate(ports.store, repoKey)).folds === before.folds
        : await replace(ports, repoKey, before, counted);
    if (settled) {
      return { events: found.events, subjects: found.subjects.size, missed: [...missed].sort(), differences };
    }
  }
  throw new AppError('conflict', 'The repository changes faster than it can be counted: try again later');
}
