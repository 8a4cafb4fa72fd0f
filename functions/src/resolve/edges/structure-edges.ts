/**
 * The edges that need no values: what contains and defines what, what is imported, what inherits from what.
 *
 *     Repository ─CONTAINS▶ File ─DEFINES▶ top-level symbols; Class ─CONTAINS▶ members; Function ─CONTAINS▶ inner ones
 *     File ─IMPORTS▶ File | Module      Class ─INHERITS▶ Class      Module (a package) ─CONTAINS▶ its files
 */
import type { ImportFact } from '../../model/facts.ts';
import type { GraphEdge, GraphNode } from '../../model/graph.ts';
import { moduleIdOf } from '../../model/ids.ts';
import type { IdOf } from './call-edges.ts';
import type { Classes } from '../classes/contract.ts';
import { extensionMembers } from '../classes/extensions.ts';
import type { NameResolver } from '../names/contract.ts';
import { definitionOf, fileScope } from '../program/program.ts';
import type { ScopeId, SourceFile } from '../program/program.ts';
import { isClassLike, isFunctionLike } from '../program/qualified-names.ts';
import type { Ref } from '../imports/refs.ts';

/** Longer names are cut: these properties of an edge are indexed, and an index refuses long values. */
const MAX_NAME = 512;

export interface Structure {
  resolver: NameResolver;
  classes: Classes;
  idOf: IdOf;
  repoId: string;
  /** Module nodes met so far, by id. */
  modules: Map<string, GraphNode>;
}

export function structureEdges(structure: Structure, file: SourceFile): GraphEdge[] {
  const { trace } = structure.resolver.program;
  return [containment, importEdges, inheritance].flatMap((edgesOf) =>
    trace.guard(file.index, [], () => edgesOf(structure, file)),
  );
}

function containment(structure: Structure, file: SourceFile): GraphEdge[] {
  const { idOf, resolver, repoId } = structure;
  const fileId = idOf(fileScope(file)) ?? '';
  const edges: GraphEdge[] = [{ type: 'CONTAINS', from: repoId, to: fileId }];
  const name = resolver.strategyOf(file).packageOf?.(file);
  if (name !== undefined) {
    const module = moduleNode(structure, file, name, false);
    edges.push({ type: 'CONTAINS', from: module.id, to: fileId });
  }
  const seen = new Set<string>();
  file.facts.definitions.forEach((_, index) => {
    const id = idOf(file.base + index);
    if (id === undefined || seen.has(id)) return;
    seen.add(id);
    const container = containerOf(structure, file, file.base + index);
    if (container === undefined || container === fileId) edges.push({ type: 'DEFINES', from: fileId, to: id });
    else edges.push({ type: 'CONTAINS', from: container, to: id });
  });
  return edges;
}

/** Node that contains a definition: its owner where it names one, else the nearest around it. */
function containerOf({ classes, idOf, resolver }: Structure, file: SourceFile, number: number): string | undefined {
  const { program } = resolver;
  const { extension, owner: written } = definitionOf(program, number);
  const standsAlone =
    written === undefined || (extension === true && !extensionMembers.of(file.rules).extensionsAreMembers);
  const owner = standsAlone ? undefined : classes.ownerOf(number);
  return owner !== undefined ? idOf(owner) : holderOf(classes, program.outer[number], idOf);
}

/** Nearest node around; namespaces and anonymous functions have none. */
function holderOf(classes: Classes, scope: ScopeId | undefined, idOf: IdOf): string | undefined {
  const { program } = classes;
  const holds = (at: number): boolean => {
    const def = definitionOf(program, at);
    return isClassLike(def) || isFunctionLike(def) || classes.classOf(at) === at;
  };
  for (let at = scope; at !== undefined; at = at < 0 ? undefined : program.outer[at]) {
    const found = idOf(at);
    if (found !== undefined && (at < 0 || holds(at))) return found;
  }
  return undefined;
}

function importEdges(structure: Structure, file: SourceFile): GraphEdge[] {
  const from = structure.idOf(fileScope(file)) ?? '';
  const edges = new Map<string, GraphEdge>();
  for (const fact of file.facts.imports) {
    // What is left out is no import, and a type's members come with the type.
    if (fact.form === 'hiding' || fact.form === 'export' || fact.of !== undefined) continue;
    for (const to of importTargets(structure, file, fact)) {
      if (to === from) continue;
      const module = `${'.'.repeat(fact.level ?? 0)}${fact.source}`.slice(0, MAX_NAME);
      const name = (fact.name ?? fact.source).slice(0, MAX_NAME);
      const edge: GraphEdge = { type: 'IMPORTS', from, to, imported_name: name, module_name: module, line: fact.line };
      if (fact.alias !== undefined && fact.alias !== fact.name) edge.alias = fact.alias.slice(0, MAX_NAME);
      const key = `${to}\0${edge.imported_name}\0${edge.alias ?? ''}`;
      if (!edges.has(key)) edges.set(key, edge);
    }
  }
  return [...edges.values()];
}

/** Ids of the files and modules that an import leads to. */
function importTargets(structure: Structure, file: SourceFile, fact: ImportFact): string[] {
  const strategy = structure.resolver.strategyOf(file);
  const refs = strategy.targets?.(fact, file) ?? strategy.bound(fact, file);
  return [...new Set(refs.flatMap((ref) => importTarget(structure, file, ref)))];
}

function importTarget(structure: Structure, from: SourceFile, ref: Ref): string[] {
  const { idOf, resolver } = structure;
  const { program } = resolver;
  switch (ref.to) {
    case 'external':
      return [moduleNode(structure, from, ref.name, true).id];
    case 'namespace': {
      const name = resolver.strategyOf(from).packageName?.(ref.key);
      return name === undefined || name === '' ? [] : [moduleNode(structure, from, name, false).id];
    }
    case 'def': {
      const target = program.fileOf[ref.def];
      return target === undefined ? [] : [idOf(fileScope(target)) ?? ''];
    }
    case 'file':
    case 'name':
      return fileTarget(structure, from, ref);
  }
}

function fileTarget(structure: Structure, from: SourceFile, ref: Ref & { to: 'file' | 'name' }): string[] {
  const { idOf, resolver } = structure;
  const target = resolver.program.files[ref.file];
  if (target === undefined || target.rules.family !== from.rules.family) return [];
  // A name that turns out to be a submodule is an import of that file.
  if (ref.to === 'name') {
    const inner = resolver.exported(target, ref.name).find((place) => place.at === 'ref');
    if (inner?.at === 'ref' && inner.ref.to === 'file') return importTarget(structure, from, inner.ref);
  }
  return [idOf(fileScope(target)) ?? ''];
}

function inheritance(structure: Structure, file: SourceFile): GraphEdge[] {
  const { classes, idOf, resolver } = structure;
  const edges = new Map<string, GraphEdge>();
  const addBases = (cls: number): void => {
    const from = isClassLike(definitionOf(resolver.program, cls)) ? idOf(cls) : undefined;
    if (from === undefined) return;
    for (const base of classes.supertypes(cls)) {
      const to = idOf(base.def);
      // What users of a class get is no supertype of its own.
      if (base.how === 'extends_users') continue;
      if (to === undefined || base.file !== file.index || !isClassLike(definitionOf(resolver.program, base.def)))
        continue;
      const evidence = resolver.program.fileOf[base.def] === file ? 'local' : 'import';
      const confidence = evidence === 'local' ? 1 : 0.98;
      const how = base.how === 'prepends' || base.how === 'extends_class' ? 'mixes_in' : base.how;
      edges.set(`${from}\0${to}\0${how}`, { type: 'INHERITS', from, to, how, evidence, confidence });
    }
  };
  file.facts.definitions.forEach((_, index) => addBases(file.base + index));
  for (const cls of classes.conforming(file)) addBases(cls);
  return [...edges.values()];
}

function moduleNode(structure: Structure, file: SourceFile, name: string, external: boolean): GraphNode {
  const id = moduleIdOf(structure.repoId, file.facts.language, name);
  let node = structure.modules.get(id);
  if (node === undefined) {
    node = {
      id,
      label: 'Module',
      kind: 'module',
      name,
      qualified_name: name,
      path: '',
      line_number: 0,
      end_line: 0,
      language: file.facts.language,
      docstring: null,
      range: null,
      is_external: external,
    };
    structure.modules.set(id, node);
  }
  return node;
}
