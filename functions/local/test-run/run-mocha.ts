/**
 * A group of test files in mocha, several files at a time where they may run side by side: its output is shown as it comes
 * (file by file when there are several), and the counts are read from its closing lines.
 *
 *   12 passing (3s)
 *   1 failing
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWithUs } from '../stack/processes.ts';
import { PACKAGE } from '../stack/toolchain.ts';
import type { Counts } from './run-check.ts';

/** Ends a test that hangs, and none that a busy machine makes slow; those that need a minute of their own ask for more. */
const TEST_MS = 180_000;
/** How long mocha may live after its last line: more means that a test left a server or a connection open. */
const LINGER_MS = 30_000;
/** Characters: about thirty lines. */
const LAST_WORDS = 2_000;

/** `jobs` is how many files run at a time. `env` is added to this process's. A mocha that crashed, or would not end, counts as one more failure. */
export async function runMocha(
  name: string,
  files: string[],
  env: Record<string, string>,
  grep: string | undefined,
  jobs = 1,
): Promise<Counts> {
  console.log(`\n── ${name}`);
  const args = [join(PACKAGE, 'node_modules', 'mocha', 'bin', 'mocha.js')];
  if (grep !== undefined) args.push('--fgrep', grep);
  if (process.stdout.isTTY) args.push('--color');
  if (jobs > 1) args.push('--parallel', '--jobs', String(jobs));
  // The configuration file's own spec would add every file.
  args.push('--no-config', '--timeout', String(TEST_MS), '--forbid-only');
  args.push('--require', './test/support/property-seed.ts', ...files);
  const child = endWithUs(
    spawn(process.execPath, args, {
      cwd: PACKAGE,
      // Google's clients would look for the metadata server of a cloud that this is not.
      env: { ...process.env, METADATA_SERVER_DETECTION: 'none', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  let output = '';
  let lingering: NodeJS.Timeout | undefined;
  let hung = false;
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    output = (output + chunk.toString('utf8')).slice(-200_000);
    if (lingering !== undefined || !/^ {2}\d+ passing/m.test(withoutColours(output))) return;
    lingering = setTimeout(() => {
      hung = true;
      console.log(`${name}: something was left open after the last test`);
      child.kill('SIGKILL');
    }, LINGER_MS);
  });
  const code = await new Promise<number>((done, fail) => {
    child.once('error', fail);
    child.once('close', (status) => {
      done(status ?? 1);
    });
  });
  clearTimeout(lingering);
  return countsOf(output, code !== 0 || hung);
}

/**
 * `failing` is whether the process ended badly; without a failed test to show for it, that is a failure itself. The
 * failures are what mocha tells of them behind its counts, or the last it said when there are none.
 */
export function countsOf(output: string, failing: boolean): Counts {
  const text = withoutColours(output);
  const closing = (word: string) => [...text.matchAll(new RegExp(`^ {2}(\\d+) ${word}`, 'gm'))].at(-1);
  const told = closing('failing');
  const passed = Number(closing('passing')?.[1] ?? 0);
  const failed = Number(told?.[1] ?? (failing ? 1 : 0));
  const failures = failed === 0 ? '' : text.slice(told?.index ?? -LAST_WORDS).trimEnd();
  return { passed, failed, failures };
}

function withoutColours(text: string): string {
  return text.replace(/\u001b\[[\d;]*m/g, '');
}
