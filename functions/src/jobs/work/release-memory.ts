/**
 * Gives back what one step of a sync held before the next one begins. V8 lets a heap grow by half before it looks for
 * garbage, so what the next step makes would come on top of it. An ordinary collection is not enough, since the pages stay
 * with the process. Neither is one at once, since code that is compiled in the background holds on to what it works with.
 *
 * Node offers no call for this without a flag; the flag may be set while it runs.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A smaller heap is not worth the time. */
export const LEAST_BYTES = 64 * 1024 * 1024;

/** The compiler is done with most functions by then. */
const COMPILING_MS = 50;

type Collect = (options: { type: 'major'; execution: 'sync'; flavor?: 'last-resort' }) => void;

export async function releaseMemory(): Promise<void> {
  if (process.memoryUsage().heapUsed < LEAST_BYTES) return;
  await sleep(COMPILING_MS);
  collector()({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Collects garbage in the middle of a step, and leaves the step's compiled code alone. */
export function collectGarbage(): void {
  if (process.memoryUsage().heapUsed < LEAST_BYTES) return;
  collector()({ type: 'major', execution: 'sync' });
}

function collector(): Collect {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
