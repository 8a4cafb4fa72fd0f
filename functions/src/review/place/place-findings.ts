/**
 * Every finding gets a label, and none gets lost: `inline` with lines that the platform takes a comment on, `outside_diff`
 * for the walkthrough, `dropped` with the reason. A platform refuses a whole review for one comment it cannot place, so
 * nothing is inline that is not in a hunk of the diff.
 *
 *     { label: 'inline', path: 'src/cart.py', side: 'RIGHT', line_start: 11, line_end: 12, hunk: 0, committable: true, … }
 */
import type { SourcedFinding } from '../../model/findings.ts';
import { CONFIDENCE_THRESHOLD } from '../../model/reviews.ts';
import { citationsIn, hasWord } from './citations.ts';
import type { FileDiff } from '../diff/diff-trees.ts';
import { shownPart, touchesChange, type LineRange, type Side } from '../diff/hunk-lines.ts';
import { changedTexts, locateFinding, type ChangedTexts } from './locate-finding.ts';
import { findQuote, indexText } from './quotes.ts';
import { checkSuggestion, type SyntaxErrorsOf } from './suggestions.ts';

export interface PlacedFinding {
  /** As it was given; its quote is never changed. */
  finding: SourcedFinding;
  label: 'inline' | 'outside_diff' | 'dropped';
  /** Why it is not inline, or where it was moved from; null when it stands where it said. */
  reason: string | null;
  path: string;
  side: Side;
  /** Of the file on that side. An inline one's are within one hunk. */
  line_start: number;
  line_end: number;
  hunk: number | null;
  /** Those lines. */
  snippet: string;
  /** The suggestion with the file's indentation; null for none. */
  suggestion: string | null;
  /** It can be offered for committing: it replaces exactly the comment's lines, and the file still parses. */
  committable: boolean;
  /** Calls and paths in its text that are in neither the repository nor the change. */
  unverified: string[];
  /** Of the symbol around its lines (symbols-around.ts); null in a file that the graph does not have. Dropped ones have none. */
  symbol_id?: string | null;
  /** Who else found it, of those whose findings were merged into it (merge-findings.ts). */
  also?: readonly FoundBy[];
}

export type FoundBy = Pick<SourcedFinding, 'source' | 'rule'>;

export interface PlaceRequest {
  findings: readonly SourcedFinding[];
  /** Of the whole pull request, also in an incremental review. */
  diffs: readonly FileDiff[];
  /** Text at head of a file that did not change; undefined when there is none. */
  readHead(path: string): Promise<string | undefined>;
  /** Whether a path is in the tree at head, as a whole or as the end of one. */
  hasPath(path: string): boolean;
  /** Why a file is no part of reviews, changed or not; undefined for one that is. */
  reasonNotReviewed?(path: string): string | undefined;
  /** Which of the names the graph knows (knownNames). */
  knownNames(names: readonly string[]): Promise<ReadonlySet<string>>;
  syntaxErrorsOf: SyntaxErrorsOf;
}

/** In the order of the findings. Failures: those of the functions given. */
export async function placeFindings(request: PlaceRequest): Promise<PlacedFinding[]> {
  const texts = changedTexts(request.diffs);
  const placed: PlacedFinding[] = [];
  for (const finding of request.findings) {
    const one = await placeFinding(finding, texts, request);
    placed.push(one.label === 'dropped' ? one : await verified(one, texts, request));
  }
  return placed;
}

const LONGEST_RANGE = 20;

async function placeFinding(
  finding: SourcedFinding,
  texts: ChangedTexts,
  request: PlaceRequest,
): Promise<PlacedFinding> {
  if (finding.confidence < CONFIDENCE_THRESHOLD) return dropped(finding, `confidence below ${CONFIDENCE_THRESHOLD}`);
  const path = pathOf(finding.path, texts, request);
  const diff = texts.diffOf(path);
  const unseen = diff === undefined ? null : reasonUnseen(diff, request);
  if (diff !== undefined && unseen !== null) return notReviewed(finding, diff.path, unseen);
  if (finding.quote.trim() === '') return withoutQuote(finding, path, diff, texts, request);
  const location = locateFinding(finding, diff, texts);
  if (location.found === 'here') {
    const { diff: real, side, range, moved } = location;
    const hidden = reasonUnseen(real, request);
    if (hidden !== null) return notReviewed(finding, real.path, hidden);
    const stated = moved === null ? statedRange(finding, range) : range;
    const note = moved === 'file' ? `its quote stands in ${real.path}, not in ${finding.path}` : null;
    return inDiff(finding, { diff: real, side, match: range, anchor: stated, note, texts }, request);
  }
  if (location.found === 'ambiguous') {
    const reason = `its quote stands in ${location.count} places, and nothing tells which is meant`;
    return request.hasPath(path) || diff !== undefined ? outside(finding, path, reason) : dropped(finding, reason);
  }
  if (location.found === 'in part') {
    return outside(finding, path, 'its quote leaves something out, and is not to be found near the stated lines');
  }
  return diff === undefined
    ? inUnchangedFile(finding, path, request)
    : dropped(finding, 'its quote is not in the file');
}

/**
 * `b/src/a.ts`, `./src/a.ts`, `src\a.ts`, `src/a.ts:12` and `shop/src/A.ts` mean `src/a.ts` when that is what there is: the
 * last two only a changed file, and the only one that they can mean.
 */
function pathOf(path: string, texts: ChangedTexts, { hasPath, diffs }: PlaceRequest): string {
  const exists = (each: string) => texts.diffOf(each) !== undefined || hasPath(each);
  const plain = path
    .trim()
    .replace(/^[`'"<]+|[`'">]+$/g, '')
    .replace(/(?::\d+(?:[-:]\d+)*|#L?\d+(?:-L?\d+)?)$/, '')
    .replaceAll('\\', '/');
  const variants = [path, plain, plain.replace(/^\.?\//, ''), plain.replace(/^[ab]\//, '')];
  const found = variants.find(exists);
  if (found !== undefined) return found;
  const isMeant = (each: string) => `/${plain.toLowerCase()}`.endsWith(`/${each.toLowerCase()}`);
  const [only, ...others] = diffs.filter((diff) => isMeant(diff.path));
  return only !== undefined && others.length === 0 ? only.path : path;
}

/** Why a changed file is no part of this review; null for one that is. */
function reasonUnseen(diff: FileDiff, { reasonNotReviewed }: PlaceRequest): string | null {
  return diff.unread ?? reasonNotReviewed?.(diff.path) ?? (diff.kind === 'submodule' ? 'submodule' : null);
}

/** Of a file that nobody reads here, nobody can say what is in it. */
function notReviewed(finding: SourcedFinding, path: string, why: string): PlacedFinding {
  return { ...dropped(finding, `${path} is not reviewed (${why})`), path };
}

async function inUnchangedFile(
  finding: SourcedFinding,
  path: string,
  { hasPath, readHead, reasonNotReviewed }: PlaceRequest,
): Promise<PlacedFinding> {
  if (!hasPath(path)) return dropped(finding, `there is no file ${path}`);
  const why = reasonNotReviewed?.(path);
  if (why !== undefined) return notReviewed(finding, path, why);
  const text = await readHead(path);
  if (text === undefined) return dropped(finding, `${path} could not be read: no text, or too large`);
  const ranges = findQuote(indexText(text), finding.quote, finding.line_start);
  if (ranges.length === 0) return dropped(finding, 'its quote is not in the file');
  const range = nearest(ranges, finding.line_start);
  const snippet = text
    .split('\n')
    .slice(range.start - 1, range.end)
    .join('\n');
  return { ...outside(finding, path, 'the file is not changed by the pull request', range), side: 'RIGHT', snippet };
}

function nearest(ranges: LineRange[], line: number): LineRange {
  const [first, ...rest] = ranges;
  if (first === undefined) throw new Error('there is at least one range');
  return rest.reduce(
    (best, range) => (Math.abs(range.start - line) < Math.abs(best.start - line) ? range : best),
    first,
  );
}

/** The stated lines when they hold the quote and little more: what the suggestion replaces, and what the comment is about. */
function statedRange({ line_start: start, line_end: end }: SourcedFinding, match: LineRange): LineRange {
  const holds = start <= match.start && end >= match.end;
  return holds && end - start <= match.end - match.start + LONGEST_RANGE ? { start, end } : match;
}

/** A linter's lines are right by themselves; a model without a quote means the file. */
function withoutQuote(
  finding: SourcedFinding,
  path: string,
  diff: FileDiff | undefined,
  texts: ChangedTexts,
  request: PlaceRequest,
): Promise<PlacedFinding> | PlacedFinding {
  if (diff === undefined && !request.hasPath(path)) return dropped(finding, `there is no file ${path}`);
  if (finding.source === 'agent') return outside(finding, path, 'about the file as a whole');
  const range = { start: finding.line_start, end: Math.max(finding.line_start, finding.line_end) };
  if (diff === undefined) return outside(finding, path, 'the file is not changed by the pull request', range);
  return inDiff(finding, { diff, side: finding.side, match: range, anchor: range, note: null, texts }, request);
}

interface InDiff {
  diff: FileDiff;
  side: Side;
  /** Lines of the quote. */
  match: LineRange;
  /** Lines that are meant. */
  anchor: LineRange;
  note: string | null;
  texts: ChangedTexts;
}

async function inDiff(finding: SourcedFinding, at: InDiff, request: PlaceRequest): Promise<PlacedFinding> {
  const { diff, side, match, texts } = at;
  const lines = texts.textOf(diff, side)?.lines ?? [];
  const anchor = at.anchor.end <= lines.length ? at.anchor : match;
  const snippetOf = ({ start, end }: LineRange) => lines.slice(start - 1, end).join('\n');
  const path = side === 'LEFT' ? (diff.oldPath ?? diff.path) : diff.path;
  if (finding.source !== 'agent' && !touchesChange(diff.hunks, side, anchor)) {
    return { ...dropped(finding, 'not on a line that the pull request changes'), path, ...linesOf(anchor) };
  }
  const shown = shownPart(diff.hunks, side, anchor) ?? shownPart(diff.hunks, side, match);
  if (shown === undefined) {
    const reason = diff.hunks.length === 0 ? 'the file has no readable diff' : 'its lines are not in the diff';
    return { ...outside(finding, path, reason, anchor), side, snippet: snippetOf(anchor) };
  }
  // The platform knows a file by its path at head, on both sides.
  const placed: PlacedFinding = {
    ...outside(finding, diff.path, at.note ?? '', shown.part),
    label: 'inline',
    reason: at.note,
    side,
    hunk: shown.hunk,
    snippet: snippetOf(shown.part),
  };
  return withSuggestion(placed, { ...at, anchor }, shown.part, request);
}

/** The placed finding with its suggestion as it would be committed, where that replaces exactly the shown lines. */
async function withSuggestion(
  placed: PlacedFinding,
  { diff, side, match, anchor, note }: InDiff,
  part: LineRange,
  request: PlaceRequest,
): Promise<PlacedFinding> {
  const { quote, suggestion, line_start: start, line_end: end } = placed.finding;
  // The suggestion replaces the stated lines: they are known when the quote is within them, or is as many lines elsewhere.
  const certain = sameRange(anchor, { start, end }) || end - start === match.end - match.start;
  if (suggestion === null || side === 'LEFT' || !sameRange(part, anchor) || !certain || note !== null) return placed;
  const checked = await checkSuggestion({
    path: diff.path,
    suggestion,
    quote,
    stated: start,
    text: diff.newText ?? '',
    range: part,
    syntaxErrorsOf: request.syntaxErrorsOf,
  });
  return { ...placed, suggestion: checked.text, committable: checked.committable };
}

/** Drops what is about code that does not exist, and marks what mentions such code. */
async function verified(placed: PlacedFinding, texts: ChangedTexts, request: PlaceRequest): Promise<PlacedFinding> {
  const { finding } = placed;
  if (finding.source !== 'agent') return placed;
  const cited = citationsIn(`${finding.title}\n${finding.description}`);
  const paths = cited.paths.filter((path) => texts.diffOf(path) === undefined && !request.hasPath(path));
  const near = [
    finding.quote,
    finding.suggestion ?? '',
    ...texts.all.flatMap(({ oldText, newText }) => [oldText ?? '', newText ?? '']),
  ];
  const unseen = cited.names.filter((name) => !near.some((text) => hasWord(text, name)));
  const known = unseen.length === 0 ? new Set<string>() : await request.knownNames(unseen);
  const unverified = [...paths, ...unseen.filter((name) => !known.has(name))];
  const inTitle = citationsIn(finding.title);
  const invented = unverified.find((one) => inTitle.names.includes(one) || inTitle.paths.includes(one));
  if (invented === undefined) return { ...placed, unverified };
  return { ...dropped(finding, `it is about ${invented}, which is not in the repository`), unverified };
}

function outside(finding: SourcedFinding, path: string, reason: string, range?: LineRange): PlacedFinding {
  return {
    finding,
    label: 'outside_diff',
    reason,
    path,
    side: finding.side,
    ...linesOf(range ?? { start: finding.line_start, end: Math.max(finding.line_start, finding.line_end) }),
    hunk: null,
    snippet: finding.quote,
    suggestion: finding.suggestion,
    committable: false,
    unverified: [],
  };
}

function dropped(finding: SourcedFinding, reason: string): PlacedFinding {
  return { ...outside(finding, finding.path, reason), label: 'dropped' };
}

function linesOf({ start, end }: LineRange): { line_start: number; line_end: number } {
  return { line_start: start, line_end: end };
}

function sameRange(a: LineRange, b: LineRange): boolean {
  return a.start === b.start && a.end === b.end;
}
