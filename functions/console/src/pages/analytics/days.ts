/** Days of figures: one for every date of a range, whatever the API left out. */

export interface Day {
  /** `2026-11-29`. */
  date: string;
  bugs_caught: number;
  issues_resolved: number;
}

/** Both ends included. */
export interface DayRange {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export function sumOf(days: readonly Day[], field: 'bugs_caught' | 'issues_resolved'): number {
  return days.reduce((sum, day) => sum + day[field], 0);
}

/** As long, up to the day before. */
export function rangeBefore({ from, to }: DayRange): DayRange {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return { from: dayOf(first - (last - first) - DAY_MS), to: dayOf(first - DAY_MS) };
}

/** `today`: `2026-11-29`. */
export function namedRanges(today: string): (DayRange & { label: string })[] {
  const now = Date.parse(today);
  const month = `${today.slice(0, 7)}-01`;
  const lastMonth = dayOf(Date.parse(month) - DAY_MS);
  return [
    { label: 'Last 30 days', from: dayOf(now - 29 * DAY_MS), to: today },
    { label: 'Last 90 days', from: dayOf(now - 89 * DAY_MS), to: today },
    { label: 'This month', from: month, to: today },
    { label: 'Last month', from: `${lastMonth.slice(0, 7)}-01`, to: lastMonth },
  ];
}

/** Both ends included. Rows of several repositories on one date are added up. */
export function everyDay(rows: readonly Day[], from: string, to: string): Day[] {
  const days = new Map<string, Day>();
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const date = new Date(at).toISOString().slice(0, 10);
    days.set(date, { date, bugs_caught: 0, issues_resolved: 0 });
  }
  for (const { date, bugs_caught, issues_resolved } of rows) {
    const day = days.get(date);
    if (day === undefined) continue;
    day.bugs_caught += bugs_caught;
    day.issues_resolved += issues_resolved;
  }
  return [...days.values()];
}

/** As RFC 4180 has it. No field holds a comma, a quote or a formula. */
export function csvOf(days: readonly Day[]): string {
  const rows = days.map(({ date, bugs_caught, issues_resolved }) => `${date},${bugs_caught},${issues_resolved}\r\n`);
  return `date,bugs_caught,issues_resolved\r\n${rows.join('')}`;
}
