/**
 * Which deleted file lives on under which added path, as `git diff --find-renames` decides it at its default of 50 %
 * (git's diffcore-rename.c, diffcore-delta.c): equal content first; then a file name that exists once on either side,
 * at 75 %; then the most similar pairs of all. A renamed file's hunks are those of its edit, not of a whole new file, so
 * the decision is also one about where comments are accepted.
 *
 * Similarity is the share of bytes, in chunks of a line or 64 bytes, that the larger file has in common with the other.
 */
export interface RenameCandidate {
  path: string;
  oid: string;
  /** Symbolic links and submodules are renamed only when they are equal. */
  regular: boolean;
  /** Bytes; undefined when they were not read, and then only equality counts. */
  bytes: Uint8Array | undefined;
}

export interface Rename {
  from: string;
  to: string;
  /** 0 to 100. */
  similarity: number;
}

const BEST = 60_000;
const LEAST = BEST / 2;
const LEAST_SAME_NAME = LEAST + (BEST - LEAST) / 2;
/** More pairs than its square are not compared: git's diff.renameLimit. */
const RENAME_LIMIT = 1_000;
const CANDIDATES = 4;

/** Both lists in the order of their paths' bytes. */
export function detectRenames(deleted: readonly RenameCandidate[], added: readonly RenameCandidate[]): Rename[] {
  const renames = equalContent(deleted, added);
  const open = () => {
    const [from, to] = [new Set(renames.map((one) => one.from)), new Set(renames.map((one) => one.to))];
    return {
      sources: deleted.filter((file) => !from.has(file.path)),
      targets: added.filter((file) => !to.has(file.path)),
    };
  };
  const similarity = createSimilarity();
  const first = open();
  renames.push(...sameNames(first.sources, first.targets, similarity));
  const { sources, targets } = open();
  if (sources.length * targets.length <= RENAME_LIMIT ** 2) renames.push(...mostSimilar(sources, targets, similarity));
  return renames;
}

function equalContent(deleted: readonly RenameCandidate[], added: readonly RenameCandidate[]): Rename[] {
  const byOid = new Map<string, RenameCandidate[]>();
  for (const file of deleted) byOid.set(file.oid, [...(byOid.get(file.oid) ?? []), file]);
  const renames: Rename[] = [];
  for (const target of added) {
    const sources = byOid.get(target.oid)?.filter((file) => file.regular === target.regular) ?? [];
    const source = sources.find((file) => nameOf(file.path) === nameOf(target.path)) ?? sources[0];
    if (source === undefined) continue;
    byOid.set(
      target.oid,
      (byOid.get(target.oid) ?? []).filter((file) => file !== source),
    );
    renames.push({ from: source.path, to: target.path, similarity: 100 });
  }
  return renames;
}

type Similarity = (source: RenameCandidate, target: RenameCandidate) => number;

/** A name that is deleted once and added once most likely moved to another folder. */
function sameNames(sources: RenameCandidate[], targets: RenameCandidate[], similarity: Similarity): Rename[] {
  const [from, to] = [uniqueNames(sources), uniqueNames(targets)];
  const renames: Rename[] = [];
  for (const [name, source] of from) {
    const target = to.get(name);
    if (source === undefined || target === undefined) continue;
    const score = similarity(source, target);
    if (score >= LEAST_SAME_NAME) renames.push({ from: source.path, to: target.path, similarity: percent(score) });
  }
  return renames;
}

/** undefined for a name that occurs twice. */
function uniqueNames(files: RenameCandidate[]): Map<string, RenameCandidate | undefined> {
  const names = new Map<string, RenameCandidate | undefined>();
  for (const file of files) {
    const name = nameOf(file.path);
    names.set(name, names.has(name) ? undefined : file);
  }
  return names;
}

interface Pair {
  source: RenameCandidate;
  target: RenameCandidate;
  score: number;
  sameName: boolean;
}

function mostSimilar(sources: RenameCandidate[], targets: RenameCandidate[], similarity: Similarity): Rename[] {
  const pairs = targets.flatMap((target) => {
    const best: Pair[] = [];
    for (const source of sources) {
      const score = similarity(source, target);
      const pair = { source, target, score, sameName: nameOf(source.path) === nameOf(target.path) };
      // Hopeless pairs take places too: where they stood decides between equals.
      if (best.length < CANDIDATES) best.push(pair);
      else {
        const worst = best.reduce((low, _, i) => (better(pairAt(best, i), pairAt(best, low)) > 0 ? i : low), 0);
        if (better(pairAt(best, worst), pair) > 0) best[worst] = pair;
      }
    }
    return best;
  });
  const used = new Set<RenameCandidate>();
  const renames: Rename[] = [];
  for (const { source, target, score } of pairs.sort(better)) {
    if (score < LEAST || used.has(source) || used.has(target)) continue;
    used.add(source).add(target);
    renames.push({ from: source.path, to: target.path, similarity: percent(score) });
  }
  return renames;
}

function pairAt(pairs: Pair[], index: number): Pair {
  const pair = pairs[index];
  if (pair === undefined) throw new Error('index out of range');
  return pair;
}

function better(a: Pair, b: Pair): number {
  return b.score - a.score || Number(b.sameName) - Number(a.sameName);
}

function percent(score: number): number {
  return Math.floor((score * 100) / BEST);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Chunks of a file: their hashes in rising order, and how many bytes each stands for. */
interface Chunks {
  hashes: Int32Array;
  bytes: Int32Array;
}

function createSimilarity(): Similarity {
  const known = new Map<RenameCandidate, Chunks>();
  const chunksOf = (file: RenameCandidate, bytes: Uint8Array): Chunks => {
    const found = known.get(file) ?? chunks(bytes);
    known.set(file, found);
    return found;
  };
  return (source, target) => {
    if (!source.regular || !target.regular || source.bytes === undefined || target.bytes === undefined) return 0;
    const larger = Math.max(source.bytes.length, target.bytes.length);
    const smaller = Math.min(source.bytes.length, target.bytes.length);
    if (larger * (BEST - LEAST) < (larger - smaller) * BEST || target.bytes.length === 0) return 0;
    const copied = commonBytes(chunksOf(source, source.bytes), chunksOf(target, target.bytes));
    return Math.floor((copied * BEST) / larger);
  };
}

function commonBytes(source: Chunks, target: Chunks): number {
  let copied = 0;
  for (let [i, j] = [0, 0]; i < source.hashes.length && j < target.hashes.length;) {
    const [a, b] = [source.hashes[i] ?? 0, target.hashes[j] ?? 0];
    if (a === b) copied += Math.min(source.bytes[i] ?? 0, target.bytes[j] ?? 0);
    if (a <= b) i++;
    if (b <= a) j++;
  }
  return copied;
}

const CHUNK = 64;
const HASHES = 107_927;
const [LINE_FEED, RETURN] = [10, 13];

function chunks(bytes: Uint8Array): Chunks {
  const counts = new Map<number, number>();
  const text = !isBinary(bytes);
  let [low, high, length] = [0, 0, 0];
  const close = () => {
    const hash = ((low + Math.imul(high, 0x61)) >>> 0) % HASHES;
    counts.set(hash, (counts.get(hash) ?? 0) + length);
    [low, high, length] = [0, 0, 0];
  };
  bytes.forEach((byte, i) => {
    // Line ends of either kind are one to git here.
    if (text && byte === RETURN && bytes[i + 1] === LINE_FEED) return;
    const before = low;
    low = (low << 7) ^ (high >>> 25);
    high = (high << 7) ^ (before >>> 25);
    low = (low + byte) | 0;
    length++;
    if (length === CHUNK || byte === LINE_FEED) close();
  });
  if (length > 0) close();
  const sorted = [...counts].sort(([a], [b]) => a - b);
  return { hashes: Int32Array.from(sorted, ([hash]) => hash), bytes: Int32Array.from(sorted, ([, size]) => size) };
}

const LOOKED_AT = 8_000;

/** Git's rule: a NUL among the first 8,000 bytes. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, LOOKED_AT).includes(0);
}
