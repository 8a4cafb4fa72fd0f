/**
 * A folder as it lies on disk. Where a git repository governs it, git itself says which files count (`git ls-files`:
 * tracked ones and new ones that nothing ignores); without the binary the `.gitignore` files are read here. A plain
 * folder is walked, `.git` left out. Symbolic links are listed and never followed, so nothing outside is ever read.
 */
import { execFile } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Ignore } from 'ignore';
import { AppError } from '../../model/errors.ts';
import type { Snapshot, TreeEntry } from '../../ports.ts';
import { blobIdOf } from './git-objects.ts';

const run = promisify(execFile);
const MAX_LISTING_BYTES = 512 * 1024 * 1024;

/** The commit is '': what lies there need not be what any commit holds. `isRepository`: one begins in this folder. */
export async function openFolder(folder: string, branch: string | null, isRepository: boolean): Promise<Snapshot> {
  const root = realpathSync(folder);
  const isInside = createInsideCheck();
  const places = new Map<string, string>();
  const entries: TreeEntry[] = [];
  for (const path of await pathsIn(root, isRepository)) {
    const full = join(root, path);
    const stats = isInside(full) ? lstatSync(full, { throwIfNoEntry: false }) : undefined;
    if (stats === undefined) continue; // tracked, but removed or replaced on disk
    const entry = entryOf(path, full, stats);
    if (entry === undefined) continue;
    if (entry.kind === 'file') places.set(entry.oid, full);
    entries.push(entry);
  }
  return {
    commit: '',
    branch,
    entries,
    async read(oid) {
      const full = places.get(oid);
      if (full === undefined) throw new AppError('not_found', `The folder has no file with the id ${oid}`);
      const bytes = readFileSync(full);
      if (blobIdOf(bytes) !== oid) throw new AppError('conflict', `${full} changed while it was being read`);
      return bytes;
    },
    close: () => Promise.resolve(),
  };
}

function entryOf(path: string, full: string, stats: Stats): TreeEntry | undefined {
  if (stats.isSymbolicLink()) {
    const target = readlinkSync(full, { encoding: 'buffer' });
    return { path, oid: blobIdOf(target), kind: 'symlink', size: target.length };
  }
  // git lists a folder only when another repository begins there.
  if (stats.isDirectory()) return { path, oid: '', kind: 'submodule' };
  if (!stats.isFile()) return undefined; // sockets, pipes, devices
  return { path, oid: blobIdOf(readFileSync(full)), kind: 'file', size: stats.size };
}

/** Whether a path's folder is truly where it says: a tracked folder may since have become a link to elsewhere. */
function createInsideCheck(): (full: string) => boolean {
  const known = new Map<string, boolean>();
  return (full) => {
    const folder = dirname(full);
    let inside = known.get(folder);
    if (inside === undefined) {
      try {
        // The root is a real path, so a folder below it is one too unless a link stands in between.
        inside = realpathSync(folder) === folder;
      } catch {
        inside = false;
      }
      known.set(folder, inside);
    }
    return inside;
  };
}

async function pathsIn(root: string, isRepository: boolean): Promise<string[]> {
  const listed = await listedByGit(root);
  // A folder that the repository around it ignores as a whole was still named on purpose.
  if (listed !== undefined && (isRepository || listed.length > 0)) return listed;
  return walk(root, isRepository);
}

/** undefined when there is no git binary, or no repository around the folder. */
async function listedByGit(root: string): Promise<string[] | undefined> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  try {
    // No program that the repository's configuration names is run.
    const { stdout } = await run('git', ['-c', 'core.fsmonitor=false', '-c', 'safe.directory=*', '-C', root, ...args], {
      maxBuffer: MAX_LISTING_BYTES,
    });
    const paths = stdout.split('\0').filter((path) => path !== '');
    return [...new Set(paths.map((path) => path.replace(/\/$/, '')))].sort(byBytes);
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 128)) return undefined;
    throw error;
  }
}

async function walk(root: string, honourIgnores: boolean): Promise<string[]> {
  const { default: ignore } = await import('ignore');
  const paths: string[] = [];
  const todo: { prefix: string; rules: { prefix: string; rule: Ignore }[] }[] = [{ prefix: '', rules: [] }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { prefix } = next;
    const children = readdirSync(join(root, prefix), { withFileTypes: true });
    const rules = [...next.rules];
    if (honourIgnores && children.some((each) => each.name === '.gitignore' && each.isFile())) {
      rules.push({ prefix, rule: ignore().add(readFileSync(join(root, prefix, '.gitignore'), 'utf8')) });
    }
    for (const child of children) {
      const path = prefix + child.name;
      if (child.name === '.git' || isIgnored(rules, path, child.isDirectory())) continue;
      if (child.isDirectory()) todo.push({ prefix: `${path}/`, rules });
      else paths.push(path);
    }
  }
  return paths.sort(byBytes);
}

/** The innermost `.gitignore` that speaks about a path decides. */
function isIgnored(rules: { prefix: string; rule: Ignore }[], path: string, isFolder: boolean): boolean {
  for (const { prefix, rule } of rules.toReversed()) {
    const { ignored, unignored } = rule.test(path.slice(prefix.length) + (isFolder ? '/' : ''));
    if (ignored || unignored) return ignored;
  }
  return false;
}

function byBytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
