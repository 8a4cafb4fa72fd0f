/** A program built for WASI, compressed with Brotli, in a process of its own that sees one folder, which it knows as /src. */
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runIsolated, type IsolatedResult } from './lint-process.ts';

export interface WasiRequest {
  /** Path of the program. */
  program: string;
  folder: string;
  args: string[];
}

const PROGRAM = fileURLToPath(new URL(`./wasi-program${extname(import.meta.url)}`, import.meta.url));

export function runWasi({
  timeoutMs,
  signal,
  ...request
}: WasiRequest & { timeoutMs: number; signal?: AbortSignal | undefined }): Promise<IsolatedResult> {
  const { program, folder } = request;
  return runIsolated({
    script: PROGRAM,
    input: JSON.stringify(request satisfies WasiRequest),
    folder,
    readable: [PROGRAM, program, `${folder}/`],
    needs: 'wasi',
    timeoutMs,
    ...(signal === undefined ? {} : { signal }),
  });
}
