/**
 * What a run compared, as it is kept with the run and read by pages: files with their hunks, a row for each line.
 *
 *     { path: "src/a.py", old_path: "src/a.py", status: "modified", additions: 1, deletions: 1, reason: null,
 *       rows: ["@3 3", " a", "-b", "+c"] }
 *
 * `@` begins a hunk and names its first lines, old and new. `reason` says why a file has no rows, or not all.
 */
import { z } from 'zod';

export const keptFileSchema = z.object({
  path: z.string(),
  old_path: z.string().nullable(),
  status: z.enum(['added', 'deleted', 'modified', 'renamed']),
  additions: z.int(),
  deletions: z.int(),
  reason: z.string().nullable(),
  rows: z.array(z.string()),
});
export type KeptFile = z.infer<typeof keptFileSchema>;

export const keptDiffSchema = z.object({
  files: z.array(keptFileSchema),
  /** Files that are not listed, since there are too many. */
  omitted: z.int(),
});
export type KeptDiff = z.infer<typeof keptDiffSchema>;

/** One line of a page; numbers are null on the side that lacks the line. */
export interface DiffLine {
  kind: 'hunk' | 'context' | 'added' | 'removed';
  old: number | null;
  new: number | null;
  text: string;
}

export interface DiffPageFile extends Omit<KeptFile, 'rows'> {
  /** The rows of the file that stand before this page. */
  rows_before: number;
  total_rows: number;
  lines: DiffLine[];
}

export interface DiffPage {
  files: DiffPageFile[];
  total_files: number;
  omitted_files: number;
  /** Asks for what follows; null at the end. */
  next_cursor: string | null;
}

/** All rows of a file as lines with their numbers, which every row before has a part in. */
export function linesOf(rows: readonly string[]): DiffLine[] {
  let old = 0;
  let now = 0;
  return rows.map((row): DiffLine => {
    const text = row.slice(1);
    switch (row[0]) {
      case '@':
        [old = 0, now = 0] = text.split(' ').map(Number);
        return { kind: 'hunk', old, new: now, text: '' };
      case '-':
        return { kind: 'removed', old: old++, new: null, text };
      case '+':
        return { kind: 'added', old: null, new: now++, text };
      default:
        return { kind: 'context', old: old++, new: now++, text };
    }
  });
}

/** Bytes of a page's lines as JSON, below the 300 KB that an answer may have. */
const MOST_BYTES = 240_000;
/** What a line costs beside its text, and a file beside its lines. */
const LINE_BYTES = 60;
const FILE_BYTES = 250;

/** The file and row that a cursor names; undefined for one that names none of this diff. */
function startOf({ files }: KeptDiff, cursor: string): [file: number, row: number] | undefined {
  const [file = -1, row = -1] = cursor.split('.').map(Number);
  const rows = files[file]?.rows.length ?? 0;
  return file <= files.length && row <= rows ? [file, row] : undefined;
}

/** What there is room for in a page. */
interface Room {
  lines: number;
  bytes: number;
}

/** Lines of a file from one of its rows on, as long as there is room; at least one of a file that begins a page. */
function linesWithin(file: KeptFile, from: number, room: Room, begins: boolean): DiffLine[] {
  const lines: DiffLine[] = [];
  for (const line of linesOf(file.rows).slice(from)) {
    room.bytes -= LINE_BYTES + Buffer.byteLength(JSON.stringify(line.text));
    const first = begins && lines.length === 0;
    if (room.lines === 0 || (room.bytes < 0 && !first)) break;
    lines.push(line);
    room.lines -= 1;
  }
  return lines;
}

/** From the file and row that the cursor names (`12.300`), at most `limit` lines. Undefined for a cursor that names none. */
export function diffPage(diff: KeptDiff, cursor: string, limit: number): DiffPage | undefined {
  const start = startOf(diff, cursor);
  if (start === undefined) return undefined;
  const { files, omitted } = diff;
  const page: DiffPageFile[] = [];
  const room: Room = { lines: limit, bytes: MOST_BYTES };
  let next: string | null = null;
  for (const [at, file] of [...files.entries()].slice(start[0])) {
    const from = at === start[0] ? start[1] : 0;
    room.bytes -= FILE_BYTES + 2 * Buffer.byteLength(file.path);
    if (page.length > 0 && (room.lines === 0 || room.bytes < 0)) {
      next = `${at}.0`;
      break;
    }
    const { rows, ...about } = file;
    const lines = linesWithin(file, from, room, page.length === 0);
    page.push({ ...about, rows_before: from, total_rows: rows.length, lines });
    if (from + lines.length < rows.length) {
      next = `${at}.${from + lines.length}`;
      break;
    }
  }
  return { files: page, total_files: files.length, omitted_files: omitted, next_cursor: next };
}
