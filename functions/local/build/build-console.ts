/** The console's pages, built by Vite into `console/dist`, which Hosting serves. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE } from '../stack/toolchain.ts';
import { runTool } from './run-tool.ts';

const CONSOLE = join(PACKAGE, 'console');
export const CONSOLE_PAGE = join(CONSOLE, 'dist', 'index.html');
export const CONSOLE_TYPES = join(CONSOLE, 'tsconfig.json');

/** All that the build reads: everything of the folder but what it writes. */
export function consoleSources(): string[] {
  if (!existsSync(CONSOLE)) return [];
  return readdirSync(CONSOLE)
    .filter((name) => name !== 'dist')
    .map((name) => join(CONSOLE, name));
}

/** Rejects with what is wrong. Types are left out without a look (build-product.ts). */
export async function buildConsole(): Promise<void> {
  await runTool('console/ does not build', 'vite/bin/vite.js', [
    'build',
    CONSOLE,
    '--config',
    join(CONSOLE, 'vite.config.ts'),
    '--logLevel',
    'warn',
    '--configLoader',
    'native',
  ]);
}
