/**
 * The code at the merge base, whichever commit the graph is of. In a deployment that is the newest commit of the target
 * branch: lines of its files are looked for in the files of the merge base, and a line that is not there is no fact about
 * this change.
 */
import type { GraphReader } from '../../ports.ts';

export interface BaseCode {
  reader: GraphReader;
  /** Lines of a file at the merge base; none where there is no such file. */
  linesOf(path: string): Promise<readonly string[]>;
  /** The same lines at the merge base; those that are not there are left out. */
  linesNow(path: string, lines: readonly number[]): Promise<number[]>;
}

/** A line is looked for this far from where it stood, among lines that say the same. */
const FARTHEST = 400;
const ALL = { from: 1, to: 1_000_000 };

/** `textAt`: of a file at the merge base; absent where the graph is of that commit. */
export function baseCode(reader: GraphReader, textAt?: (path: string) => Promise<string | undefined>): BaseCode {
  const known = new Map<string, Promise<{ graph: readonly string[]; base: readonly string[] }>>();

  async function read(path: string): Promise<{ graph: readonly string[]; base: readonly string[] }> {
    const [found] = await reader.filesAt(path);
    const graph = found === undefined ? [] : await reader.lines(found.id, ALL);
    if (textAt === undefined) return { graph, base: graph };
    const text = await textAt(path);
    return { graph, base: text === undefined ? [] : text.split('\n').map((line) => line.replace(/\r$/, '')) };
  }

  function file(path: string): Promise<{ graph: readonly string[]; base: readonly string[] }> {
    const before = known.get(path);
    if (before !== undefined) return before;
    const now = read(path);
    known.set(path, now);
    return now;
  }

  return {
    reader,
    linesOf: async (path) => (await file(path)).base,
    async linesNow(path, lines) {
      if (textAt === undefined) return [...lines];
      const { graph, base } = await file(path);
      return lines.flatMap((line) => lineIn(base, line, graph[line - 1]) ?? []);
    },
  };
}

function lineIn(base: readonly string[], line: number, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  for (let away = 0; away <= FARTHEST; away++) {
    if (base[line - 1 - away] === text) return line - away;
    if (base[line - 1 + away] === text) return line + away;
  }
  return undefined;
}
