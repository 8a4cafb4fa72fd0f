/**
 * Keeps V8's optimising compiler to what a job is long enough to earn back. V8 is set for programs that stay. A process that
 * ingests one repository runs each part of the work for a second or two, and would spend a third of its CPU time on
 * optimising code, most of it on copying callees into their callers (functions/docs/measurements.md).
 *
 * The settings are those of the whole process, its threads included. They hold for what is optimised after them.
 */
import { setFlagsFromString } from 'node:v8';

const OPTIMISER_FLAGS = [
  // Bytes of bytecode that may replace the calls within one function; V8's own setting is 920.
  '--max-inlined-bytecode-size-cumulative=150',
];

export function optimiseLess(): void {
  for (const flag of OPTIMISER_FLAGS) setFlagsFromString(flag);
}
