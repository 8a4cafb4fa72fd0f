/**
 * Which files of other parts provide a key, for all parts of a repository: eight bytes for each key of a file.
 *
 *     { files: ['a.py', 'b.py'], pairs: [<key>, 0, <key>, 1] }       a.py provides the first key, b.py the second
 */
import { placeIn } from './place-in.ts';

/** What the files of a part provide. `pairs`: hash of a key, place of a file in `files`, and so on. */
export interface Offers {
  files: readonly string[];
  pairs: Uint32Array;
}

/** Files of a repository are numbered below this, so a key and a file are one exact number. */
const MOST_FILES = 2 ** 20;

export class Providers {
  private readonly paths: string[] = [];
  /** Each a key times MOST_FILES and a file, ascending. */
  private readonly found: Float64Array;

  constructor(parts: readonly Offers[]) {
    this.found = new Float64Array(parts.reduce((sum, { pairs }) => sum + pairs.length / 2, 0));
    let next = 0;
    for (const { files, pairs } of parts) {
      const base = this.paths.length;
      this.paths.push(...files);
      for (let at = 0; at < pairs.length; at += 2) {
        this.found[next++] = (pairs[at] ?? 0) * MOST_FILES + base + (pairs[at + 1] ?? 0);
      }
    }
    if (this.paths.length > MOST_FILES) throw new Error(`More than ${MOST_FILES} files in one repository`);
    this.found.sort();
  }

  /** Paths of files. */
  readonly of = (key: number): string[] => {
    const paths: string[] = [];
    const end = (key + 1) * MOST_FILES;
    for (
      let at = placeIn(this.found, key * MOST_FILES);
      at < this.found.length && (this.found[at] ?? end) < end;
      at++
    ) {
      paths.push(this.paths[(this.found[at] ?? 0) % MOST_FILES] ?? '');
    }
    return paths;
  };
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
