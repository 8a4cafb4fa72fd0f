/** What answers come down to: contents of files, and entries of tables of all files (trace.ts). */

/** What a note without links stands for; `hash` of the key. */
export type Leaf = { is: 'file'; file: number } | { is: 'entries' | 'existence'; hash: number } | { is: 'order' };

/** What a root comes down to. */
export interface Rests {
  own: Leaves;
  /** The same lists for every file that comes to them. */
  shared: Leaves[];
  unsure: boolean;
}

export interface Leaves {
  files: number[];
  /** Hashes of keys whose entries were read. */
  entries: number[];
  /** Hashes of keys of which was asked whether there is anything. */
  existence: number[];
  unsure: boolean;
}

export function leavesAt(leaves: readonly Leaf[], places: number[]): Leaves {
  const found: Leaves = { files: [], entries: [], existence: [], unsure: false };
  for (const place of places) {
    const leaf = leaves[place - 1];
    if (leaf?.is === 'file') found.files.push(leaf.file);
    else if (leaf?.is === 'order') found.unsure = true;
    else if (leaf !== undefined) found[leaf.is].push(leaf.hash);
  }
  return found;
}

/** Each once. */
export function ascending(hashes: number[]): Uint32Array {
  const sorted = Uint32Array.from(hashes).sort();
  return sorted.filter((hash, at) => at === 0 || hash !== sorted[at - 1]);
}
