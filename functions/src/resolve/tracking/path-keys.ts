/**
 * Names of the questions about paths: whether there is a file, a folder, a name that paths end in. They are coarser than
 * the questions, so that the dozen paths that an import may mean are one.
 *
 *     src/users/index.ts      p:users/index   b:index.ts   d:src  d:src/users   r:src  r:users  r:index
 */

/** Folder and name without endings. */
export function pathKey(path: string): string {
  const base = path.lastIndexOf('/') + 1;
  const dot = path.indexOf('.', base + 1);
  return `p:${path.slice(path.lastIndexOf('/', base - 2) + 1, dot < 0 ? path.length : dot)}`;
}

/** Which files have a path's last name. */
export function baseKey(path: string): string {
  return `b:${path.slice(path.lastIndexOf('/') + 1)}`;
}

/** Whether there is a folder, known by its last two names. */
export function dirKey(dir: string): string {
  return `d:${dir.slice(dir.lastIndexOf('/', dir.lastIndexOf('/') - 1) + 1)}`;
}

/** Which folders hold something of a name, with or without an ending. */
export function rootKey(first: string): string {
  return `r:${first}`;
}

/** All questions that a file's coming or going may answer otherwise. */
export function pathKeys(path: string): string[] {
  const keys = [pathKey(path), baseKey(path)];
  const parts = path.split('/');
  parts.forEach((part, index) => {
    keys.push(rootKey(part), rootKey(part.replace(/\.[^.]*$/, '')));
    keys.push(dirKey(parts.slice(0, index).join('/')));
  });
  return keys;
}
