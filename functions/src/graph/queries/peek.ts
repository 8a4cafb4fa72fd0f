/** What do the lines around this line say? From the pieces that a file's text is kept in. */
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import type { GraphPort } from '../../ports.ts';
import { scopeParams, within, type Scope } from '../access.ts';
import { numberAt, textAt } from '../row-values.ts';
import { question } from './declare.ts';
import { linesOfFile } from './file-lines.ts';

const around = z.number().int().min(0).max(200).default(10);

/** Repositories that are named when a path is in several. */
const MOST_NAMED = 20;

export const peek = question({
  name: 'peek',
  summary: 'A window of lines of a file, around a line',
  input: z.object({
    path: z.string().min(1).max(4_096).describe('As stored in the graph: relative to the root of the repository'),
    line: z.number().int().default(1).describe('1-based'),
    above: around,
    below: around,
  }),
  output: z.object({
    path: z.string(),
    repo_id: z.string(),
    anchor_line: z.number().int(),
    total_lines: z.number().int(),
    /** Those of the window that the file has. */
    lines: z.array(z.object({ line_number: z.number().int(), content: z.string(), is_anchor: z.boolean() })),
  }),
  /** `bad_request` for a line before the first and for a path in several repositories, `not_found` for no such file. */
  async run(graph, scope, { path, line, above, below }) {
    if (line < 1) throw new AppError('bad_request', 'line starts at 1');
    const file = await fileAt(graph, scope, path);
    const from = Math.max(1, line - above);
    const to = Math.min(file.lines, line + below);
    const texts = from > to ? [] : await linesOfFile(graph, file.key, from, to);
    return {
      path,
      repo_id: file.repoId,
      anchor_line: line,
      total_lines: file.lines,
      lines: texts.map((content, at) => ({ line_number: from + at, content, is_anchor: from + at === line })),
    };
  },
});

async function fileAt(
  graph: GraphPort,
  scope: Scope,
  path: string,
): Promise<{ key: string; repoId: string; lines: number }> {
  const rows = await graph.read(
    `MATCH (n:File) WHERE n.path = $path AND ${within(scope, 'n')}
     RETURN n.key AS key, n.repo_id AS repo_id, n.end_line AS lines ORDER BY repo_id LIMIT $limit`,
    { ...scopeParams(scope), path, limit: MOST_NAMED + 1 },
  );
  const [file, ...others] = rows;
  if (file === undefined) throw new AppError('not_found', 'File not found');
  if (others.length > 0) {
    const named = rows.slice(0, MOST_NAMED).map((row) => textAt(row, 'repo_id'));
    const rest = rows.length > MOST_NAMED ? ' and more' : '';
    throw new AppError(
      'bad_request',
      `This path is in several repositories, name one with repo_owner and repo_name: ${named.join(', ')}${rest}`,
    );
  }
  return { key: textAt(file, 'key'), repoId: textAt(file, 'repo_id'), lines: numberAt(file, 'lines') };
}
