/** Days of figures: one for every date of a range, whatever the API left out. */

export interface Day {
  /** `2026-11-29`. */
  date: string;
  bugs_caught: number;
  issues_resolved: number;
}

const DAY_MS = 86_400_000;

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
