/**
 * Positions on lines, as strict as GitLab: a line is found by both of its numbers, so an added line has no `old_line`, a
 * removed one no `new_line`, and an unchanged one both. Unchanged lines outside of the hunks count as well.
 *
 *     {"position_type": "text", "base_sha": "77c…", "start_sha": "4f1…", "head_sha": "9ab…",
 *      "old_path": "a.py", "new_path": "a.py", "old_line": null, "new_line": 9, "line_range": {"start": …, "end": …}}
 *
 * A line code is the SHA-1 of the file's path with the counters of both sides: `7ef0c7…_7_9`.
 *
 * https://docs.gitlab.com/api/discussions/#create-a-new-thread-in-the-merge-request-diff
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { changedFiles, textOfCommits } from '../git-diff.ts';
import { currentLine, pullDiff } from '../pulls.ts';
import { type Call, RestError } from '../routing.ts';
import type { Pull, Repository, ReviewComment } from '../state.ts';
import { latestVersion, versionsOf } from './merge-requests.ts';

const end = z.strictObject({
  line_code: z.string().max(100).optional(),
  type: z.string().max(100).nullish(),
  old_line: z.int().nullish(),
  new_line: z.int().nullish(),
});

export const positionShape = z.strictObject({
  position_type: z.enum(['text', 'image', 'file']),
  base_sha: z.string(),
  start_sha: z.string(),
  head_sha: z.string(),
  old_path: z.string().optional(),
  new_path: z.string().optional(),
  old_line: z.int().nullish(),
  new_line: z.int().nullish(),
  line_range: z.strictObject({ start: end, end }).nullish(),
});
export type Position = z.output<typeof positionShape>;

interface Row {
  /** The counters of both sides; the sign says on which of them the line stands. */
  old: number;
  new: number;
  sign: ' ' | '+' | '-';
}

/** The refusal of a note that does not hold its own rules: `400 Bad request - Note {:line_code=>["can't be blank"]}`. */
export function noteRefused(errors: string): RestError {
  return new RestError(400, `400 Bad request - Note {${errors}}`);
}

const NO_LINE = ':line_code=>["can\'t be blank", "must be a valid line code"]';

export function lineCode(path: string, row: Pick<Row, 'old' | 'new'>): string {
  return `${createHash('sha1').update(path).digest('hex')}_${row.old}_${row.new}`;
}

/** All lines of a file on both sides of a difference, the unchanged ones between the hunks too. */
async function rowsOf(call: Call, project: Repository, base: string, head: string, paths: string[]): Promise<Row[]> {
  const form = ['--unified=1000000', '--find-renames', '--no-ext-diff', '--no-textconv', base, head, '--', ...paths];
  const text = await textOfCommits(['diff', ...form], call.host.repositories.gitOptions(project));
  const rows: Row[] = [];
  const at = { old: 0, new: 0 };
  let inHunk = false;
  for (const line of text.split('\n')) {
    const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (header !== null) {
      Object.assign(at, { old: Number(header[1]), new: Number(header[2]) });
      inHunk = true;
    } else if (line.startsWith('diff --git ')) inHunk = false;
    else if (inHunk && (line[0] === ' ' || line[0] === '+' || line[0] === '-')) {
      rows.push({ ...at, sign: line[0] });
      if (line[0] !== '+') at.old++;
      if (line[0] !== '-') at.new++;
    }
  }
  return rows;
}

const oldLine = (row: Row) => (row.sign === '+' ? null : row.old);
const newLine = (row: Row) => (row.sign === '-' ? null : row.new);

/** What is kept of a position; refused where it names no line. */
export async function placed(
  call: Call,
  project: Repository,
  position: Position,
): Promise<Pick<ReviewComment, 'path' | 'side' | 'line' | 'startLine' | 'commitSha' | 'hunk'>> {
  const { base_sha: base, head_sha: head, old_line: before, new_line: after } = position;
  if (position.position_type !== 'text' || (before == null && after == null)) {
    throw noteRefused(':position=>["is incomplete"]');
  }
  const { repositories } = call.host;
  const known = await Promise.all([base, position.start_sha, head].map((sha) => repositories.commitOf(project, sha)));
  if (known.includes(undefined)) throw noteRefused(NO_LINE);
  const files = await changedFiles(repositories.gitOptions(project), base, head);
  const file = files.find(
    ({ path, previousPath }) => position.new_path === path && position.old_path === (previousPath ?? path),
  );
  if (file === undefined) throw noteRefused(NO_LINE);
  const paths = [file.path, ...(file.previousPath === undefined ? [] : [file.previousPath])];
  const rows = await rowsOf(call, project, base, head, paths);
  const found = rows.find((row) => oldLine(row) === (before ?? null) && newLine(row) === (after ?? null));
  if (found === undefined) throw noteRefused(NO_LINE);
  return {
    path: file.path,
    side: after == null ? 'LEFT' : 'RIGHT',
    line: after ?? before ?? 0,
    startLine: startOf(position, file.path, rows, found),
    commitSha: head,
    hunk: '',
  };
}

/** GitLab keeps a range as it is given; here one that names no lines of the file is a mistake of the client. */
function startOf(
  { line_range: range, new_line: after }: Position,
  path: string,
  rows: Row[],
  last: Row,
): number | null {
  if (range == null) return null;
  const [start, until] = [range.start, range.end].map(({ line_code: code }) =>
    rows.find((row) => lineCode(path, row) === code),
  );
  if (start === undefined || until !== last) throw noteRefused(':position=>["must be a valid json schema"]');
  return after == null ? start.old : start.new;
}

/**
 * The position of a comment today: moved along while its line is the same, and as it was, with the commits of its time,
 * once the line changed.
 */
export async function positionJson(
  call: Call,
  project: Repository,
  pull: Pull,
  comment: ReviewComment,
): Promise<Record<string, unknown>> {
  const { host } = call;
  const latest = await latestVersion(host, project, pull);
  const line = await currentLine(host, project, pull, await pullDiff(host, project, pull), comment);
  const versions = await versionsOf(host, project, pull);
  const then = versions.find(({ headSha }) => headSha === comment.commitSha);
  const refs = line === null ? { ...latest, headSha: comment.commitSha, ...then } : latest;
  const files = await changedFiles(host.repositories.gitOptions(project), refs.baseSha, refs.headSha);
  const file = files.find(({ path }) => path === comment.path);
  const oldPath = file?.previousPath ?? comment.path;
  const rows = await rowsOf(call, project, refs.baseSha, refs.headSha, [...new Set([comment.path, oldPath])]);
  const wanted = line ?? comment.line;
  const row = rows.find((each) => (comment.side === 'LEFT' ? oldLine(each) : newLine(each)) === wanted);
  return {
    base_sha: refs.baseSha,
    start_sha: refs.startSha,
    head_sha: refs.headSha,
    position_type: 'text',
    old_path: oldPath,
    new_path: comment.path,
    old_line: row === undefined ? (comment.side === 'LEFT' ? wanted : null) : oldLine(row),
    new_line: row === undefined ? (comment.side === 'LEFT' ? null : wanted) : newLine(row),
    line_range: null,
  };
}
