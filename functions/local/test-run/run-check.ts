/** One check of the sources (type check, lint, format) as a child process; it counts as one test. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWithUs } from '../stack/processes.ts';
import { PACKAGE } from '../stack/toolchain.ts';

export interface Counts {
  passed: number;
  failed: number;
  /** What failed, for the end of the whole output; nothing when all passed. */
  failures: string;
}

/** Runs `node_modules/<script>` in the package; its output goes to the terminal. */
export async function runCheck(name: string, script: string, args: string[]): Promise<Counts> {
  const began = Date.now();
  console.log(`\n── ${name}`);
  const command = [join(PACKAGE, 'node_modules', script), ...args];
  const child = endWithUs(spawn(process.execPath, command, { cwd: PACKAGE, stdio: 'inherit' }));
  const code = await new Promise<number>((done, fail) => {
    child.once('error', fail);
    child.once('exit', (status) => {
      done(status ?? 1);
    });
  });
  console.log(`${code === 0 ? 'passed' : 'failed'} in ${((Date.now() - began) / 1000).toFixed(0)} s`);
  return code === 0 ? { passed: 1, failed: 0, failures: '' } : { passed: 0, failed: 1, failures: `  ${name} failed` };
}
