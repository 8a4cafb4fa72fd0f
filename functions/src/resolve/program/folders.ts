/** Folders of files: relative to the root of the repository, with `/` between them, '' for the root. */

/** Number of leading folders that two folders have in common. */
export function sharedFolders(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  let count = 0;
  while (count < left.length && count < right.length && left[count] === right[count]) count++;
  return count;
}

/** Of things in folders those that share the most leading folders with a folder, in their order. */
export function nearestDirs<One extends { dir: string }>(all: One[], dir: string): One[] {
  if (all.length < 2) return all;
  const shared = all.map((one) => (one.dir === '' ? 0 : sharedFolders(one.dir, dir)));
  const best = Math.max(...shared);
  return all.filter((_, at) => shared[at] === best);
}
