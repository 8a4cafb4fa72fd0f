/**
 * A file's text in pieces: whole lines, at most 24 KB of UTF-8 each (an indexed text over about 32 KB aborts its
 * transaction). They serve content search and windows of lines; joined, they are the file.
 *
 * A single line that is longer than a piece goes on in the next one, which then starts at the same line number. What is
 * looked for may stand across the two, so such a piece also says how the line goes on, as far as anybody may ask.
 */
export const CHUNK_BYTES = 24_000;

/** UTF-16 units of the next piece; the longest text that is looked for has 500 characters. */
const OVERLAP = 1_000;

export interface TextChunk {
  /** 1-based number of the line that the first character belongs to. */
  startLine: number;
  text: string;
  /** What follows on the same line, in the next piece; '' where a line ends. */
  goesOn: string;
}

/** An empty text has no chunk. Line ends stay as they are. */
export function chunksOf(text: string): TextChunk[] {
  const chunks: TextChunk[] = [];
  let line = 1;
  let startLine = 1;
  let start = 0;
  let end = 0;
  let size = 0;
  const flush = () => {
    if (end > start) chunks.push({ startLine, text: text.slice(start, end), goesOn: restOfLine(text, end) });
    start = end;
    startLine = line;
    size = 0;
  };
  while (end < text.length) {
    const newline = text.indexOf('\n', end);
    const next = newline < 0 ? text.length : newline + 1;
    const bytes = Buffer.byteLength(text.slice(end, next));
    if (size > 0 && size + bytes > CHUNK_BYTES) flush();
    if (bytes > CHUNK_BYTES) {
      for (const piece of piecesOf(text.slice(end, next))) {
        end += piece.length;
        if (end < next) flush();
        else size = Buffer.byteLength(piece);
      }
    } else {
      end = next;
      size += bytes;
    }
    if (newline >= 0) line++;
  }
  flush();
  return chunks;
}

/** What stands between `at` and the line's end, cut; '' when a line has just ended. */
function restOfLine(text: string, at: number): string {
  if (text.charAt(at - 1) === '\n') return '';
  const [rest = ''] = text.slice(at, at + OVERLAP).split('\n');
  return rest.replace(/[\uD800-\uDBFF]$/, '');
}

/** Cuts a long line by characters (a UTF-16 unit is at most three bytes), never inside a surrogate pair. */
function* piecesOf(line: string): Generator<string> {
  const length = Math.floor(CHUNK_BYTES / 3);
  for (let at = 0; at < line.length;) {
    let end = Math.min(line.length, at + length);
    if (end < line.length && /[\uD800-\uDBFF]/.test(line.charAt(end - 1))) end--;
    yield line.slice(at, end);
    at = end;
  }
}
