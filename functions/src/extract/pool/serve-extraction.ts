/**
 * The thread side of a pool: one request at a time in, what becomes of its facts out. What kills it is the pool's
 * business. `answerOf` runs in the thread, so that only what the other side needs is copied across.
 */
import { parentPort, workerData, type Transferable } from 'node:worker_threads';
import type { FileFacts } from '../../model/facts.ts';
import { DEFAULT_BUDGET } from '../extract-file.ts';
import { initialiseParsing, type LanguageTables } from '../compile/grammars.ts';
import { createInlineExtractor, type ExtractRequest } from './inline-extractor.ts';
import type { WorkerAnswer, WorkerOptions, WorkerRequest } from './pool.ts';

/** `moved` are buffers of the answer that change hands without a copy. */
export async function serveExtraction<Request extends ExtractRequest, Answer>(
  answerOf: (facts: FileFacts, request: Request) => { answer: Answer; moved?: Transferable[] },
): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('Extraction is served in a worker thread of extract/pool');
  const options = workerData as WorkerOptions;
  await initialiseParsing();
  const languages = new Map<string, LanguageTables>();
  const extractor = createInlineExtractor(languages, { ...DEFAULT_BUDGET, stepMs: options.stepMs });
  port.on('message', ({ request, tables }: WorkerRequest<Request>) => {
    if (tables !== undefined) languages.set(tables.name, tables);
    extractor
      .extract(request)
      .then((facts) => {
        const { answer, moved = [] } = answerOf(facts, request);
        port.postMessage({ answer } satisfies WorkerAnswer<Answer>, moved);
      })
      // A heap that is out of memory or corrupt fails every later call too: the pool replaces the thread.
      .catch((error: unknown) =>
        port.postMessage({
          failed: error instanceof Error ? error.message : String(error),
        } satisfies WorkerAnswer<Answer>),
      );
  });
}
