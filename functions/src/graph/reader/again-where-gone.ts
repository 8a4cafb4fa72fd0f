/**
 * Questions beside deletions. Neo4j isolates by "read committed": a node can go between being found and being read, and then
 * has no properties (neo4j.com/docs/operations-manual/current/database-internals/concurrent-data-access). Asked again, the
 * question does not find it.
 */
import { setTimeout as pauseFor } from 'node:timers/promises';
import { MissingValue } from '../row-values.ts';

/** More often in a row, it is the question that asks for what no node has. */
const MOST_TIMES = 6;

/** Milliseconds, twice as many each time: a transaction that deletes thousands of nodes takes as long to be seen as a whole. */
const PAUSE_MS = 50;

export async function againWhereGone<T>(ask: () => Promise<T>): Promise<T> {
  for (let times = 1; ; times++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof MissingValue) || times === MOST_TIMES) throw error;
    }
    await pauseFor(PAUSE_MS * 2 ** (times - 1));
  }
}
