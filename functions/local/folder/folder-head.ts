/** The commit that a folder's work tree stands on, and whether the tree has moved on since. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SAFE = ['-c', 'core.fsmonitor=false', '-c', 'safe.directory=*'];

/** '' where there is no repository, no commit or no git binary. */
export async function headOfFolder(folder: string): Promise<string> {
  const head = await answer(folder, ['rev-parse', '--verify', '-q', 'HEAD']);
  return /^[0-9a-f]{40}$/.test(head) ? head : '';
}

async function answer(folder: string, words: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run('git', [...SAFE, '-C', folder, ...words], { maxBuffer: 16 * 1024 * 1024 });
    return stdout.trim();
  } catch {
    return '';
  }
}
