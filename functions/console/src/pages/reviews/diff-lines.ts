/**
 * The lines of a diff with their colours: each side of a hunk is read as the text that it is, so that strings and comments
 * which span lines keep theirs.
 */
import type { SchemaReviewDiff } from '../../api/schema.ts';
import { highlight, type Piece } from '../../parts/highlight.ts';
import { languageOf } from '../../parts/language-of.ts';

export type DiffFile = SchemaReviewDiff['files'][number];
export type DiffLine = DiffFile['lines'][number];

/** One list of pieces for each line; none for the beginning of a hunk. */
export function colouredLines({ path, lines }: Pick<DiffFile, 'path' | 'lines'>): Piece[][] {
  const language = languageOf(path);
  const coloured: Piece[][] = lines.map(({ text }) => [{ text }]);
  if (language === '') return coloured;
  for (const hunk of hunksOf(lines)) {
    for (const left of [true, false]) {
      const side = hunk.filter((at) => lines[at]?.kind !== (left ? 'added' : 'removed'));
      const pieces = highlight(side.map((at) => lines[at]?.text ?? '').join('\n'), language);
      side.forEach((at, row) => (coloured[at] = pieces[row] ?? []));
    }
  }
  return coloured;
}

/** Places of the lines of each hunk. */
function hunksOf(lines: readonly DiffLine[]): number[][] {
  const hunks: number[][] = [];
  lines.forEach(({ kind }, at) => {
    if (kind === 'hunk' || hunks.length === 0) hunks.push([]);
    if (kind !== 'hunk') hunks.at(-1)?.push(at);
  });
  return hunks;
}
