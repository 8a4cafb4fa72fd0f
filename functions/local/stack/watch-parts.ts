/** Notices when a process of the local service ends that nobody stopped: without it, the rest would answer errors for ever. */
import { isRunning } from './processes.ts';

export interface Part {
  /** As a sentence begins with it: `Neo4j`. */
  name: string;
  pid: number;
  logFile: string;
  /** It holds data that is not saved before it is exported. */
  keepsData: boolean;
}

const LOOK_MS = 1_000;

/** `tell` is called once, with the first part that is gone; never after `end`. */
export function watchParts(parts: readonly Part[], tell: (part: Part) => void, everyMs = LOOK_MS): { end(): void } {
  const timer = setInterval(() => {
    const gone = parts.find(({ pid }) => !isRunning(pid));
    if (gone === undefined) return;
    clearInterval(timer);
    tell(gone);
  }, everyMs);
  timer.unref();
  return {
    end: () => {
      clearInterval(timer);
    },
  };
}
