/**
 * All edges of a repository, part by part: each part is some files, whose edges are made from their facts and from those of
 * the others that these depend on. So no step holds all files, and parts can be worked on side by side.
 *
 *     keys that each file provides by its own text ─▶ every part
 *     files settled together ─▶ journal: what came or went ─▶ files that depend on it and were settled before: due again
 *     none is due            ─▶ done
 *
 * This is chaotic iteration to the fixpoint that resolving all files at once computes (Cousot, "Asynchronous iterative methods
 * for solving a fixed point system of monotone equations in a complete lattice", 1977); the summaries of a part that others
 * ask for are keys, and who asks loads the file that has the rest (test/resolve/resolve-parts.test.ts).
 */
import type { FileFacts } from '../model/facts.ts';
import type { Dependence, GraphNode, ResolvedFile } from '../model/graph.ts';
import type { ManifestFile } from '../model/manifests.ts';
import { createClasses } from './classes/classes.ts';
import { protocolNames } from './edges/protocol-calls.ts';
import { append } from './program/append.ts';
import { buildProgram } from './program/program.ts';
import { modulesOf } from './resolve.ts';
import type { FileOutline, Repository, Ways } from './resolve-asked.ts';
import { resolveOpen } from './resolve-open.ts';
import type { OpenFile, Settled } from './resolve-open.ts';
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

/** `asked`: paths of files. Of the others is known what the rounds before say. */
export async function resolvePart(
  repository: Repository,
  asked: ReadonlySet<string>,
  { filesBehind, providersOf, waysIn }: Pick<Journal, 'filesBehind' | 'providersOf' | 'waysIn'>,
): Promise<{ settled: Settled[]; held: number }> {
  return resolveOpen({
    repository,
    now: new Map(repository.files.map((file) => [file.path, file])),
    providersOf,
    affected: new Set(asked),
    wanted: new Set([...asked, ...filesBehind(asked)]),
    loaded: new Map<string, FileFacts>(),
    entered: new Map(),
    waysIn,
    isFirst: true,
  });
}

const NO_WAYS: Ways = new Map();

/** What a file said when it was last resolved, and what was known then. */
interface Said {
  dependence: Dependence;
  ways: Ways;
  /** Number of its own group in the journal. It knew of all before it, and what the group says. */
  number: number;
}

/** What is known of all files: what each provides, and a journal of what came or went as groups of files were resolved. */
export class Journal {
  private readonly providers = new Map<number, string[]>();
  /** What files provide by their own text that were not resolved yet. */
  private readonly byText: Map<string, Uint32Array>;
  private readonly said = new Map<string, Said>();
  /** Paths by the hash of the key of their content. */
  private readonly files: ReadonlyMap<number, string>;
  /** By key: the last group that says it came or went. */
  private readonly changed = new Map<number, number>();
  private groups = 0;

  constructor(provided: Provided) {
    this.byText = new Map(provided);
    for (const [path, keys] of provided) for (const key of keys) append(this.providers, key, path);
    this.files = new Map([...provided.keys()].map((path) => [hashOf(fileKey(path)), path]));
  }

  /** Paths of files. */
  readonly providersOf = (key: number): readonly string[] => this.providers.get(key) ?? [];

  readonly waysIn = (path: string): Ways => this.said.get(path)?.ways ?? NO_WAYS;

  /** Files that these were seen to depend on. */
  readonly filesBehind = (paths: Iterable<string>): string[] => {
    const found = new Set<string>();
    for (const path of paths) {
      for (const keys of inputLists(this.said.get(path)?.dependence)) {
        for (const key of keys) {
          const file = this.files.get(key);
          if (file !== undefined) found.add(file);
        }
      }
    }
    return [...found];
  };

  /** Notes what files say that were resolved together, by what was known until now. */
  note(files: readonly Pick<OpenFile, 'path' | 'dependence' | 'ways'>[]): void {
    const number = ++this.groups;
    for (const { path, dependence, ways } of files) {
      const before = this.said.get(path);
      const provided = before?.dependence.provides ?? this.byText.get(path);
      const differing = differences(provided, dependence.provides);
      this.provide(path, differing, new Set(dependence.provides));
      for (const key of [...differing, ...differingWays(before?.ways, ways)]) this.changed.set(key, number);
      this.said.set(path, { dependence, ways, number });
    }
  }

  private provide(path: string, differing: readonly number[], now: ReadonlySet<number>): void {
    for (const key of differing) {
      if (now.has(key)) append(this.providers, key, path);
      else
        this.providers.set(
          key,
          this.providersOf(key).filter((other) => other !== path),
        );
    }
  }

  /** Those of these files that were not resolved, or depend on a key that came or went since. */
  due(paths: readonly string[]): Set<string> {
    const cameAfter = new Map<number, (keys: Uint32Array) => boolean>();
    const isDue = (path: string): boolean => {
      const said = this.said.get(path);
      if (said === undefined) return true;
      const { dependence, number } = said;
      let asks = cameAfter.get(number);
      if (asks === undefined) {
        asks = onceForEach((keys) => keys.some((key) => (this.changed.get(key) ?? 0) > number));
        cameAfter.set(number, asks);
      }
      return inputLists(dependence).some(asks);
    };
    return new Set(paths.filter(isDue));
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
  const journal = new Journal(provided);
  const files = new Map<string, ResolvedFile>();
  const modules = new Map<string, GraphNode>();
  const found: Pick<PartsResolution, 'rounds' | 'mostHeld'> = { rounds: [], mostHeld: 0 };
  for (let round = 0; ; round++) {
    if (round >= MAX_ROUNDS) throw new Error(`Parts still change after ${MAX_ROUNDS} rounds`);
    let count = 0;
    for (const paths of parts) {
      const asked = journal.due(paths);
      if (asked.size === 0) continue;
      count += asked.size;
      const { held, settled } = await resolvePart(repository, asked, journal);
      for (const group of settled) {
        journal.note(group.files);
        for (const file of group.files) files.set(file.path, file);
        for (const module of group.modules) modules.set(module.id, module);
      }
      found.mostHeld = Math.max(found.mostHeld, held);
    }
    if (count === 0) break;
    found.rounds.push(count);
  }
  return { files: inOrder(repository.files, files), modules: modulesOf(modules), ...found };
}

function inOrder(outlines: readonly FileOutline[], files: ReadonlyMap<string, ResolvedFile>): ResolvedFile[] {
  return outlines
    .map(({ path }) => path)
    .sort()
    .flatMap((path) => files.get(path) ?? []);
}
