/**
 * What a pull request changes: two trees → one entry per file that differs, renames found, with the hunks of those that
 * can be read. The platform's own list is no source for this: it stops at 300 files and leaves long patches out.
 *
 *     src/a.ts → src/b.ts   { status: 'renamed', similarity: 91, hunks: [@@ -3,4 +3,5 @@ …] }
 *     logo.png              { status: 'modified', unread: 'binary', hunks: [] }
 *     lib (submodule)       { status: 'modified', kind: 'submodule', hunks: [] }
 *
 * Files are compared byte for byte and shown as text: UTF-8, else Latin-1.
 */
import { entriesByPath } from '../../model/tree-entries.ts';
import type { TreeEntry } from '../../ports.ts';
import { detectRenames, isBinary, type Rename, type RenameCandidate } from './detect-renames.ts';
import { hunksOf, type Hunk } from './hunks.ts';

/** A Snapshot is one. For the base take the merge base's tree, or the target branch's changes count as the author's. */
export interface DiffSide {
  entries: readonly TreeEntry[];
  read(oid: string): Promise<Uint8Array>;
}

export interface FileDiff {
  /** At head; at the base for a deleted file. */
  path: string;
  /** At the base; null for an added file. */
  oldPath: string | null;
  status: 'added' | 'deleted' | 'modified' | 'renamed';
  /** At head; at the base for a deleted file. */
  kind: TreeEntry['kind'];
  /** By the eligibility that was given; null without one, and for files that are not read. */
  language: string | null;
  /** File, link and submodule turned into each other. */
  typeChanged: boolean;
  modeChanged: boolean;
  /** Blobs at the base and at head. */
  oldOid: string | null;
  newOid: string | null;
  /** 0 to 100, of a renamed file. */
  similarity: number | null;
  /** Why there are no hunks although the content differs; null when there are. */
  unread: string | null;
  hunks: Hunk[];
  additions: number;
  deletions: number;
  /** The whole texts, of files whose hunks were computed. */
  oldText: string | null;
  newText: string | null;
}

/** Which files are reviewed. The ones that are not are listed all the same, with the reason. */
export interface FileEligibility {
  reasonToSkip(entry: TreeEntry): string | undefined;
  read(path: string, bytes: Uint8Array): { language: string | null } | { skipped: string };
}

export interface DiffOptions {
  /** All files that are text are read when it is not given. */
  eligibility?: FileEligibility;
  /** Bytes of one file. */
  maxFileBytes?: number;
  /** Bytes of all files that are kept in memory, both sides. */
  maxTotalBytes?: number;
}

export const UNREAD = {
  binary: 'binary',
  large: 'larger than 1 MiB',
  total: 'beyond the amount of changed code that one review reads',
} as const;

const MAX_FILE_BYTES = 1024 * 1024;
const MAX_TOTAL_BYTES = 96 * 1024 * 1024;

/** In the order of the paths at head. */
export async function diffTrees(base: DiffSide, head: DiffSide, options: DiffOptions = {}): Promise<FileDiff[]> {
  const { maxFileBytes = MAX_FILE_BYTES, maxTotalBytes = MAX_TOTAL_BYTES } = options;
  const budget: Budget = { left: maxTotalBytes, maxFileBytes };
  const [readOld, readNew] = [readerOf(base, budget), readerOf(head, budget)];
  const diffs: FileDiff[] = [];
  for (const pair of await pairEntries(base, head, readOld, readNew)) {
    const diff = emptyDiff(pair);
    diffs.push(diff);
    if (isRead(diff, pair, options.eligibility)) {
      const before = pair.old === undefined ? new Uint8Array() : await readOld(pair.old);
      const after = pair.new === undefined ? new Uint8Array() : await readNew(pair.new);
      readDiff(diff, before, after, budget, options.eligibility);
    }
  }
  return diffs;
}

interface Budget {
  /** Bytes that may still be kept. */
  left: number;
  maxFileBytes: number;
}

/** Reads a file, or says why it is not read. */
function readerOf(side: DiffSide, budget: Budget): ReadEntry {
  return async (entry) => {
    const { size = 0 } = entry;
    if (size > budget.maxFileBytes) return UNREAD.large;
    if (size > budget.left) return UNREAD.total;
    const bytes = await side.read(entry.oid);
    return bytes.length > budget.maxFileBytes ? UNREAD.large : bytes;
  };
}

/** Whether the texts of a pair are compared. Where the eligibility forbids it, the diff says why. */
function isRead(diff: FileDiff, pair: EntryPair, eligibility: FileEligibility | undefined): boolean {
  if (pair.old?.oid === pair.new?.oid) return false;
  const entry = pair.new ?? pair.old;
  diff.unread = (entry && eligibility?.reasonToSkip(entry)) ?? null;
  return diff.unread === null && diff.kind !== 'submodule' && diff.kind !== 'refused' && !diff.typeChanged;
}

function readDiff(
  diff: FileDiff,
  before: Uint8Array | string,
  after: Uint8Array | string,
  budget: Budget,
  eligibility: FileEligibility | undefined,
): void {
  if (typeof before === 'string' || typeof after === 'string') {
    diff.unread = typeof before === 'string' ? before : String(after);
    return;
  }
  budget.left -= before.length + after.length;
  const read = eligibility?.read(diff.path, diff.status === 'deleted' ? before : after);
  if (read !== undefined && 'language' in read) diff.language = read.language;
  if (budget.left < 0) diff.unread = UNREAD.total;
  else if (read !== undefined && 'skipped' in read) diff.unread = read.skipped;
  else fillDiff(diff, before, after);
}

interface EntryPair {
  old?: TreeEntry;
  new?: TreeEntry;
  similarity?: number;
}

type ReadEntry = (entry: TreeEntry) => Promise<Uint8Array | string>;

async function pairEntries(base: DiffSide, head: DiffSide, readOld: ReadEntry, readNew: ReadEntry) {
  const olds = entriesByPath(base.entries);
  const news = entriesByPath(head.entries);
  const deleted = [...olds.values()].filter(({ path }) => !news.has(path)).sort(byPath);
  const added = [...news.values()].filter(({ path }) => !olds.has(path)).sort(byPath);
  const pairs: EntryPair[] = [];
  for (const [path, entry] of news) {
    const old = olds.get(path);
    if (old !== undefined && differs(old, entry)) pairs.push({ old, new: entry });
  }
  const renames = new Map<string, Rename>();
  if (deleted.length > 0 && added.length > 0) {
    const sources = await candidates(deleted, readOld, added);
    const targets = await candidates(added, readNew, deleted);
    for (const rename of detectRenames(sources, targets)) renames.set(rename.to, rename);
  }
  const gone = new Set([...renames.values()].map(({ from }) => from));
  for (const entry of added) {
    const rename = renames.get(entry.path);
    const old = rename === undefined ? undefined : olds.get(rename.from);
    if (rename === undefined || old === undefined) pairs.push({ new: entry });
    else pairs.push({ old, new: entry, similarity: rename.similarity });
  }
  for (const entry of deleted) if (!gone.has(entry.path)) pairs.push({ old: entry });
  return pairs.sort((a, b) => comparePaths(pathOf(a), pathOf(b)));
}

/** Git compares file contents only when no blob answers the question; beyond these many bytes nothing is compared here. */
const MAX_RENAME_BYTES = 64 * 1024 * 1024;

async function candidates(files: TreeEntry[], read: ReadEntry, others: TreeEntry[]): Promise<RenameCandidate[]> {
  const equal = new Set(others.map(({ oid }) => oid));
  let left = MAX_RENAME_BYTES;
  const found: RenameCandidate[] = [];
  for (const { path, oid, kind, size } of files) {
    const compared = kind === 'file' && !equal.has(oid) && left > 0;
    const bytes = compared ? await read({ path, oid, kind, ...(size === undefined ? {} : { size }) }) : undefined;
    if (bytes instanceof Uint8Array) left -= bytes.length;
    found.push({ path, oid, regular: kind === 'file', bytes: bytes instanceof Uint8Array ? bytes : undefined });
  }
  return found;
}

function differs(old: TreeEntry, now: TreeEntry): boolean {
  return old.oid !== now.oid || old.kind !== now.kind || old.executable !== now.executable;
}

function emptyDiff(pair: EntryPair): FileDiff {
  const { old, new: now, similarity = null } = pair;
  return {
    path: pathOf(pair),
    oldPath: old?.path ?? null,
    status: statusOf(pair),
    kind: (now ?? old)?.kind ?? 'file',
    language: null,
    ...changesOf(pair),
    oldOid: old?.oid ?? null,
    newOid: now?.oid ?? null,
    similarity,
    unread: null,
    hunks: [],
    additions: 0,
    deletions: 0,
    oldText: null,
    newText: null,
  };
}

function statusOf({ old, new: now, similarity }: EntryPair): FileDiff['status'] {
  if (old === undefined) return 'added';
  if (now === undefined) return 'deleted';
  return similarity === undefined ? 'modified' : 'renamed';
}

function changesOf({ old, new: now }: EntryPair): Pick<FileDiff, 'typeChanged' | 'modeChanged'> {
  if (old === undefined || now === undefined) return { typeChanged: false, modeChanged: false };
  return { typeChanged: old.kind !== now.kind, modeChanged: old.executable !== now.executable };
}

function fillDiff(diff: FileDiff, before: Uint8Array, after: Uint8Array): void {
  if (isBinary(before) || isBinary(after)) {
    diff.unread = UNREAD.binary;
    return;
  }
  const [old, now] = [textOf(before), textOf(after)];
  // Lines are compared as bytes and shown as what those spell; a file may change its encoding.
  const utf8 = old.utf8 && now.utf8;
  const shown = (line: string) => (utf8 ? Buffer.from(line, 'latin1').toString('utf8') : line);
  diff.hunks = hunksOf(latin1(before), latin1(after), shown);
  diff.oldText = diff.oldPath === null ? null : old.text;
  diff.newText = diff.status === 'deleted' ? null : now.text;
  for (const { lines } of diff.hunks) {
    diff.additions += lines.filter(({ kind }) => kind === 'added').length;
    diff.deletions += lines.filter(({ kind }) => kind === 'removed').length;
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function textOf(bytes: Uint8Array): { text: string; utf8: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), utf8: true };
  } catch {
    return { text: latin1(bytes), utf8: false };
  }
}

function pathOf(pair: EntryPair): string {
  return (pair.new ?? pair.old)?.path ?? '';
}

function byPath(a: TreeEntry, b: TreeEntry): number {
  return comparePaths(a.path, b.path);
}

/** Git's order, that of the bytes: UTF-16's differs above U+FFFF. */
function comparePaths(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
