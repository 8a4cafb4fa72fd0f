/**
 * How often a property is tried. `npm test` tries a sample, so that the whole suite stays within its time;
 * `npm test -- --full` tries as often as the issues ask for.
 *
 *     fc.assert(fc.property(path, holds), { numRuns: tries(200, 2_000) });
 */

/** `local/cli/test.ts` sets it for `--full`. */
const FULL = process.env['FULL_COUNTS'] === '1';

/** `sample`, or `full` behind `--full`. */
export function tries(sample: number, full: number): number {
  return FULL ? full : sample;
}
