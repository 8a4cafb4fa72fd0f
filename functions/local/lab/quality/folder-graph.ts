/**
 * A folder's graph as the comparisons need it: definitions by place, and calls by site, since names of callers and
 * callees are written differently by every tool but lines are not.
 *
 *     definition   { path: 'a.py', line: 3, name: 'bark', qualified: 'Dog.bark', label: 'Function', complexity: 2 }
 *     call         { path: 'a.py', line: 9, toPath: 'dog.py', toLine: 3, to: 'Dog.bark' }
 */
import type { FileFacts } from '../../../src/model/facts.ts';
import { nodesOf } from '../../../src/resolve/program/nodes.ts';
import { resolveGraph } from '../../../src/resolve/resolve.ts';
import { extractFolder } from '../extract-folder.ts';

export interface PlacedDefinition {
  path: string;
  line: number;
  endLine: number;
  name: string;
  qualified: string;
  label: 'Class' | 'Function';
  kind: string;
  language: string;
  complexity: number | undefined;
}

export interface PlacedCall {
  path: string;
  line: number;
  toPath: string;
  toLine: number;
  to: string;
}

export interface FolderGraph {
  folder: string;
  /** Files by language. */
  files: Map<string, string[]>;
  /** By path. */
  facts: Map<string, FileFacts>;
  definitions: PlacedDefinition[];
  calls: PlacedCall[];
}

export async function folderGraph(folder: string): Promise<FolderGraph> {
  const { files: facts, manifests } = await extractFolder(folder);
  const nodes = facts.flatMap((file) => nodesOf('local/folder', file));
  const { files } = resolveGraph({ repoId: 'local/folder', files: facts, manifests });
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const byPlace = new Map(nodes.map((node) => [`${node.path} ${node.qualified_name}`, node]));
  const calls: PlacedCall[] = [];
  for (const edge of files.flatMap((file) => file.edges)) {
    const from = byId.get(edge.from);
    let to = byId.get(edge.to);
    if (edge.type !== 'CALLS' || from === undefined || to === undefined) continue;
    // To build is one call, whether a tool names the class or its constructor.
    const outer = to.qualified_name.slice(0, to.qualified_name.lastIndexOf('.'));
    if (to.kind === 'constructor') to = byPlace.get(`${to.path} ${outer}`) ?? to;
    for (const { line } of edge.sites ?? [])
      calls.push({ path: from.path, line, toPath: to.path, toLine: to.line_number, to: to.qualified_name });
  }
  const byLanguage = new Map<string, string[]>();
  for (const { language, path } of facts) byLanguage.set(language, [...(byLanguage.get(language) ?? []), path]);
  const definitions = nodes.flatMap((node) =>
    node.label === 'Function' || node.label === 'Class'
      ? [
          {
            path: node.path,
            line: node.line_number,
            endLine: node.end_line,
            name: node.name,
            qualified: node.qualified_name,
            label: node.label,
            kind: node.kind,
            language: node.language,
            complexity: node.complexity,
          },
        ]
      : [],
  );
  return { folder, files: byLanguage, facts: new Map(facts.map((file) => [file.path, file])), definitions, calls };
}
