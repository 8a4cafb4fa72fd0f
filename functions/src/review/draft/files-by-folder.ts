/**
 * The changed files of a walkthrough: a line for each folder, behind which its files are folded, with what was found in
 * each and, of what nobody has looked at, that above all.
 *
 *     ▸ shop/ · 2 files, +12 -3 · 1 finding
 *     ▸ test/ · 1 file, +4 -0 · 1 not looked at
 */
import type { FileDiff } from '../diff/diff-trees.ts';
import type { Redact } from './comments.ts';
import { counted } from './counted.ts';
import type { Section } from './fit-sections.ts';
import { cell, codeSpan, oneLineHtml } from './safe-markdown.ts';
import type { WalkthroughInput } from './walkthrough-input.ts';

/** Lines of folders; with more of them the deepest are joined to those above. */
const MOST_FOLDERS = 20;
/** Rows behind one line. A longer list is divided, so that a text that is too long loses no more than it must. */
const MOST_ROWS = 100;

interface Row {
  diff: FileDiff;
  findings: number;
  /** What the table says of the file; see `resultsOf`. */
  result: string;
  isOpen: boolean;
}

export function filesByFolder(input: WalkthroughInput, redact: Redact): Section {
  const { diffs, findings } = input;
  const counts = new Map<string, number>();
  for (const { placed } of findings) {
    if (placed.label !== 'dropped') counts.set(placed.path, (counts.get(placed.path) ?? 0) + 1);
  }
  const resultOf = resultsOf(input);
  const rows = diffs.map((diff): Row => ({ diff, ...resultOf(diff.path, counts.get(diff.path) ?? 0) }));
  const parts = byFolder(rows).flatMap(([folder, inside]) =>
    portionsOf(inside).map((portion) => ({ rows: portion, text: block(folder, portion, inside, redact) })),
  );
  return {
    head: '### Changed files',
    entries: parts.map(({ text }) => text),
    counts: parts.map((part) => part.rows.length),
    separator: '\n\n',
    worth: 4,
    noun: 'changed files',
  };
}

/** By the path of the folder; `depth` parts of it count. */
function byFolder(rows: readonly Row[]): [folder: string, rows: Row[]][] {
  const deepest = Math.max(1, ...rows.map(({ diff }) => diff.path.split('/').length - 1));
  for (let depth = deepest; ; depth--) {
    const groups = Map.groupBy(rows, ({ diff }) => diff.path.split('/').slice(0, -1).slice(0, depth).join('/'));
    if (depth <= 1 || groups.size <= MOST_FOLDERS) return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

function portionsOf(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / MOST_ROWS);
  return Array.from({ length: count }, (_, at) => rows.slice(at * MOST_ROWS, (at + 1) * MOST_ROWS));
}

function block(folder: string, rows: readonly Row[], all: readonly Row[], redact: Redact): string {
  const name = folder === '' ? 'Top folder' : oneLineHtml(codeSpan(redact(`${folder}/`)));
  const part = rows.length === all.length ? '' : `, ${rows.length} of them here`;
  return [
    `<details>\n<summary>${name} · ${counted(all.length, 'file')}${part}, ${figures(rows)}</summary>`,
    `| File | Change | Lines | Findings |\n|---|---|---|---|\n${rows.map((row) => tableRow(row, redact)).join('\n')}`,
    '</details>',
  ].join('\n\n');
}

function figures(rows: readonly Row[]): string {
  const sum = (of: (row: Row) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const found = sum(({ findings }) => findings);
  const open = rows.filter(({ isOpen }) => isOpen).length;
  return [
    `+${sum(({ diff }) => diff.additions)} -${sum(({ diff }) => diff.deletions)}`,
    ...(found === 0 ? [] : [counted(found, 'finding')]),
    ...(open === 0 ? [] : [`${open} not looked at in full`]),
  ].join(' · ');
}

function tableRow({ diff, result }: Row, redact: Redact): string {
  const from = diff.status === 'renamed' && diff.oldPath !== null ? ` from ${codeSpan(redact(diff.oldPath))}` : '';
  const cells = [
    `${codeSpan(redact(diff.path))}${from}`,
    diff.status,
    // Of what was not read nobody has counted the lines: `+0 -0` would say that there are none.
    diff.unread === null ? `+${diff.additions} -${diff.deletions}` : '',
    result,
  ];
  return `| ${cells.map(cell).join(' | ')} |`;
}

function resultsOf({
  run,
  coverage: { linted: read },
  ledger,
}: WalkthroughInput): (path: string, count: number) => Omit<Row, 'diff'> {
  const skipped = new Map(ledger.skipped.map(({ path, reason }) => [path, reason]));
  const partly = new Map(ledger.partly_shown.map((file) => [file.path, file]));
  const open = new Set(ledger.not_shown);
  const linted = new Set(read);
  const said = (path: string, count: number): string => {
    const reason = skipped.get(path);
    if (reason !== undefined) return `not reviewed: ${reason}`;
    const part = partly.get(path);
    if (part !== undefined) return `${count}; ${part.shown_lines} of ${counted(part.lines, 'changed line')} looked at`;
    if (!open.has(path)) return String(count);
    if (run.command === 'lint') return 'not linted';
    const instead = linted.has(path) ? 'linters only' : 'not looked at';
    return count === 0 && !linted.has(path) ? instead : `${count}; ${instead}`;
  };
  return (path, count) => ({
    findings: count,
    result: said(path, count),
    isOpen: partly.has(path) || open.has(path),
  });
}
