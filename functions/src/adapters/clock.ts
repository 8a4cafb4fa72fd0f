/** The machine's clock. Rooms take time as a port so that tests can say what time it is. */
import type { ClockPort } from '../ports.ts';

export function systemClock(): ClockPort {
  return { now: () => new Date() };
}
