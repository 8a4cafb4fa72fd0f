/**
 * Long work of this thread beside what it does for others: after each portion, messages, answers and timers that came
 * meanwhile are seen to.
 */
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Steps } from '../../resolve/tracking/steps.ts';

/** Milliseconds of a portion: others wait no longer than the longest step, and passing on costs a thousandth of it. */
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
