/**
 * Entries of a commit's tree that name no file of it. Git's own check refuses such trees (`git fsck`: hasDot, hasDotdot,
 * hasDotgit, emptyName, fullPathname, duplicateEntries), but whoever makes objects by hand can push them where a platform
 * does not run that check.
 *
 *     ../up.py, a/./b.py, a//b.py     leave the tree, or name the same file twice; so does ..\up.py where Windows takes it out
 *     .git/evil.py, .GIT/x, git~1/x   are the repository itself on some system (https://git-scm.com/docs/git-fsck)
 *     a.py, a.py                      two files of one name: the first is taken
 */

interface Entry {
  path: string;
  kind: 'file' | 'symlink' | 'submodule' | 'refused' | 'twice';
}

/** Code points that HFS+ leaves out when it compares names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** `.git` as Linux, macOS or Windows would take it: whatever its case, behind a `:` a stream's name, dots at its end. */
function meansGitFolder(name: string): boolean {
  const plain = name
    .replace(IGNORED, '')
    .toLowerCase()
    .split(':', 1)[0]
    ?.replace(/[ .]+$/, '');
  return plain === '.git' || plain === 'git~1';
}

/** Whether no file of a tree may have this path. */
export function isRefusedPath(path: string): boolean {
  if (path.split('/').some((part) => part === '' || part === '.')) return true;
  if (path.split(/[/\\]/).some((part) => part === '..')) return true;
  return /git/i.test(path.replace(IGNORED, '')) && path.split(/[/\\]/).some(meansGitFolder);
}

/** Marks in place, by their kind, what names no file. */
export function refuseEntries(entries: readonly Entry[]): void {
  const seen = new Set<string>();
  for (const entry of entries) {
    if (isRefusedPath(entry.path)) entry.kind = 'refused';
    else if (seen.has(entry.path)) entry.kind = 'twice';
    seen.add(entry.path);
  }
}

/** By path, each as it counts: the first of several. */
export function entriesByPath<E extends Entry>(entries: readonly E[]): Map<string, E> {
  const counted = entries.filter(({ kind }) => kind !== 'twice');
  return new Map(counted.map((entry) => [entry.path, entry]));
}
