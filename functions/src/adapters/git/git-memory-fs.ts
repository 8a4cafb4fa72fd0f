/**
 * A file system in memory for isomorphic-git, which asks for one with node's `fs.promises` functions. A clone kept here
 * leaves nothing behind however the process ends (on Cloud Functions `/tmp` is memory as well, and survives the request).
 *
 *     /repo/HEAD                            "ref: refs/heads/main\n"
 *     /repo/objects/pack/pack-1f….pack      bytes, held by reference: written once, never copied here
 */
import { posix } from 'node:path';

type Entry = { kind: 'folder' } | { kind: 'file'; bytes: Uint8Array };

/** What isomorphic-git calls; `promises` tells it that the functions return promises. */
export interface MemoryFs {
  promises: {
    readFile(path: string, options?: { encoding?: string } | string): Promise<Uint8Array | string>;
    writeFile(path: string, content: Uint8Array | string): Promise<void>;
    unlink(path: string): Promise<void>;
    readdir(path: string): Promise<string[]>;
    mkdir(path: string): Promise<void>;
    rmdir(path: string): Promise<void>;
    rm(path: string): Promise<void>;
    stat(path: string): Promise<MemoryStats>;
    lstat(path: string): Promise<MemoryStats>;
    readlink(path: string): Promise<string>;
    symlink(target: string, path: string): Promise<void>;
  };
  /** Forgets everything, so that the bytes can be collected. */
  clear(): void;
}

export interface MemoryStats {
  type: 'file' | 'dir';
  mode: number;
  size: number;
  ino: number;
  mtimeMs: number;
  ctimeMs: number;
  uid: number;
  gid: number;
  dev: number;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

export function createMemoryFs(): MemoryFs {
  const entries = new Map<string, Entry>([['/', { kind: 'folder' }]]);

  const entryAt = (path: string) => find(entries, path);
  const put = (path: string, entry: Entry) => add(entries, path, entry);
  const stat = async (path: string): Promise<MemoryStats> => statsOf(entryAt(path));

  async function remove(path: string): Promise<void> {
    const full = posix.resolve('/', path);
    for (const each of [...entries.keys()]) {
      if (each === full || each.startsWith(`${full}/`)) entries.delete(each);
    }
  }

  return {
    promises: {
      async readFile(path, options) {
        const entry = entryAt(path);
        if (entry.kind === 'folder') throw failure('EISDIR', path);
        const encoding = typeof options === 'string' ? options : options?.encoding;
        return encoding === undefined ? entry.bytes : Buffer.from(entry.bytes).toString('utf8');
      },
      async writeFile(path, content) {
        put(path, { kind: 'file', bytes: typeof content === 'string' ? Buffer.from(content) : content });
      },
      async unlink(path) {
        entryAt(path);
        entries.delete(posix.resolve('/', path));
      },
      async readdir(path) {
        if (entryAt(path).kind === 'file') throw failure('ENOTDIR', path);
        const full = posix.resolve('/', path);
        return [...entries.keys()]
          .filter((each) => each !== '/' && posix.dirname(each) === full)
          .map((each) => posix.basename(each));
      },
      async mkdir(path) {
        if (entries.has(posix.resolve('/', path))) throw failure('EEXIST', path);
        put(path, { kind: 'folder' });
      },
      rmdir: remove,
      rm: remove,
      stat,
      lstat: stat,
      async readlink(path) {
        throw failure('EINVAL', path);
      },
      async symlink(_target, path) {
        throw failure('EPERM', path);
      },
    },
    clear() {
      entries.clear();
    },
  };
}

function find(entries: ReadonlyMap<string, Entry>, path: string): Entry {
  const found = entries.get(posix.resolve('/', path));
  if (found === undefined) throw failure('ENOENT', path);
  return found;
}

function add(entries: Map<string, Entry>, path: string, entry: Entry): void {
  const full = posix.resolve('/', path);
  if (entries.get(posix.dirname(full))?.kind !== 'folder') throw failure('ENOENT', path);
  entries.set(full, entry);
}

function statsOf(entry: Entry): MemoryStats {
  const isFile = entry.kind === 'file';
  return {
    type: isFile ? 'file' : 'dir',
    mode: isFile ? 0o100644 : 0o040000,
    size: entry.kind === 'file' ? entry.bytes.length : 0,
    ino: 0,
    mtimeMs: 0,
    ctimeMs: 0,
    uid: 0,
    gid: 0,
    dev: 0,
    isFile: () => isFile,
    isDirectory: () => !isFile,
    isSymbolicLink: () => false,
  };
}

function failure(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
