/** The thread side of the pool: one request at a time in, its facts out. What kills it is the pool's business. */
import { parentPort, workerData } from 'node:worker_threads';
import { DEFAULT_BUDGET } from './extract-file.ts';
import { initialiseParsing } from './grammars.ts';
import { createInlineExtractor, type ExtractRequest } from './inline-extractor.ts';
import { loadRegistry } from './registry.ts';
import type { WorkerAnswer, WorkerOptions } from './pool.ts';

const port = parentPort;
if (port === null) throw new Error('extract/worker runs as a worker thread of extract/pool');

const options = workerData as WorkerOptions;
await initialiseParsing({ quickStart: options.quickStart });
const extractor = createInlineExtractor(loadRegistry(), { ...DEFAULT_BUDGET, stepMs: options.stepMs });

port.on('message', (request: ExtractRequest) => {
  extractor.extract(request).then(
    (facts) => port.postMessage({ facts } satisfies WorkerAnswer),
    // A heap that is out of memory or corrupt fails every later call too: the pool replaces the thread.
    (error: unknown) =>
      port.postMessage({ failed: error instanceof Error ? error.message : String(error) } satisfies WorkerAnswer),
  );
});
