/**
 * What dashboards show, from day figures: of one repository or of the sum of several. All of it is as of a moment, since
 * a rolling rate changes while nothing happens.
 */
import type { Day, DayFigure, Days } from '../documents/figures.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Days and weeks of the rolling rate. */
const RATE_DAYS = 28;
const RATE_WEEKS = 4;

export interface Figures {
  issues_raised: number;
  issues_resolved: number;
  /** Resolved of raised, 0..1; 0 when nothing was raised. */
  addressed_rate: number;
  /** Distinct pull requests reviewed in the last 28 days, a week. */
  prs_per_week: number;
  /** null before the first merge. */
  avg_merge_hours: number | null;
  reviewed_prs: number;
  review_runs: number;
}

/** `2026-11-28` in UTC. */
export function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

export function addToDate(date: string, days: number): string {
  return dateOf(new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS));
}

function total(days: Days, figure: DayFigure, from = ''): number {
  return Object.entries(days).reduce((sum, [date, day]) => sum + (date >= from ? (day[figure] ?? 0) : 0), 0);
}

export function figuresFrom(days: Days, now: Date): Figures {
  const raised = total(days, 'posted');
  const resolved = total(days, 'resolved');
  const merges = total(days, 'merges');
  const recent = total(days, 'last_reviewed', addToDate(dateOf(now), 1 - RATE_DAYS));
  return {
    issues_raised: raised,
    issues_resolved: resolved,
    addressed_rate: raised === 0 ? 0 : resolved / raised,
    prs_per_week: recent / RATE_WEEKS,
    avg_merge_hours: merges === 0 ? null : total(days, 'merge_ms') / merges / HOUR_MS,
    reviewed_prs: total(days, 'last_reviewed'),
    review_runs: total(days, 'runs'),
  };
}

/** Every date from `from` to `to`, both included. */
function datesBetween(from: string, to: string): string[] {
  const dates: string[] = [];
  const last = Date.parse(to);
  for (let time = Date.parse(from); time <= last; time += DAY_MS) dates.push(dateOf(new Date(time)));
  return dates;
}

export interface DailyActivity {
  date: string;
  /** Findings posted that day. */
  bugs_caught: number;
  issues_resolved: number;
  review_runs: number;
}

function activityOf(date: string, day: Day | undefined): DailyActivity {
  return {
    date,
    bugs_caught: day?.posted ?? 0,
    issues_resolved: day?.resolved ?? 0,
    review_runs: day?.runs ?? 0,
  };
}

/** Every day of the range, those without activity too. */
export function dailyActivity(days: Days, from: string, to: string): DailyActivity[] {
  return datesBetween(from, to).map((date) => activityOf(date, days[date]));
}

/** The days of the range on which findings were posted or resolved, oldest first. */
export function activeDays(days: Days, from: string, to: string): DailyActivity[] {
  return Object.keys(days)
    .filter((date) => date >= from && date <= to)
    .sort()
    .map((date) => activityOf(date, days[date]))
    .filter((day) => day.bugs_caught > 0 || day.issues_resolved > 0);
}
