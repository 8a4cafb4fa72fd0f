/**
 * A folder's graph with what is needed to find a traced place in it: which definition stands at a line and column or has
 * a name, which node a call from there begins at, which written call a site is.
 *
 *     run.<locals>.<lambda> at 32     is no node; a call from it begins at `run`
 *     b.js 3:32                       the innermost definition around that character
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallFact, FileFacts } from '../../../../src/model/facts.ts';
import type { GraphEdge, GraphNode } from '../../../../src/model/graph.ts';
import { fileIdOf } from '../../../../src/model/ids.ts';
import { nodesOf, symbolIds } from '../../../../src/resolve/program/nodes.ts';
import { isClassLike, isFunctionLike, qualifiedNames } from '../../../../src/resolve/program/qualified-names.ts';
import { resolveGraph } from '../../../../src/resolve/resolve.ts';
import { extractFolder } from '../../extract-folder.ts';
import { groupBy } from '../compare.ts';
import type { TracedFunction } from './trace-records.ts';

const REPOSITORY = 'local/folder';

export interface LocatedGraph {
  folder: string;
  nodes: Map<string, GraphNode>;
  calls: GraphEdge[];
  /** Class → what it extends, implements or mixes in, and the other way round. */
  bases: Map<string, string[]>;
  derived: Map<string, string[]>;
  files: Map<string, LocatedFile>;
}

export interface LocatedFile {
  facts: FileFacts;
  text: string;
  /** Offsets at which lines begin. */
  starts: number[];
  ids: (string | undefined)[];
  qualified: string[];
  fileId: string;
  /** Calls by line. */
  calls: Map<number, CallFact[]>;
}

export async function locateGraph(folder: string): Promise<LocatedGraph> {
  const { files, manifests } = await extractFolder(folder);
  const nodes = files.flatMap((facts) => nodesOf(REPOSITORY, facts));
  const edges = resolveGraph({ repoId: REPOSITORY, files, manifests }).files.flatMap((file) => file.edges);
  const inherits = edges.filter(({ type }) => type === 'INHERITS');
  return {
    folder,
    nodes: new Map(nodes.map((node) => [node.id, node])),
    calls: edges.filter(({ type }) => type === 'CALLS'),
    bases: linked(inherits.map(({ from, to }) => [from, to])),
    derived: linked(inherits.map(({ from, to }) => [to, from])),
    files: new Map(files.map((facts) => [facts.path, locateFile(folder, facts)])),
  };
}

function linked(pairs: [string, string][]): Map<string, string[]> {
  return new Map([...groupBy(pairs, ([from]) => from)].map(([from, group]) => [from, group.map(([, to]) => to)]));
}

function locateFile(folder: string, facts: FileFacts): LocatedFile {
  const text = readFileSync(join(folder, facts.path), 'utf8').replace(/^\uFEFF/, '');
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return {
    facts,
    text,
    starts,
    ids: symbolIds(REPOSITORY, facts),
    qualified: qualifiedNames(facts),
    fileId: fileIdOf(REPOSITORY, facts.path),
    calls: groupBy(facts.calls, ({ line }) => line),
  };
}

/** Index of the definition that a traced function is, -1 for the file itself or what no definition is known of. */
export function definitionOf(file: LocatedFile, { line, column, name }: TracedFunction): number {
  if (column >= 0) return line === 0 ? -1 : innermost(file, (file.starts[line - 1] ?? 0) + column);
  return name === '' ? -1 : namedDefinition(file, name, line);
}

/** Of definitions that run, the smallest around an offset. */
function innermost({ facts }: LocatedFile, offset: number): number {
  let found = -1;
  facts.definitions.forEach((def, index) => {
    if (def.start > offset || offset >= def.end || !(isFunctionLike(def) || isClassLike(def))) return;
    const best = facts.definitions[found];
    if (best === undefined || def.end - def.start <= best.end - best.start) found = index;
  });
  return found;
}

/** `A.f.<locals>.g` of Python. Its first line may be that of a decorator; line 0 is a class, known by name alone. */
function namedDefinition({ facts, qualified }: LocatedFile, name: string, line: number): number {
  const wanted = name.replaceAll('.<locals>', '');
  const last = wanted.slice(wanted.lastIndexOf('.') + 1);
  if (last.startsWith('<')) return line === 0 ? -1 : anonymousAt(facts, line);
  const named = facts.definitions.flatMap((def, index) => {
    const runs = isFunctionLike(def) || isClassLike(def);
    return runs && qualified[index] === wanted && def.endLine >= line ? [{ index, line: def.line }] : [];
  });
  const after = named.filter((one) => one.line >= line).sort((a, b) => a.line - b.line);
  return (after[0] ?? named[0])?.index ?? -1;
}

/** A lambda or comprehension: the lambda that begins on the line, or what is around it. */
function anonymousAt(facts: FileFacts, line: number): number {
  let found = -1;
  facts.definitions.forEach((def, index) => {
    if (!isFunctionLike(def) || def.line > line || def.endLine < line) return;
    const best = facts.definitions[found];
    if (best === undefined || def.end - def.start <= best.end - best.start) found = index;
  });
  return found;
}

/** Node at which calls from a definition begin: the nearest named function around, else the file, as in the graph. */
export function callerNode(file: LocatedFile, definition: number): string {
  for (let at = definition; at >= 0; at = file.facts.definitions[at]?.parent ?? -1) {
    const def = file.facts.definitions[at];
    const id = file.ids[at];
    if (def !== undefined && isFunctionLike(def) && id !== undefined) return id;
  }
  return file.fileId;
}

/** The written call whose callee's last name stands there, or whose callee ends there where it has no name. */
export function callFactAt(file: LocatedFile, line: number, column: number): CallFact | undefined {
  const at = (file.starts[line - 1] ?? 0) + column;
  const here = (file.calls.get(line) ?? []).filter((fact) => fact.implicit !== true);
  const exact = here.find((fact) => fact.at === at);
  if (exact !== undefined) return exact;
  const name = nameAt(file, at);
  const named = here.filter((fact) => name !== '' && writtenName(fact) === name);
  if (named.length === 1) return named[0];
  const nameless = here.filter((fact) => writtenName(fact) === undefined);
  return nameless.find((fact) => Math.abs(fact.at - at) <= 2) ?? (nameless.length === 1 ? nameless[0] : undefined);
}

/** The last name of a callee, as it is written. */
export function writtenName({ callee }: CallFact): string | undefined {
  if (callee.is === 'new' || callee.is === 'type') return callee.type.name.split('.').at(-1);
  return callee.is === 'name' || callee.is === 'member' ? callee.name : undefined;
}

export function nameAt({ text }: LocatedFile, offset: number): string {
  return /^#?[\p{ID_Start}$_][\p{ID_Continue}$]*/u.exec(text.slice(offset, offset + 200))?.[0] ?? '';
}
