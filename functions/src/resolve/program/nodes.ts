/**
 * One file's facts → its graph nodes, the File first. Nodes depend on nothing but their own file, so they are written
 * while files stream through, and a change elsewhere never touches them.
 *
 *     a.py: class Dog:                  owner/name a.py            File
 *             def bark(self): ...       owner/name a.py#Dog        Class
 *                                       owner/name a.py#Dog.bark   Function
 *
 * What gets no node: anonymous functions, prototypes and overload signatures, local variables, and namespaces inside a
 * file (they live on in qualified names). Two symbols of one name are told apart by their parameter types where those
 * differ (`f(int,string)`), else by an ordinal (`f~2`); never by lines.
 */
import type { Definition, FileFacts } from '../../model/facts.ts';
import type { GraphNode, NodeLabel } from '../../model/graph.ts';
import { fileIdOf, symbolIdOf } from '../../model/ids.ts';
import { append } from './append.ts';
import { isClassLike, isFunctionLike, isInsideFunction, qualifiedNames, standsInType } from './qualified-names.ts';
import { parameterTypes, renderSignature } from './render-types.ts';

/** Names longer than this are cut: an index refuses long values. In bytes of UTF-8. */
const MAX_NAME_BYTES = 1024;

/** Label of the node a definition becomes, or undefined when it becomes none. */
function labelOf(facts: FileFacts, index: number): NodeLabel | undefined {
  const def = facts.definitions[index];
  if (def === undefined || def.declaration === 'prototype' || def.declaration === 'overload') return undefined;
  if (isClassLike(def)) return 'Class';
  if (isFunctionLike(def)) return def.anonymous === true ? undefined : 'Function';
  if (def.kind === 'module' || def.anonymous === true) return undefined;
  return isInsideFunction(facts, index) ? undefined : 'Variable';
}

interface Named {
  label: NodeLabel;
  qualified: string;
  /** Qualified name with what tells it from namesakes. */
  unique: string;
  /** An earlier definition of the same variable, whose node this one shares. */
  sameAs?: number;
}

/** Names of all definitions that become nodes, by definition index. */
function nameDefinitions(facts: FileFacts): (Named | undefined)[] {
  const qualified = qualifiedNames(facts).map((name) => cutName(name));
  const groups = new Map<string, number[]>();
  const named: (Named | undefined)[] = facts.definitions.map((_, index) => {
    const label = labelOf(facts, index);
    const name = qualified[index];
    if (label === undefined || name === undefined) return undefined;
    append(groups, name, index);
    return { label, qualified: name, unique: name };
  });
  for (const group of groups.values()) if (group.length > 1) disambiguate(facts, group, named);
  return named;
}

function disambiguate(facts: FileFacts, group: number[], named: (Named | undefined)[]): void {
  const variables = group.filter((index) => named[index]?.label === 'Variable');
  const [first, ...later] = variables;
  for (const index of later) {
    const entry = named[index];
    if (entry !== undefined && first !== undefined) entry.sameAs = first;
  }
  const rest = group.filter((index) => named[index]?.sameAs === undefined);
  if (rest.length < 2) return;
  const types = rest.map((index) => {
    const def = facts.definitions[index];
    return def !== undefined && isFunctionLike(def) ? parameterTypes(def) : undefined;
  });
  const overloads = types.every((text) => text !== undefined) && new Set(types).size === types.length;
  rest.forEach((index, position) => {
    const entry = named[index];
    if (entry === undefined) return;
    if (overloads) entry.unique = cutName(`${entry.qualified}${types[position] ?? ''}`);
    else if (position > 0) entry.unique = `${entry.qualified}~${position + 1}`;
  });
}

/** Cuts at MAX_NAME_BYTES without breaking a character; a cut name ends in `…`. */
function cutName(name: string): string {
  if (name.length * 3 <= MAX_NAME_BYTES || Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  let cut = name.slice(0, MAX_NAME_BYTES - 3);
  while (Buffer.byteLength(cut) > MAX_NAME_BYTES - 3) cut = cut.slice(0, -1);
  return `${cut}…`;
}

/** Definition index → id of its node; undefined for definitions without one. */
export function symbolIds(repoId: string, facts: FileFacts): (string | undefined)[] {
  const named = nameDefinitions(facts);
  return named.map((entry) => {
    if (entry === undefined) return undefined;
    const shown = entry.sameAs === undefined ? entry : (named[entry.sameAs] ?? entry);
    return symbolIdOf(repoId, facts.path, shown.unique);
  });
}

/** The File node and one node per symbol. */
export function nodesOf(repoId: string, facts: FileFacts): GraphNode[] {
  const named = nameDefinitions(facts);
  const nodes = [fileNode(repoId, facts)];
  named.forEach((entry, index) => {
    const def = facts.definitions[index];
    if (entry === undefined || def === undefined || entry.sameAs !== undefined) return;
    nodes.push(symbolNode(repoId, facts, def, entry));
  });
  addHiddenMembers(repoId, facts, named, nodes);
  if (facts.generated === true) for (const node of nodes) node.generated = true;
  return nodes;
}

/** Gives each file and class what it declares for itself alone and is defined elsewhere: no declaration of a name is for others. */
function addHiddenMembers(
  repoId: string,
  facts: FileFacts,
  named: readonly (Named | undefined)[],
  nodes: readonly GraphNode[],
): void {
  const declared = facts.definitions.filter(({ declaration }) => declaration === 'prototype');
  if (!declared.some(({ visibility }) => visibility !== undefined)) return;
  const open = new Set(declared.flatMap((one) => (one.visibility === undefined ? [`${one.parent} ${one.name}`] : [])));
  const hidden = Map.groupBy(
    declared.filter(({ parent, name }) => !open.has(`${parent} ${name}`)),
    ({ parent, visibility }) =>
      visibility === 'class' ? symbolIdOf(repoId, facts.path, named[parent]?.unique ?? '') : nodes[0]?.id,
  );
  for (const node of nodes) {
    const own = node.label === 'Class' || node.label === 'File' ? hidden.get(node.id) : undefined;
    if (own !== undefined) node.hidden_members = own.map(({ name, line }) => `${name}:${line}`);
  }
}

function fileNode(repoId: string, facts: FileFacts): GraphNode {
  return {
    id: fileIdOf(repoId, facts.path),
    label: 'File',
    kind: 'file',
    name: facts.path.slice(facts.path.lastIndexOf('/') + 1),
    qualified_name: facts.path,
    path: facts.path,
    line_number: facts.lines === 0 ? 0 : 1,
    end_line: facts.lines,
    language: facts.language,
    docstring: facts.doc ?? null,
    range: null,
  };
}

function symbolNode(repoId: string, facts: FileFacts, def: Definition, entry: Named): GraphNode {
  const node: GraphNode = {
    id: symbolIdOf(repoId, facts.path, entry.unique),
    label: entry.label,
    kind: def.variant ?? def.kind,
    name: cutName(def.name),
    qualified_name: entry.qualified,
    path: facts.path,
    line_number: def.line,
    end_line: def.endLine,
    language: facts.language,
    docstring: def.doc ?? null,
    range: [def.start, def.end],
  };
  if (entry.label === 'Function') describeFunction(node, facts, def);
  if (entry.label === 'Variable') describeVariable(node, facts, def);
  if (def.decorators !== undefined && def.decorators.length > 0) node.decorators = def.decorators;
  if (def.modifiers !== undefined && def.modifiers.length > 0) node.modifiers = def.modifiers;
  return node;
}

function describeFunction(node: GraphNode, facts: FileFacts, def: Definition): void {
  node.complexity = def.complexity ?? 1;
  node.signature = renderSignature(def);
  if (def.visibility !== undefined) node.visibility = def.visibility;
  const owner = memberOf(facts, def);
  if (owner !== undefined) node.class_name = owner;
}

function describeVariable(node: GraphNode, facts: FileFacts, def: Definition): void {
  const around = def.owner?.name ?? facts.definitions[def.parent]?.name;
  if (around !== undefined) node.context = around;
  if (def.initial !== undefined) node.value = def.initial;
}

/** Simple name of the class a function is a member of. */
function memberOf(facts: FileFacts, def: Definition): string | undefined {
  if (def.owner !== undefined && !standsInType(facts.definitions, def))
    return def.owner.name.slice(def.owner.name.lastIndexOf('.') + 1);
  const parent = facts.definitions[def.parent];
  return parent !== undefined && isClassLike(parent) ? parent.name : undefined;
}
