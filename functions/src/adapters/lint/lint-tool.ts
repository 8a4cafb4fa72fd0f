/** What the three linters have in common: how one run is asked for, and the folder that some of them read files from. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { LintDiagnostic, LintRequest } from '../../model/lint.ts';

export type ToolRun = Pick<LintRequest, 'files' | 'options' | 'optionsFolder' | 'signal'> & { timeoutMs: number };

export type ToolResult =
  | { status: 'done'; diagnostics: LintDiagnostic[] }
  | { status: 'refused'; detail: string }
  /** One of the files broke the tool. */
  | { status: 'failed'; reason: string };

export type LintTool = (run: ToolRun) => Promise<ToolResult>;

/** Runs `work` with a fresh folder that holds the files, and removes it whatever happens. */
export async function withFiles<T>(files: LintRequest['files'], work: (folder: string) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lint-')));
  try {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const LONGEST_NAME = 255;
const LONGEST_PATH = 1_000;

/** Whether a path of a git tree, which may be any bytes, names a place below the folder on every system. */
export function isSafePath(path: string): boolean {
  const parts = path.split('/');
  const plain = Array.from(path).every((char) => char >= ' ' && char !== '\x7f' && char !== '\\' && char !== ':');
  return (
    plain &&
    path.length <= LONGEST_PATH &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..' && Buffer.byteLength(part) <= LONGEST_NAME)
  );
}
