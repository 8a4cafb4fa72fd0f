/**
 * Which files of other parts provide a key, for all parts of a repository: eight bytes for each key of a file.
 *
 *     { files: ['a.py', 'b.py'], pairs: [<key>, 0, <key>, 1] }       a.py provides the first key, b.py the second
 */

/** What the files of a part provide. `pairs`: hash of a key, place of a file in `files`, and so on. */
export interface Offers {
  files: readonly string[];
  pairs: Uint32Array;
}

/** Keys of a bucket, in the middle. */
const KEYS_PER_BUCKET = 8;
const KEY_BITS = 32;
const MOST_BUCKET_BITS = 22;

/** Buckets by the first bits of a key, which is a hash: they are filled evenly, and filling them takes two passes. */
export class Providers {
  private readonly paths: string[] = [];
  /** Of each bucket, its first place in `keys` and `owners`. */
  private readonly starts: Uint32Array;
  private readonly keys: Uint32Array;
  /** Places in `paths`. */
  private readonly owners: Uint32Array;
  private readonly shift: number;

  constructor(parts: readonly Offers[]) {
    const count = parts.reduce((sum, { pairs }) => sum + pairs.length / 2, 0);
    const bits = Math.min(Math.max(1, Math.ceil(Math.log2(count / KEYS_PER_BUCKET + 1))), MOST_BUCKET_BITS);
    this.shift = KEY_BITS - bits;
    this.starts = new Uint32Array(2 ** bits + 1);
    this.keys = new Uint32Array(count);
    this.owners = new Uint32Array(count);
    for (const { pairs } of parts)
      for (let at = 0; at < pairs.length; at += 2) this.starts[this.bucketOf(pairs[at] ?? 0) + 1]! += 1;
    for (let bucket = 1; bucket < this.starts.length; bucket++) this.starts[bucket]! += this.starts[bucket - 1] ?? 0;
    const next = this.starts.slice();
    for (const { files, pairs } of parts) {
      const base = this.paths.length;
      for (const path of files) this.paths.push(path);
      for (let at = 0; at < pairs.length; at += 2) {
        const key = pairs[at] ?? 0;
        const place = next[this.bucketOf(key)]!++;
        this.keys[place] = key;
        this.owners[place] = base + (pairs[at + 1] ?? 0);
      }
    }
  }

  /** Paths of files. */
  readonly of = (key: number): string[] => {
    const paths: string[] = [];
    const bucket = this.bucketOf(key);
    const end = this.starts[bucket + 1] ?? 0;
    for (let at = this.starts[bucket] ?? end; at < end; at++)
      if (this.keys[at] === key) paths.push(this.paths[this.owners[at] ?? 0] ?? '');
    return paths;
  };

  private bucketOf(key: number): number {
    return key >>> this.shift;
  }
}

/** What files provide, by path, as pairs. */
export function offersOf(provided: ReadonlyMap<string, Uint32Array>): Offers {
  const files = [...provided.keys()];
  const pairs = new Uint32Array(2 * files.reduce((sum, path) => sum + (provided.get(path)?.length ?? 0), 0));
  let next = 0;
  for (const [place, path] of files.entries()) {
    for (const key of provided.get(path) ?? []) {
      pairs[next++] = key;
      pairs[next++] = place;
    }
  }
  return { files, pairs };
}

/** The other way round. */
export function providedBy({ files, pairs }: Offers): Map<string, Uint32Array> {
  const lists = files.map((): number[] => []);
  for (let at = 0; at < pairs.length; at += 2) lists[pairs[at + 1] ?? 0]?.push(pairs[at] ?? 0);
  return new Map(files.map((path, place) => [path, Uint32Array.from(lists[place] ?? [])]));
}
