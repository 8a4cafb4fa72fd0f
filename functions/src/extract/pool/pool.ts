/**
 * Extraction in worker threads. Each thread has one file at a time, and a hard time limit for it: a grammar that loops or
 * crashes costs one file and one thread, which is replaced; the file is reported and the run goes on. Threads are also
 * replaced after some megabytes of text, since a WebAssembly heap never shrinks.
 */
import { Worker } from 'node:worker_threads';
import { extname } from 'node:path';
import { emptyFacts, type FileFacts } from '../../model/facts.ts';
import type { LanguageTables } from '../compile/grammars.ts';
import type { Extractor, ExtractRequest } from './inline-extractor.ts';
import type { KeptThreads, ReadyThread } from './kept-threads.ts';
import { loadRegistry } from '../compile/registry.ts';
import { Lines } from '../assemble/scopes.ts';

export interface WorkerOptions {
  stepMs: number;
}

export interface WorkerRequest<Request> {
  request: Request;
  /** Of the request's language, with the first file in it that the thread is given. */
  tables?: LanguageTables;
}

export type WorkerAnswer<Answer> = { answer: Answer } | { failed: string };

export interface PoolOptions {
  workers?: number;
  /** Milliseconds for the parse and the query of a file, each; past it the file is reported as partial. */
  stepMs?: number;
  /** Milliseconds after which a thread that has not answered is terminated. */
  hardMs?: number;
  /** Characters of text after which a thread is replaced. */
  recycleAfter?: number;
  /** Milliseconds after which a thread without work is ended, unless more is expected: its grammars take 50 to 150 MB. */
  idleMs?: number;
  /** Where its first thread is taken from, and where threads that have nothing to do go instead of being ended. */
  kept?: KeptThreads;
}

/** Below this a second thread costs more (its own grammars, queries and compiled code) than it does. */
const FILES_PER_THREAD = 100;

interface Waiting<Request, Answer> {
  request: Request;
  resolve: (answer: Answer) => void;
}

interface Thread<Request, Answer> extends ReadyThread {
  current: Waiting<Request, Answer> | undefined;
  timer: NodeJS.Timeout | undefined;
}

export interface Pool<Request, Answer> {
  /**
   * Says how many requests will come, before the first one; without it a few are assumed, on all threads. Until they have
   * come no thread is ended for being idle: a writer that falls behind made a run of 1,782 files start eight threads, at
   * 0.7 s of CPU each.
   */
  expect(requests: number): void;
  /** Says that one of those expected will not come. */
  skip(): void;
  /** Ends the threads that have nothing to do, and waits for it; what is asked later starts new ones. */
  endIdle(): Promise<void>;
  /** Always resolves; after `close` it rejects. */
  extract(request: Request): Promise<Answer>;
  close(): Promise<void>;
}

export interface PoolWork<Request, Answer> {
  /** A module that calls serveExtraction. */
  module: URL;
  /** What a request is answered with when its thread was lost, `facts` saying why. */
  lost: (facts: FileFacts, request: Request) => Answer;
}

const WORKER = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

/** A pool whose answers are facts; what went wrong stands in their `problems`. */
export function createExtractorPool(options: PoolOptions = {}): Extractor {
  return createPool<ExtractRequest, FileFacts>({ module: WORKER, lost: (facts) => facts }, options);
}

export function createPool<Request extends ExtractRequest, Answer>(
  work: PoolWork<Request, Answer>,
  options: PoolOptions = {},
): Pool<Request, Answer> {
  const { workers = 2, stepMs = 2_000, recycleAfter = 32_000_000, idleMs = 1_000, kept } = options;
  let most = workers;
  let due = 0;
  const hardMs = options.hardMs ?? stepMs * 10 + 20_000;
  const queue: Waiting<Request, Answer>[] = [];
  const threads = new Set<Thread<Request, Answer>>();
  const languages = loadRegistry();
  let closed = false;

  function start(): Thread<Request, Answer> {
    const ready = kept?.take() ?? {
      worker: new Worker(work.module, { workerData: { stepMs } satisfies WorkerOptions }),
      parsed: 0,
      told: new Set<string>(),
    };
    const thread: Thread<Request, Answer> = { ...ready, current: undefined, timer: undefined };
    const { worker } = thread;
    threads.add(thread);
    worker.on('message', (message: WorkerAnswer<Answer>) => {
      if ('answer' in message) finish(thread, message.answer);
      else lose(thread, message.failed);
    });
    worker.on('error', (error) => lose(thread, error.message));
    worker.on('exit', () => lose(thread, 'the extractor ended unexpectedly'));
    worker.unref();
    return thread;
  }

  function finish(thread: Thread<Request, Answer>, answer: Answer): void {
    const done = release(thread);
    if (thread.parsed > recycleAfter) discard(thread);
    done?.resolve(answer);
    pump();
  }

  function lose(thread: Thread<Request, Answer>, cause: string): void {
    if (!threads.has(thread)) return;
    const lost = release(thread);
    discard(thread);
    if (lost !== undefined) answerLost(lost, cause);
    if (!closed) pump();
  }

  function answerLost({ request, resolve }: Waiting<Request, Answer>, cause: string): void {
    resolve(work.lost(factsOfFailure(request, cause), request));
  }

  function release(thread: Thread<Request, Answer>): Waiting<Request, Answer> | undefined {
    clearTimeout(thread.timer);
    const { current } = thread;
    thread.current = undefined;
    thread.worker.unref();
    rest(thread);
    return current;
  }

  function rest(thread: Thread<Request, Answer>): void {
    thread.timer = setTimeout(() => (due > 0 ? rest(thread) : void retire(thread)), idleMs).unref();
  }

  function discard(thread: Thread<Request, Answer>): void {
    void end(thread);
  }

  async function end(thread: Thread<Request, Answer>): Promise<void> {
    clearTimeout(thread.timer);
    threads.delete(thread);
    await thread.worker.terminate();
  }

  /** For a thread that has nothing to do. */
  async function retire(thread: Thread<Request, Answer>): Promise<void> {
    if (kept === undefined) return end(thread);
    clearTimeout(thread.timer);
    threads.delete(thread);
    await kept.keep(thread);
  }

  function pump(): void {
    while (queue.length > 0) {
      const idle = [...threads].find((thread) => thread.current === undefined);
      if (idle === undefined && threads.size >= most) return;
      const waiting = queue.shift();
      if (waiting !== undefined) give(idle ?? start(), waiting);
    }
  }

  function give(thread: Thread<Request, Answer>, waiting: Waiting<Request, Answer>): void {
    thread.current = waiting;
    thread.parsed += waiting.request.text.length;
    thread.worker.ref();
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => lose(thread, `no answer within ${hardMs} ms`), hardMs);
    try {
      thread.worker.postMessage(messageFor(thread, waiting.request));
    } catch (error) {
      lose(thread, error instanceof Error ? error.message : String(error));
    }
  }

  /** Throws what is wrong in the language's folder. */
  function messageFor({ told }: Thread<Request, Answer>, request: Request): WorkerRequest<Request> {
    const language = told.has(request.language) ? undefined : languages.get(request.language);
    if (language === undefined) return { request };
    const { name, source, queries } = language;
    told.add(name);
    return { request, tables: { name, source, queries } };
  }

  return {
    expect(requests) {
      due = requests;
      most = Math.max(1, Math.min(workers, Math.ceil(requests / FILES_PER_THREAD)));
    },
    skip() {
      due -= 1;
    },
    extract(request) {
      due -= 1;
      if (closed) return Promise.reject(new Error('The extractor pool is closed'));
      return new Promise((resolve) => {
        queue.push({ request, resolve });
        pump();
      });
    },
    async endIdle() {
      await Promise.all([...threads].filter((thread) => thread.current === undefined).map(retire));
    },
    async close() {
      closed = true;
      for (const waiting of queue.splice(0)) answerLost(waiting, 'the extractor was closed');
      await Promise.all(
        [...threads].map((thread) => {
          const lost = release(thread);
          if (lost === undefined) return retire(thread);
          answerLost(lost, 'the extractor was closed');
          return end(thread);
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
