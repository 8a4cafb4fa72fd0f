/** Paths of files in a repository: relative to its root, with `/` between folders, '' for the root. */

/** `a/b/../c` → `a/c`; undefined when it leaves the root. */
export function joinPath(...parts: string[]): string | undefined {
  const out: string[] = [];
  for (const part of parts.join('/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') out.push(part);
    else if (out.pop() === undefined) return undefined;
  }
  return out.join('/');
}

/** Folder of a path. */
export function dirName(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** A path below a folder. */
export function under(dir: string, path: string): string {
  return dir === '' ? path : `${dir}/${path}`;
}
