/**
 * The one comment that sums a review up and is edited in place by the next: what the change does, its files, what is good,
 * findings without a line in the diff, the calls around the change, and what was and was not looked at.
 */
import { callDiagram, type DiagramCall } from '../context/call-diagram.ts';
import { counted } from './counted.ts';
import type { CoverageLedger, FileCoverage } from './coverage-ledger.ts';
import type { FileDiff } from '../diff/diff-trees.ts';
import { draftEntry, type Redact } from './comments.ts';
import { fitSections, type Section } from './fit-sections.ts';
import { WALKTHROUGH_MARKER } from './markers.ts';
import type { PlacedFinding } from '../place/place-findings.ts';
import { cell, codeSpan, cutMarkdown, fence, neutralise, oneLine } from './safe-markdown.ts';

export interface WalkthroughInput {
  run: { number: number; command: 'review' | 'full_review' | 'lint'; mode: 'normal' | 'deep' };
  headCommit: string;
  baseCommit: string;
  /** The model's words; null when none was asked. */
  summary: string | null;
  positiveFindings: readonly string[];
  diffs: readonly FileDiff[];
  findings: readonly PlacedFinding[];
  calls: readonly DiagramCall[];
  ledger: CoverageLedger;
  coverage: FileCoverage;
  /** What readers have to know before anything else: that the head moved meanwhile. */
  notes: readonly string[];
  /** What each linter has read and found, a sentence each. */
  lintNotes: readonly string[];
}

/** The platform's limit is 65,536 characters. */
const LONGEST_TEXT = 65_000;
const LONGEST_SUMMARY = 6_000;

export function draftWalkthrough(input: WalkthroughInput, redact: Redact): string {
  const sections = [
    opening(input, redact),
    fileTable(input, redact),
    positives(input, redact),
    outsideDiff(input, redact),
    diagram(input, redact),
    ...coverage(input, redact),
  ];
  return fitSections(sections, LONGEST_TEXT);
}

const COMMANDS = { review: 'Review', full_review: 'Full review', lint: 'Lint run' } as const;

function opening({ run, headCommit, baseCommit, summary, ledger, notes }: WalkthroughInput, redact: Redact): Section {
  const { inline, outside_diff: outside, posted_before: before } = ledger.findings;
  const found =
    inline + outside === 0
      ? noneFound(ledger)
      : `${counted(inline, 'comment')} on the diff${outside === 0 ? '' : `, ${outside} outside of it`}`;
  const lines = [
    WALKTHROUGH_MARKER,
    `## ${COMMANDS[run.command]} ${run.number} of ${codeSpan(headCommit.slice(0, 12))}`,
    `${found}${before === 0 ? '' : `; ${before} more already posted`}. Compared with ${codeSpan(baseCommit.slice(0, 12))}, ${run.mode} mode.`,
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
function noneFound({ incomplete }: CoverageLedger): string {
  return incomplete.length > 0 ? 'No finding so far' : 'No findings';
}

function fileTable(input: WalkthroughInput, redact: Redact): Section {
  const { diffs, findings } = input;
  const resultOf = fileResults(input);
  const counts = new Map<string, number>();
  for (const { label, path } of findings) if (label !== 'dropped') counts.set(path, (counts.get(path) ?? 0) + 1);
  const rows = diffs.map((diff) => {
    const from = diff.status === 'renamed' && diff.oldPath !== null ? ` from ${codeSpan(redact(diff.oldPath))}` : '';
    const cells = [
      `${codeSpan(redact(diff.path))}${from}`,
      diff.status,
      // Of what was not read nobody has counted the lines: `+0 -0` would say that there are none.
      diff.unread === null ? `+${diff.additions} -${diff.deletions}` : '',
      resultOf(diff.path, counts.get(diff.path) ?? 0),
    ];
    return `| ${cells.map(cell).join(' | ')} |`;
  });
  return {
    head: `### Changed files\n\n| File | Change | Lines | Findings |\n|---|---|---|---|`,
    entries: rows,
    worth: 4,
    noun: 'changed files',
  };
}

/** What the table says of a file with so many findings: of what nobody has looked at, that above all. */
function fileResults({
  run,
  coverage: { linted: read },
  ledger,
}: WalkthroughInput): (path: string, count: number) => string {
  const skipped = new Map(ledger.skipped.map(({ path, reason }) => [path, reason]));
  const partly = new Map(ledger.partly_shown.map((file) => [file.path, file]));
  const open = new Set(ledger.not_shown);
  const linted = new Set(read);
  return (path, count) => {
    const reason = skipped.get(path);
    if (reason !== undefined) return `not reviewed: ${reason}`;
    const part = partly.get(path);
    if (part !== undefined) return `${count}; ${part.shown_lines} of ${counted(part.lines, 'changed line')} looked at`;
    if (!open.has(path)) return String(count);
    if (run.command === 'lint') return 'not linted';
    const instead = linted.has(path) ? 'linters only' : 'not looked at';
    return count === 0 && !linted.has(path) ? instead : `${count}; ${instead}`;
  };
}

function positives({ positiveFindings }: WalkthroughInput, redact: Redact): Section {
  const entries = positiveFindings.map((text) => `- ${oneLine(redact(text))}`);
  return { head: entries.length === 0 ? '' : '### Done well', entries, worth: 3, noun: 'positive findings' };
}

function outsideDiff({ findings }: WalkthroughInput, redact: Redact): Section {
  const entries = findings.filter(({ label }) => label === 'outside_diff').map((each) => draftEntry(each, redact));
  const head = entries.length === 0 ? '' : '### Outside the diff';
  return { head, entries, separator: '\n\n', worth: 8, noun: 'findings outside the diff' };
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

function coverage({ run, ledger, lintNotes }: WalkthroughInput, redact: Redact): Section[] {
  const { reviewed, skipped, partly_shown: partly, not_shown: open, context, findings, usage } = ledger;
  const lines = [
    `- ${reviewed.length} of ${counted(ledger.files_changed, 'changed file')} reviewed, ${skipped.length} skipped`,
  ];
  if (ledger.unchanged_since > 0)
    lines.push(`- ${counted(ledger.unchanged_since, 'file')} without anything new since the last review`);
  if (context.items > 0) {
    lines.push(
      `- ${counted(context.items, 'piece')} of surrounding code from the graph (about ${context.tokens} tokens), ${context.left_out} left out`,
    );
  }
  lines.push(...[...lintNotes, ...context.remarks].map((remark) => `- ${oneLine(redact(remark))}`));
  for (const { reason, count: number } of findings.dropped)
    lines.push(`- ${counted(number, 'finding')} dropped: ${oneLine(redact(reason))}`);
  if (findings.merged > 0) lines.push(`- ${counted(findings.merged, 'finding')} merged into others that say the same`);
  const tokens = `${usage.prompt_tokens} + ${usage.completion_tokens} tokens`;
  lines.push(
    usage.model === null
      ? '- No model was asked'
      : `- ${codeSpan(redact(usage.model))}, ${counted(usage.tool_rounds, 'tool round')}, ${tokens}`,
  );
  const list = (paths: string[]) => paths.map((path) => `- ${path}`);
  return [
    { head: `### Coverage\n\n${lines.join('\n')}`, entries: [], worth: 10, noun: '' },
    {
      head: partly.length === 0 ? '' : 'Looked at in part:',
      entries: list(
        partly.map(
          ({ path, lines: all, shown_lines: shown }) =>
            `${codeSpan(redact(path))}: ${shown} of ${counted(all, 'changed line')}`,
        ),
      ),
      worth: 6,
      noun: 'files looked at in part',
    },
    {
      head: open.length === 0 ? '' : `${run.command === 'lint' ? 'Not linted' : 'Not looked at'}:`,
      entries: list(inLines(open.map((path) => codeSpan(redact(path))))),
      worth: 6,
      noun: 'lines of files not looked at',
    },
    {
      head: skipped.length === 0 ? '' : 'Not reviewed:',
      entries: list(byReason(skipped, redact)),
      worth: 5,
      noun: 'lines of files not reviewed',
    },
  ];
}

/** Names in one line: the table has them with their reasons already, a line each. */
const NAMES_IN_LINE = 20;

function inLines(names: readonly string[]): string[] {
  return Array.from({ length: Math.ceil(names.length / NAMES_IN_LINE) }, (_, part) =>
    names.slice(part * NAMES_IN_LINE, (part + 1) * NAMES_IN_LINE).join(', '),
  );
}

/** `unsupported language (2): a.md, b.md`, what most files share first. */
function byReason(skipped: CoverageLedger['skipped'], redact: Redact): string[] {
  const groups = Map.groupBy(skipped, ({ reason }) => reason);
  return [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .flatMap(([reason, files]) =>
      inLines(files.map(({ path }) => codeSpan(redact(path)))).map((names, part) => {
        const what = part === 0 ? `${oneLine(redact(reason))} (${files.length})` : 'and';
        return `${what}: ${names}`;
      }),
    );
}
