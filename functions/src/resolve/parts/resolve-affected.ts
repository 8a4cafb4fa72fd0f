/**
 * The edges of the files that a change reaches, where no step may hold the facts of all that these rest on: by groups, each
 * with what its files were seen to rest on. A group that needs too much is halved.
 *
 *     changed.go, 1,900 files that rest on it ─▶ too much ─▶ halves ─▶ …
 *     a group says something else under a key ─▶ files of the groups before that rest on the key: due again
 *
 * Groups know of each other what parts of a repository do (journal.ts), so the order of groups decides nothing.
 */
import type { FileFacts } from '../../model/facts.ts';
import type { GraphNode, ResolvedFile } from '../../model/graph.ts';
import { resolveAsked, want, withDependence } from '../resolve-asked.ts';
import type { Attempt, Search, Ways } from '../resolve-asked.ts';
import { ChangedKeys } from './changed-keys.ts';
import { Journal } from './journal.ts';
import { halvesOf, needsMore, weightOfAll } from './resolve-open.ts';
import { providedByText } from './resolve-part.ts';

export interface AffectedSearch extends Pick<Search, 'now' | 'repository'> {
  /** Paths of the files whose edges are asked for; may grow between calls. */
  affected: ReadonlySet<string>;
  /** Of these, the files that are new or say something else: what they provided does not hold. */
  changed: ReadonlySet<string>;
  /** Files that did not change, by the hash of a key that they provided before the change. */
  providersOf: (key: number) => readonly string[];
  /** What a file that did not change provided. */
  providedBefore: (path: string) => Uint32Array | undefined;
  /** Files that these were seen to depend on. */
  filesBehind: (paths: Iterable<string>) => Iterable<string>;
  /** The most source files whose facts may be held, by their weights. */
  most: number;
}

export interface AffectedFiles {
  files: ResolvedFile[];
  modules: Map<string, GraphNode>;
}

/** More than any change needs. */
const MAX_ROUNDS = 30;
/** Where more files are affected than this many times what one step may hold, parts of all do it sooner, side by side. */
const MOST_HELD_TIMES = 2;
const NO_WAYS: Ways = new Map();

/**
 * The answer resolves what is affected by now, and gives it with all that was before; undefined where a file needs more
 * than may be held, so much is affected that parts do it sooner, or files go on changing each other.
 */
export function createAffected(search: AffectedSearch): () => Promise<AffectedFiles | undefined> {
  const journal: Journal = new Journal({
    files: search.now.keys(),
    byText: new Map(),
    said: new Map(),
    providersElsewhere: (key) => search.providersOf(key).filter((path) => !journal.has(path)),
    saidElsewhere: () => undefined,
    changed: new ChangedKeys([]),
    round: 1,
  });
  const loaded = new Map<string, FileFacts>();
  const files = new Map<string, ResolvedFile>();
  const modules = new Map<string, GraphNode>();
  const note = (attempt: Attempt): void => {
    const found = withDependence(attempt);
    journal.note(found.map(({ dependence, path }) => ({ dependence, path, ways: NO_WAYS })));
    for (const file of found) files.set(file.path, file);
    for (const [id, module] of attempt.modules) modules.set(id, module);
  };

  const resolveGroups = async (due: ReadonlySet<string>): Promise<boolean> => {
    const groups = [[...due]];
    for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
      const attempt = await resolveGroup(search, journal, loaded, group);
      if (attempt !== undefined) note(attempt);
      else if (group.length === 1) return false;
      else groups.push(...halvesOf(new Set(group)));
    }
    return true;
  };

  return async () => {
    if (weightOfAll(search, search.affected) > MOST_HELD_TIMES * search.most) return undefined;
    journal.add(await providedByNow(search, journal));
    for (let rounds = 0; ; rounds++) {
      const due = journal.due();
      if (due.size === 0) return { files: [...files.values()], modules };
      if (rounds >= MAX_ROUNDS || !(await resolveGroups(due))) return undefined;
    }
  };
}

/** What the files provide that are affected and not known yet. */
async function providedByNow(search: AffectedSearch, journal: Journal): Promise<Map<string, Uint32Array>> {
  const { affected, changed, now, providedBefore, repository } = search;
  const fresh = [...affected].filter((path) => now.has(path) && !journal.has(path));
  const written = fresh.filter((path) => changed.has(path));
  const texts = written.length === 0 ? [] : await repository.readFacts(written);
  const byText = providedByText(texts, repository.manifests);
  return new Map(fresh.map((path) => [path, byText.get(path) ?? providedBefore(path) ?? new Uint32Array()]));
}

/** undefined where it needs more than may be held. */
async function resolveGroup(
  { filesBehind, most, now, repository }: AffectedSearch,
  { providersOf }: Journal,
  loaded: Map<string, FileFacts>,
  group: readonly string[],
): Promise<Attempt | undefined> {
  const search: Search = {
    repository,
    now,
    providersOf,
    affected: new Set(group),
    wanted: new Set(group),
    loaded,
    entered: new Map(),
    waysIn: () => 'all',
    isFirst: false,
  };
  for (const path of filesBehind(group)) want(search, path);
  for (const path of loaded.keys()) if (!search.wanted.has(path)) loaded.delete(path);
  return resolveAsked(search, () => needsMore(search, most));
}
