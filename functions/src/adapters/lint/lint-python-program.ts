/** The process side of lint-python.ts: one request on standard input, its diagnostics on standard output. */
import { text } from 'node:stream/consumers';
import { PositionEncoding, Workspace } from '@astral-sh/ruff-wasm-nodejs';
import type { RuffRequest } from './lint-python.ts';

const { files, options } = JSON.parse(await text(process.stdin)) as RuffRequest;

function openWorkspace(): Workspace | string {
  try {
    return new Workspace(options, PositionEncoding.Utf16);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const workspace = openWorkspace();
const answer =
  typeof workspace === 'string'
    ? { refused: workspace }
    : { files: files.map((file) => ({ path: file.path, diagnostics: workspace.check(file.text) as unknown })) };
process.stdout.write(JSON.stringify(answer));
