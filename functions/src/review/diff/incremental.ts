/**
 * What is new since the last review: the diff of two diffs. Comparing the two heads would count everything that the
 * target branch gained in between as the author's work after a rebase; comparing what each push changes against its own
 * base does not, and a rebase that changes nothing of the author's work is seen as that.
 *
 *     reviewed: base₁ → head₁   +a +b        now: base₂ → head₂   +a +b +c      fresh: the line of +c
 */
import { isReviewable } from './changed-files.ts';
import type { FileDiff } from './diff-trees.ts';
import type { Hunk, HunkLine } from './hunks.ts';
import { diffLines } from './line-diff.ts';

export interface FreshFile {
  diff: FileDiff;
  /** Hunks that hold something new. */
  hunks: Hunk[];
  /** Changed lines that the earlier diff did not have: added ones by their number at head, removed ones at the base. */
  fresh: { RIGHT: number[]; LEFT: number[] };
}

/** Which lines of the earlier diff have been reviewed, by the path at its head. */
export interface ReviewedLines {
  has(path: string, side: 'LEFT' | 'RIGHT', line: number): boolean;
}

/**
 * `before` is the diff that was reviewed last: all of it, or the changed lines that are in `seen`. Files in which nothing
 * is new are left out; a rebase alone leaves none.
 */
export function changedSince(
  before: readonly FileDiff[],
  after: readonly FileDiff[],
  seen?: ReviewedLines,
): FreshFile[] {
  const earlier = new Map(before.map((diff) => [diff.path, diff]));
  return after.flatMap((diff) => {
    const reviewed =
      earlier.get(diff.path) ?? before.find(({ oldPath }) => oldPath !== null && oldPath === diff.oldPath);
    if (reviewed === undefined) return [wholeFile(diff)];
    const isSame = reviewed.oldOid === diff.oldOid && reviewed.newOid === diff.newOid;
    // What is no part of reviews was told with its reason, and is told again when it changes.
    const isSettled = seen === undefined || !isReviewable(reviewed);
    if (isSame && isSettled) return [];
    // What was not read can only be compared as a whole.
    if (reviewed.unread !== null || diff.unread !== null)
      return reviewed.newOid === diff.newOid && isSettled ? [] : [wholeFile(diff)];
    const known = changedLines(reviewed).filter(({ side, line }) => isSettled || seen.has(reviewed.path, side, line));
    const fresh = isSame ? unseenLines(diff, known) : freshLines(known, diff);
    if (fresh.RIGHT.length + fresh.LEFT.length === 0) return [];
    return [{ diff, fresh, hunks: hunksWith(diff.hunks, fresh, seen !== undefined) }];
  });
}

function wholeFile(diff: FileDiff): FreshFile {
  return { diff, hunks: diff.hunks, fresh: unseenLines(diff, []) };
}

export interface ChangedLine {
  side: 'LEFT' | 'RIGHT';
  line: number;
  /** `+text` or `-text`. */
  text: string;
}

/** In the order of the diff. */
export function changedLines({ hunks }: FileDiff): ChangedLine[] {
  return hunks.flatMap(({ lines }) => lines.flatMap((line) => changedLine(line) ?? []));
}

function changedLine({ kind, old, new: now, text }: HunkLine): ChangedLine | undefined {
  if (kind === 'added' && now !== null) return { side: 'RIGHT', line: now, text: `+${text}` };
  if (kind === 'removed' && old !== null) return { side: 'LEFT', line: old, text: `-${text}` };
  return undefined;
}

/** Of one and the same diff: every changed line that is not known. */
function unseenLines(diff: FileDiff, known: readonly ChangedLine[]): FreshFile['fresh'] {
  const names = new Set(known.map(({ side, line }) => `${side} ${line}`));
  const fresh: FreshFile['fresh'] = { RIGHT: [], LEFT: [] };
  for (const { side, line } of changedLines(diff)) if (!names.has(`${side} ${line}`)) fresh[side].push(line);
  return fresh;
}

function freshLines(known: readonly ChangedLine[], diff: FileDiff): FreshFile['fresh'] {
  const now = changedLines(diff);
  const textsOf = (changes: readonly ChangedLine[]) => changes.map(({ text }) => text);
  const { added } = diffLines(textsOf(known), textsOf(now));
  const fresh: FreshFile['fresh'] = { RIGHT: [], LEFT: [] };
  now.forEach(({ side, line }, at) => {
    if (added[at] === 1) fresh[side].push(line);
  });
  return fresh;
}

/** A long hunk of which only a part is new is shown from there on: otherwise its end would never be reached. */
const LONG_HUNK = 200;
const LEAD = 3;

function hunksWith(hunks: Hunk[], fresh: FreshFile['fresh'], shorten: boolean): Hunk[] {
  const sides = { RIGHT: new Set(fresh.RIGHT), LEFT: new Set(fresh.LEFT) };
  const isFresh = (line: HunkLine): boolean => {
    const changed = changedLine(line);
    return changed !== undefined && sides[changed.side].has(changed.line);
  };
  return hunks.flatMap((hunk) => {
    const first = hunk.lines.findIndex(isFresh);
    if (first < 0) return [];
    if (!shorten || hunk.lines.length <= LONG_HUNK || first <= LEAD) return [hunk];
    return [partOf(hunk, first - LEAD, hunk.lines.findLastIndex(isFresh) + 1 + LEAD)];
  });
}

/** The lines [from, to) of a hunk as a hunk of their own. */
function partOf(hunk: Hunk, from: number, to: number): Hunk {
  const before = hunk.lines.slice(0, from);
  const lines = hunk.lines.slice(from, to);
  const count = (of: readonly HunkLine[], side: 'old' | 'new') => of.filter((line) => line[side] !== null).length;
  const [oldLines, newLines] = [count(lines, 'old'), count(lines, 'new')];
  const start = (first: number, has: number, passed: number, takes: number) =>
    first + passed - (has > 0 && takes === 0 ? 1 : 0);
  return {
    oldStart: start(hunk.oldStart, hunk.oldLines, count(before, 'old'), oldLines),
    oldLines,
    newStart: start(hunk.newStart, hunk.newLines, count(before, 'new'), newLines),
    newLines,
    lines,
  };
}
