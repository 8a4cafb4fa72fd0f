/**
 * Files by the end of their path, for languages that look files up below folders which only the running program knows:
 * `a/b.lua` may be src/a/b.lua. Of several, the one that shares most of its path with the asking file is meant.
 */
import { append } from '../program/append.ts';
import { baseKey } from '../tracking/path-keys.ts';
import { sharedFolders } from '../program/folders.ts';
import type { Program, SourceFile } from '../program/program.ts';

export class SuffixIndex {
  /** By base name: whole tails would cost a table entry per folder of each file. */
  private readonly byBase = new Map<string, SourceFile[]>();
  private readonly program: Program;

  constructor(program: Program, files: SourceFile[]) {
    this.program = program;
    for (const file of files) {
      const base = baseOf(file.facts.path);
      append(this.byBase, base, file);
    }
  }

  /** Indexes of files whose path is `tail` or ends in `/tail`. */
  endingIn(tail: string): number[] {
    this.program.trace.isProvided(baseKey(tail));
    const files = this.byBase.get(baseOf(tail)) ?? [];
    return files.filter(({ facts: { path } }) => path === tail || path.endsWith(`/${tail}`)).map((file) => file.index);
  }
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The candidate that shares the most leading folders with a file; undefined when two share as many. */
export function nearest(program: Program, candidates: number[], from: SourceFile): number | undefined {
  let best: number | undefined;
  let most = -1;
  for (const index of candidates) {
    const shared = from.dir === '' ? 0 : sharedFolders(program.files[index]?.dir ?? '', from.dir);
    if (shared === most) best = undefined;
    else if (shared > most) {
      most = shared;
      best = index;
    }
  }
  return best;
}
