/** What `npm run review` shows people: files, context with reasons and costs, placements, and the texts to be posted. */
import { counted } from '../../../src/review/draft/counted.ts';
import type { LocalReview } from '../../lab/review/review-run.ts';

/** A name could hold what moves the cursor or colours the screen, and texts quote such names. */
export function printable(text: string): string {
  return text.replace(
    /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function inLine(text: string): string {
  return printable(text.replaceAll('\n', '\\n'));
}

export function reviewText(review: LocalReview): string {
  return printable(linesOf(review).join('\n'));
}

function linesOf(review: LocalReview): string[] {
  const { base, head, files, skipped, lint, context, asked, placements, merged, payload, ms } = review;
  const lines = [
    `${base.slice(0, 12)}..${head.slice(0, 12)}: ${counted(files.length, 'file')} to review, ${skipped.length} skipped`,
    ...files.map(
      (file) =>
        `  ${String(file.risk).padStart(5)} ${file.status.padEnd(8)} ${inLine(file.path)} +${file.additions} -${file.deletions}, ${file.shown_hunks} of ${file.hunks} hunks shown`,
    ),
    ...skipped.map(({ path, reason }) => `   skip ${inLine(path)}: ${reason}`),
    '',
    ...lint.map(
      ({ title, files: read, found, onChangedLines, unlinted, notes }) =>
        `${title}: ${counted(read, 'file')} read, ${counted(found, 'finding')}, ${onChangedLines} on added lines${[...notes, ...unlinted.map(({ path, reason }) => `${inLine(path)}: ${reason}`)].map((note) => `; ${note}`).join('')}`,
    ),
    '',
    `Context: ${counted(context.items.length, 'item')}, ${context.tokens} tokens; ${context.left_out.count} left out (${context.left_out.tokens} tokens)`,
    ...context.remarks.map((remark) => `  ${remark}`),
    ...context.items.map(
      (item) =>
        `  ${item.score.toFixed(0).padStart(4)} ${String(item.tokens).padStart(5)} ${item.kind.padEnd(9)} ${inLine(item.title)}: ${inLine(item.reason)}`,
    ),
    '',
    review.not_asked !== null
      ? `No model looked at it: ${review.not_asked}. Findings of the linters: ${placements.length}`
      : `Findings of the linters and ${asked}: ${placements.length}, and ${merged} merged into others`,
    ...placements.map((one) => {
      const where = `${inLine(one.path)}:${one.line_start}-${one.line_end} ${one.side}`;
      const what = `${one.label.padEnd(12)} ${where}${one.committable ? ' (committable)' : ''}: ${inLine(one.title)}${one.rule === null ? '' : ` (${one.rule})`}`;
      return `  ${what}${one.reason === null ? '' : ` [${inLine(one.reason)}]`}`;
    }),
    '',
    '── walkthrough ──',
    payload.walkthrough,
  ];
  if (payload.review !== null) {
    lines.push('', '── review ──', payload.review.body);
    for (const { path, side, line, start_line: start, body } of payload.review.comments) {
      lines.push('', `── ${inLine(path)}:${start === null ? '' : `${start}-`}${line} ${side} ──`, body);
    }
  }
  const spent = Object.entries(ms).map(([step, time]) => `${step} ${time} ms`);
  return [...lines, '', spent.join(', '), ''];
}
