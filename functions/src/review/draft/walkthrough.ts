/**
 * The one comment that sums a review up and is edited in place by the next: a verdict, the findings with their links, the
 * files by folder, the calls around the change, what was and was not looked at, and how to ask for more. What few people
 * read is folded, and nothing is said twice.
 */
import { SEVERITIES } from '../../model/reviews.ts';
import { callDiagram } from '../context/call-diagram.ts';
import { counted } from './counted.ts';
import { coverageSections } from './coverage-section.ts';
import type { Redact } from './comments.ts';
import { factsSection } from './facts-section.ts';
import { filesByFolder } from './files-by-folder.ts';
import { findingsList } from './findings-list.ts';
import { fitSections, type Section } from './fit-sections.ts';
import { linked } from './links.ts';
import { WALKTHROUGH_MARKER } from './markers.ts';
import { withoutRepeats } from './repeated-texts.ts';
import { codeSpan, cutMarkdown, fence, neutralise, oneLine } from './safe-markdown.ts';
import type { WalkthroughInput } from './walkthrough-input.ts';

/** The platform's limit is 65,536 characters. */
const LONGEST_TEXT = 65_000;
const LONGEST_SUMMARY = 6_000;

export function draftWalkthrough(input: WalkthroughInput, redact: Redact): string {
  const sections = [
    opening(input, redact),
    ...findingsList(input, redact),
    positives(input, redact),
    ...factsSection(input.facts, redact),
    filesByFolder(input, redact),
    diagram(input, redact),
    ...coverageSections(input, redact),
    closing(input),
  ];
  return fitSections(sections, LONGEST_TEXT);
}

const COMMANDS = { review: 'Review', full_review: 'Full review', lint: 'Lint run' } as const;

function opening(input: WalkthroughInput, redact: Redact): Section {
  const { run, headCommit, baseCommit, summary, ledger, links, notes } = input;
  const compared = `Compared with ${codeSpan(baseCommit.slice(0, 12))}, ${run.mode} mode.`;
  const page = links.console === null ? '' : ` ${linked('See it in the console', links.console)}.`;
  const lines = [
    WALKTHROUGH_MARKER,
    `## ${COMMANDS[run.command]} ${run.number} of ${codeSpan(headCommit.slice(0, 12))}`,
    `${verdict(input)} ${compared}${page}`,
  ];
  if (ledger.incomplete.length > 0) {
    lines.push(`**This review is incomplete:** ${ledger.incomplete.map((why) => oneLine(redact(why))).join('; ')}.`);
  }
  if (summary !== null && summary.trim() !== '')
    lines.push(neutralise(cutMarkdown(redact(summary).trim(), LONGEST_SUMMARY)));
  lines.push(...notes.map((note) => `_${oneLine(redact(note))}_`));
  return { head: lines.join('\n\n'), entries: [], worth: 10, noun: '' };
}

/** An unfinished review has not found nothing. */
function verdict({ findings, ledger }: WalkthroughInput): string {
  const { inline, outside_diff: outside, posted_before: before } = ledger.findings;
  const isPartial = ledger.incomplete.length > 0;
  const told = findings.filter(({ placed }) => placed.label !== 'dropped').map(({ placed }) => placed.finding.severity);
  if (told.length === 0) return isPartial ? '**No finding so far.**' : '**No findings.**';
  const severities = SEVERITIES.flatMap((severity) => {
    const number = told.filter((each) => each === severity).length;
    return number === 0 ? [] : [`${number} ${severity}`];
  });
  const places = [
    ...(inline === 0 ? [] : [`${counted(inline, 'comment')} on the diff`]),
    ...(outside === 0 ? [] : [`${outside} outside of it`]),
    ...(before === 0 ? [] : [`${before} more already posted`]),
  ];
  return `**${counted(told.length, 'finding')}${isPartial ? ' so far' : ''}: ${severities.join(', ')}.** ${places.join(', ')}.`;
}

function positives({ positiveFindings }: WalkthroughInput, redact: Redact): Section {
  const entries = withoutRepeats(positiveFindings).map((text) => `- ${oneLine(redact(text))}`);
  const head = entries.length === 0 ? '' : `<details>\n<summary>Done well (${entries.length})</summary>`;
  return { head, entries, foot: '</details>', worth: 3, noun: 'positive findings' };
}

function diagram({ calls }: WalkthroughInput, redact: Redact): Section {
  const text = callDiagram(calls.map(({ from, to }) => ({ from: masked(from, redact), to: masked(to, redact) })));
  const entries = text === undefined ? [] : [fence(text, 'mermaid')];
  const head = entries.length === 0 ? '' : '### Calls around the change';
  return { head, entries, worth: 2, noun: 'diagram' };
}

function masked<T extends { path: string; name: string }>(node: T, redact: Redact): T {
  return { ...node, path: redact(node.path), name: redact(node.name) };
}

/** In code marks, so that the text commands nothing by itself. */
function closing({ handle }: WalkthroughInput): Section {
  if (handle === null) return { head: '', entries: [], worth: 1, noun: '' };
  const say = (command: string) => codeSpan(`@${handle} ${command}`);
  const lines = [
    `- ${say('review')} looks at what is new since the last review`,
    `- ${say('full review')} looks at all of it again; \`deep\` behind either asks three specialists`,
    `- ${say('run lint')} asks the linters alone`,
  ];
  const head = `<details>\n<summary>How to ask for more</summary>\n\n${lines.join('\n')}`;
  return { head, entries: [], foot: '</details>', worth: 10, noun: '' };
}
