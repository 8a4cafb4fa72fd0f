/**
 * Lines that mention an identifier, for symbols without a caller in the graph: called by name through a framework, from
 * a language that resolution could not follow, or not defined in the repository at all. Only as a word of its own:
 * `book` finds neither `booking` nor `_book`.
 */
import type { GraphPort } from '../../ports.ts';
import type { Scope } from '../access.ts';
import { wordPattern } from '../reader/word-pattern.ts';
import { numberAt, textAt } from '../row-values.ts';
import { linesWith, type ContentLine } from './content-lines.ts';
import { symbolsAround } from './enclosing-symbols.ts';

export interface TextReference {
  repo_id: string;
  path: string;
  line: number;
  text: string;
  /** The innermost function around the line; null at the top level of the file. */
  enclosing: { id: string; qualifiedName: string } | null;
}

const LONGEST_LINE = 500;

/** In the order of repository, path and line, at most `limit`; `isDefinition` lines are left out. */
export async function textReferences(
  graph: GraphPort,
  scope: Scope,
  name: string,
  limit: number,
  isDefinition: (repoId: string, path: string, line: number) => boolean,
): Promise<TextReference[]> {
  const whole = wordPattern(name);
  if (whole === undefined) return [];
  const { lines } = await linesWith(
    graph,
    scope,
    name,
    limit,
    ({ repo_id: repoId, path, line, text }) => whole.test(text) && !isDefinition(repoId, path, line),
  );
  return withEnclosing(graph, lines);
}

async function withEnclosing(graph: GraphPort, lines: ContentLine[]): Promise<TextReference[]> {
  if (lines.length === 0) return [];
  const columns = `n.file_key AS file_key, n.line_number AS line_number, n.end_line AS end_line,
    n.qualified_name AS qualified_name, n.id AS id`;
  const functions = await symbolsAround(graph, lines, columns, { functionsOnly: true, innermost: true });
  return lines.map(({ repo_id, path, file_key: key, line, text }) => {
    const around = functions.findLast(
      (row) => row['file_key'] === key && numberAt(row, 'line_number') <= line && line <= numberAt(row, 'end_line'),
    );
    return {
      repo_id,
      path,
      line,
      text: text.trim().slice(0, LONGEST_LINE),
      enclosing: around ? { id: textAt(around, 'id'), qualifiedName: textAt(around, 'qualified_name') } : null,
    };
  });
}
