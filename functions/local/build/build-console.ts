/** The console's pages, built by Vite into `console/dist`, which Hosting serves. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE } from '../stack/toolchain.ts';

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

/** Throws with what is wrong. Types are left out without a look (build-product.ts). */
export function buildConsole(): void {
  run('vite/bin/vite.js', [
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

function run(program: string, args: string[]): void {
  const path = join(PACKAGE, 'node_modules', program);
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], { cwd: PACKAGE, encoding: 'utf8' });
  if (status !== 0) throw new Error(`console/ does not build:\n${stdout.trim()}\n${stderr.trim()}`);
}
