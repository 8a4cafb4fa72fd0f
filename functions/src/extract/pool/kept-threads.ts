/**
 * A thread of extraction that waits for the next pool. An instance that follows pushes extracts a file or two at a time,
 * and the start of a thread, its grammar and its query are half of what that costs. One is kept, for as long as it is small.
 */
import type { Worker } from 'node:worker_threads';

export interface ReadyThread {
  worker: Worker;
  /** Characters of text that it has parsed: its WebAssembly heap never shrinks. */
  parsed: number;
  /** Languages whose tables it has been sent. */
  told: Set<string>;
}

export interface KeptThreads {
  /** The thread that is kept, which is the caller's from now on. */
  take(): ReadyThread | undefined;
  /** Takes over a thread that has nothing to do; resolves once it is kept or has ended. */
  keep(thread: ReadyThread): Promise<void>;
}

export interface KeepOptions {
  /** Characters of text after which a thread is too large to be kept. */
  keepBelow?: number;
  /** Milliseconds for which it is kept. */
  keepMs?: number;
}

/** What a thread says when it is no more. */
const ENDS = ['error', 'exit'];

/** For pools that start the same module with the same limits. */
export function createKeptThreads({ keepBelow = 1_000_000, keepMs = 600_000 }: KeepOptions = {}): KeptThreads {
  let kept: { thread: ReadyThread; timer: NodeJS.Timeout } | undefined;

  function take(): ReadyThread | undefined {
    if (kept === undefined) return undefined;
    const { thread, timer } = kept;
    clearTimeout(timer);
    for (const event of ENDS) thread.worker.off(event, end);
    kept = undefined;
    return thread;
  }

  function end(): void {
    void take()?.worker.terminate();
  }

  return {
    take,
    async keep(thread) {
      const { worker, parsed } = thread;
      // Not all listeners: the thread's own are what hands its messages on.
      for (const event of ['message', ...ENDS]) worker.removeAllListeners(event);
      if (kept !== undefined || parsed > keepBelow) {
        await worker.terminate();
        return;
      }
      // Without a listener an error in the thread would be one of the process.
      for (const event of ENDS) worker.on(event, end);
      kept = { thread, timer: setTimeout(end, keepMs).unref() };
    },
  };
}
