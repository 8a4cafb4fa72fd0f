/**
 * What each answer rests on, so that a change of some files makes anew only what it can reach.
 *
 *     from .x import y; y()      rests on: this file, x.py, and who pushes values into y's parameters
 *
 * Every node of the flow and every remembered answer is a note; notes are linked to the notes they were made from. What
 * all of it comes down to are leaves: the content of a file, or the entries of a table of all files under a key (the names
 * of a package, the subclasses of a class, the callers of a function). A file's own notes hang on its root, so what a root
 * reaches is what the file's edges rest on, however many hands it went through. Asking and not finding counts too.
 *
 * Two rules keep this whole. Whoever hands out a definition or a scope touches its file: what is read of it afterwards is
 * covered. And whoever reads a table of all files asks by its key, whether there is an entry or not.
 */
import type { Dependence } from '../../model/graph.ts';
import type { FileFacts } from '../../model/facts.ts';
import { ascending, leavesAt } from './leaves.ts';
import type { Leaf, Leaves, Rests } from './leaves.ts';
import { Numbers } from './numbers.ts';
import type { SourceFile } from '../program/program.ts';
import { reachOf } from './reach.ts';
import type { Reached } from './reach.ts';

export const NOTHING = -1;

/** Number of a note: even for nodes of the flow, odd for others. */
export type Note = number;

export function noteOf(node: number): Note {
  return 2 * node;
}

export class Trace {
  /** What is being worked out. */
  current: Note = NOTHING;
  /** File whose text is the reason for what is being done; NOTHING while an answer is worked out that is anybody's. */
  file: number = NOTHING;
  private readonly outer: number[] = [];
  private readonly heads = new Numbers();
  private readonly targets = new Numbers();
  private readonly nexts = new Numbers();
  private others = 0;
  private readonly leaves: Leaf[] = [];
  /** By half of the note (no node of the flow is a leaf): the leaf's place, counted from 1. */
  private readonly leafPlaces = new Numbers();
  private readonly fileHashes = new Numbers();
  private readonly fileLeaves: Note[] = [];
  private readonly roots: Note[] = [];
  private readonly importsKeys: (string | undefined)[] = [];
  private readonly entryLeaves = new Map<string, Note>();
  private readonly existenceLeaves = new Map<string, Note>();
  private readonly offered: (Set<string> | undefined)[] = [];
  private reach: ((root: Note) => Reached) | undefined;
  private readonly sharedLeaves = new Map<number[], Leaves>();
  private readonly sharedKeys = new Map<Leaves, Uint32Array>();
  /** How many links there were when `reach` was made. */
  private reachedLinks = 0;
  private orderLeaf: Note = NOTHING;
  /** Working out ended before its end. */
  cutShort = false;
  private readonly isOffered: (key: string) => boolean;

  /** `isOffered`: whether a file that is not loaded has entries under a key. */
  constructor(isOffered: (key: string) => boolean = () => false) {
    this.isOffered = isOffered;
    // A link's number is never 0, which stands for none.
    this.targets.push(NOTHING);
    this.nexts.push(0);
  }

  note(): Note {
    return 2 * this.others++ + 1;
  }

  /** `to` was made from `from`. */
  link(to: Note, from: Note): void {
    if (to < 0 || from < 0 || to === from) return;
    const head = this.heads.get(to);
    if (head !== 0 && this.targets.get(head) === from) return;
    this.heads.set(to, this.targets.length);
    this.targets.push(from);
    this.nexts.push(head);
  }

  /** What is being worked out rests on a note. */
  rests(note: Note): void {
    this.link(this.current, note);
  }

  /** Begins to work out a note that is the same whoever asks; `leave` ends it. */
  enter(note: Note): void {
    this.outer.push(this.current, this.file);
    this.current = note;
    this.file = NOTHING;
  }

  /** The same for an answer that will be remembered: whoever asks now rests on it, and so will whoever asks again. */
  begin(): Note {
    const note = this.note();
    this.rests(note);
    this.enter(note);
    return note;
  }

  /** Goes on with something under what it was begun under. */
  resume(current: Note, file: number): void {
    this.outer.push(this.current, this.file);
    this.current = current;
    this.file = file;
  }

  leave(): void {
    this.file = this.outer.pop() ?? NOTHING;
    this.current = this.outer.pop() ?? NOTHING;
  }

  /** Does what a file's text gives reason for. */
  rule(file: number, make: () => void): void {
    const note = this.note();
    this.link(note, this.fileLeaf(file));
    this.link(this.root(file), note);
    this.resume(note, file);
    make();
    this.leave();
  }

  /** Everything that a file's edges and entries rest on. */
  root(file: number): Note {
    let root = this.roots[file];
    if (root === undefined) {
      this.roots[file] = root = this.note();
      this.link(root, this.fileLeaf(file));
    }
    return root;
  }

  fileLeaf(file: number): Note {
    let leaf = this.fileLeaves[file];
    if (leaf === undefined) {
      this.fileLeaves[file] = leaf = this.newLeaf({ is: 'file', file });
    }
    return leaf;
  }

  /** Content of a file is read. */
  touch(file: number): void {
    if (this.current >= 0) this.link(this.current, this.fileLeaf(file));
  }

  /**
   * The imports of a file are read, and nothing else of it. Who has the file with the same imports offers the same key, so
   * only a change of them is one for whoever asked.
   */
  touchImports(file: number): void {
    const key = this.importsKeys[file];
    if (key === undefined) this.touch(file);
    else this.ask(key);
  }

  /** Says what the imports of files are, for strategies that read them; of outlines they are not known. */
  offerImports(files: SourceFile[]): void {
    for (const { index, facts, outline } of files) {
      if (outline) continue;
      const key = importsKey(facts);
      this.importsKeys[index] = key;
      this.offer(index, key);
    }
  }

  /** The entries of a table under a key are read. */
  ask(key: string): void {
    this.rests(this.entries(key));
  }

  entries(key: string): Note {
    return this.leaf(this.entryLeaves, 'entries', key);
  }

  /** Whether a file that is not loaded has entries under a key. That it has none counts for the answer, too. */
  exists(key: string): boolean {
    this.rests(this.leaf(this.existenceLeaves, 'existence', key));
    return this.isOffered(key);
  }

  /** What a note says depends on what was worked out first: it is known only when all files are resolved. */
  unsure(note: Note): void {
    if (this.orderLeaf === NOTHING) {
      this.orderLeaf = this.newLeaf({ is: 'order' });
    }
    this.link(note, this.orderLeaf);
  }

  /** A file has an entry under a key. */
  offer(file: number, key: string): void {
    if (file < 0) return;
    (this.offered[file] ??= new Set<string>()).add(key);
  }

  /** The rule that is being done makes an entry under a key: whoever reads it rests on what the rule does. */
  enterUnder(key: string): void {
    this.offer(this.file, key);
    this.link(this.entries(key), this.current);
  }

  private leaf(known: Map<string, Note>, is: 'entries' | 'existence', key: string): Note {
    let leaf = known.get(key);
    if (leaf === undefined) {
      known.set(key, (leaf = this.newLeaf({ is, hash: hashOf(key) })));
    }
    return leaf;
  }

  private newLeaf(leaf: Leaf): Note {
    const note = this.note();
    this.leafPlaces.set(note >> 1, this.leaves.push(leaf));
    return note;
  }

  /** What a file's root reaches. Asked when everything is worked out: what is linked later makes the walk new. */
  restsOf(file: number): Rests {
    const root = this.root(file);
    if (this.reach === undefined || this.reachedLinks !== this.targets.length) {
      const { heads, targets, nexts } = this;
      // No node of the flow is a leaf.
      const leafOf = (note: Note): number => ((note & 1) === 0 ? 0 : this.leafPlaces.get(note >> 1));
      this.reach = reachOf({ heads, targets, nexts }, this.roots, leafOf);
      this.reachedLinks = targets.length;
    }
    const reached = this.reach(root);
    const own = leavesAt(this.leaves, reached.own);
    const shared = reached.shared.map((places) => {
      let leaves = this.sharedLeaves.get(places);
      if (leaves === undefined) this.sharedLeaves.set(places, (leaves = leavesAt(this.leaves, places)));
      return leaves;
    });
    return { own, shared, unsure: this.cutShort || own.unsure || shared.some(({ unsure }) => unsure) };
  }

  /** `paths`: of the program's files. `rests`: those of the file. */
  dependenceOf(paths: readonly string[], file: number, rests = this.restsOf(file)): Dependence {
    const own = this.keysOf(paths, rests.own, file);
    if (this.cutShort) own.push(UNSURE);
    return {
      rests: ascending(own),
      shared: rests.shared.map((leaves) => {
        let keys = this.sharedKeys.get(leaves);
        if (keys === undefined) this.sharedKeys.set(leaves, (keys = ascending(this.keysOf(paths, leaves))));
        return keys;
      }),
      offers: ascending(Array.from(this.offered[file] ?? [], hashOf)),
    };
  }

  /** Without a file's own, which it rests on in any case. */
  private keysOf(paths: readonly string[], leaves: Leaves, file = NOTHING): number[] {
    const keys = [...leaves.entries, ...leaves.existence];
    for (const one of leaves.files) if (one !== file) keys.push(this.hashOfFile(paths, one));
    if (leaves.unsure) keys.push(UNSURE);
    return keys;
  }

  private hashOfFile(paths: readonly string[], file: number): number {
    let hash = this.fileHashes.get(file);
    if (hash === 0) this.fileHashes.set(file, (hash = hashOf(fileKey(paths[file] ?? ''))));
    return hash >>> 0;
  }
}

const ORDER_KEY = 'order';

/** Line numbers are no part of it. */
function importsKey({ path, imports }: FileFacts): string {
  const words = imports.map(({ line: _, ...rest }) => JSON.stringify(rest));
  return `i:${path} ${hashOf(words.join('\n'))}`;
}

/** Name of the leaf that is a file's content. */
export function fileKey(path: string): string {
  return `f:${path}`;
}

/** FNV-1a over the UTF-16 units. Two names with one hash cost time, never a wrong answer. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Among what a file rests on: which of many values came first, which only resolving all files tells. */
export const UNSURE = hashOf(ORDER_KEY);
