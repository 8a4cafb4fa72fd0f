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
import { nameIn, stepsOf, type EvidenceStep } from '../../model/evidence.ts';
import { sourceTitle } from '../lint/tools.ts';
import type { PlacedFinding } from '../place/place-findings.ts';
import { findingPage, linked, NO_LINKS, type ReviewLinks } from './links.ts';
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

export function draftComment(
  placed: PlacedFinding,
  fingerprint: string,
  redact: Redact,
  links: ReviewLinks = NO_LINKS,
): DraftComment {
  const { path, side, line_start: start, line_end: end } = placed;
  const body = [findingMarker(fingerprint), headingOf(placed, redact), words(placed, redact), ...offer(placed, redact)];
  body.push(...sources(placed, redact));
  if (placed.reason !== null) body.push(`_Note: ${oneLine(redact(placed.reason))}._`);
  body.push(proof(placed, findingPage(links, fingerprint), redact));
  return {
    fingerprint,
    path,
    side,
    line: end,
    start_line: start === end ? null : start,
    body: body.join('\n\n'),
  };
}

/** An entry of the walkthrough, with the code it is about, below a heading of its own. */
export function draftEntry(placed: PlacedFinding, fingerprint: string, redact: Redact, links: ReviewLinks): string {
  const { snippet, reason } = placed;
  const code = redact(snippet).trim() === '' ? [] : [fence(cutLines(redact(snippet), LONGEST_SNIPPET))];
  const why = reason === null ? [] : [`_Not a comment on the diff: ${oneLine(redact(reason))}._`];
  return [
    ...code,
    words(placed, redact),
    ...proposal(placed, redact),
    ...sources(placed, redact),
    ...why,
    proof(placed, findingPage(links, fingerprint), redact),
  ].join('\n\n');
}

export function headingOf({ finding }: PlacedFinding, redact: Redact): string {
  const { title, rule } = finding;
  return `**${kindOf(finding)}** · ${oneLine(redact(title))}${rule === null ? '' : ` (${codeSpan(redact(rule))})`}`;
}

/** `High · bug` */
export function kindOf({ severity, category }: PlacedFinding['finding']): string {
  return `${severity[0]?.toUpperCase() ?? ''}${severity.slice(1)} · ${category}`;
}

const MOST_STEPS = 3;

/** One line: what the graph says about it, or that it says nothing. */
function proof({ finding }: PlacedFinding, page: string | null, redact: Redact): string {
  const steps = stepsOf(finding.evidence ?? []);
  const told = steps.slice(0, MOST_STEPS).map((step) => stepText(step, redact));
  if (steps.length > told.length) told.push(`and ${steps.length - told.length} more`);
  const said = told.length === 0 ? 'No graph evidence.' : `Graph: ${told.join('; ')}.`;
  return `_${said}${page === null ? '' : ` ${linked('Details', page)}`}_`;
}

const VERBS = { calls: 'calls', reaches: 'reaches', inherits: 'inherits from', imports: 'imports' } as const;

function stepText({ from, to }: EvidenceStep, redact: Redact): string {
  const [name, place] = [nameIn(from), `${from.path}:${from.line}`].map((text) => codeSpan(redact(text)));
  if (from.relation === 'not_called') return `nothing calls ${name ?? ''} (${place ?? ''})`;
  if (from.relation === 'declares' || to === null) return `${name ?? ''} stands at ${place ?? ''}`;
  return `${name ?? ''} ${VERBS[from.relation]} ${codeSpan(redact(nameIn(to)))} at ${place ?? ''}`;
}

/** Named when there is more than one. */
function sources({ finding, also = [] }: PlacedFinding, redact: Redact): string[] {
  if (also.length === 0) return [];
  const names = [finding, ...also].map(({ source, rule }) => {
    return `the ${sourceTitle(source)}${rule === null ? '' : ` (${codeSpan(redact(rule))})`}`;
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
