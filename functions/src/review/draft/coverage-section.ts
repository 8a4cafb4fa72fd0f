/** What was looked at and what was not: the sum in one line, what is missing by name, and all the rest folded. */
import { counted } from './counted.ts';
import type { Redact } from './comments.ts';
import type { CoverageLedger } from './coverage-ledger.ts';
import type { Section } from './fit-sections.ts';
import { codeSpan, oneLine } from './safe-markdown.ts';
import type { WalkthroughInput } from './walkthrough-input.ts';

export function coverageSections({ run, ledger, lintNotes }: WalkthroughInput, redact: Redact): Section[] {
  const { reviewed, skipped, partly_shown: partly, not_shown: open } = ledger;
  const sum = [
    `${reviewed.length} of ${counted(ledger.files_changed, 'changed file')} reviewed, ${skipped.length} skipped`,
  ];
  if (ledger.unchanged_since > 0)
    sum.push(`${counted(ledger.unchanged_since, 'file')} without anything new since the last review`);
  const list = (paths: string[]) => paths.map((path) => `- ${path}`);
  return [
    { head: `### Coverage\n\n${sum.join('; ')}.`, entries: [], worth: 10, noun: '' },
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
      head: `<details>\n<summary>How it was looked at</summary>\n\n${howLooked(ledger, lintNotes, redact)}${skipped.length === 0 ? '' : '\n\nNot reviewed:'}`,
      entries: list(byReason(skipped, redact)),
      foot: '</details>',
      worth: 5,
      noun: 'lines of files not reviewed',
    },
  ];
}

function howLooked(ledger: CoverageLedger, lintNotes: readonly string[], redact: Redact): string {
  const { context, findings, usage } = ledger;
  const lines: string[] = [];
  if (context.items > 0) {
    lines.push(
      `${counted(context.items, 'piece')} of surrounding code from the graph (about ${context.tokens} tokens), ${context.left_out} left out`,
    );
  }
  lines.push(...[...lintNotes, ...context.remarks].map((remark) => oneLine(redact(remark))));
  for (const { reason, count: number } of findings.dropped)
    lines.push(`${counted(number, 'finding')} dropped: ${oneLine(redact(reason))}`);
  if (findings.merged > 0) lines.push(`${counted(findings.merged, 'finding')} merged into others that say the same`);
  const tokens = `${usage.prompt_tokens} + ${usage.completion_tokens} tokens`;
  lines.push(
    usage.model === null
      ? 'No model was asked'
      : `${codeSpan(redact(usage.model))}, ${counted(usage.tool_rounds, 'tool round')}, ${tokens}`,
  );
  return lines.map((line) => `- ${line}`).join('\n');
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
