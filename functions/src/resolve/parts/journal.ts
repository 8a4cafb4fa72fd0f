/**
 * What is known while a part is worked on: what its own files said when they were last resolved, in this run or an earlier
 * one, and what all others provide. Files that were resolved together are a group; they know of all groups before.
 */
import { fileKey, hashOf, ORDER_INPUT } from '../tracking/hash-key.ts';
import { differences, inputLists, onceForEach } from '../tracking/dependence.ts';
import type { Dependence } from '../../model/graph.ts';
import { append } from '../program/append.ts';
import type { Ways } from '../resolve-asked.ts';
import type { ChangedKeys, Knowledge } from './changed-keys.ts';
import type { OpenFile } from './resolve-open.ts';

/** What a file said when it was last resolved, and what was known then. */
export interface Said extends Knowledge {
  dependence: Dependence;
  ways: Ways;
}

export interface Known {
  /** Paths of all files of the repository. */
  files: Iterable<string>;
  /** What the files of the part provide by their own text, whatever the others say: hashes of keys, by path. */
  byText: ReadonlyMap<string, Uint32Array>;
  /** Those of its files that an earlier run resolved. */
  said: ReadonlyMap<string, Said>;
  /** Files of other parts that provide a key, and what those said whose facts were read. */
  providersElsewhere: (key: number) => readonly string[];
  saidElsewhere: (path: string) => Pick<Said, 'dependence' | 'ways'> | undefined;
  changed: ChangedKeys;
  /** Of the run, from 1 on. */
  round: number;
}

/** Rounds after which files whose edges depend on the order of values are not asked again. */
const ROUNDS_FOR_ORDER = 4;

/**
 * So often a file is resolved in one run whose edges depend on the order in which values arrive: sets that are cut off may be
 * cut elsewhere each time, and two such files would ask for each other without end. The others only ever learn more.
 */
const MOST_TIMES = 4;

const NO_WAYS: Ways = new Map();

type Saying = Pick<Said, 'dependence' | 'ways'> & {
  /** Number of its own group; of an earlier run, what was known there. */
  at: number | Knowledge;
};

export class Journal {
  private readonly known: Known;
  /** Of `known`, and of what was added. */
  private readonly byText = new Map<string, Uint32Array>();
  private readonly providers = new Map<number, string[]>();
  private readonly said: Map<string, Saying>;
  /** Paths by the hash of the key of their content; of all files of the repository, so made when it is asked. */
  private byContent: ReadonlyMap<number, string> | undefined;
  /** By key: the last group that says it came or went. */
  private readonly changed = new Map<number, number>();
  /** By path: how often it was resolved in this run. */
  private readonly times = new Map<string, number>();
  private readonly restsOnOrder = onceForEach((keys: Uint32Array) => keys.includes(ORDER_INPUT));
  private groups = 0;

  constructor(known: Known) {
    this.known = known;
    this.said = new Map(
      Array.from(known.said, ([path, { knows, run, ...said }]) => [path, { ...said, at: { knows, run } }]),
    );
    this.add(known.byText);
  }

  /** Files of the part, with the hashes of the keys that they provide as long as nobody resolves them. */
  add(byText: ReadonlyMap<string, Uint32Array>): void {
    for (const [path, keys] of byText) {
      this.byText.set(path, keys);
      for (const key of this.providedBy(path)) append(this.providers, key, path);
    }
  }

  has(path: string): boolean {
    return this.byText.has(path);
  }

  /** Hashes of keys. */
  providedBy(path: string): Uint32Array {
    return this.said.get(path)?.dependence.provides ?? this.byText.get(path) ?? new Uint32Array();
  }

  /** Paths of files. */
  readonly providersOf = (key: number): readonly string[] => {
    const elsewhere = this.known.providersElsewhere(key);
    const own = this.providers.get(key);
    return own === undefined ? elsewhere : [...elsewhere, ...own];
  };

  readonly waysIn = (path: string): Ways => this.saidOf(path)?.ways ?? NO_WAYS;

  /** Files that these were seen to depend on. */
  readonly filesBehind = (paths: Iterable<string>): string[] => this.filesAmong(this.keysBehind(paths));

  /** Those whose content is one of these keys. */
  filesAmong(keys: ReadonlySet<number>): string[] {
    const byContent = (this.byContent ??= new Map(
      Array.from(this.known.files, (path) => [hashOf(fileKey(path)), path]),
    ));
    return [...keys].flatMap((key) => byContent.get(key) ?? []);
  }

  /** Hashes of keys that these were seen to depend on. */
  keysBehind(paths: Iterable<string>): Set<number> {
    const lists = new Set([...paths].flatMap((path) => inputLists(this.saidOf(path)?.dependence)));
    const keys = new Set<number>();
    for (const list of lists) for (const key of list) keys.add(key);
    return keys;
  }

  /** Files that provide what came since these were resolved that are due for it. */
  cameFor(due: Iterable<string>): Set<string> {
    const keys = new Set<number>();
    for (const path of due) {
      const said = this.said.get(path);
      for (const list of inputLists(said?.dependence)) for (const key of this.cameSince(said?.at, list)) keys.add(key);
    }
    return new Set([...keys].flatMap((key) => this.providersOf(key)));
  }

  private cameSince(at: Saying['at'] | undefined, keys: Uint32Array): number[] {
    if (at === undefined) return [];
    const group = typeof at === 'number' ? at : 0;
    const before = typeof at === 'number' ? [] : this.known.changed.unknownAmong(keys, at);
    return [...before, ...[...keys].filter((key) => (this.changed.get(key) ?? 0) > group)];
  }

  private saidOf(path: string): Pick<Said, 'dependence' | 'ways'> | undefined {
    return this.has(path) ? this.said.get(path) : this.known.saidElsewhere(path);
  }

  /** Notes what files of the part say that were resolved together, by what was known until now. */
  note(files: readonly Pick<OpenFile, 'path' | 'dependence' | 'ways'>[]): void {
    const number = ++this.groups;
    for (const { path, dependence, ways } of files) {
      const differing = differences(this.providedBy(path), dependence.provides);
      this.provide(path, differing, new Set(dependence.provides));
      const before = this.said.get(path)?.ways;
      for (const key of [...differing, ...differingWays(before, ways)]) this.changed.set(key, number);
      this.said.set(path, { dependence, ways, at: number });
      this.times.set(path, (this.times.get(path) ?? 0) + 1);
    }
  }

  private provide(path: string, differing: readonly number[], now: ReadonlySet<number>): void {
    for (const key of differing) {
      if (now.has(key)) append(this.providers, key, path);
      else
        this.providers.set(
          key,
          (this.providers.get(key) ?? []).filter((other) => other !== path),
        );
    }
  }

  /** The part's files that were not resolved, or depend on a key that came or went since. */
  due(): Set<string> {
    const cameAfter = new Map<number, (keys: Uint32Array) => boolean>();
    const asksOf = (group: number): ((keys: Uint32Array) => boolean) => {
      let asks = cameAfter.get(group);
      if (asks === undefined) {
        asks = onceForEach((keys: Uint32Array) => keys.some((key) => (this.changed.get(key) ?? 0) > group));
        cameAfter.set(group, asks);
      }
      return asks;
    };
    const isDue = (path: string): boolean => {
      const said = this.said.get(path);
      if (said === undefined) return true;
      const lists = inputLists(said.dependence);
      if (this.hasHadItsTimes(path) && lists.some(this.restsOnOrder)) return false;
      if (typeof said.at === 'number') return lists.some(asksOf(said.at));
      return lists.some(this.known.changed.unknownTo(said.at)) || lists.some(asksOf(0));
    };
    return new Set([...this.byText.keys()].filter(isDue));
  }

  private hasHadItsTimes(path: string): boolean {
    return this.known.round > ROUNDS_FOR_ORDER || (this.times.get(path) ?? 0) >= MOST_TIMES;
  }

  /** Hashes of all keys that files of the part depend on, ascending. */
  get rests(): Uint32Array {
    return Uint32Array.from(this.keysBehind(this.said.keys())).sort();
  }

  /** Keys under which something else stands than when this began, ascending. */
  get changedKeys(): Uint32Array {
    return Uint32Array.from(this.changed.keys()).sort();
  }
}

/** Keys under which other statements add than before. */
function differingWays(before: Ways = new Map(), now: Ways = new Map()): number[] {
  const same = (key: number): boolean => before.get(key)?.join() === now.get(key)?.join();
  return [...new Set([...before.keys(), ...now.keys()])].filter((key) => !same(key));
}
