/**
 * Changed files that say what they said, on other lines (resolve/moved-lines.ts): a file with a comment more is one. Their
 * edges stand in the graph, so they are read there and get new lines, instead of being resolved with all that they depend
 * on. Where everything calls everything, that would be a resolution of all files.
 */
import { readFacts, type FileState } from '../../graph/file-states.ts';
import { readOpenCalls } from '../../graph/kept/open-calls.ts';
import { readEdges } from '../../graph/read-edges.ts';
import type { FileFacts } from '../../model/facts.ts';
import type { Dependence, GraphEdge, ResolvedFile } from '../../model/graph.ts';
import type { GraphPort } from '../../ports.ts';
import { movedLines } from '../../resolve/moved-lines.ts';

/** Of more files, neither the facts nor the edges are worth their memory beside what is resolved. */
const MOST_FILES = 200;

/** By path, what changed files said before they are written anew; nothing for a change of too many files. */
export async function readEarlierFacts(
  graph: GraphPort,
  repoId: string,
  paths: string[],
): Promise<Map<string, FileFacts>> {
  const found = new Map<string, FileFacts>();
  if (paths.length > MOST_FILES) return found;
  for await (const facts of readFacts(graph, repoId, paths)) found.set(facts.path, facts);
  return found;
}

export type MovedFiles = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** By path, where each line has moved to, for the files of which nothing else changed. */
export function movedFiles(earlier: ReadonlyMap<string, FileFacts>, now: Iterable<FileFacts>): MovedFiles {
  const moved = new Map<string, ReadonlyMap<number, number>>();
  for (const facts of now) {
    const was = earlier.get(facts.path);
    const lines = was && movedLines(was, facts);
    if (lines !== undefined) moved.set(facts.path, lines);
  }
  return moved;
}

/** The moved files with their edges on the new lines; undefined when one is not as a finished sync left it. */
export async function readMoved(
  graph: GraphPort,
  repoId: string,
  moved: MovedFiles,
  before: ReadonlyMap<string, FileState>,
  dependence: ReadonlyMap<string, Dependence>,
): Promise<ResolvedFile[] | undefined> {
  const [edges, open] = [
    await readEdges(graph, repoId, [...moved.keys()]),
    await readOpenCalls(graph, repoId, [...moved.keys()]),
  ];
  const found: ResolvedFile[] = [];
  for (const [path, lines] of moved) {
    const [state, rests, there] = [before.get(path), dependence.get(path), edges.get(path) ?? []];
    const now = onLines(there, lines);
    const count = Object.values(state?.figures?.relationships ?? {}).reduce((sum, one) => sum + one, 0);
    if (state?.figures == null || rests === undefined || now === undefined || count !== now.length) return undefined;
    const calls = open.get(path)?.map((call) => ({ ...call, line: lines.get(call.line) ?? 0 })) ?? [];
    if (calls.some(({ line }) => line === 0)) return undefined;
    found.push({
      ...{ path, language: state.language, edges: now, calls: state.figures.calls, dependence: rests },
      ...(calls.length > 0 ? { open: calls } : {}),
    });
  }
  return found;
}

function onLines(edges: GraphEdge[], lines: ReadonlyMap<number, number>): GraphEdge[] | undefined {
  const moved: GraphEdge[] = [];
  for (const { line, sites, ...edge } of edges) {
    const now = line === undefined ? undefined : lines.get(line);
    const places = sites?.map((site) => ({ line: lines.get(site.line) ?? 0 }));
    if ((line !== undefined && now === undefined) || places?.some((site) => site.line === 0) === true) return undefined;
    moved.push({
      ...edge,
      ...(now === undefined ? {} : { line: now }),
      ...(places === undefined ? {} : { sites: places }),
    });
  }
  return moved;
}
