/**
 * Which symbols are the lines of files in? A file's own nodes are read as ranges (from their index, one row a file), the
 * lines are placed in them here, and only the nodes that count are read whole.
 */
import { z } from 'zod';
import type { GraphPort, GraphRow } from '../../ports.ts';
import { SOURCE_LIMIT } from '../node-row.ts';
import { textAt } from '../row-values.ts';
import type { ContentLine } from './content-lines.ts';

export interface SymbolsAroundOptions {
  /** Functions and methods alone. */
  functionsOnly?: boolean;
  /** Of the symbols around a line only the innermost. */
  innermost?: boolean;
  /**
   * What was found in the lines. A line that a symbol begins or ends with may hold more than the symbol: such a line
   * counts when the symbol's own text, as far as it is kept, holds this too (in any case).
   */
  text?: string;
  limit?: number;
}

/** Files whose ranges are read at first: often a few hold symbols enough. Each further read takes more, up to the last. */
const FILES = [40, 160, 640] as const;

/**
 * One row for each function, class and variable around at least one of the lines, with `columns` (which speak of `n`),
 * file by file, outer before inner. The lines are of files that the caller may read: whoever found them asked for that.
 */
export async function symbolsAround(
  graph: GraphPort,
  lines: readonly ContentLine[],
  columns: string,
  { functionsOnly = false, innermost = false, text, limit = 5_000 }: SymbolsAroundOptions = {},
): Promise<GraphRow[]> {
  const files = [...linesByFile(lines)];
  const rows: GraphRow[] = [];
  for (let reads = 0; files.length > 0 && rows.length < limit; reads++) {
    const group = files.splice(0, FILES[Math.min(reads, FILES.length - 1)]);
    const ranges = await rangesOf(graph, group, functionsOnly);
    const around = group.flatMap(([key, numbers]) => placed(ranges.get(key) ?? [], numbers, innermost));
    if (around.length === 0) continue;
    rows.push(
      ...(await graph.read(
        `UNWIND range(0, size($around) - 1) AS at WITH at, $around[at] AS one
         MATCH (n:Symbol {key: one.key})
         WHERE NOT one.edge OR toLower(n.source_code) CONTAINS $text OR size(n.source_code) >= $cut
         WITH n, at ORDER BY at LIMIT $limit
         RETURN ${columns}`,
        {
          around: around.map(({ key, edge }) => ({ key, edge: edge && text !== undefined })),
          text: text?.toLowerCase() ?? '',
          // A cut never ends inside a character, so it may be one short.
          cut: SOURCE_LIMIT - 1,
          limit: limit - rows.length,
        },
      )),
    );
  }
  return rows;
}

interface Range {
  key: string;
  first: number;
  last: number;
}

const rangesSchema = z.array(z.tuple([z.string(), z.number(), z.number()]));

/** Line numbers, sorted, by file key. */
function linesByFile(lines: readonly ContentLine[]): Map<string, number[]> {
  const files = new Map<string, number[]>();
  for (const { file_key: key, line } of lines) {
    const known = files.get(key);
    if (known) known.push(line);
    else files.set(key, [line]);
  }
  for (const numbers of files.values()) numbers.sort((a, b) => a - b);
  return files;
}

/** Of symbols that begin before the last line asked about, by file key: by their beginnings, outer before inner. */
async function rangesOf(
  graph: GraphPort,
  files: readonly (readonly [key: string, lines: readonly number[]])[],
  functionsOnly: boolean,
): Promise<Map<string, Range[]>> {
  const rows = await graph.read(
    `UNWIND $files AS file
     MATCH (n:Symbol {file_key: file.key}) WHERE n.line_number <= file.last AND n.end_line >= file.first
       AND (${functionsOnly ? 'n:Function' : 'n:Function OR n:Class OR n:Variable'})
     RETURN file.key AS file, collect([n.key, n.line_number, n.end_line]) AS ranges`,
    { files: files.map(([key, lines]) => ({ key, first: lines[0] ?? 0, last: lines.at(-1) ?? 0 })) },
  );
  return new Map(
    rows.map((row) => {
      const ranges = rangesSchema.parse(row['ranges']).map(([key, first, last]) => ({ key, first, last }));
      return [textAt(row, 'file'), ranges.sort((a, b) => a.first - b.first || b.last - a.last)];
    }),
  );
}

/** The ranges that hold one of the (sorted) lines; `edge` when they only begin or end with it. */
function placed(ranges: Range[], lines: number[], innermost: boolean): { key: string; edge: boolean }[] {
  const chosen = innermost
    ? new Set(lines.map((line) => ranges.findLast(({ first, last }) => first <= line && line <= last)))
    : undefined;
  return ranges.flatMap((range) => {
    if (chosen !== undefined && !chosen.has(range)) return [];
    const from = firstAtLeast(lines, range.first);
    const inside = lines[firstAtLeast(lines, range.first + 1)] ?? Infinity;
    if ((lines[from] ?? Infinity) > range.last) return [];
    return [{ key: range.key, edge: inside >= range.last }];
  });
}

/** Position of the first number that is not below `bound`. */
function firstAtLeast(sorted: number[], bound: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
