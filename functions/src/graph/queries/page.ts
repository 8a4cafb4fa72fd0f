/**
 * Pages of long lists. A cursor says how many elements were handed out, so a page is the same however often it is asked
 * for while the graph stays the same. An answer stays below MOST_BYTES: a page ends early where its elements are long.
 *
 *     { "results": […], "total": 5012, "next_cursor": "p2s" }     next_cursor is null on the last page
 */
import { z } from 'zod';
import type { Listed } from '../../ports.ts';

/** Of an answer as JSON. */
export const MOST_BYTES = 300_000;

const CURSOR = /^p[0-9a-z]{1,8}$/;

export const cursorSchema = z
  .string()
  .max(20)
  .regex(CURSOR, 'Expected the next_cursor of an answer')
  .describe('Goes on where an answer ended: its next_cursor')
  .meta({ example: 'p2s' })
  .optional();

export const nextCursorSchema = z.string().nullable().describe('The cursor of the next page; null on the last one');

export function skipOf(cursor: string | undefined): number {
  return cursor === undefined ? 0 : Number.parseInt(cursor.slice(1), 36);
}

/** Of a page that begins at `skip` and shows `shown` elements. */
export function cursorAfter(skip: number, shown: number, total: number): string | null {
  return shown > 0 && skip + shown < total ? `p${(skip + shown).toString(36)}` : null;
}

/** As many from the front as fit into so many bytes of JSON, but at least one. */
export function fitting<T>(items: readonly T[], bytes: number): T[] {
  let room = bytes;
  const at = items.findIndex((item, place) => {
    room -= Buffer.byteLength(JSON.stringify(item)) + 1;
    return room < 0 && place > 0;
  });
  return at < 0 ? [...items] : items.slice(0, at);
}

/** A page of wire elements, cut where it would grow too long. */
export function pageOf<T, W>(
  { items, total }: Listed<T>,
  skip: number,
  elementOf: (item: T) => W,
  bytes = MOST_BYTES - 20_000,
): { results: W[]; total: number; next_cursor: string | null } {
  const results = fitting(items.map(elementOf), bytes);
  return { results, total, next_cursor: cursorAfter(skip, results.length, total) };
}
