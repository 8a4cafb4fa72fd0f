/**
 * Which files a repository's history has changed together, from `git log` of the last commits: a test that was changed
 * with a file before is often to be run for it, whatever calls what. None where there is no repository.
 */
import type { ChangedTogether } from '../../src/review/facts/tests-reaching.ts';
import { git } from '../scm-host/git-command.ts';

const COMMITS = 1_500;
/** A commit of more files is a sweep. */
const MOST_FILES = 30;

/** History up to `commit` of the repository that the folder is, or lies in. Paths are relative to the folder. */
export function changedTogether(folder: string, commit: string): ChangedTogether {
  let commits: Promise<string[][]> | undefined;
  return async (paths) => {
    commits ??= recentCommits(folder, commit);
    const wanted = new Set(paths);
    const found = new Map<string, { worth: number; commits: number }>();
    for (const files of await commits) {
      if (!files.some((path) => wanted.has(path))) continue;
      // What few files were changed with says more.
      const worth = 1 / Math.log2(1 + files.length);
      for (const path of files.filter((each) => !wanted.has(each))) {
        const before = found.get(path) ?? { worth: 0, commits: 0 };
        found.set(path, { worth: before.worth + worth, commits: before.commits + 1 });
      }
    }
    // Once is chance.
    return new Map([...found].flatMap(([path, { worth, commits: times }]) => (times > 1 ? [[path, worth]] : [])));
  };
}

async function recentCommits(folder: string, commit: string): Promise<string[][]> {
  const safe = ['-c', 'safe.directory=*', '-c', 'log.showSignature=false', '-C', folder];
  const words = ['log', '-n', String(COMMITS), '--no-merges', '--no-renames', '--no-ext-diff', '--relative', '-z'];
  try {
    const log = await git([...safe, ...words, '--format=%x01', '--name-only', '--end-of-options', commit, '--'], {
      offline: true,
    });
    const blocks = log.toString('utf8').split('\u0001');
    const files = blocks.map((block) => block.split('\0').map((path) => path.replace(/^\n/, '')).filter((path) => path !== '')); // prettier-ignore
    return files.filter(({ length }) => length > 0 && length <= MOST_FILES);
  } catch {
    return [];
  }
}
