/**
 * All facts of a repository → its edges, and the modules that are no files. The same facts give the same graph in any
 * order of files. Nothing is guessed: edges/call-binding.ts tells how a call is resolved, or declined.
 *
 *     facts ─▶ program (numbers, scopes) ─▶ resolver (names, imports) ─▶ classes (members, order) ─▶ flow (values) ─▶ edges
 */
import type { FileFacts, Problem } from '../model/facts.ts';
import type { ManifestFile } from '../model/manifests.ts';
import type { Dependence, FileEdges, GraphNode, ResolvedGraph } from '../model/graph.ts';
import { fileIdOf } from '../model/ids.ts';
import { callEdges, demandIterations } from './edges/call-edges.ts';
import { demandProtocols, isProtocolRead, protocolNames, type ProtocolPlaces } from './edges/protocol-calls.ts';
import { createClasses } from './classes/classes.ts';
import { expectBound, expectDeclared } from './flow/expected-types.ts';
import { storeAssignment } from './flow/assignments.ts';
import { CallDemand, type Statements } from './tracking/call-demand.ts';
import type { Flow } from './flow/contract.ts';
import { createFlow } from './flow/create-flow.ts';
import { symbolIds } from './program/nodes.ts';
import { buildProgram, scopeOf } from './program/program.ts';
import type { Program, ScopeId, SourceFile } from './program/program.ts';
import { createDependence } from './tracking/dependence.ts';
import { inOneGo, type Steps } from './tracking/steps.ts';
import { structureEdges } from './edges/structure-edges.ts';

export interface Resolution {
  repoId: string;
  files: FileFacts[];
  manifests: ManifestFile[];
  /** Called between steps that each leave much garbage: a good moment to collect it. */
  between?: () => void;
}

export function resolveGraph(input: Resolution): ResolvedGraph {
  const { kept, modules, dependenceOf } = inOneGo(resolveEdges(input, (edges) => edges));
  return { files: kept.map((edges, at) => ({ ...edges, dependence: dependenceOf(at) })), modules };
}

/**
 * The same in two steps, which need less memory. `keep` turns the edges of each file into what the caller keeps of them, as
 * soon as they are known. `dependenceOf` takes the place of a file in `kept`; it holds only the links between answers, so
 * the caller can let go of the facts before it asks.
 */
export function* resolveEdges<Kept>(
  { repoId, files, manifests, between }: Resolution,
  keep: (edges: FileEdges) => Kept,
): Steps<{ kept: Kept[]; modules: GraphNode[]; dependenceOf: (at: number) => Dependence }> {
  const program = buildProgram(files);
  const { edgesOf, modules } = yield* solve(program, repoId, manifests, between);
  const kept: Kept[] = [];
  for (const file of program.files) {
    kept.push(keep(edgesOf(file)));
    yield;
  }
  return { kept, modules: modulesOf(modules), dependenceOf: dependenceIn(program) };
}

/** A function of its own: a closure keeps alive all variables around it, and the program is large. */
function dependenceIn({ files, trace }: Program): (at: number) => Dependence {
  const paths = files.map(({ facts }) => facts.path);
  return createDependence(trace, paths);
}

/** Resolves a program; the result is a function that gives the edges of a file whose calls take part. */
export function* solve(
  program: Program,
  repoId: string,
  manifests: ManifestFile[],
  between: () => void = () => undefined,
  demand: CallDemand = new CallDemand(program.files.map(({ index }) => [index, 'all'])),
): Steps<{ edgesOf: (file: SourceFile) => FileEdges; modules: Map<string, GraphNode> }> {
  const { trace } = program;
  yield;
  const { resolver, classes } = yield* createClasses(program, manifests);
  yield;
  const flow = createFlow(resolver, classes, demand);
  yield;
  expectDeclared(flow);
  expectBound(flow);
  const names = protocolNames(program);
  const places: ProtocolPlaces = new Map();
  const entered: Entered = new Map();
  for (let taken = demand.take(); taken.size > 0; taken = demand.take()) {
    for (const [index, statements] of taken) {
      const file = program.files[index];
      if (file !== undefined) {
        enterStatements(flow, file, statements, entered);
        if (statements === 'all') demandProtocols(flow, names, file, places);
      }
      yield;
    }
    between();
    while (!flow.constraints.solve()) yield;
    between();
  }

  const ids: (ReturnType<typeof symbolIds> | undefined)[] = [];
  const idOf = (scope: ScopeId): string | undefined => {
    const file = scope < 0 ? program.files[-1 - scope] : program.fileOf[scope];
    if (file === undefined) return undefined;
    if (scope < 0) return fileIdOf(repoId, file.facts.path);
    return (ids[file.index] ??= symbolIds(repoId, file.facts))[scope - file.base];
  };
  const modules = new Map<string, GraphNode>();
  const structure = { resolver, classes, idOf, repoId, modules };
  const edgesOf = (file: SourceFile): FileEdges => {
    trace.enter(trace.root(file.index));
    const { edges, calls, open } = callEdges(flow, file, idOf, places.get(file) ?? []);
    const all = [...structureEdges(structure, file), ...edges];
    trace.leave();
    const { language, path } = file.facts;
    const problems = trace.faults
      .messagesOf(file.index)
      .map((message): Problem => ({ path, line: null, message, kind: 'not_resolved' }));
    return {
      ...{ path, language, edges: all, calls },
      ...(open.length > 0 ? { open } : {}),
      ...(problems.length > 0 ? { problems } : {}),
    };
  };
  return { edgesOf, modules };
}

/** Statements that take part already, by file. */
type Entered = Map<number, Set<number>>;

/** Makes what statements of a file do to values rules of the flow, each once. Of calls and bindings each has a number. */
function enterStatements(flow: Flow, file: SourceFile, statements: Statements, entered: Entered): void {
  const { bindings, calls } = file.facts;
  const before = entered.get(file.index) ?? new Set<number>();
  const isDue = (statement: number): boolean =>
    (statements === 'all' || statements.has(statement)) && !before.has(statement);
  for (const [at, fact] of bindings.entries()) {
    if (isDue(2 * at + 1)) storeAssignment(flow, file, fact, 2 * at + 1);
  }
  for (const [at, fact] of calls.entries()) {
    if (!isDue(2 * at) || isProtocolRead(file, fact)) continue;
    flow.program.trace.forFile(file.index, () => flow.register(fact, scopeOf(file, fact.scope)), 2 * at);
  }
  if (statements === 'all') demandIterations(flow, file);
  else entered.set(file.index, new Set([...before, ...statements]));
}

export function modulesOf(modules: Map<string, GraphNode>): GraphNode[] {
  return [...modules.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
