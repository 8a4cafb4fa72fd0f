/**
 * Which file imports which, for the rule about cycles. Every import counts: of values, of types, re-exports and
 * `import()`, since a reader has to follow each of them.
 *
 *   src/a.ts: import type { B } from './b.ts';   →   /…/src/a.ts → [/…/src/b.ts]
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

/** Absolute path → absolute paths of the project's own files that it imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** The files of the project that `text`, the content of `file`, imports. */
export function importsOf(file: string, text: string): string[] {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  const own = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith('.'));
  return [...new Set(own.map((name) => resolve(dirname(file), name)))];
}

/** Reads every TypeScript and `.mjs` file below `folders`; a folder that does not exist has none. */
export function readImportGraph(folders: readonly string[]): ImportGraph {
  const graph = new Map<string, string[]>();
  for (const folder of folders) {
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(ts|mjs)$/.test(name)) continue;
      const file = join(folder, name);
      graph.set(file, importsOf(file, readFileSync(file, 'utf8')));
    }
  }
  return graph;
}

/** The shortest way from `start` along imports back to `start`, both ends included; undefined when there is none. */
export function findCycle(graph: ImportGraph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const imported of graph.get(file) ?? []) {
      if (imported === start) return pathTo(file, cameFrom, start);
      if (cameFrom.has(imported)) continue;
      cameFrom.set(imported, file);
      queue.push(imported);
    }
  }
  return undefined;
}

function pathTo(last: string, cameFrom: ReadonlyMap<string, string>, start: string): string[] {
  const path = [start];
  for (let file: string | undefined = last; file !== undefined && file !== start; file = cameFrom.get(file)) {
    path.unshift(file);
  }
  return [start, ...path];
}
