/**
 * What is new since the last review: the diff of two diffs. Comparing the two heads would count everything that the
 * target branch gained in between as the author's work after a rebase; comparing what each push changes against its own
 * base does not, and a rebase that changes nothing of the author's work is seen as that.
 *
 *     reviewed: base₁ → head₁   +a +b        now: base₂ → head₂   +a +b +c      fresh: the line of +c
 */
import type { FileDiff } from './diff-trees.ts';
import type { Hunk } from './hunks.ts';
import { diffLines } from './line-diff.ts';

export interface FreshFile {
  diff: FileDiff;
  /** Hunks that hold something new. */
  hunks: Hunk[];
  /** Changed lines that the earlier diff did not have: added ones by their number at head, removed ones at the base. */
  fresh: { RIGHT: number[]; LEFT: number[] };
}

/** `before` is the diff that was reviewed last. Files in which nothing is new are left out; a rebase alone leaves none. */
export function changedSince(before: readonly FileDiff[], after: readonly FileDiff[]): FreshFile[] {
  const earlier = new Map(before.map((diff) => [diff.path, diff]));
  return after.flatMap((diff) => {
    const reviewed =
      earlier.get(diff.path) ?? before.find(({ oldPath }) => oldPath !== null && oldPath === diff.oldPath);
    if (reviewed === undefined) return [wholeFile(diff)];
    if (reviewed.oldOid === diff.oldOid && reviewed.newOid === diff.newOid) return [];
    // What was not read can only be compared as a whole.
    if (reviewed.unread !== null || diff.unread !== null)
      return reviewed.newOid === diff.newOid ? [] : [wholeFile(diff)];
    const fresh = freshLines(reviewed, diff);
    return fresh.RIGHT.length + fresh.LEFT.length === 0 ? [] : [{ diff, fresh, hunks: hunksWith(diff.hunks, fresh) }];
  });
}

function wholeFile(diff: FileDiff): FreshFile {
  const changes = changesOf(diff);
  return {
    diff,
    hunks: diff.hunks,
    fresh: {
      RIGHT: changes.flatMap(({ side, line }) => (side === 'RIGHT' ? [line] : [])),
      LEFT: changes.flatMap(({ side, line }) => (side === 'LEFT' ? [line] : [])),
    },
  };
}

interface ChangedLine {
  side: 'LEFT' | 'RIGHT';
  line: number;
  /** `+text` or `-text`. */
  text: string;
}

function changesOf({ hunks }: FileDiff): ChangedLine[] {
  return hunks.flatMap(({ lines }) =>
    lines.flatMap(({ kind, old, new: now, text }): ChangedLine[] => {
      if (kind === 'added' && now !== null) return [{ side: 'RIGHT', line: now, text: `+${text}` }];
      if (kind === 'removed' && old !== null) return [{ side: 'LEFT', line: old, text: `-${text}` }];
      return [];
    }),
  );
}

function freshLines(reviewed: FileDiff, diff: FileDiff): FreshFile['fresh'] {
  const now = changesOf(diff);
  const textsOf = (changes: ChangedLine[]) => changes.map(({ text }) => text);
  const { added } = diffLines(textsOf(changesOf(reviewed)), textsOf(now));
  const fresh: FreshFile['fresh'] = { RIGHT: [], LEFT: [] };
  now.forEach(({ side, line }, at) => {
    if (added[at] === 1) fresh[side].push(line);
  });
  return fresh;
}

function hunksWith(hunks: Hunk[], fresh: FreshFile['fresh']): Hunk[] {
  const [right, left] = [new Set(fresh.RIGHT), new Set(fresh.LEFT)];
  return hunks.filter(({ lines }) =>
    lines.some(
      ({ kind, old, new: now }) =>
        (kind === 'added' && now !== null && right.has(now)) || (kind === 'removed' && old !== null && left.has(old)),
    ),
  );
}
