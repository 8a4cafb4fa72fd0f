/**
 * The figures of one repository: for each UTC day that something happened on, how much. They are the sum of its subjects'
 * figures, so an event changes them by a difference that can be added in any order.
 *
 *     { "2026-11-03": { posted: 4, runs: 1, last_reviewed: 1 }, "2026-11-05": { resolved: 3, merges: 1, … } }
 */
import { DAY_FIGURES } from '../documents/figures.ts';
import type { DayFigure, Days, Subject } from '../documents/figures.ts';

function dayOf(at: string): string {
  return at.slice(0, 10);
}

function count(days: Days, at: string, figure: DayFigure, amount = 1): void {
  const day = (days[dayOf(at)] ??= {});
  day[figure] = (day[figure] ?? 0) + amount;
}

/** What one subject contributes. A finding counts from the moment it is known to have been posted. */
export function figuresOf(subject: Subject | undefined): Days {
  const days: Days = {};
  if (subject?.kind === 'finding' && subject.posted_at !== null) {
    count(days, subject.posted_at, 'posted');
    if (subject.change?.to === 'resolved') count(days, subject.change.at, 'resolved');
  }
  if (subject?.kind === 'pull_request') {
    const times = Object.values(subject.runs).sort();
    for (const at of times) count(days, at, 'runs');
    const last = times.at(-1);
    if (last !== undefined) count(days, last, 'last_reviewed');
    if (subject.merged !== null) {
      const open = Date.parse(subject.merged.at) - Date.parse(subject.merged.opened_at);
      count(days, subject.merged.at, 'merges');
      count(days, subject.merged.at, 'merge_ms', Math.max(0, open));
    }
  }
  return days;
}

/** Adds in place of combining pairs: that would copy all days once for each of a repository's findings. */
export function sumDays(all: Iterable<Days>): Days {
  const sum: Days = {};
  for (const days of all) {
    for (const [date, day] of Object.entries(days)) {
      for (const figure of DAY_FIGURES) {
        if (day[figure] !== undefined) count(sum, date, figure, day[figure]);
      }
    }
  }
  return sum;
}

/** What has to be added to `before` to get `after`, without zeros; empty when nothing. */
export function difference(before: Days, after: Days): Days {
  const result: Days = {};
  for (const date of new Set([...Object.keys(before), ...Object.keys(after)])) {
    for (const figure of DAY_FIGURES) {
      const amount = (after[date]?.[figure] ?? 0) - (before[date]?.[figure] ?? 0);
      if (amount !== 0) count(result, date, figure, amount);
    }
  }
  return result;
}
