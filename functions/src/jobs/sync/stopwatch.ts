/** Wall time of the phases of a sync, in whole milliseconds. */
import type { SyncPhase } from './options.ts';

/** `mark` ends a phase; `phases` ends the last one and gives all of them. */
export function createStopwatch() {
  const phases: Record<string, number> = {};
  let last = performance.now();
  const mark = (phase: SyncPhase) => {
    const now = performance.now();
    phases[phase] = Math.round(now - last);
    last = now;
  };
  return {
    mark,
    phases(phase: SyncPhase): Record<string, number> {
      mark(phase);
      return phases;
    },
  };
}
