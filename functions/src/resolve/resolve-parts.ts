/**
 * All edges of a repository, part by part: each part is some files, whose edges are made from their facts and from those of
 * the few others that these depend on. So no step holds more than a part with what it depends on, and parts of one round
 * can be worked on side by side.
 *
 *     keys that each file provides by its own text ─▶ round 1: every part
 *     keys that came or went in a round            ─▶ next round: the files of other parts that depend on one of them
 *     none                                         ─▶ done
 *
 * A part is told what files outside it provide as it was known before the round, and says what its own provide. This is
 * chaotic iteration to the fixpoint that resolving all files at once computes (Cousot, "Asynchronous iterative methods for
 * solving a fixed point system of monotone equations in a complete lattice", 1977); the summaries of a part that others ask
 * for are keys, and who asks loads the file that has the rest (test/resolve/resolve-parts.test.ts).
 */
import type { FileFacts } from '../model/facts.ts';
import type { Dependence, GraphNode, ResolvedFile } from '../model/graph.ts';
import type { ManifestFile } from '../model/manifests.ts';
import { createClasses } from './classes/classes.ts';
import { protocolNames } from './edges/protocol-calls.ts';
import { append } from './program/append.ts';
import { buildProgram } from './program/program.ts';
import { modulesOf } from './resolve.ts';
import { loadForeseen, resolveAsked, withDependence } from './resolve-asked.ts';
import type { Attempt, FileOutline, Repository } from './resolve-asked.ts';
import { differences, inputLists, onceForEach } from './tracking/dependence.ts';
import { fileKey, hashOf } from './tracking/hash-key.ts';
import { inOneGo } from './tracking/steps.ts';

/** Hashes of keys, by path. */
export type Provided = ReadonlyMap<string, Uint32Array>;

/** What files provide by their own text, whatever the others say. */
export function providedByText(files: FileFacts[], manifests: ManifestFile[]): Map<string, Uint32Array> {
  const program = buildProgram(files);
  inOneGo(createClasses(program, manifests));
  protocolNames(program);
  return new Map(
    program.files.map(({ facts, index }) => [
      facts.path,
      Uint32Array.from(program.trace.providedBy(index), hashOf).sort(),
    ]),
  );
}

/** By the hash of a key: the statements of a file that add to what stands under it (tracking/trace.ts), ascending. */
export type Ways = ReadonlyMap<number, readonly number[]>;

export interface PartFile extends ResolvedFile {
  ways: Ways;
}

export interface ResolvedPart {
  files: PartFile[];
  modules: GraphNode[];
  /** Files whose facts were held, those of the part included. */
  held: number;
}

/** `asked`: paths of files. Of the others is known what the rounds before say. */
export async function resolvePart(
  repository: Repository,
  asked: ReadonlySet<string>,
  { filesBehind, providers, waysTo }: Pick<Rounds, 'filesBehind' | 'providers' | 'waysTo'>,
): Promise<ResolvedPart> {
  const search = {
    repository,
    now: new Map(repository.files.map((file) => [file.path, file])),
    providers,
    affected: new Set(asked),
    wanted: new Set([...asked, ...filesBehind(asked)]),
    loaded: new Map<string, FileFacts>(),
    entered: new Map(),
    waysTo,
    isFirst: true,
  };
  await loadForeseen(search);
  const attempt = await resolveAsked(search, Infinity);
  if (attempt === undefined) throw new Error('The files of a part ask for ever more files');
  const files = withDependence(attempt).map((file, at) => ({ ...file, ways: waysIn(attempt, at) }));
  return { files, modules: modulesOf(attempt.modules), held: search.loaded.size };
}

function waysIn({ answers, program }: Attempt, at: number): Ways {
  const ways = new Map<number, number[]>();
  for (const [key, statements] of program.trace.ways?.of(answers[at]?.file.index ?? -1) ?? []) {
    for (const statement of statements) append(ways, hashOf(key), statement);
  }
  for (const statements of ways.values()) statements.sort((a, b) => a - b);
  return ways;
}

/** What is known of files that were resolved in part, from one round to the next. */
export class Rounds {
  private readonly provided: Map<string, Uint32Array>;
  private providersNow: Map<number, string[]> | undefined;
  private readonly dependences = new Map<string, Dependence>();
  /** Paths by the hash of the key of their content. */
  private readonly files: ReadonlyMap<number, string>;
  private readonly ways = new Map<string, Ways>();
  /** Of the files that were resolved in this round. */
  private waysNow = new Map<string, Ways>();
  /** Keys that came or went in this round, with the parts that say so. */
  private changed = new Map<number, Set<number>>();

  constructor(provided: Provided) {
    this.provided = new Map(provided);
    this.files = new Map([...provided.keys()].map((path) => [hashOf(fileKey(path)), path]));
  }

  /** Paths of files by the keys that they provide, as it was known before this round. */
  get providers(): ReadonlyMap<number, readonly string[]> {
    this.providersNow ??= this.findProviders();
    return this.providersNow;
  }

  private findProviders(): Map<number, string[]> {
    const providers = new Map<number, string[]>();
    for (const [path, keys] of this.provided) for (const key of keys) append(providers, key, path);
    return providers;
  }

  /** Files that these were seen to depend on. */
  readonly filesBehind = (paths: Iterable<string>): string[] => {
    const found = new Set<string>();
    for (const path of paths) {
      for (const keys of inputLists(this.dependences.get(path))) {
        for (const key of keys) {
          const file = this.files.get(key);
          if (file !== undefined) found.add(file);
        }
      }
    }
    return [...found];
  };

  readonly waysTo = (path: string, key: string): readonly number[] => this.ways.get(path)?.get(hashOf(key)) ?? [];

  /** Notes what a part says; it counts for others in the next round. */
  note(part: number, files: readonly Pick<PartFile, 'path' | 'dependence' | 'ways'>[]): void {
    for (const { path, dependence, ways } of files) {
      this.dependences.set(path, dependence);
      this.waysNow.set(path, ways);
      const others = differingWays(this.ways.get(path), ways);
      for (const key of [...differences(this.provided.get(path), dependence.provides), ...others]) {
        const said = this.changed.get(key);
        if (said === undefined) this.changed.set(key, new Set([part]));
        else said.add(part);
      }
    }
  }

  /** Ends a round: the files that are to be resolved again, by part. */
  next(parts: readonly (readonly string[])[]): Map<number, Set<string>> {
    const changed = this.changed;
    this.changed = new Map();
    for (const [path, { provides }] of this.dependences) this.provided.set(path, provides);
    this.providersNow = undefined;
    const resolved = this.waysNow;
    this.waysNow = new Map();
    for (const [path, ways] of resolved) this.ways.set(path, ways);
    const again = new Map<number, Set<string>>();
    parts.forEach((paths, part) => {
      const isElsewhere = (key: number): boolean => {
        const said = changed.get(key);
        return said !== undefined && (said.size > 1 || !said.has(part));
      };
      const differsElsewhere = onceForEach((keys) => keys.some(isElsewhere));
      const differs = onceForEach((keys) => keys.some((key) => changed.has(key)));
      // What files of a part say that were resolved together is known to each of them.
      const asked = paths.filter((path) =>
        inputLists(this.dependences.get(path)).some(resolved.has(path) ? differsElsewhere : differs),
      );
      if (asked.length > 0) again.set(part, new Set(asked));
    });
    return again;
  }
}

/** Keys under which other statements add than before. */
function differingWays(before: Ways = new Map(), now: Ways = new Map()): number[] {
  const same = (key: number): boolean => before.get(key)?.join() === now.get(key)?.join();
  return [...new Set([...before.keys(), ...now.keys()])].filter((key) => !same(key));
}

/** More rounds than any repository needs: what a key says is known a round after its file is resolved. */
const MAX_ROUNDS = 30;

export interface PartsResolution {
  files: ResolvedFile[];
  modules: GraphNode[];
  /** Files that were asked for in each round, and the most facts that a part held. */
  rounds: number[];
  mostHeld: number;
}

/** Resolves all parts one after the other. `parts`: each file in one of them. Throws when rounds do not end. */
export async function resolveInParts(
  repository: Repository,
  parts: readonly (readonly string[])[],
): Promise<PartsResolution> {
  const provided = new Map<string, Uint32Array>();
  for (const paths of parts) {
    const facts = await repository.readFacts([...paths]);
    for (const [path, keys] of providedByText(facts, repository.manifests)) provided.set(path, keys);
  }
  const rounds = new Rounds(provided);
  const files = new Map<string, ResolvedFile>();
  const modules = new Map<string, GraphNode>();
  const found: Pick<PartsResolution, 'rounds' | 'mostHeld'> = { rounds: [], mostHeld: 0 };
  let open = new Map(parts.map((paths, part): [number, Set<string>] => [part, new Set(paths)]));
  for (let round = 0; open.size > 0; round++) {
    if (round >= MAX_ROUNDS) throw new Error(`Parts still change after ${MAX_ROUNDS} rounds`);
    found.rounds.push([...open.values()].reduce((sum, { size }) => sum + size, 0));
    for (const [part, asked] of open) {
      const resolved = await resolvePart(repository, asked, rounds);
      rounds.note(part, resolved.files);
      for (const file of resolved.files) files.set(file.path, file);
      for (const module of resolved.modules) modules.set(module.id, module);
      found.mostHeld = Math.max(found.mostHeld, resolved.held);
    }
    open = rounds.next(parts);
  }
  return { files: inOrder(repository.files, files), modules: modulesOf(modules), ...found };
}

function inOrder(outlines: readonly FileOutline[], files: ReadonlyMap<string, ResolvedFile>): ResolvedFile[] {
  return outlines
    .map(({ path }) => path)
    .sort()
    .flatMap((path) => files.get(path) ?? []);
}
