/**
 * Records what each answer was made from, so that a change of some files makes anew only what it can reach.
 *
 *     from .x import y; y()      depends on: this file, x.py, and the calls that pass values to y's parameters
 *
 * The record is a dependency graph. Every node of the flow and every remembered answer is a vertex; an edge leads to each
 * vertex that it was made from. The walk ends at inputs: the content of a file, or the entries of a table of all files
 * under a key (the names of a package, the subclasses of a class, the callers of a function). Each file has a root, on
 * which its own vertices hang; the inputs that a root reaches are the inputs of the file's edges. A question with the
 * answer "nothing" has inputs too.
 *
 * Two rules keep the record complete. Code that hands out a definition or a scope depends on its file, which covers what
 * is read of it afterwards. Code that reads a table of all files depends on the key that it asks for, entry or none.
 */
import { Faults } from './faults.ts';
import { hashOf } from './hash-key.ts';
import { groupInputs } from './inputs.ts';
import type { Input, Inputs, ReachedInputs, TraceOptions } from './inputs.ts';
import { Numbers } from './numbers.ts';
import { reachOf } from './reach.ts';
import type { Reached } from './reach.ts';
import { Ways } from './ways.ts';

export const NOTHING = -1;

/** Number of a vertex: even for nodes of the flow, odd for others. */
export type Vertex = number;

/** Vertex of a node of the flow. */
export function vertexOf(node: number): Vertex {
  return 2 * node;
}

export class Trace {
  /** What is being worked out. */
  current: Vertex = NOTHING;
  /** File whose text gives the reason for it; NOTHING while an answer is worked out that is the same for every file. */
  file: number = NOTHING;
  /** Evaluation was stopped before its end. */
  cutShort = false;
  readonly faults = new Faults();
  private readonly outer: number[] = [];
  /** Edges of the graph: see `Links` of reach.ts. */
  private readonly heads = new Numbers();
  private readonly targets = new Numbers();
  private readonly nexts = new Numbers();
  /** Vertices that are no nodes of the flow. */
  private others = 0;
  private readonly inputs: Input[] = [];
  /** By half of the vertex (no node of the flow is an input): the input's place in `inputs`, counted from 1. */
  private readonly inputPlaces = new Numbers();
  private readonly fileInputs: Vertex[] = [];
  private readonly entryInputs = new Map<string, Vertex>();
  private readonly existenceInputs = new Map<string, Vertex>();
  private orderInput: Vertex = NOTHING;
  private readonly roots: Vertex[] = [];
  /** Files whose facts are not there: nobody asks what these provide. */
  readonly leftOut: boolean[] = [];
  /** By file: keys of the entries that it provides. */
  private readonly provided: (Set<string> | undefined)[] = [];
  /** undefined where nobody asks for them: every call would be noted. */
  readonly ways?: Ways;
  private readonly importsKeys: (string | undefined)[] = [];
  private readonly options: TraceOptions;
  private reach: ((root: Vertex) => Reached) | undefined;
  /** Number of edges when `reach` was made. */
  private reachedEdges = 0;
  private readonly sharedInputs = new Map<number[], Inputs>();

  constructor(options: Partial<TraceOptions> = {}) {
    this.options = { isProvidedElsewhere: () => false, onEntries: () => undefined, notesWays: false, ...options };
    if (this.options.notesWays) this.ways = new Ways(this);
    // An edge's number is never 0, which stands for none.
    this.targets.push(NOTHING);
    this.nexts.push(0);
  }

  newVertex(): Vertex {
    return 2 * this.others++ + 1;
  }

  /** `vertex` was made from `on`. */
  addDependency(vertex: Vertex, on: Vertex): void {
    if (vertex < 0 || on < 0 || vertex === on) return;
    const head = this.heads.get(vertex);
    if (head !== 0 && this.targets.get(head) === on) return;
    this.heads.set(vertex, this.targets.length);
    this.targets.push(on);
    this.nexts.push(head);
  }

  /** What is being worked out depends on a vertex. */
  dependOn(vertex: Vertex): void {
    this.addDependency(this.current, vertex);
  }

  /** It depends on the content of a file. */
  dependOnFile(file: number): void {
    if (this.current >= 0) this.addDependency(this.current, this.fileInput(file));
  }

  /**
   * It depends on the imports of a file and on nothing else of it. A version of the file with the same imports provides the
   * same key, so other changes of the file do not count.
   */
  dependOnImports(file: number): void {
    const key = this.importsKeys[file];
    if (key === undefined) this.dependOnFile(file);
    else this.dependOnEntries(key);
  }

  /** It depends on the entries that a table of all files has under a key. */
  dependOnEntries(key: string): void {
    this.dependOn(this.entriesInput(key));
  }

  /** A vertex depends on the order of evaluation: its answer is known only when all files are resolved. */
  dependOnOrder(vertex: Vertex): void {
    if (this.orderInput === NOTHING) this.orderInput = this.newInput({ is: 'order' });
    this.addDependency(vertex, this.orderInput);
  }

  /** Whether a file that is not loaded provides entries under a key. The answer "no" is a dependency too. */
  isProvided(key: string): boolean {
    this.dependOn(this.keyInput(this.existenceInputs, 'existence', key));
    return this.options.isProvidedElsewhere(key);
  }

  /** A file has an entry under a key. */
  provide(file: number, key: string): void {
    if (file < 0 || this.leftOut[file] === true) return;
    (this.provided[file] ??= new Set<string>()).add(key);
    this.ways?.say(key);
  }

  /** The file at hand adds to what stands under a key of a file: for others than that one it is an entry. */
  addTo(home: number, keyOf: () => string): void {
    if (home === this.file) this.ways?.say(keyOf());
    else if (this.file >= 0) this.provide(this.file, keyOf());
  }

  /** The file at hand makes an entry under a key: readers of the key depend on what is being worked out. */
  provideEntry(key: string): void {
    this.provide(this.file, key);
    this.addDependency(this.entriesInput(key), this.current);
  }

  /** `key` stands for all imports of a file. */
  provideImports(file: number, key: string): void {
    this.importsKeys[file] = key;
    this.provide(file, key);
  }

  /** Begins to work out a vertex that is the same for every file; `leave` ends it. */
  enter(vertex: Vertex): void {
    this.resume(vertex, NOTHING);
  }

  /** Begins an answer that will be remembered; what is being worked out depends on it. */
  begin(): Vertex {
    const vertex = this.newVertex();
    this.dependOn(vertex);
    this.enter(vertex);
    return vertex;
  }

  /** Goes on with work under the vertex and file that it was begun under. */
  resume(current: Vertex, file: number): void {
    this.outer.push(this.current, this.file);
    this.current = current;
    this.file = file;
  }

  leave(): void {
    this.file = this.outer.pop() ?? NOTHING;
    this.current = this.outer.pop() ?? NOTHING;
  }

  /** Works out an answer that nobody remembers. */
  answer<V>(make: () => V): V {
    this.begin();
    const value = make();
    this.leave();
    return value;
  }

  /** Works on a file's facts. What fails is left out and noted as a fault of the file. */
  guard<V>(file: number, otherwise: V, work: () => V): V {
    if (this.faults.isGivenUp(file)) return otherwise;
    const { current, depth, file: before } = this;
    try {
      return work();
    } catch (error) {
      this.caught(error, depth, current, file);
      this.current = current;
      this.file = before;
      return otherwise;
    }
  }

  /** How deep the work at hand stands in other work. */
  get depth(): number {
    return this.outer.length;
  }

  /** Goes back to where the work stood that failed, and notes a fault of its file, or of one that `vertex` was made from. */
  caught(error: unknown, depth: number, vertex: Vertex, file: number): void {
    this.outer.length = depth;
    this.faults.note(file >= 0 ? file : this.fileBehind(vertex), error);
  }

  private fileBehind(vertex: Vertex): number {
    const seen = new Set([vertex]);
    for (const at of seen) {
      const place = (at & 1) === 0 ? 0 : this.inputPlaces.get(at >> 1);
      const input = this.inputs[place - 1];
      if (input?.is === 'file') return input.file;
      for (let edge = this.heads.get(at); edge !== 0; edge = this.nexts.get(edge)) seen.add(this.targets.get(edge));
    }
    return 0;
  }

  /** Does what a file's text gives reason for; `statement` is its number in the file. */
  forFile(file: number, work: () => void, statement?: number): void {
    const vertex = this.newVertex();
    if (statement !== undefined) this.ways?.number(vertex, statement);
    this.addDependency(vertex, this.fileInput(file));
    this.addDependency(this.root(file), vertex);
    this.guard(file, undefined, () => {
      this.resume(vertex, file);
      work();
      this.leave();
    });
  }

  /** The vertex that depends on everything a file's edges and entries depend on. */
  root(file: number): Vertex {
    let root = this.roots[file];
    if (root === undefined) {
      this.roots[file] = root = this.newVertex();
      this.addDependency(root, this.fileInput(file));
    }
    return root;
  }

  fileInput(file: number): Vertex {
    return (this.fileInputs[file] ??= this.newInput({ is: 'file', file }));
  }

  entriesInput(key: string): Vertex {
    return this.keyInput(this.entryInputs, 'entries', key);
  }

  private keyInput(known: Map<string, Vertex>, is: 'entries' | 'existence', key: string): Vertex {
    let input = known.get(key);
    if (input === undefined) {
      known.set(key, (input = this.newInput({ is, hash: hashOf(key) })));
      if (is === 'entries') this.options.onEntries(key);
    }
    return input;
  }

  private newInput(input: Input): Vertex {
    const vertex = this.newVertex();
    this.inputPlaces.set(vertex >> 1, this.inputs.push(input));
    return vertex;
  }

  provides(file: number, key: string): boolean {
    return this.provided[file]?.has(key) === true;
  }

  /** Keys of the entries that a file provides. */
  providedBy(file: number): Iterable<string> {
    return this.provided[file] ?? [];
  }

  /** The inputs that a file's root reaches. Asked after evaluation: another edge means that the graph is searched again. */
  inputsOf(file: number): ReachedInputs {
    const reached = this.reachNow()(this.root(file));
    const own = groupInputs(this.inputs, reached.own);
    const shared = reached.shared.map((places) => {
      let inputs = this.sharedInputs.get(places);
      if (inputs === undefined) this.sharedInputs.set(places, (inputs = groupInputs(this.inputs, places)));
      return inputs;
    });
    return { own, shared, unsure: this.cutShort || own.order || shared.some(({ order }) => order) };
  }

  private reachNow(): (root: Vertex) => Reached {
    if (this.reach === undefined || this.reachedEdges !== this.targets.length) {
      const { heads, targets, nexts } = this;
      // No node of the flow is an input.
      const inputOf = (vertex: Vertex): number => ((vertex & 1) === 0 ? 0 : this.inputPlaces.get(vertex >> 1));
      this.reach = reachOf({ heads, targets, nexts }, this.roots, inputOf);
      this.reachedEdges = targets.length;
    }
    return this.reach;
  }
}
