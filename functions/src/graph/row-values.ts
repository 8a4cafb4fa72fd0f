/** Values out of a result row, by type: a value of another type is a fault in the query, not data. */
import type { GraphRow } from '../ports.ts';

/** A fault in the query, or a node that went while it was read (reader/again-where-gone.ts). */
export class MissingValue extends Error {}

export function textAt(row: GraphRow, name: string): string {
  const value = row[name];
  if (typeof value !== 'string') throw new MissingValue(`The graph returned no text as ${name}`);
  return value;
}

export function textOrNullAt(row: GraphRow, name: string): string | null {
  return row[name] === null || row[name] === undefined ? null : textAt(row, name);
}

export function numberAt(row: GraphRow, name: string): number {
  const value = row[name];
  if (typeof value !== 'number') throw new MissingValue(`The graph returned no number as ${name}`);
  return value;
}
