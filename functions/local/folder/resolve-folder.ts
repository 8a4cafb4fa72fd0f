/**
 * The edges of a folder's files: all of them at first, and then those that a change can reach.
 */
import type { FileFacts } from '../../src/model/facts.ts';
import type { GraphNode, ResolvedFile } from '../../src/model/graph.ts';
import type { ManifestFile } from '../../src/model/manifests.ts';
import type { FileOutline } from '../../src/resolve/resolve-asked.ts';
import { resolveChange } from '../../src/resolve/resolve-change.ts';
import { resolveEdges } from '../../src/resolve/resolve.ts';
import { inOneGo, type Work } from '../../src/resolve/tracking/steps.ts';

export interface IndexedFile {
  oid: string;
  facts: FileFacts;
  nodes: GraphNode[];
  text: string;
}

export interface ReadFiles {
  files: Map<string, IndexedFile>;
  manifests: ManifestFile[];
  /** Own source files that were not read. */
  leftOut: string[];
}

export interface ResolvedFolder extends ReadFiles {
  resolved: Map<string, ResolvedFile>;
  modules: GraphNode[];
}

export function differs(was: ReadFiles, is: ReadFiles): boolean {
  return manifestsDiffer(was, is) || changedPaths(was, is).length > 0;
}

/** Of files that came, went or say something else. */
export function changedPaths(was: ReadFiles, is: ReadFiles): string[] {
  const gone = [...was.files.keys()].filter((path) => !is.files.has(path));
  return [...gone, ...editedPaths(was, is)];
}

function editedPaths(was: ReadFiles, is: ReadFiles): string[] {
  return [...is.files].filter(([path, { oid }]) => was.files.get(path)?.oid !== oid).map(([path]) => path);
}

function manifestsDiffer(was: ReadFiles, is: ReadFiles): boolean {
  return JSON.stringify(was.manifests) !== JSON.stringify(is.manifests);
}

/** `was` is left as it is. `isFirst`: it holds nothing yet. */
export async function resolveFolder(
  repoId: string,
  was: ResolvedFolder,
  is: ReadFiles,
  { isFirst, work = inOneGo }: { isFirst: boolean; work?: Work },
): Promise<ResolvedFolder> {
  const few = isFirst || manifestsDiffer(was, is) ? undefined : await resolvedChange(repoId, was, is, work);
  if (few !== undefined) return { ...is, ...few };
  const facts = [...is.files.values()].map((file) => file.facts);
  const { kept, modules, dependenceOf } = await work(resolveEdges({ repoId, files: facts, manifests: is.manifests }, (edges) => edges)); // prettier-ignore
  return { ...is, resolved: new Map(kept.map((edges, at) => [edges.path, { ...edges, dependence: dependenceOf(at) }])), modules: [...modules] }; // prettier-ignore
}

/** Undefined when all files have to be resolved. */
async function resolvedChange(
  repoId: string,
  was: ResolvedFolder,
  is: ReadFiles,
  work: Work,
): Promise<Pick<ResolvedFolder, 'resolved' | 'modules'> | undefined> {
  const before = new Map<string, FileOutline & Pick<ResolvedFile, 'dependence'>>();
  for (const [path, { facts }] of was.files) {
    const file = was.resolved.get(path);
    if (file === undefined) return undefined;
    before.set(path, { ...outlineOf(facts), dependence: file.dependence });
  }
  const found = await resolveChange({
    repoId,
    manifests: is.manifests,
    files: [...is.files.values()].map(({ facts }) => outlineOf(facts)),
    before,
    changed: new Set(editedPaths(was, is)),
    work,
    readFacts: (paths) => Promise.resolve(paths.flatMap((path) => is.files.get(path)?.facts ?? [])),
  });
  if (found === undefined) return undefined;
  const again = new Map(found.files.map((file) => [file.path, file]));
  const files = new Map([...is.files.keys()].flatMap((path) => {
    const file = again.get(path) ?? was.resolved.get(path);
    return file === undefined ? [] : [[path, file]];
  })); // prettier-ignore
  return { resolved: files, modules: namedModules([...was.modules, ...found.modules], files.values()) };
}

/** Modules that some edge still ends at, each once. */
function namedModules(modules: readonly GraphNode[], files: Iterable<ResolvedFile>): GraphNode[] {
  const named = new Set<string>();
  for (const { edges } of files) for (const { from, to } of edges) named.add(from).add(to);
  const byId = new Map(modules.filter(({ id }) => named.has(id)).map((node) => [node.id, node]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function outlineOf({ path, language, module }: FileFacts): FileOutline {
  return { path, language, module };
}
