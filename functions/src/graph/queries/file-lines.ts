/** Lines of one file, from the pieces that its text is kept in. */
import type { GraphPort, GraphRow } from '../../ports.ts';
import { numberAt, textAt } from '../row-values.ts';

/** Lines `from` to `to` of a file that has them; who may read the file is the caller's to know. */
export async function linesOfFile(graph: GraphPort, fileKey: string, from: number, to: number): Promise<string[]> {
  // A piece that begins in the middle of a long line begins with that line's number, as do all before it of that line.
  const pieces = await graph.read(
    `MATCH (c:Chunk) WHERE c.file_key = $file_key AND c.start_line <= $from
     WITH max(c.start_line) AS first
     MATCH (c:Chunk) WHERE c.file_key = $file_key AND c.start_line >= first AND c.start_line <= $to
     RETURN first, c.text AS text ORDER BY c.seq`,
    { file_key: fileKey, from, to },
  );
  return cutLines(pieces, from, to);
}

/** Lines of pieces with the columns `first` (the line that the first of them begins with) and `text`, in their order. */
export function cutLines(pieces: readonly GraphRow[], from: number, to: number): string[] {
  const first = pieces[0] === undefined ? from : numberAt(pieces[0], 'first');
  const lines = pieces.map((piece) => textAt(piece, 'text')).join('');
  return lines
    .split('\n')
    .slice(from - first, to - first + 1)
    .map((line) => line.replace(/\r$/, ''));
}
