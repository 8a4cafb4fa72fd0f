/**
 * Hunks: the changed lines of a file with three lines around them, merged where those would touch, as `git diff` prints
 * them. A review comment is accepted on exactly these lines, so everything that asks "is this line in the diff?" asks here.
 *
 *     @@ -3,4 +3,5 @@         { oldStart: 3, oldLines: 4, newStart: 3, newLines: 5, lines: [
 *      a                        { kind: 'context', old: 3, new: 3, text: 'a' },
 *     -b                        { kind: 'removed', old: 4, new: null, text: 'b' },
 *     +c                        { kind: 'added', old: null, new: 4, text: 'c' }, … ] }
 */
import { diffLines, splitLines } from './line-diff.ts';

export type HunkLineKind = 'context' | 'removed' | 'added';

export interface HunkLine {
  kind: HunkLineKind;
  /** 1-based line numbers; null on the side that does not have the line. */
  old: number | null;
  new: number | null;
  /** Without the line feed; a carriage return before it is a part of the line. */
  text: string;
  /** The last line of a file that does not end with a line feed. */
  unended?: true;
}

export interface Hunk {
  /** First line and number of lines on either side; with no lines, the line before it, as git counts. */
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  lines: HunkLine[];
}

const CONTEXT_LINES = 3;

/** `before` and `after` as text that stands for the bytes one to one: Latin-1. `shown` turns a line into what people read. */
export function hunksOf(before: string, after: string, shown: (line: string) => string = (line) => line): Hunk[] {
  const oldLines = splitLines(before);
  const newLines = splitLines(after);
  const { removed, added } = diffLines(oldLines, newLines);
  return group(changesOf(removed, added)).map((changes) => hunkOf(changes, oldLines, newLines, shown));
}

/** Lines [old, oldEnd) are replaced by [new, newEnd), counted from 0. */
interface Change {
  old: number;
  oldEnd: number;
  new: number;
  newEnd: number;
}

function changesOf(removed: Uint8Array, added: Uint8Array): Change[] {
  const changes: Change[] = [];
  for (let [i, j] = [0, 0]; i < removed.length || j < added.length;) {
    const change = { old: i, oldEnd: i, new: j, newEnd: j };
    while (removed[change.oldEnd] === 1) change.oldEnd++;
    while (added[change.newEnd] === 1) change.newEnd++;
    if (change.oldEnd > i || change.newEnd > j) changes.push(change);
    // Behind a change stands a line that both have.
    [i, j] = [change.oldEnd + 1, change.newEnd + 1];
  }
  return changes;
}

function group(changes: Change[]): Change[][] {
  const groups: Change[][] = [];
  let last: Change | undefined;
  for (const change of changes) {
    if (last !== undefined && change.old - last.oldEnd <= 2 * CONTEXT_LINES) groups.at(-1)?.push(change);
    else groups.push([change]);
    last = change;
  }
  return groups;
}

function hunkOf(changes: Change[], oldLines: string[], newLines: string[], shown: (line: string) => string): Hunk {
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a hunk has at least one change');
  const lead = Math.min(CONTEXT_LINES, first.old, first.new);
  const tail = Math.min(CONTEXT_LINES, oldLines.length - last.oldEnd, newLines.length - last.newEnd);
  const lines: HunkLine[] = [];
  const push = (kind: HunkLineKind, line: string | undefined, old: number | null, now: number | null) => {
    const whole = line ?? '';
    const ended = whole.endsWith('\n');
    const text = shown(ended ? whole.slice(0, -1) : whole);
    lines.push({ kind, old, new: now, text, ...(ended ? {} : { unended: true as const }) });
  };
  const start = { old: first.old - lead, new: first.new - lead };
  let [i, j] = [start.old, start.new];
  const context = (until: number) => {
    for (; i < until; i++, j++) push('context', oldLines[i], i + 1, j + 1);
  };
  for (const change of changes) {
    context(change.old);
    for (; i < change.oldEnd; i++) push('removed', oldLines[i], i + 1, null);
    for (; j < change.newEnd; j++) push('added', newLines[j], null, j + 1);
  }
  context(last.oldEnd + tail);
  const [oldCount, newCount] = [i - start.old, j - start.new];
  return {
    oldStart: oldCount === 0 ? start.old : start.old + 1,
    oldLines: oldCount,
    newStart: newCount === 0 ? start.new : start.new + 1,
    newLines: newCount,
    lines,
  };
}

/** `@@ -3,4 +3,5 @@`, a count of 1 left out. */
export function hunkHeader({ oldStart, oldLines, newStart, newLines }: Hunk): string {
  const range = (start: number, lines: number) => (lines === 1 ? String(start) : `${start},${lines}`);
  return `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`;
}

const PREFIXES: Record<HunkLineKind, string> = { context: ' ', removed: '-', added: '+' };

/** A file's hunks as git prints them, from the first `@@` on; '' for none. */
export function patchText(hunks: readonly Hunk[]): string {
  return hunks
    .flatMap((hunk) => [
      hunkHeader(hunk),
      ...hunk.lines.map(
        ({ kind, text, unended }) => `${PREFIXES[kind]}${text}${unended ? '\n\\ No newline at end of file' : ''}`,
      ),
    ])
    .map((line) => `${line}\n`)
    .join('');
}
