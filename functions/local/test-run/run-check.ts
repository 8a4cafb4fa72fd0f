/**
 * One check of the sources (type check, lint, format) as a child process; it counts as one test. Checks run beside the
 * tests, on the other core, so what one prints is shown at its end, whole.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWithUs } from '../stack/processes.ts';
import { PACKAGE, toolchainFolder } from '../stack/toolchain.ts';

export interface Counts {
  passed: number;
  failed: number;
  /** What failed, for the end of the whole output; nothing when all passed. */
  failures: string;
}

interface Check {
  name: string;
  /** Below node_modules. */
  script: string;
  args: string[];
}

/** What each found before stays in `folder`, so that the next run looks at what has changed alone. */
const checks = (folder: string): Check[] => [
  {
    name: 'type check',
    script: 'typescript/bin/tsc',
    args: ['-p', '.', '--incremental', '--tsBuildInfoFile', join(folder, 'types.tsbuildinfo')],
  },
  {
    name: 'type check of the console',
    script: 'typescript/bin/tsc',
    args: ['-p', 'console', '--incremental', '--tsBuildInfoFile', join(folder, 'console-types.tsbuildinfo')],
  },
  {
    name: 'lint',
    script: 'eslint/bin/eslint.js',
    args: ['.', '--max-warnings', '0', '--cache', '--cache-location', join(folder, 'eslint')],
  },
  {
    name: 'format',
    script: 'prettier/bin/prettier.cjs',
    args: ['--check', '.', '--log-level', 'warn', '--cache', '--cache-location', join(folder, 'prettier')],
  },
];

/** One after the other. */
export async function runChecks(): Promise<Counts[]> {
  const counts: Counts[] = [];
  for (const check of checks(toolchainFolder())) counts.push(await runCheck(check));
  return counts;
}

/** Runs `node_modules/<script>` in the package. */
export async function runCheck({ name, script, args }: Check): Promise<Counts> {
  const began = Date.now();
  const command = [join(PACKAGE, 'node_modules', script), ...args];
  const child = endWithUs(spawn(process.execPath, command, { cwd: PACKAGE, stdio: ['ignore', 'pipe', 'pipe'] }));
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number>((done, fail) => {
    child.once('error', fail);
    child.once('close', (status) => {
      done(status ?? 1);
    });
  });
  const said = Buffer.concat(output).toString('utf8').trimEnd();
  const verdict = `${code === 0 ? 'passed' : 'failed'} in ${((Date.now() - began) / 1000).toFixed(0)} s`;
  console.log(`\n── ${name}: ${verdict}${said === '' ? '' : `\n${said}`}\n`);
  if (code === 0) return { passed: 1, failed: 0, failures: '' };
  return { passed: 0, failed: 1, failures: `  ${name} failed\n${said.slice(-4_000)}` };
}
