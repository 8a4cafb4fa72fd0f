/**
 * Extraction in worker threads. Each thread has one file at a time, and a hard time limit for it: a grammar that loops or
 * crashes costs one file and one thread, which is replaced; the file is reported and the run goes on. Threads are also
 * replaced after some megabytes of text, since a WebAssembly heap never shrinks.
 */
import { Worker } from 'node:worker_threads';
import { extname } from 'node:path';
import { emptyFacts, type FileFacts } from '../model/facts.ts';
import type { Extractor, ExtractRequest } from './inline-extractor.ts';
import { Lines } from './scopes.ts';

export interface WorkerOptions {
  stepMs: number;
  quickStart: boolean;
}

export type WorkerAnswer = { facts: FileFacts } | { failed: string };

export interface PoolOptions {
  workers?: number;
  /** Milliseconds for the parse and the query of a file, each; past it the file is reported as partial. */
  stepMs?: number;
  /** Milliseconds after which a thread that has not answered is terminated. */
  hardMs?: number;
  /** Characters of text after which a thread is replaced. */
  recycleAfter?: number;
  /** Milliseconds after which a thread without work is ended: its grammars take 50 to 150 MB. */
  idleMs?: number;
  /** Baseline WebAssembly compiler only: see initialiseParsing. */
  quickStart?: boolean;
}

interface Waiting {
  request: ExtractRequest;
  resolve: (facts: FileFacts) => void;
}

interface Thread {
  worker: Worker;
  parsed: number;
  current: Waiting | undefined;
  timer: NodeJS.Timeout | undefined;
}

const WORKER = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

/** `extract` always resolves; what went wrong stands in the facts' `problems`. After `close` it rejects. */
export function createExtractorPool(options: PoolOptions = {}): Extractor {
  const { workers = 2, stepMs = 2_000, recycleAfter = 32_000_000, idleMs = 1_000, quickStart = true } = options;
  const hardMs = options.hardMs ?? stepMs * 10 + 20_000;
  const queue: Waiting[] = [];
  const threads = new Set<Thread>();
  let closed = false;

  function start(): Thread {
    const worker = new Worker(WORKER, { workerData: { stepMs, quickStart } satisfies WorkerOptions });
    const thread: Thread = { worker, parsed: 0, current: undefined, timer: undefined };
    threads.add(thread);
    worker.on('message', (answer: WorkerAnswer) => {
      if ('facts' in answer) finish(thread, answer.facts);
      else lose(thread, answer.failed);
    });
    worker.on('error', (error) => lose(thread, error.message));
    worker.on('exit', () => lose(thread, 'the extractor ended unexpectedly'));
    worker.unref();
    return thread;
  }

  function finish(thread: Thread, facts: FileFacts): void {
    const done = release(thread);
    if (thread.parsed > recycleAfter) discard(thread);
    done?.resolve(facts);
    pump();
  }

  function lose(thread: Thread, cause: string): void {
    if (!threads.has(thread)) return;
    const lost = release(thread);
    discard(thread);
    lost?.resolve(factsOfFailure(lost.request, cause));
    if (!closed) pump();
  }

  function release(thread: Thread): Waiting | undefined {
    clearTimeout(thread.timer);
    const { current } = thread;
    thread.current = undefined;
    thread.worker.unref();
    thread.timer = setTimeout(() => discard(thread), idleMs).unref();
    return current;
  }

  function discard(thread: Thread): void {
    clearTimeout(thread.timer);
    threads.delete(thread);
    void thread.worker.terminate();
  }

  function pump(): void {
    while (queue.length > 0) {
      const idle = [...threads].find((thread) => thread.current === undefined);
      if (idle === undefined && threads.size >= workers) return;
      const waiting = queue.shift();
      if (waiting !== undefined) give(idle ?? start(), waiting);
    }
  }

  function give(thread: Thread, waiting: Waiting): void {
    thread.current = waiting;
    thread.parsed += waiting.request.text.length;
    thread.worker.ref();
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => lose(thread, `no answer within ${hardMs} ms`), hardMs);
    thread.worker.postMessage(waiting.request);
  }

  return {
    extract(request) {
      if (closed) return Promise.reject(new Error('The extractor pool is closed'));
      return new Promise((resolve) => {
        queue.push({ request, resolve });
        pump();
      });
    },
    async close() {
      closed = true;
      for (const { request, resolve } of queue.splice(0)) resolve(factsOfFailure(request, 'the extractor was closed'));
      await Promise.all(
        [...threads].map((thread) => {
          const lost = release(thread);
          clearTimeout(thread.timer);
          threads.delete(thread);
          lost?.resolve(factsOfFailure(lost.request, 'the extractor was closed'));
          return thread.worker.terminate();
        }),
      );
    },
  };
}

/** A file that could not be extracted is in the graph all the same, with its lines and what went wrong. */
function factsOfFailure({ language, path, text }: ExtractRequest, cause: string): FileFacts {
  const problems = [{ path, line: null, message: `Not extracted: ${cause}` }];
  return { ...emptyFacts(language, path, new Lines(text).count), partial: true, problems };
}
