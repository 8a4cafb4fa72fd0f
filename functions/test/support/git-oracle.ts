/** What git itself says: the patch of each of many pairs of texts, by one run of `git diff` over two folders. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './repositories.ts';

export interface TextPair {
  before: string | Uint8Array;
  after: string | Uint8Array;
}

/** Name of the nth pair's file. */
export function nameOf(index: number): string {
  return `f${index}`;
}

/** For each pair the patch from the first `@@` on, headings behind `@@` removed; '' when nothing differs. */
export function gitPatches(pairs: readonly TextPair[]): string[] {
  const folder = makeFolder();
  try {
    for (const side of ['a', 'b']) mkdirSync(join(folder, side));
    pairs.forEach(({ before, after }, at) => {
      writeFileSync(join(folder, 'a', nameOf(at)), before);
      writeFileSync(join(folder, 'b', nameOf(at)), after);
    });
    const args = ['-c', 'core.quotePath=false', 'diff', '--no-index', '--no-renames', '--no-color', 'a', 'b'];
    const { stdout } = spawnSync('git', args, { cwd: folder, maxBuffer: 2 ** 30, env: plainEnvironment() });
    const patches = pairs.map(() => '');
    for (const section of stdout.toString('latin1').split(/^(?=diff --git )/m)) {
      const at = Number(/^diff --git a\/a\/f(\d+) /.exec(section)?.[1] ?? -1);
      if (at >= 0) patches[at] = withoutHeadings(section);
    }
    return patches;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A person's configuration may choose another algorithm. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
}

/** The hunks of one file's section: git names the function behind the second `@@`. */
export function withoutHeadings(section: string): string {
  const start = section.search(/^@@ /m);
  return start < 0 ? '' : section.slice(start).replace(/^(@@ -[\d,]+ \+[\d,]+ @@).*$/gm, '$1');
}
