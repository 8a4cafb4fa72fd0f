/**
 * Does long work of this thread in portions. Between two of them the thread sees to messages, answers and timers that came
 * meanwhile.
 */
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Steps } from '../../resolve/tracking/steps.ts';

/** Milliseconds of a portion: short enough for others to wait, and long enough for passing on to cost next to nothing. */
const PORTION_MS = 20;

/** `onTurn` may throw, which ends the work: its result is no longer wanted. */
export async function takeTurns<Result>(steps: Steps<Result>, onTurn: () => void): Promise<Result> {
  for (let since = performance.now(); ;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - since < PORTION_MS) continue;
    await othersTurn();
    onTurn();
    since = performance.now();
  }
}
