/**
 * A repository's working tree as a snapshot that can be compared with a commit of it. Files are what lies on the disk, but
 * for what git ignores, which is neither read nor listed. A checkout may hold a file in another form than the commit does:
 * with other line ends, or in full where the commit has a pointer of Git LFS. Such a file has not changed, and neither has
 * one that a sparse checkout leaves out.
 */
import { createHash } from 'node:crypto';
import { existsSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { blobIdOf } from '../../src/adapters/git/git-objects.ts';
import { openLocal } from '../../src/adapters/git/git-local.ts';
import { git } from '../scm-host/git-command.ts';
import type { Snapshot, TreeEntry } from '../../src/ports.ts';
import { headOfFolder } from './folder-head.ts';

/** A larger file is not read as source anyway. */
const MOST_BYTES = 4 * 1024 * 1024;

/** `root`: of the working tree; `before`: the commit that it will be compared with. */
export async function openWorkTree(root: string, before: Snapshot): Promise<Snapshot> {
  const disk = await openLocal(root);
  const known = new Map(before.entries.map((entry) => [entry.path, entry]));
  const made = new Map<string, Uint8Array>();
  const entries: TreeEntry[] = [];
  for (const entry of disk.entries) {
    const was = known.get(entry.path);
    if (entry.kind === 'symlink') made.set(entry.oid, readlinkSync(join(root, entry.path), { encoding: 'buffer' }));
    if (entry.kind === 'submodule') entries.push(await submoduleAt(root, entry, was));
    else if (entry.kind !== 'file' || was?.kind !== 'file' || was.oid === entry.oid) entries.push(entry);
    else entries.push(await asCommitted(entry, was, { disk, before, made }));
  }
  const listed = new Set(entries.map(({ path }) => path));
  const leftOut = (await leftOutOf(root)).filter((path) => !listed.has(path));
  entries.push(...leftOut.flatMap((path) => known.get(path) ?? []));
  return {
    ...disk,
    entries,
    async read(oid) {
      const own = made.get(oid);
      if (own !== undefined) return own;
      return disk.entries.some((entry) => entry.oid === oid) ? disk.read(oid) : before.read(oid);
    },
  };
}

/** Tracked files that a sparse checkout does not put on the disk, and submodules; none where git cannot tell. */
async function leftOutOf(root: string): Promise<string[]> {
  const safe = ['-c', 'core.fsmonitor=false', '-c', 'safe.directory=*', '-C', root];
  try {
    const listed = await git([...safe, 'ls-files', '-t', '-s', '-z', '--cached'], { offline: true });
    const lines = listed.toString('utf8').split('\0');
    return lines.flatMap((line) => (/^(?:S |. 160000 )/.test(line) ? [line.slice(line.indexOf('\t') + 1)] : []));
  } catch {
    return [];
  }
}

/** What is not checked out has not changed. */
async function submoduleAt(root: string, entry: TreeEntry, was: TreeEntry | undefined): Promise<TreeEntry> {
  const folder = join(root, entry.path);
  const head = existsSync(join(folder, '.git')) ? await headOfFolder(folder) : '';
  return { ...entry, oid: head === '' ? (was?.oid ?? '') : head };
}

async function asCommitted(
  entry: TreeEntry,
  was: TreeEntry,
  { disk, before, made }: { disk: Snapshot; before: Snapshot; made: Map<string, Uint8Array> },
): Promise<TreeEntry> {
  if ((entry.size ?? 0) > MOST_BYTES || (was.size ?? 0) > MOST_BYTES) return entry;
  const [now, then] = [Buffer.from(await disk.read(entry.oid)), Buffer.from(await before.read(was.oid))];
  if (isPointerTo(then, now)) return { ...entry, oid: was.oid };
  // Where the commit has no carriage return and the file has them at all of its lines, the checkout put them there.
  if (then.includes('\r') || !hasThemEverywhere(now)) return entry;
  const bytes = Buffer.from(now.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  const oid = blobIdOf(bytes);
  made.set(oid, bytes);
  return { ...entry, oid, size: bytes.length };
}

function hasThemEverywhere(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text);
}

function isPointerTo(pointer: Buffer, content: Buffer): boolean {
  if (pointer.length > 1_024) return false;
  const hash = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:.*\n)*?oid sha256:([0-9a-f]{64})\n/.exec(pointer.toString('latin1'))?.[1]; // prettier-ignore
  return hash !== undefined && createHash('sha256').update(content).digest('hex') === hash;
}
