/**
 * Snapshots of what is on this machine, for the commands (`graph`, `index`); never reachable over HTTP. A folder is read
 * as it lies on disk, uncommitted files included; a bare git directory, or `from: 'commit'`, as of HEAD.
 *
 *     openLocal('/home/ada/engine')                          the files there, but for what .gitignore names
 *     openLocal('/home/ada/engine', { from: 'commit' })      the tree of HEAD
 *     openLocal('/srv/git/engine.git')                       the tree of HEAD
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError } from '../../model/errors.ts';
import type { Snapshot } from '../../ports.ts';
import { openFolder } from './git-folder.ts';
import { listTree, objectsOnDisk } from './git-objects.ts';

/** Failures: `not_found` (no such folder), `bad_request` (no folder, no repository, a repository of another kind). */
export async function openLocal(path: string, options: { from?: 'disk' | 'commit' } = {}): Promise<Snapshot> {
  const folder = resolve(path);
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) throw new AppError('not_found', `There is no folder ${folder}`);
  if (!stats.isDirectory()) throw new AppError('bad_request', `${folder} is not a folder`);
  const bare = isGitDir(folder);
  const gitDir = bare ? folder : gitDirOf(folder);
  if ((options.from ?? (bare ? 'commit' : 'disk')) === 'disk') {
    if (bare) throw new AppError('bad_request', `${folder} is a bare repository: it has no files on disk`);
    return openFolder(folder, gitDir === undefined ? null : headOf(gitDir).branch, gitDir !== undefined);
  }
  if (gitDir === undefined) throw new AppError('bad_request', `${folder} is not a git repository`);
  return openHead(gitDir);
}

/** Any commit of a repository on this machine, by its full id. `not_found` when the repository lacks it. */
export function openCommit(path: string, commit: string): Snapshot {
  const folder = resolve(path);
  const gitDir = isGitDir(folder) ? folder : gitDirOf(folder);
  if (gitDir === undefined) throw new AppError('bad_request', `${folder} is not a git repository`);
  requireReadable(gitDir, commit);
  return snapshotOf(gitDir, commit, null);
}

function requireReadable(gitDir: string, commit: string): void {
  if (commit.length === 64) throw new AppError('bad_request', `${gitDir} uses SHA-256 ids, which are not read`);
}

function openHead(gitDir: string): Snapshot {
  const { commit, branch } = headOf(gitDir);
  return snapshotOf(gitDir, commit, branch);
}

function snapshotOf(gitDir: string, commit: string | undefined, branch: string | null): Snapshot {
  const objects = objectsOnDisk(join(commonDirOf(gitDir), 'objects'));
  return {
    commit: commit ?? '',
    branch,
    entries: commit === undefined ? [] : listTree(objects, commit),
    read: async (oid) => objects.read(oid, 'blob'),
    close: async () => objects.close(),
  };
}

function isGitDir(folder: string): boolean {
  return (
    existsSync(join(folder, 'HEAD')) &&
    existsSync(join(folder, 'objects')) &&
    (existsSync(join(folder, 'refs')) || existsSync(join(folder, 'packed-refs')))
  );
}

/** `.git` is a folder, or, in linked work trees and submodules, a file: `gitdir: ../../.git/worktrees/x`. */
function gitDirOf(folder: string): string | undefined {
  const dotGit = join(folder, '.git');
  const stats = statSync(dotGit, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (stats.isDirectory()) return dotGit;
  const target = /^gitdir: (.+)$/m.exec(readFileSync(dotGit, 'utf8'))?.[1];
  return target === undefined ? undefined : resolve(folder, target);
}

/** A linked work tree has its own HEAD and shares the rest. */
function commonDirOf(gitDir: string): string {
  const shared = textOf(join(gitDir, 'commondir'));
  return shared === undefined ? gitDir : resolve(gitDir, shared.trim());
}

/** HEAD's branch and commit: `ref: refs/heads/main`, or a commit id when it is detached. */
function headOf(gitDir: string): { branch: string | null; commit: string | undefined } {
  const common = commonDirOf(gitDir);
  let value = textOf(join(gitDir, 'HEAD'))?.trim() ?? '';
  let branch: string | null = null;
  // Symbolic refs may point to symbolic refs; git follows five.
  for (let hops = 0; hops < 5; hops++) {
    const ref = /^ref: (refs\/(?!.*(?:^|\/)\.\.(?:\/|$)).+)$/.exec(value)?.[1];
    if (ref === undefined) break;
    branch ??= ref.replace(/^refs\/heads\//, '');
    value = textOf(join(common, ref))?.trim() ?? packedRef(common, ref) ?? '';
  }
  if (branch === '.invalid')
    throw new AppError('bad_request', `${gitDir} keeps its refs in reftables, which are not read`);
  requireReadable(gitDir, value);
  return { branch, commit: /^[0-9a-f]{40}$/.test(value) ? value : undefined };
}

/** `<commit> <ref>` on a line of its own. */
function packedRef(commonDir: string, ref: string): string | undefined {
  const lines = textOf(join(commonDir, 'packed-refs'))?.split('\n') ?? [];
  return lines.find((line) => line.slice(41) === ref)?.slice(0, 40);
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR'))
      return undefined;
    throw error;
  }
}
