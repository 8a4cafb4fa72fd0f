/**
 * The text of one finding: as a comment on its lines, and as an entry of the walkthrough when it has no lines there.
 *
 *     <!-- reviewgraph:finding Zl0zB8cVbTQy1fYwq0mXhA -->
 *     **High · bug** · Quantity is ignored
 *
 *     The total adds each price once, whatever the quantity.
 *
 *     ```suggestion
 *         total += item.price * item.quantity
 *     ```
 */
import { LINT_TOOLS } from '../lint/tools.ts';
import type { PlacedFinding } from '../place/place-findings.ts';
import { findingMarker } from './markers.ts';
import { codeSpan, cutMarkdown, fence, neutralise, oneLine } from './safe-markdown.ts';

/** As the platform's review call takes it; lines and side are those of the file at the path at head. */
export interface DraftComment {
  fingerprint: string;
  path: string;
  side: 'LEFT' | 'RIGHT';
  /** Last line. */
  line: number;
  /** First line; null when it is the last one too. */
  start_line: number | null;
  body: string;
}

export type Redact = (text: string) => string;

const LONGEST_DESCRIPTION = 6_000;
const LONGEST_SNIPPET = 1_200;

export function draftComment(placed: PlacedFinding, fingerprint: string, redact: Redact): DraftComment {
  const { path, side, line_start: start, line_end: end } = placed;
  const body = [findingMarker(fingerprint), heading(placed, redact), words(placed, redact), ...offer(placed, redact)];
  body.push(...sources(placed, redact));
  if (placed.reason !== null) body.push(`_Note: ${oneLine(redact(placed.reason))}._`);
  return {
    fingerprint,
    path,
    side,
    line: end,
    start_line: start === end ? null : start,
    body: body.join('\n\n'),
  };
}

/** An entry of the walkthrough, with the code it is about. */
export function draftEntry(placed: PlacedFinding, redact: Redact): string {
  const { path, line_start: start, line_end: end, snippet, reason, finding } = placed;
  const lines = finding.quote === '' ? '' : start === end ? `, line ${start}` : `, lines ${start}-${end}`;
  const code = redact(snippet).trim() === '' ? [] : [fence(cutLines(redact(snippet), LONGEST_SNIPPET))];
  const why = reason === null ? [] : [`_Not a comment on the diff: ${oneLine(redact(reason))}._`];
  return [
    `${heading(placed, redact)} (${codeSpan(redact(path))}${lines})`,
    ...code,
    words(placed, redact),
    ...proposal(placed, redact),
    ...sources(placed, redact),
    ...why,
  ].join('\n\n');
}

function heading({ finding }: PlacedFinding, redact: Redact): string {
  const { severity, category, title, rule } = finding;
  const kind = `${severity[0]?.toUpperCase() ?? ''}${severity.slice(1)} · ${category}`;
  return `**${kind}** · ${oneLine(redact(title))}${rule === null ? '' : ` (${codeSpan(redact(rule))})`}`;
}

/** Named when there is more than one. */
function sources({ finding, also = [] }: PlacedFinding, redact: Redact): string[] {
  if (also.length === 0) return [];
  const names = [finding, ...also].map(({ source, rule }) => {
    if (source === 'agent') return 'the model';
    return `the ${LINT_TOOLS[source].title}${rule === null ? '' : ` (${codeSpan(redact(rule))})`}`;
  });
  return [`_Found by ${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}._`];
}

function words({ finding, unverified }: PlacedFinding, redact: Redact): string {
  const text = neutralise(cutMarkdown(redact(finding.description).trim(), LONGEST_DESCRIPTION));
  if (unverified.length === 0) return text;
  const names = unverified.slice(0, 5).map((name) => codeSpan(redact(name)));
  return `${text}\n\n_Not found in the repository: ${names.join(', ')}._`;
}

/** A block that the platform can commit, else the code to read. */
function offer(placed: PlacedFinding, redact: Redact): string[] {
  const { suggestion, committable } = placed;
  // What was redacted must not be committed.
  if (suggestion === null || !committable || redact(suggestion) !== suggestion) return proposal(placed, redact);
  return [fence(suggestion, 'suggestion')];
}

function proposal({ suggestion }: PlacedFinding, redact: Redact): string[] {
  if (suggestion === null) return [];
  return suggestion.trim() === '' ? ['Suggested: delete these lines.'] : [`Suggested:\n\n${fence(redact(suggestion))}`];
}

function cutLines(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, text.lastIndexOf('\n', limit) > 0 ? text.lastIndexOf('\n', limit) : limit)}\n…`;
}
