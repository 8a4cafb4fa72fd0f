/**
 * Code that stands in no function: tests are often callbacks, and scripts run from their first line. The graph knows such
 * a caller as the file, which has no text of its own; what it has to show are the lines around its calls.
 *
 *     test/cart.test.ts:11-17   it('counts quantities', () => {
 *                                 assert.equal(totalOf(items), 6);
 */
import { linesOfFile } from '../../graph/queries/file-lines.ts';
import type { Neighbour } from '../../graph/queries/neighbours.ts';
import type { GraphPort } from '../../ports.ts';

/** Of a call: a test's name and its set-up stand above. */
const ABOVE = 6;
const BELOW = 3;
/** Calls of one file that are shown, and files that are asked for. */
const CALLS = 2;
const FILES = 40;

/** The neighbours, those that are files with the lines around their first calls as their text. */
export async function withCallSites(graph: GraphPort, neighbours: readonly Neighbour[]): Promise<Neighbour[]> {
  let asked = 0;
  const out: Neighbour[] = [];
  for (const neighbour of neighbours) {
    const isFile = neighbour.source_code === '' && neighbour.lines.length > 0;
    out.push(isFile && asked++ < FILES ? await shown(graph, neighbour) : neighbour);
  }
  return out;
}

async function shown(graph: GraphPort, file: Neighbour): Promise<Neighbour> {
  const windows: { from: number; to: number }[] = [];
  for (const line of [...file.lines].sort((a, b) => a - b).slice(0, CALLS)) {
    const from = Math.max(1, line - ABOVE);
    const to = Math.min(file.end_line, line + BELOW);
    const last = windows.at(-1);
    if (last !== undefined && from <= last.to + 1) last.to = to;
    else windows.push({ from, to });
  }
  const texts: string[] = [];
  for (const { from, to } of windows) texts.push((await linesOfFile(graph, file.key, from, to)).join('\n'));
  return {
    ...file,
    source_code: texts.join('\n…\n'),
    line_number: windows[0]?.from ?? file.line_number,
    end_line: windows.at(-1)?.to ?? file.end_line,
    // All of it is meant, so that nothing is cut out of it again.
    lines: [],
  };
}
