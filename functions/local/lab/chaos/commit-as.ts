/** Git in one folder, under a name of its own. */
import { execFileSync } from 'node:child_process';

export function commitAs(folder: string): (...args: string[]) => void {
  const identity = ['-c', 'user.name=chaos', '-c', 'user.email=chaos@localhost', '-c', 'commit.gpgsign=false'];
  return (...args) =>
    void execFileSync('git', ['-C', folder, ...identity, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
}
