/**
 * Lines that a suggestion repeats from around the lines that it replaces. Models copy a little more than they replace:
 * what is common with the neighbours is taken off, and what looks like a copy of them, or like a new version of another
 * line, is no replacement of these.
 *
 *     above "  // adds one"    suggestion "  // adds one\n  const y = x + 2;"    → "  const y = x + 2;"
 */
export interface Surroundings {
  above: readonly string[];
  replaced: readonly string[];
  below: readonly string[];
}

/** Without the lines at its ends that stand there already; undefined when nothing is left. */
export function withoutNeighbours(lines: readonly string[], around: Surroundings): string[] | undefined {
  const { above, replaced, below } = around;
  const top = commonEdge(lines, above, replaced);
  const rest = lines.slice(top);
  const reversed = (of: readonly string[]) => [...of].reverse();
  const bottom = commonEdge(reversed(rest), reversed(below), reversed(replaced));
  const left = rest.slice(0, rest.length - bottom);
  const over = bottom > 0 ? 0 : blankLinesOver(reversed(left), reversed(replaced), below);
  const kept = left.slice(top > 0 ? 0 : blankLinesOver(left, replaced, reversed(above)), left.length - over);
  return kept.length === 0 ? undefined : kept;
}

/** Blank lines at the start beyond those that are replaced, as far as blank lines follow there. */
function blankLinesOver(lines: readonly string[], replaced: readonly string[], next: readonly string[]): number {
  const blanks = (of: readonly string[]) => of.findIndex((line) => line.trim() !== '');
  const [own, there, beside] = [blanks(lines), blanks(replaced), blanks(next)];
  return Math.max(0, Math.min(own - there, beside < 0 ? next.length : beside));
}

/** How many of the first lines are the last ones of `before`, and not those that they replace. */
function commonEdge(lines: readonly string[], before: readonly string[], replaced: readonly string[]): number {
  for (let count = Math.min(lines.length, before.length, LONGEST_EDGE); count > 0; count--) {
    const edge = lines.slice(0, count);
    const there = before.slice(before.length - count);
    if (edge.every((line, at) => isCopy(line, there[at] ?? '')) && !edge.every((line, at) => line === replaced[at])) {
      return count;
    }
  }
  return 0;
}

const LONGEST_EDGE = 12;

function isCopy(line: string, there: string): boolean {
  return line === there || (isSubstantial(line) && line.trim() === there.trim());
}

/** Says something by itself: no bracket, no `else`, no `return None`. */
export function isSubstantial(line: string): boolean {
  const words = line.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return (
    words.join('').length >= 8 &&
    words.length >= 2 &&
    !/^\s*(?:return|raise|throw|break|continue)\b\W*\w*\W*$/.test(line)
  );
}

const NEAR = 5;
/** Share of common words from which on a line is a version of another, and below which it is not. */
const LIKE = 0.6;
const UNLIKE = 0.34;

/** Why the lines are about their neighbours rather than what they replace; undefined when they are not. */
export function aboutNeighbours(
  lines: readonly string[],
  { above, replaced, below }: Surroundings,
): string | undefined {
  const near = [...above.slice(-NEAR), ...below.slice(0, NEAR)];
  if (
    isLikeBlock(lines, above.slice(-LONGEST_EDGE), replaced) ||
    isLikeBlock(lines, below.slice(0, LONGEST_EDGE), replaced)
  ) {
    return 'it repeats lines that stand next to it';
  }
  const own = lines.filter(isSubstantial);
  const most = (line: string, others: readonly string[]) =>
    Math.max(0, ...others.map((other) => likeness(line, other)));
  const isOther = own.length > 0 && own.every((line) => most(line, replaced) < UNLIKE);
  if (isOther && own.some((line) => most(line, near) >= LIKE)) return 'it is a version of another line';
  return undefined;
}

/** The suggestion begins or ends with most lines of a block next to it. */
function isLikeBlock(lines: readonly string[], block: readonly string[], replaced: readonly string[]): boolean {
  const there = new Set(replaced.map((line) => line.trim()));
  const copied = lines.filter((line) => isSubstantial(line) && !there.has(line.trim())).map((line) => line.trim());
  if (copied.length === 0) return false;
  const known = new Set(block.map((line) => line.trim()));
  const common = copied.filter((line) => known.has(line)).length;
  return common >= 2 && common * 2 >= copied.length;
}

/** Common words as a share of all words of both. */
function likeness(a: string, b: string): number {
  const [one, other] = [wordsOf(a), wordsOf(b)];
  const all = new Set([...one, ...other]);
  return all.size === 0 ? 0 : [...one].filter((word) => other.has(word)).length / all.size;
}

function wordsOf(line: string): Set<string> {
  return new Set(line.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu));
}
