/**
 * The process side of run-wasi.ts: runs a WebAssembly program built for WASI with one folder as all of its file system.
 * Node's WASI is no sandbox, so the process itself can read no more than that folder either (lint-process.ts).
 */
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { WASI } from 'node:wasi';
import { brotliDecompressSync } from 'node:zlib';
import type { WasiRequest } from './run-wasi.ts';

/** Part of the platform; the types of Node leave it to those of the browser. */
declare global {
  const WebAssembly: { instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: object }> };
}

const { program, folder, args } = JSON.parse(await text(process.stdin)) as WasiRequest;
const wasi = new WASI({
  version: 'preview1',
  args: ['main', ...args],
  env: { PWD: '/src', HOME: '/src' },
  preopens: { '/src': folder },
  returnOnExit: true,
});
const { instance } = await WebAssembly.instantiate(brotliDecompressSync(readFileSync(program)), wasi.getImportObject());
process.exitCode = wasi.start(instance);
