/**
 * What `npm run doctor` prints: a line for each thing looked at, with the fix below what is wrong, and the last deliveries.
 *
 *     ok    the service answers     http://127.0.0.1:5080 (HTTP 200)
 *     FAIL  webhooks are guarded    an unsigned event is answered 503
 *           fix: Set SCM_WEBHOOK_SECRET …
 */
import type { Examined } from '../doctor/examine.ts';

const MOST_DELIVERIES = 20;

/** Control characters of a platform's text would write over the lines. */
function plain(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

export function doctorText({ checks, deliveries, refused }: Examined): string {
  const width = Math.max(...checks.map(({ what }) => what.length)) + 2;
  const lines = checks.flatMap(({ what, ok, detail, fix }) => [
    `${ok ? 'ok  ' : 'FAIL'}  ${plain(what).padEnd(width)}${plain(detail)}`,
    ...(fix === null ? [] : [`      fix: ${plain(fix)}`]),
  ]);
  const shown = deliveries.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, MOST_DELIVERIES);
  if (shown.length > 0) lines.push('', `Last deliveries (${shown.length} of ${deliveries.length}):`);
  for (const { at, repository, event, action, status, reason, job_id: job, pr } of shown) {
    const became = reason ?? [pr, job].filter((each) => each !== null).join(' ');
    const what = action === null ? event : `${event} ${action}`;
    lines.push(plain(`${at}  ${repository}  ${what}  ${status}${became === '' ? '' : `: ${became}`}`));
  }
  for (const { at, event, reason } of (refused ?? []).slice(0, 5)) {
    lines.push(plain(`${at}  refused  ${event ?? 'no event'}: ${reason}`));
  }
  const wrong = checks.filter(({ ok }) => !ok).length;
  lines.push('', wrong === 0 ? 'Nothing is wrong.' : `${wrong} ${wrong === 1 ? 'problem' : 'problems'}.`);
  return `${lines.join('\n')}\n`;
}
