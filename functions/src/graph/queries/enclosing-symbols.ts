/** Which symbols are the lines of files in? Looked up per file, from the index of a file's own nodes. */
import type { GraphPort, GraphRow } from '../../ports.ts';
import type { ContentLine } from './content-lines.ts';

/**
 * One row for each function, class and variable around at least one of the lines, with `columns` (which speak of `n`)
 * and `file_key`, `line_number`, `end_line`. `condition` may narrow them. The lines are of files that the caller may
 * read: whoever found them there has asked for that.
 */
export function symbolsAround(
  graph: GraphPort,
  lines: readonly ContentLine[],
  columns: string,
  { condition = 'true', params = {}, limit = 5_000 }: SymbolsAroundOptions = {},
): Promise<GraphRow[]> {
  const files = new Map<string, number[]>();
  for (const { file_key: key, line } of lines) {
    const known = files.get(key);
    if (known) known.push(line);
    else files.set(key, [line]);
  }
  return graph.read(
    `UNWIND $files AS file
     MATCH (n:Symbol {file_key: file.key})
     WHERE (n:Function OR n:Class OR n:Variable) AND n.line_number <= file.last
       AND any(line IN file.lines WHERE n.line_number <= line AND line <= n.end_line) AND ${condition}
     RETURN n.file_key AS file_key, ${columns}
     ORDER BY n.repo_id, n.path, n.line_number, n.end_line DESC LIMIT $limit`,
    {
      ...params,
      limit,
      files: [...files].map(([key, own]) => ({ key, lines: own, last: Math.max(...own) })),
    },
  );
}

export interface SymbolsAroundOptions {
  condition?: string;
  params?: Record<string, unknown>;
  limit?: number;
}
