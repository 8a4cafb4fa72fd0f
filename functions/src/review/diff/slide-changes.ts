/**
 * Where a block of changed lines is shown when it could stand in several places: after `}` was added behind `}`, any of
 * the two may be called the new one. Git moves a block up and down over equal lines, joins it with others it meets, lines
 * it up with a change of the other text if it can, and else takes the place where indentation and blank lines say that a
 * unit of code begins ("indent heuristic", xdiff/xdiffi.c, weights from its authors' corpus). Hunks depend on it.
 *
 *       }                          }
 *     + }                        +
 *     +                     →    + b() {
 *     + b() {                    + }
 *       }
 */
export interface SlidingText {
  lines: readonly string[];
  /** Equal lines have equal ids. */
  ids: Int32Array;
  changed: Uint8Array;
}

interface Group {
  start: number;
  end: number;
}

/** A change slides at most this far when places are compared. */
const FURTHEST = 100;

/** Moves the marks in `text.changed`; those of the other text stay. */
export function slideChanges(text: SlidingText, other: Pick<SlidingText, 'ids' | 'changed'>): void {
  const { changed } = text;
  const group = firstGroup(changed);
  // The group of the other text that stands beside it, empty when nothing changed there.
  const beside = firstGroup(other.changed);
  for (;;) {
    if (group.end > group.start) slideGroup(text, group, other.changed, beside);
    if (!toNext(changed, group)) return;
    toNext(other.changed, beside);
  }
}

function slideGroup(text: SlidingText, group: Group, otherChanged: Uint8Array, beside: Group): void {
  let size: number;
  let highestEnd: number;
  let aligned: boolean;
  // A block that met another one has grown, and may slide further.
  do {
    size = group.end - group.start;
    aligned = false;
    while (slideUp(text, group)) toPrevious(otherChanged, beside);
    highestEnd = group.end;
    if (beside.end > beside.start) aligned = true;
    while (slideDown(text, group)) {
      toNext(otherChanged, beside);
      if (beside.end > beside.start) aligned = true;
    }
  } while (size !== group.end - group.start);
  if (group.end === highestEnd) return;
  if (aligned) {
    while (beside.end === beside.start) {
      slideUp(text, group);
      toPrevious(otherChanged, beside);
    }
    return;
  }
  const best = bestEnd(text.lines, group.end, size, highestEnd);
  while (group.end > best) {
    slideUp(text, group);
    toPrevious(otherChanged, beside);
  }
}

function firstGroup(changed: Uint8Array): Group {
  let end = 0;
  while (changed[end] === 1) end++;
  return { start: 0, end };
}

function toNext(changed: Uint8Array, group: Group): boolean {
  if (group.end === changed.length) return false;
  group.start = group.end + 1;
  group.end = group.start;
  while (changed[group.end] === 1) group.end++;
  return true;
}

function toPrevious(changed: Uint8Array, group: Group): void {
  if (group.start === 0) return;
  group.end = group.start - 1;
  group.start = group.end;
  while (changed[group.start - 1] === 1) group.start--;
}

function slideDown({ ids, changed }: SlidingText, group: Group): boolean {
  if (group.end >= ids.length || ids[group.start] !== ids[group.end]) return false;
  changed[group.start++] = 0;
  changed[group.end++] = 1;
  while (changed[group.end] === 1) group.end++;
  return true;
}

function slideUp({ ids, changed }: SlidingText, group: Group): boolean {
  if (group.start === 0 || ids[group.start - 1] !== ids[group.end - 1]) return false;
  changed[--group.start] = 1;
  changed[--group.end] = 0;
  while (changed[group.start - 1] === 1) group.start--;
  return true;
}

/** The end, from `highestEnd` to `end`, at which the block's two edges read best; the lower one of equals. */
function bestEnd(lines: readonly string[], end: number, size: number, highestEnd: number): number {
  let best = -1;
  let bestScore: Score = { indent: 0, penalty: 0 };
  for (let shifted = Math.max(highestEnd, end - size - 1, end - FURTHEST); shifted <= end; shifted++) {
    const score = sum(scoreOf(lines, shifted), scoreOf(lines, shifted - size));
    if (best === -1 || compareScores(score, bestScore) <= 0) [best, bestScore] = [shifted, score];
  }
  return best;
}

/** Of a place between two lines; lower is better. */
interface Score {
  indent: number;
  penalty: number;
}

const INDENT_WEIGHT = 60;

function sum(a: Score, b: Score): Score {
  return { indent: a.indent + b.indent, penalty: a.penalty + b.penalty };
}

function compareScores(a: Score, b: Score): number {
  return INDENT_WEIGHT * Math.sign(a.indent - b.indent) + (a.penalty - b.penalty);
}

const NO_INDENT = -1;
const MOST_INDENT = 200;
const MOST_BLANKS = 20;

function scoreOf(lines: readonly string[], place: number): Score {
  const own = place >= lines.length ? NO_INDENT : indentOf(lines[place] ?? '');
  const before = nextIndent(lines, place, -1);
  const after = nextIndent(lines, place, 1);
  const blanksAfter = own === NO_INDENT ? 1 + after.blanks : 0;
  const blanks = before.blanks + blanksAfter;
  const indent = own === NO_INDENT ? after.indent : own;
  let penalty = -30 * blanks + 6 * blanksAfter;
  if (before.indent === NO_INDENT && before.blanks === 0) penalty += 1; // at the start of the file
  if (place >= lines.length) penalty += 21;
  return { indent, penalty: penalty + penaltyOfIndent(indent, before.indent, after.indent, blanks > 0) };
}

function penaltyOfIndent(indent: number, before: number, after: number, hasBlanks: boolean): number {
  if (indent === NO_INDENT || before === NO_INDENT || indent === before) return 0;
  if (indent > before) return hasBlanks ? 10 : -4;
  if (hasBlanks) return 17;
  // Less than before and less than after is the start of a block, like `else`; otherwise it is the end of one.
  return after > indent ? 24 : 23;
}

/** Indentation of the nearest line with text in a direction, and the blank ones up to it. */
function nextIndent(lines: readonly string[], place: number, step: 1 | -1): { indent: number; blanks: number } {
  let blanks = 0;
  for (let i = place + step; i >= 0 && i < lines.length; i += step) {
    const indent = indentOf(lines[i] ?? '');
    if (indent !== NO_INDENT) return { indent, blanks };
    blanks++;
    if (blanks === MOST_BLANKS) return { indent: 0, blanks };
  }
  return { indent: NO_INDENT, blanks };
}

/** Columns of white space, a tab to the next multiple of 8; NO_INDENT for a line without text. */
function indentOf(line: string): number {
  let indent = 0;
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    if (c === ' ') indent++;
    else if (c === '\t') indent += 8 - (indent % 8);
    else if (c !== '\n' && c !== '\r') return indent;
    if (indent >= MOST_INDENT) return MOST_INDENT;
  }
  return NO_INDENT;
}
