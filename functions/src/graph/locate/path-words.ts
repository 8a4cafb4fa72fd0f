/**
 * What the path of a file says, for a text that speaks of it.
 *
 *     pathWordsOf('src/repo_list/index.ts')   → own ['index'], folder ['repo', 'list'], steps 'src/repo_list', 'repo_list/index'
 */
import { posix } from 'node:path';
import { isAside } from './aside-paths.ts';
import { stemOf, wordsOf } from './words.ts';

export interface PathWords {
  /** Of the whole path. */
  all: readonly string[];
  /** That its own name is made of. */
  own: readonly string[];
  /** That its folder's name is made of, for a file that stands for its folder. */
  folder: readonly string[];
  aside: boolean;
  steps: readonly Step[];
}

/** Two parts of a path that follow each other. */
interface Step {
  /** As the steps of a request have it. */
  key: string;
  /** As it stands in the path, in lower case. */
  shown: string;
}

/** A request asks for those of each file twice, and so does the next one. */
const known = new Map<string, PathWords>();
const MOST_KNOWN = 50_000;

/** Files that stand for their folder. */
const FOLDER_FILE = /^(?:__init__|index|mod)$/i;

export function pathWordsOf(path: string): PathWords {
  const before = known.get(path);
  if (before !== undefined) return before;
  const { dir, name } = posix.parse(path);
  const words = {
    all: wordsOf(path),
    own: partsOf(name),
    folder: FOLDER_FILE.test(name) ? partsOf(posix.basename(dir)) : [],
    aside: isAside(path),
    steps: stepsOf(path),
  };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(path, words);
  return words;
}

/** Without the name as a whole, which comes first where it has several. */
function partsOf(name: string): readonly string[] {
  const words = wordsOf(name);
  return words.length > 1 ? words.slice(1) : words;
}

function stepsOf(path: string): Step[] {
  const { dir, name } = posix.parse(path.toLowerCase());
  const parts = posix.join(dir, name).split('/');
  const steps = parts.slice(1).map((second, at): Step => {
    const first = parts[at] ?? '';
    return { key: `${stemOf(first)}/${stemOf(second)}`, shown: `${first}/${second}` };
  });
  return steps.filter((_, at) => parts[at] !== parts[at + 1]);
}
