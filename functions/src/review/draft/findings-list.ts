/**
 * The findings of a walkthrough, the gravest first: a line for each that stands on the diff, with its comment behind a
 * link, and each of the others with all that is to say of it, folded.
 */
import { SEVERITIES } from '../../model/reviews.ts';
import type { PlacedFinding } from '../place/place-findings.ts';
import { draftEntry, headingOf, kindOf, type Redact } from './comments.ts';
import type { Section } from './fit-sections.ts';
import { linked, type ReviewLinks } from './links.ts';
import { codeSpan, oneLineHtml } from './safe-markdown.ts';
import type { NamedFinding, WalkthroughInput } from './walkthrough-input.ts';

/** The gravest first, the surest of them first. */
export function byGravity({ placed: a }: NamedFinding, { placed: b }: NamedFinding): number {
  const rank = ({ finding }: PlacedFinding) => SEVERITIES.indexOf(finding.severity);
  return rank(a) - rank(b) || b.finding.confidence - a.finding.confidence;
}

export function findingsList({ findings, links, posted }: WalkthroughInput, redact: Redact): Section[] {
  const sorted = [...findings].sort(byGravity);
  const inline = sorted.filter(({ placed }) => placed.label === 'inline');
  const outside = sorted.filter(({ placed }) => placed.label === 'outside_diff');
  const line = (one: NamedFinding) => {
    const before = posted.has(one.fingerprint) ? ' (posted before)' : '';
    return `- ${headingOf(one.placed, redact)} — ${placeOf(one, links, redact)}${before}`;
  };
  return [
    {
      head: inline.length === 0 ? '' : '### Findings',
      entries: inline.map(line),
      worth: 9,
      noun: 'findings on the diff',
    },
    {
      head: outside.length === 0 ? '' : '### Outside the diff',
      entries: outside.map((one) => folded(one, links, redact)),
      separator: '\n\n',
      worth: 8,
      noun: 'findings outside the diff',
    },
  ];
}

function placeOf({ placed, fingerprint }: NamedFinding, links: ReviewLinks, redact: Redact): string {
  const { path, line_start: start, line_end: end } = placed;
  const lines = start === end ? String(start) : `${start}-${end}`;
  return linked(codeSpan(`${redact(path)}:${lines}`), links.comments.get(fingerprint));
}

function folded({ placed, fingerprint }: NamedFinding, links: ReviewLinks, redact: Redact): string {
  const { finding, path, line_start: start, line_end: end } = placed;
  const where = finding.quote === '' ? '' : start === end ? `, line ${start}` : `, lines ${start}-${end}`;
  const { title, rule } = finding;
  const name = [title, ...(rule === null ? [] : [`(${codeSpan(rule)})`])].join(' ');
  return [
    `<details>\n<summary><b>${kindOf(finding)}</b> · ${oneLineHtml(redact(name))} · ${oneLineHtml(codeSpan(redact(path)))}${where}</summary>`,
    draftEntry(placed, fingerprint, redact, links),
    '</details>',
  ].join('\n\n');
}
