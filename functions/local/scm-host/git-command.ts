/**
 * Runs the git binary for the local SCM host. Arguments always travel as an array (no shell ever sees them) and values
 * that come from a request are placed behind `--end-of-options` or `--` by the callers.
 *
 *     await git(['for-each-ref', '--format=%(objectname) %(refname)'], { gitDir: '/data/repositories/1.git' })
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { gitEnvironment } from './git-environment.ts';
import { runGit } from './git-runner.ts';

export interface GitOptions {
  gitDir?: string;
  /** Wire protocol asked for by an HTTP client, `version=2`. */
  protocol?: string | undefined;
  /** Configuration file used instead of the person's own. */
  configFile?: string;
  /** What a partial clone lacks is not fetched. */
  offline?: boolean;
}

/** git ended with a status other than 0. */
export class GitFailure extends Error {
  readonly status: number | null;
  readonly stderr: string;

  constructor(args: readonly string[], status: number | null, stderr: string) {
    super(`git ${args[0] ?? ''} failed (${status ?? 'signal'}): ${stderr.trim()}`);
    this.name = 'GitFailure';
    this.status = status;
    this.stderr = stderr;
  }
}

/** Starts git; the caller owns the streams. */
export function spawnGit(args: readonly string[], options: GitOptions = {}): ChildProcessWithoutNullStreams {
  const command = commandOf(args, options);
  return spawn('git', command.args, { env: command.env, stdio: ['pipe', 'pipe', 'pipe'] });
}

/** A commit as tar.gz, below one folder. Packed at the quickest level: it stays on this machine. */
export function archiveOf(commit: string, folder: string, options: GitOptions): Readable {
  const child = spawnGit(['archive', '--format=tar.gz', '-1', `--prefix=${folder}/`, commit], options);
  child.stdin.end();
  child.stderr.resume();
  return child.stdout;
}

/** Runs git to its end and gives what it printed. Throws GitFailure on a status other than 0. */
export async function git(args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
  const { status, stdout, stderr } = await runGit(commandOf(args, options));
  if (status !== 0) throw new GitFailure(args, status, stderr.toString('utf8'));
  return stdout;
}

function commandOf(args: readonly string[], options: GitOptions): { args: string[]; env: NodeJS.ProcessEnv } {
  const env = {
    ...gitEnvironment(process.env),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
  } as NodeJS.ProcessEnv;
  if (options.protocol !== undefined) env['GIT_PROTOCOL'] = options.protocol;
  if (options.configFile !== undefined) env['GIT_CONFIG_GLOBAL'] = options.configFile;
  if (options.offline === true) env['GIT_NO_LAZY_FETCH'] = '1';
  const where = options.gitDir === undefined ? [] : ['--git-dir', options.gitDir];
  return { args: [...where, ...args], env };
}
