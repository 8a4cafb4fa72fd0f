/**
 * Which changed lines have been reviewed: those that stood in the accepted request of every model whose answer makes up
 * the review, and those that an earlier run has recorded in the same way. Nothing else counts: not that a file was
 * selected, and not that the run ended well.
 *
 *     coverageOf(looked, reviewedBy(views, true))   → { seen: [{ path: 'a.py', right: [[3, 9]], left: [] }], gaps: [] }
 */
import { rangesOf } from '../../model/coverage.ts';
import type { ShownFile, View } from '../../model/coverage.ts';
import { isReviewable } from '../diff/changed-files.ts';
import type { FileDiff } from '../diff/diff-trees.ts';
import { changedLines, changedSince, type FreshFile } from '../diff/incremental.ts';
import type { Side } from '../diff/hunk-lines.ts';
import { inAll, seenLines, type SeenLines } from './seen-lines.ts';

/** A file with changed lines that nobody has reviewed. */
export interface Gap {
  path: string;
  /** Changed lines, and how many of them were reviewed. */
  changed: number;
  seen: number;
}

export interface LookedAt {
  diffs: readonly FileDiff[];
  /** What is new since the reviews before; undefined when all of it is. */
  fresh: readonly FreshFile[] | undefined;
}

/** Ranges that are stored at most; a line beyond them counts as not reviewed. */
const MOST_RANGES = 50_000;

/** What every agent had before it when it answered; nothing while the answers to it are no whole review (`settled`). */
export function reviewedBy(views: readonly View[], settled: boolean): SeenLines {
  const answered = settled ? views.filter((view) => view.answered) : [];
  return inAll(answered.map(({ files }) => seenLines(files)));
}

/** At the commits that were looked at. `seen` is what is stored, `gaps` the files that it leaves open. */
export function coverageOf({ diffs, fresh }: LookedAt, reviewed: SeenLines): { seen: ShownFile[]; gaps: Gap[] } {
  const freshAt = fresh && new Map(fresh.map((file) => [file.diff.path, sidesOf(file)]));
  const files = diffs.filter(isReviewable).map((diff) => {
    const open = freshAt?.get(diff.path);
    const isNew = (side: Side, line: number) => freshAt === undefined || open?.[side].has(line) === true;
    return { diff, isSeen: (side: Side, line: number) => !isNew(side, line) || reviewed.has(diff.path, side, line) };
  });
  let ranges = 0;
  const seen: ShownFile[] = [];
  const gaps: Gap[] = [];
  for (const { diff, isSeen } of files) {
    const lines = changedLines(diff);
    const found = lines.filter(({ side, line }) => isSeen(side, line));
    const file = shownFile(diff.path, found);
    ranges += file.right.length + file.left.length;
    const fits = ranges <= MOST_RANGES;
    if (fits && found.length > 0) seen.push(file);
    if (!fits || found.length < lines.length) {
      gaps.push({ path: diff.path, changed: lines.length, seen: fits ? found.length : 0 });
    }
  }
  return { seen, gaps };
}

function sidesOf({ fresh }: FreshFile): Record<Side, Set<number>> {
  return { RIGHT: new Set(fresh.RIGHT), LEFT: new Set(fresh.LEFT) };
}

function shownFile(path: string, lines: readonly { side: Side; line: number }[]): ShownFile {
  const of = (wanted: Side) => rangesOf(lines.flatMap(({ side, line }) => (side === wanted ? [line] : [])));
  return { path, right: of('RIGHT'), left: of('LEFT') };
}

/**
 * The gaps at another head, which a push has made since: a line is reviewed there when the earlier diff has changed it in
 * the same way and it was reviewed in that.
 */
export function gapsAt(
  diffs: readonly FileDiff[],
  looked: { diffs: readonly FileDiff[]; seen: readonly ShownFile[] },
): Gap[] {
  const seen = seenLines(looked.seen);
  return changedSince(looked.diffs, diffs, seen)
    .filter(({ diff }) => isReviewable(diff))
    .map(({ diff, fresh }) => {
      const changed = changedLines(diff).length;
      return { path: diff.path, changed, seen: changed - fresh.RIGHT.length - fresh.LEFT.length };
    });
}
