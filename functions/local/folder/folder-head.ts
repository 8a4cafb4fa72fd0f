/** The commit that a folder's work tree stands on, and whether the tree has moved on since. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gitEnvironment } from '../scm-host/git-environment.ts';

const run = promisify(execFile);
/** No program that the repository's configuration names is run. */
const SAFE = ['-c', 'core.fsmonitor=false', '-c', 'safe.directory=*'];
const MOST_BYTES = 64 * 1024 * 1024;

/** '' where there is no repository, no commit or no git binary. */
export async function headOfFolder(folder: string): Promise<string> {
  const head = await answer(folder, ['rev-parse', '--verify', '-q', 'HEAD']);
  return /^[0-9a-f]{40}$/.test(head.trim()) ? head.trim() : '';
}

/** Files that differ from the commit, new ones included; 0 where git cannot tell. */
export async function editedFiles(folder: string): Promise<number> {
  const status = await answer(folder, ['status', '--porcelain', '-z', '--untracked-files=all', '--no-renames', '.']);
  return status.split('\0').filter((line) => line !== '').length;
}

async function answer(folder: string, words: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run('git', [...SAFE, '-C', folder, ...words], {
      maxBuffer: MOST_BYTES,
      env: gitEnvironment(process.env),
    });
    return stdout;
  } catch {
    return '';
  }
}
