/**
 * All facts of a repository → its edges, and the modules that are no files. The same facts give the same graph whatever
 * the order of files, and nothing is ever guessed: see call-binding.ts for how calls end.
 *
 *     facts ─▶ program (numbers, scopes) ─▶ linker (names, imports) ─▶ classes (members, order) ─▶ flow (values) ─▶ edges
 */
import type { CallFact, FileFacts, ManifestFile } from '../model/facts.ts';
import type { Dependence, FileEdges, GraphNode, ResolvedGraph } from '../model/graph.ts';
import { fileIdOf } from '../model/ids.ts';
import { callEdges, demandIterations } from './call-edges.ts';
import { addCalls } from './call-flow.ts';
import { createClasses } from './classes.ts';
import { Constraints } from './constraints.ts';
import { addElements } from './elements.ts';
import { storeInitializers } from './initializers.ts';
import { addImplicit, expectBound, expectDeclared } from './expected-types.ts';
import { addExpressions } from './flow.ts';
import type { Flow } from './flow.ts';
import { createLinker } from './linker.ts';
import { addMembers } from './members.ts';
import { keyOf, knownKey } from './parts.ts';
import { symbolIds } from './nodes.ts';
import { buildProgram, scopeOf } from './program.ts';
import type { Program, ScopeId, SourceFile } from './program.ts';
import { isSelf } from './self-values.ts';
import { structureEdges } from './structure-edges.ts';
import { addTyped } from './typed.ts';
import { Values } from './values.ts';

/** Values passed per call site at most, on average: far above what real code needs. */
const STEPS_PER_CALL = 400;
const LEAST_STEPS = 200_000;

export interface Resolution {
  repoId: string;
  files: FileFacts[];
  manifests: ManifestFile[];
  /** Called where much of what the last step made is garbage and the next one makes as much again. */
  between?: () => void;
}

export function resolveGraph(input: Resolution): ResolvedGraph {
  const { kept, modules, dependenceOf } = resolveEdges(input, (edges) => edges);
  return { files: kept.map((edges, at) => ({ ...edges, dependence: dependenceOf(at) })), modules };
}

/**
 * The same in two steps, for who has no room for all of it: `keep` makes of a file's edges what is to be kept, as soon as
 * they are there, and `dependenceOf` (a file, by its place in `kept`) holds the links between answers and nothing else, so
 * it is asked when the facts are forgotten.
 */
export function resolveEdges<Kept>(
  { repoId, files, manifests, between }: Resolution,
  keep: (edges: FileEdges) => Kept,
): { kept: Kept[]; modules: GraphNode[]; dependenceOf: (at: number) => Dependence } {
  const program = buildProgram(files);
  const { edgesOf, modules } = solve(program, repoId, manifests, between);
  const kept = program.files.map((file) => keep(edgesOf(file)));
  return { kept, modules: modulesOf(modules), dependenceOf: dependenceIn(program) };
}

/** A function of its own, since what stands around a closure lives as long as it does. */
function dependenceIn({ files, trace }: Program): (at: number) => Dependence {
  const paths = files.map(({ facts }) => facts.path);
  return (at) => trace.dependenceOf(paths, at);
}

/** What there is to know of a program, as a function that gives a file's edges. */
export function solve(
  program: Program,
  repoId: string,
  manifests: ManifestFile[],
  between: () => void = () => undefined,
): { edgesOf: (file: SourceFile) => FileEdges; modules: Map<string, GraphNode> } {
  const { trace } = program;
  const linker = createLinker(program, manifests);
  const classes = createClasses(linker);
  const flow = createFlow(program, linker, classes);
  expectDeclared(flow);
  expectBound(flow);
  for (const file of program.files) {
    for (const fact of file.facts.calls) {
      trace.rule(file.index, () => flow.register(fact, scopeOf(file, fact.scope)));
    }
    demandIterations(flow, file);
  }
  between();
  flow.constraints.solve();
  between();

  const ids: (ReturnType<typeof symbolIds> | undefined)[] = [];
  const idOf = (scope: ScopeId): string | undefined => {
    const file = scope < 0 ? program.files[-1 - scope] : program.fileOf[scope];
    if (file === undefined) return undefined;
    if (scope < 0) return fileIdOf(repoId, file.facts.path);
    return (ids[file.index] ??= symbolIds(repoId, file.facts))[scope - file.base];
  };
  const modules = new Map<string, GraphNode>();
  const structure = { linker, classes, idOf, repoId, modules };
  const edgesOf = (file: SourceFile): FileEdges => {
    trace.enter(trace.root(file.index));
    const { edges, calls } = callEdges(flow, file, idOf);
    const all = [...structureEdges(structure, file), ...edges];
    trace.leave();
    return { path: file.facts.path, language: file.facts.language, edges: all, calls };
  };
  return { edgesOf, modules };
}

export function modulesOf(modules: Map<string, GraphNode>): GraphNode[] {
  return [...modules.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** A flow with all its parts; stores into members and elements are rules from the start, since any read may need them. */
function createFlow(program: Program, linker: Flow['linker'], classes: Flow['classes']): Flow {
  const calls = program.files.reduce((sum, file) => sum + file.facts.calls.length, 0);
  const unset = (): never => {
    throw new Error('flow is not complete');
  };
  const flow: Flow = {
    linker,
    classes,
    values: new Values(),
    constraints: new Constraints(Math.max(LEAST_STEPS, calls * STEPS_PER_CALL), program.trace),
    expression: unset,
    named: unset,
    place: unset,
    member: unset,
    element: unset,
    put: unset,
    typed: unset,
    says: unset,
    parameter: unset,
    result: unset,
    raw: unset,
    implicit: unset,
    objectOf: unset,
    objectsAround: unset,
    ofLambdaObject: unset,
    decorators: decoratorCalls(program),
    decorated: unset,
    register: unset,
    external: unset,
    add: unset,
  };
  addExpressions(flow);
  addTyped(flow);
  addImplicit(flow);
  addCalls(flow);
  addElements(flow);
  const { store, storeOf } = addMembers(flow);
  storeInitializers(flow, storeOf);
  for (const file of program.files) {
    for (const { target, value, scope: at } of file.facts.bindings) {
      if (value === undefined || value.is === 'literal' || value.is === 'unknown') continue;
      if (target.is !== 'member' && target.is !== 'index') continue;
      const scope = scopeOf(file, at);
      if (target.is === 'member' && isSelf(linker, scope, target.of)) continue;
      program.trace.rule(file.index, () => {
        flow.constraints.watch(flow.expression(scope, target.of), (id) => {
          const kind = flow.values.get(id).is;
          const to =
            target.is === 'member'
              ? store(id, target.name)
              : kind === 'collection'
                ? flow.put(id, target.by === undefined ? target.key : knownKey(keyOf(flow, scope, target)))
                : undefined;
          if (to !== undefined) flow.constraints.flow(flow.expression(scope, value), to);
        });
      });
    }
  }
  return flow;
}

function decoratorCalls(program: Program): Map<number, { fact: CallFact; scope: ScopeId }[]> {
  const out = new Map<number, { fact: CallFact; scope: ScopeId }[]>();
  for (const file of program.files) {
    for (const fact of file.facts.calls) {
      if (fact.decorates === undefined) continue;
      const def = file.base + fact.decorates;
      const list = out.get(def);
      const entry = { fact, scope: scopeOf(file, fact.scope) };
      if (list === undefined) out.set(def, [entry]);
      else list.push(entry);
    }
  }
  return out;
}
