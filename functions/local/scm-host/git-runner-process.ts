/** The small process of git-runner.ts: runs git for its parent, as many at once as are asked for, and ends with it. */
import { spawn } from 'node:child_process';

export interface GitOrder {
  id: number;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
}

export type GitAnswer =
  { id: number; status: number | null; stdout: Uint8Array; stderr: Uint8Array } | { id: number; error: string };

process.on('message', (order: GitOrder) => {
  run(order);
});
process.once('disconnect', () => process.exit());

function run({ id, args, env, cwd }: GitOrder): void {
  const child = spawn('git', args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  child.once('error', (error) => {
    answer({ id, error: error.message });
  });
  child.once('close', (status) => {
    answer({ id, status, stdout: Buffer.concat(out), stderr: Buffer.concat(err) });
  });
}

function answer(what: GitAnswer): void {
  if (process.connected) process.send?.(what);
}
