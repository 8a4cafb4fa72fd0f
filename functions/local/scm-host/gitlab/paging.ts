/**
 * GitLab's two ways of paging. By number every answer tells where it stands; by key only the Link header leads on, and
 * GitLab allows it for some lists and orders alone.
 *
 *     X-Total: 63   X-Page: 1   X-Next-Page: 2   Link: <…&page=2>; rel="next", …
 *     Link: <…?id_after=42&pagination=keyset…>; rel="next"
 *
 * https://docs.gitlab.com/api/rest/#pagination
 */
import { type Call, RestError, wholeNumber } from '../routing.ts';

const USUAL = 20;
const MOST = 100;

export interface Page<T> {
  items: T[];
  headers: Record<string, string>;
}

function addressOf(call: Call, path: string, changes: Record<string, string>): string {
  const query = new URLSearchParams(call.query);
  for (const [name, value] of Object.entries(changes)) query.set(name, value);
  return `${call.host.apiUrl}${path}?${query.toString()}`;
}

export function byNumber<T>(call: Call, path: string, all: readonly T[]): Page<T> {
  if (call.query.get('pagination') === 'keyset') {
    throw new RestError(405, '', { error: 'Keyset pagination is not yet available for this type of request' });
  }
  const size = wholeNumber(call.query, 'per_page', USUAL, 1, MOST);
  const at = wholeNumber(call.query, 'page', 1, 1, 1_000_000);
  const last = Math.max(1, Math.ceil(all.length / size));
  const link = (page: number, rel: string) => `<${addressOf(call, path, { page: String(page) })}>; rel="${rel}"`;
  const links = [link(1, 'first'), link(last, 'last')];
  if (at > 1) links.unshift(link(at - 1, 'prev'));
  if (at < last) links.unshift(link(at + 1, 'next'));
  return {
    items: all.slice((at - 1) * size, at * size),
    headers: {
      Link: links.join(', '),
      'X-Page': String(at),
      'X-Per-Page': String(size),
      'X-Total': String(all.length),
      'X-Total-Pages': String(last),
      'X-Next-Page': at < last ? String(at + 1) : '',
      'X-Prev-Page': at > 1 ? String(at - 1) : '',
    },
  };
}

/** `all` in the order of their keys; `parameter` is the one that names the last row of the page before. */
export function byKey<T>(
  call: Call,
  path: string,
  all: readonly T[],
  { parameter, keyOf }: { parameter: string; keyOf: (row: T) => string },
): Page<T> {
  const size = wholeNumber(call.query, 'per_page', USUAL, 1, MOST);
  const after = call.query.get(parameter);
  const start = after === null ? 0 : all.findIndex((row) => keyOf(row) === after) + 1;
  if (after !== null && start === 0) throw new RestError(404, `404 ${parameter} Not Found`);
  const items = all.slice(start, start + size);
  const last = items.at(-1);
  const more = last !== undefined && start + size < all.length;
  return {
    items,
    headers: more ? { Link: `<${addressOf(call, path, { [parameter]: keyOf(last) })}>; rel="next"` } : {},
  };
}
