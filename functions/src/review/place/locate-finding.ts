/**
 * Where a finding's quote really stands: in the stated file and side if it is there, else on the other side, else in the
 * one place of all changed files that has it. On the other side it has to be whole lines: a line that was removed often
 * begins like the one that took its place. Of several places in one file the one that the stated lines mean is taken;
 * when nothing tells them apart, none is.
 */
import type { SourcedFinding } from '../../model/findings.ts';
import type { FileDiff } from '../diff/diff-trees.ts';
import { type LineRange, touchesChange, type Side } from '../diff/hunk-lines.ts';
import { findLooseQuote, hasPartOf, isLooselyWritten } from './loose-quotes.ts';
import { findQuote, findWholeQuote, indexText, type IndexedText } from './quotes.ts';

export interface ChangedTexts {
  /** By the path at head or at the base. */
  diffOf(path: string): FileDiff | undefined;
  textOf(diff: FileDiff, side: Side): IndexedText | undefined;
  all: readonly FileDiff[];
}

export function changedTexts(diffs: readonly FileDiff[]): ChangedTexts {
  const byPath = new Map<string, FileDiff>();
  for (const diff of diffs) if (diff.oldPath !== null) byPath.set(diff.oldPath, diff);
  for (const diff of diffs) byPath.set(diff.path, diff);
  const texts = new Map<string, IndexedText>();
  return {
    all: diffs,
    diffOf: (path) => byPath.get(path),
    textOf(diff, side) {
      const text = side === 'RIGHT' ? diff.newText : diff.oldText;
      if (text === null) return undefined;
      const key = `${side} ${diff.path}`;
      const known = texts.get(key) ?? indexText(text);
      texts.set(key, known);
      return known;
    },
  };
}

export type Location =
  | { found: 'here'; diff: FileDiff; side: Side; range: LineRange; moved: 'side' | 'file' | null }
  | { found: 'ambiguous'; count: number }
  /** A part of it is in the file, though not near the stated lines. */
  | { found: 'in part' }
  | { found: 'nowhere' };

export function locateFinding(finding: SourcedFinding, diff: FileDiff | undefined, texts: ChangedTexts): Location {
  const exact = diff === undefined ? undefined : locateInFile(finding, diff, texts);
  if (exact !== undefined) return exact;
  const loose = diff === undefined ? undefined : locateLoosely(finding, diff, texts);
  if (loose?.found === 'here') return loose;
  const far = elsewhere(finding, diff, texts);
  return far.found === 'nowhere' && loose !== undefined ? loose : far;
}

function locateInFile(finding: SourcedFinding, diff: FileDiff, texts: ChangedTexts): Location | undefined {
  const other: Side = finding.side === 'RIGHT' ? 'LEFT' : 'RIGHT';
  for (const side of [finding.side, other]) {
    const text = texts.textOf(diff, side);
    const find = side === finding.side ? findQuote : findWholeQuote;
    const ranges = text === undefined ? [] : find(text, finding.quote, finding.line_start);
    // The other side counts for what differs there alone: context is the same code, and the stated side has it.
    const meant = side === finding.side ? ranges : ranges.filter((range) => touchesChange(diff.hunks, side, range));
    if (meant.length === 0) continue;
    const range = chooseRange(meant, finding, diff, side);
    if (range === undefined) return { found: 'ambiguous', count: meant.length };
    return { found: 'here', diff, side, range, moved: side === finding.side ? null : 'side' };
  }
  return undefined;
}

/** On the stated side, near the stated lines. */
function locateLoosely(finding: SourcedFinding, diff: FileDiff, texts: ChangedTexts): Location {
  const { side, quote, line_start: start, line_end: end } = finding;
  const text = texts.textOf(diff, side);
  if (text === undefined || finding.source !== 'agent') return { found: 'nowhere' };
  const range = findLooseQuote(text, quote, { start, end: Math.max(start, end) });
  if (range !== undefined) return { found: 'here', diff, side, range, moved: null };
  return isLooselyWritten(quote) && hasPartOf(text, quote) ? { found: 'in part' } : { found: 'nowhere' };
}

/** Lines that are farther from the stated ones were not meant by them. */
const NEAR = 40;

function chooseRange(ranges: LineRange[], finding: SourcedFinding, diff: FileDiff, side: Side): LineRange | undefined {
  const distance = ({ start, end }: LineRange) =>
    end < finding.line_start ? finding.line_start - end : start > finding.line_end ? start - finding.line_end : 0;
  const [nearest, second] = [...ranges].sort(
    (a, b) =>
      distance(a) - distance(b) ||
      Math.abs(a.start - finding.line_start) - Math.abs(b.start - finding.line_start) ||
      a.start - b.start,
  );
  if (nearest === undefined || second === undefined) return nearest;
  if (distance(nearest) === 0) return nearest;
  if (distance(nearest) <= NEAR && distance(nearest) < distance(second)) return nearest;
  const changed = ranges.filter((range) => touchesChange(diff.hunks, side, range));
  return changed.length === 1 ? changed[0] : undefined;
}

/** A shorter quote stands in many files by chance. */
const SHORTEST_ELSEWHERE = 12;

function elsewhere(finding: SourcedFinding, own: FileDiff | undefined, texts: ChangedTexts): Location {
  if (finding.quote.replace(/\s/g, '').length < SHORTEST_ELSEWHERE) return { found: 'nowhere' };
  const word = longestWord(finding.quote);
  for (const side of ['RIGHT', 'LEFT'] as const) {
    const find = side === finding.side ? findQuote : findWholeQuote;
    const found = texts.all.flatMap((diff) => {
      // Thousands of files may have changed: only those that can have the quote are taken apart.
      const possible = diff !== own && (side === 'RIGHT' ? diff.newText : diff.oldText)?.includes(word) === true;
      const text = possible ? texts.textOf(diff, side) : undefined;
      return text === undefined ? [] : find(text, finding.quote, finding.line_start).map((range) => ({ diff, range }));
    });
    const [only] = found;
    if (only !== undefined && found.length === 1) return { found: 'here', ...only, side, moved: 'file' };
    if (found.length > 1) return { found: 'ambiguous', count: found.length };
  }
  return { found: 'nowhere' };
}

/** White space is what models change; what stands between is in the file as it is in the quote. */
function longestWord(quote: string): string {
  const words = quote.split(/\s+/).map((word) => word.replace(/^[+-]/, ''));
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}
