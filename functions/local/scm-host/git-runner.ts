/**
 * Runs git from a small process beside this one, started with the first command and ended with this process.
 *
 * Node starts a child by fork(2), which copies the page tables of the process and lets each page that the process writes
 * afterwards fault once. In a process of some hundred megabytes (a test run, which holds all parsers) that costs the
 * kernel far more than git itself costs; from a small process it costs next to nothing.
 *
 *     await runGit({ args: ['rev-parse', 'HEAD'], env: process.env })
 *     { status: 0, stdout: <Buffer>, stderr: <Buffer> }
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { GitAnswer, GitOrder } from './git-runner-process.ts';

export interface GitRun {
  args: readonly string[];
  env: NodeJS.ProcessEnv;
}

export interface GitResult {
  /** Null when a signal ended it. */
  status: number | null;
  stdout: Buffer;
  stderr: Buffer;
}

interface Pending {
  resolve(result: GitResult): void;
  reject(error: Error): void;
}

const PROGRAM = fileURLToPath(new URL('./git-runner-process.ts', import.meta.url));

let runner: ChildProcess | undefined;
let lastId = 0;
const pending = new Map<number, Pending>();

/** Rejects when git cannot be started, or when the small process ends before git does. */
export function runGit({ args, env }: GitRun): Promise<GitResult> {
  const child = (runner ??= startRunner());
  const order: GitOrder = { id: ++lastId, args: [...args], env, cwd: process.cwd() };
  return new Promise((resolve, reject) => {
    pending.set(order.id, { resolve, reject });
    keepAlive(child);
    child.send(order, (error) => {
      if (error === null) return;
      // It has ended and this process was not told yet: what never reached it is done by the next one.
      if (runner === child) runner = undefined;
      settle(child, order.id, (one) => void runGit({ args, env }).then(one.resolve, one.reject));
    });
  });
}

/** What lets this process start soon (quick-start.mjs) lets that one, too; nothing else that this one was started with. */
function quickStart(): string[] {
  const given = process.execArgv.find((argument) => argument.endsWith('/quick-start.mjs'));
  return given === undefined ? [] : ['--import', given];
}

function startRunner(): ChildProcess {
  // Detached: a Ctrl-C reaches this process alone, which may still need git to end in order.
  const child = fork(PROGRAM, { serialization: 'advanced', detached: true, execArgv: quickStart(), stdio: 'ignore' });
  child.on('message', (answer: GitAnswer) => {
    settle(child, answer.id, (one) => {
      if ('error' in answer) return one.reject(new Error(answer.error));
      const { status, stdout, stderr } = answer;
      one.resolve({ status, stdout: Buffer.from(stdout), stderr: Buffer.from(stderr) });
    });
  });
  const lose = (error: Error): void => {
    if (runner === child) runner = undefined;
    for (const one of pending.values()) one.reject(error);
    pending.clear();
  };
  child.once('error', lose);
  child.once('exit', () => {
    lose(new Error('The process that runs git ended before git did: try again.'));
  });
  keepAlive(child);
  return child;
}

function settle(child: ChildProcess, id: number, how: (one: Pending) => void): void {
  const one = pending.get(id);
  pending.delete(id);
  keepAlive(child);
  if (one !== undefined) how(one);
}

/** This process waits for answers, and never for a runner that has nothing to do. */
function keepAlive(child: ChildProcess): void {
  if (pending.size > 0) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
