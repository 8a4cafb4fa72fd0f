/** Changes that are committed to a clone, as a push would bring them. */
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

export function git(folder: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', '-c', 'protocol.file.allow=always'];
  return execFileSync('git', ['-C', folder, ...identity, ...args], { encoding: 'utf8' });
}

export function changeOneFile(folder: string, path: string, added: string): void {
  appendFileSync(join(folder, path), added);
  git(folder, 'commit', '--quiet', '--all', '--message', 'One file changed');
}
