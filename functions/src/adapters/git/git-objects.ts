/**
 * Objects by id, wherever they are: loose, in packs, in repositories this one borrows from (`objects/info/alternates`).
 * Every object is checked against its id, so damage is an error and never wrong code in the graph.
 *
 *     objects/1f/7a7a472abf3dd9643fd615f6da379c4acb3e3a     loose: deflate("blob 12\0Hello world\n")
 *     objects/pack/pack-83a….pack, pack-83a….idx
 */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inflateSync } from 'node:zlib';
import { AppError, repositoryTooLarge } from '../../model/errors.ts';
import { isRefusedPath, refuseEntries } from '../../model/tree-entries.ts';
import type { TreeEntry } from '../../ports.ts';
import { type GitObject, type ObjectType, openPack, type Pack } from './git-pack.ts';

export interface ObjectStore {
  /** `not_found` when the repository lacks it (partial clones do), Error when it is damaged. */
  read(oid: string, type: ObjectType): Buffer;
  sizeOf(oid: string): number | undefined;
  close(): void;
}

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** Git allows a chain of borrowed repositories; a circle must still end. */
const MAX_ALTERNATES = 16;

/** The objects of packs in memory; a delta in one may build on an object of another. */
export function objectsOfPacks(packs: readonly { index: Buffer; pack: Buffer }[]): ObjectStore {
  const find = (oid: string): GitObject | undefined => first(opened, (pack) => pack.read(oid));
  const opened: Pack[] = packs.map(({ index, pack: bytes }) =>
    openPack(index, { size: bytes.length, slice: (start, end) => bytes.subarray(start, end) }, find),
  );
  return storeOf(
    find,
    (oid) => first(opened, (pack) => pack.sizeOf(oid)),
    () => undefined,
  );
}

function first<T, R>(items: readonly T[], ask: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const answer = ask(item);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** The objects of a repository on disk, given its `objects` folder. Packs are opened when a look-up first needs them. */
export function objectsOnDisk(objectsDir: string): ObjectStore {
  const files: number[] = [];
  const folders = withAlternates(objectsDir);
  let packs: Pack[] | undefined;

  function openPacks(): Pack[] {
    const found: Pack[] = [];
    for (const folder of folders) {
      for (const name of namesIn(join(folder, 'pack')).filter((each) => each.endsWith('.idx'))) {
        const file = openSync(join(folder, 'pack', name.replace(/idx$/, 'pack')), 'r');
        files.push(file);
        const slice = (start: number, end: number) => {
          const bytes = Buffer.allocUnsafe(Math.max(0, end - start));
          return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start));
        };
        found.push(openPack(readFileSync(join(folder, 'pack', name)), { size: fstatSync(file).size, slice }, find));
      }
    }
    return found;
  }

  function find(oid: string): GitObject | undefined {
    packs ??= openPacks();
    for (const pack of packs) {
      const object = pack.read(oid);
      if (object !== undefined) return object;
    }
    for (const folder of folders) {
      const object = readLoose(join(folder, oid.slice(0, 2), oid.slice(2)));
      if (object !== undefined) return object;
    }
    return undefined;
  }

  return storeOf(
    find,
    (oid) => {
      packs ??= openPacks();
      for (const pack of packs) {
        const size = pack.sizeOf(oid);
        if (size !== undefined) return size;
      }
      return undefined;
    },
    () => files.splice(0).forEach((file) => closeSync(file)),
  );
}

/** Rows of a tree with its folders. One folder may stand in many places, so a few objects can list endless files. */
const MOST_ROWS = 1_000_000;
/** Longest path: no system checks out longer ones. */
const LONGEST_PATH = 4_096;

/** Files, links and submodules of a commit's tree, in git's order. `too_large` when they are too many, or too deep. */
export function listTree(objects: ObjectStore, commit: string): TreeEntry[] {
  const root = /^tree ([0-9a-f]{40})$/m.exec(objects.read(commit, 'commit').toString('utf8'))?.[1];
  if (root === undefined) throw damaged(`the commit ${commit} names no tree`);
  const entries: TreeEntry[] = [];
  // A stack of what is still to be listed, instead of recursion: depth is the repository's choice.
  const todo: TreeRow[] = [{ mode: FOLDER, path: '', oid: root, refused: false }];
  let rows = 0;
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { mode, path, oid, refused } = next;
    rows += 1;
    if (rows + todo.length > MOST_ROWS)
      throw repositoryTooLarge(`a commit of it has more than ${MOST_ROWS} files and folders`);
    if (path.length > LONGEST_PATH) throw repositoryTooLarge(`a path in it is longer than ${LONGEST_PATH} characters`);
    if (refused) {
      entries.push({ path, oid, kind: 'refused' });
    } else if (mode === FOLDER) {
      const bytes = oid === EMPTY_TREE ? Buffer.alloc(0) : objects.read(oid, 'tree');
      todo.push(...parseTree(bytes, path === '' ? '' : `${path}/`).reverse());
    } else if (mode === SUBMODULE) {
      entries.push({ path, oid, kind: 'submodule' });
    } else {
      const size = objects.sizeOf(oid);
      const kind = mode === SYMLINK ? 'symlink' : 'file';
      const executable = kind === 'file' && (mode & 0o100) !== 0;
      entries.push({ path, oid, kind, ...(executable ? { executable } : {}), ...(size === undefined ? {} : { size }) });
    }
  }
  refuseEntries(entries);
  return entries;
}

interface TreeRow {
  mode: number;
  path: string;
  oid: string;
  /** Its name is no name of one file or folder. Nothing in such a folder is listed. */
  refused: boolean;
}

const FOLDER = 0o040000;
const SYMLINK = 0o120000;
const SUBMODULE = 0o160000;

/** `<mode> <name>\0<20 bytes of id>`, again and again. */
function parseTree(bytes: Buffer, prefix: string): TreeRow[] {
  const rows: TreeRow[] = [];
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at);
    const end = bytes.indexOf(0, space);
    if (space < 0 || end < 0 || end + 21 > bytes.length) throw damaged('one of its folders has no readable rows');
    const name = bytes.toString('utf8', space + 1, end);
    rows.push({
      mode: Number.parseInt(bytes.toString('latin1', at, space), 8),
      path: prefix + name,
      refused: name.includes('/') || isRefusedPath(name),
      oid: bytes.toString('hex', end + 1, end + 21),
    });
    at = end + 21;
  }
  return rows;
}

/** Git's id of a file's bytes. */
export function blobIdOf(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** Damage that another try does not mend: somebody has to look at the repository (`git fsck` names such objects). */
function damaged(why: string): AppError {
  return new AppError('bad_request', `The repository is damaged: ${why}`);
}

function storeOf(
  find: (oid: string) => GitObject | undefined,
  sizeOf: (oid: string) => number | undefined,
  close: () => void,
): ObjectStore {
  return {
    read(oid, type) {
      const object = find(oid);
      if (object === undefined) throw new AppError('not_found', `The repository lacks the object ${oid}`);
      if (object.type !== type) throw damaged(`the object ${oid} is a ${object.type} where it names a ${type}`);
      const actual = createHash('sha1').update(`${type} ${object.bytes.length}\0`).update(object.bytes).digest('hex');
      if (actual !== oid) throw damaged(`the bytes of the object ${oid} have the id ${actual}`);
      return object.bytes;
    },
    sizeOf,
    close,
  };
}

function readLoose(path: string): GitObject | undefined {
  let deflated: Buffer;
  try {
    deflated = readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const bytes = inflateSync(deflated);
  const end = bytes.indexOf(0);
  const type = /^(commit|tree|blob|tag) \d+$/.exec(bytes.toString('latin1', 0, Math.max(0, end)))?.[1];
  if (type === undefined) throw new Error(`${path} is no git object`);
  return { type: type as ObjectType, bytes: bytes.subarray(end + 1) };
}

function withAlternates(objectsDir: string): string[] {
  const folders = [resolve(objectsDir)];
  for (const folder of folders) {
    let text: string;
    try {
      text = readFileSync(join(folder, 'info', 'alternates'), 'utf8');
    } catch {
      continue; // most repositories borrow from nowhere
    }
    for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
      const borrowed = resolve(folder, line);
      if (!folders.includes(borrowed) && folders.length < MAX_ALTERNATES) folders.push(borrowed);
    }
  }
  return folders;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
