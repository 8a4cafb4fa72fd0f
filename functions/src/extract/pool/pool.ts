/**
 * Extraction in worker threads. Each thread has one file at a time, and a hard time limit for it. A grammar that loops or
 * crashes costs one file and one thread: the file is reported, the thread is replaced, and the run goes on. Threads are
 * also replaced after some megabytes of text, since a WebAssembly heap never shrinks.
 *
 *     const pool = createExtractorPool({ workers: 2 });
 *     await pool.extract({ path: 'a.py', language: 'python', text })   →   FileFacts
 */
import { Worker } from 'node:worker_threads';
import { extname } from 'node:path';
import { emptyFacts, type FileFacts, type Problem } from '../../model/facts.ts';
import type { LanguageTables } from '../compile/grammars.ts';
import type { Extractor, ExtractRequest } from './inline-extractor.ts';
import type { KeptThreads, ReadyThread } from './kept-threads.ts';
import { loadRegistry } from '../compile/registry.ts';
import { Lines } from '../gather/scopes.ts';

export interface WorkerOptions {
  stepMs: number;
}

export interface WorkerRequest<Request> {
  request: Request;
  /** Those of the request's language, with the first file in it that the thread is given. */
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
  /** Milliseconds after which a thread without work is ended, unless requests are expected: its grammars take much memory. */
  idleMs?: number;
  /** Where the pool takes a thread from, and where threads without work go instead of being ended. */
  kept?: KeptThreads;
}

/** For fewer files a second thread costs more than it does: it needs grammars, queries and compiled code of its own. */
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
   * Says, before the first one, how many requests will come. That decides how many threads there may be; without it all
   * of them. Until the requests have come no thread is ended for being idle: starting it again would cost more than it
   * holds (docs/measurements.md, "Threads of extraction").
   */
  expect(requests: number): void;
  /** Says that one of the expected requests will not come. */
  skip(): void;
  /** Ends the threads that have nothing to do, and waits for that. A later request starts a new one. */
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
  return new ThreadPool(work, options);
}

class ThreadPool<Request extends ExtractRequest, Answer> implements Pool<Request, Answer> {
  private readonly work: PoolWork<Request, Answer>;
  private readonly options: Required<Omit<PoolOptions, 'kept'>>;
  private readonly kept: KeptThreads | undefined;
  private readonly languages = loadRegistry();
  private readonly queue: Waiting<Request, Answer>[] = [];
  private readonly threads = new Set<Thread<Request, Answer>>();
  /** Threads that there may be. */
  private most: number;
  /** Requests that are expected and have not come. */
  private due = 0;
  private closed = false;

  constructor(work: PoolWork<Request, Answer>, { kept, ...options }: PoolOptions) {
    const { workers = 2, stepMs = 2_000, recycleAfter = 32_000_000, idleMs = 1_000 } = options;
    const { hardMs = stepMs * 10 + 20_000 } = options;
    this.work = work;
    this.kept = kept;
    this.options = { workers, stepMs, recycleAfter, idleMs, hardMs };
    this.most = workers;
  }

  expect(requests: number): void {
    this.due = requests;
    this.most = Math.max(1, Math.min(this.options.workers, Math.ceil(requests / FILES_PER_THREAD)));
  }

  skip(): void {
    this.due -= 1;
  }

  extract(request: Request): Promise<Answer> {
    this.due -= 1;
    if (this.closed) return Promise.reject(new Error('The extractor pool is closed'));
    return new Promise((resolve) => {
      this.queue.push({ request, resolve });
      this.pump();
    });
  }

  async endIdle(): Promise<void> {
    const idle = [...this.threads].filter((thread) => thread.current === undefined);
    await Promise.all(idle.map((thread) => this.retire(thread)));
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const waiting of this.queue.splice(0)) this.answerLost(waiting, 'the extractor was closed');
    await Promise.all(
      [...this.threads].map((thread) => {
        const lost = this.release(thread);
        if (lost === undefined) return this.retire(thread);
        this.answerLost(lost, 'the extractor was closed');
        return this.end(thread);
      }),
    );
  }

  private start(): Thread<Request, Answer> {
    const ready = this.kept?.take() ?? {
      worker: new Worker(this.work.module, {
        workerData: { stepMs: this.options.stepMs } satisfies WorkerOptions,
      }),
      parsed: 0,
      told: new Set<string>(),
    };
    const thread: Thread<Request, Answer> = { ...ready, current: undefined, timer: undefined };
    const { worker } = thread;
    this.threads.add(thread);
    worker.on('message', (message: WorkerAnswer<Answer>) => {
      if ('answer' in message) this.finish(thread, message.answer);
      else this.lose(thread, message.failed);
    });
    worker.on('error', (error) => this.lose(thread, error.message));
    worker.on('exit', () => this.lose(thread, 'the extractor ended unexpectedly'));
    worker.unref();
    return thread;
  }

  /** Gives waiting requests to idle threads, and to new ones as long as there may be more. */
  private pump(): void {
    while (this.queue.length > 0) {
      const idle = [...this.threads].find((thread) => thread.current === undefined);
      if (idle === undefined && this.threads.size >= this.most) return;
      const waiting = this.queue.shift();
      if (waiting !== undefined) this.give(idle ?? this.start(), waiting);
    }
  }

  private give(thread: Thread<Request, Answer>, waiting: Waiting<Request, Answer>): void {
    const { hardMs } = this.options;
    thread.current = waiting;
    thread.parsed += waiting.request.text.length;
    thread.worker.ref();
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => this.lose(thread, `no answer within ${hardMs} ms`), hardMs);
    try {
      thread.worker.postMessage(this.messageFor(thread, waiting.request));
    } catch (error) {
      this.lose(thread, error instanceof Error ? error.message : String(error));
    }
  }

  /** Throws what is wrong in the language's folder. */
  private messageFor({ told }: Thread<Request, Answer>, request: Request): WorkerRequest<Request> {
    const language = told.has(request.language) ? undefined : this.languages.get(request.language);
    if (language === undefined) return { request };
    const { name, source, queries } = language;
    told.add(name);
    return { request, tables: { name, source, queries } };
  }

  private finish(thread: Thread<Request, Answer>, answer: Answer): void {
    const done = this.release(thread);
    if (thread.parsed > this.options.recycleAfter) void this.end(thread);
    done?.resolve(answer);
    this.pump();
  }

  private lose(thread: Thread<Request, Answer>, cause: string): void {
    if (!this.threads.has(thread)) return;
    const lost = this.release(thread);
    void this.end(thread);
    if (lost !== undefined) this.answerLost(lost, cause);
    if (!this.closed) this.pump();
  }

  private answerLost({ request, resolve }: Waiting<Request, Answer>, cause: string): void {
    resolve(this.work.lost(factsOfFailure(request, cause), request));
  }

  /** Takes its request from a thread, which is idle from now on. */
  private release(thread: Thread<Request, Answer>): Waiting<Request, Answer> | undefined {
    clearTimeout(thread.timer);
    const { current } = thread;
    thread.current = undefined;
    thread.worker.unref();
    this.endWhenIdle(thread);
    return current;
  }

  private endWhenIdle(thread: Thread<Request, Answer>): void {
    const end = (): void => {
      if (this.due > 0) this.endWhenIdle(thread);
      else void this.retire(thread);
    };
    thread.timer = setTimeout(end, this.options.idleMs).unref();
  }

  private async end(thread: Thread<Request, Answer>): Promise<void> {
    clearTimeout(thread.timer);
    this.threads.delete(thread);
    await thread.worker.terminate();
  }

  /** For a thread that has nothing to do. */
  private async retire(thread: Thread<Request, Answer>): Promise<void> {
    if (this.kept === undefined) return this.end(thread);
    clearTimeout(thread.timer);
    this.threads.delete(thread);
    await this.kept.keep(thread);
  }
}

/** A file that could not be extracted is in the graph too, with its lines and what went wrong. */
function factsOfFailure({ language, path, text }: ExtractRequest, cause: string): FileFacts {
  const problems: Problem[] = [{ path, line: null, message: `Not extracted: ${cause}`, kind: 'not_extracted' }];
  return { ...emptyFacts(language, path, new Lines(text).count), partial: true, problems };
}
