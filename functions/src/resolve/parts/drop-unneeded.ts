/**
 * Facts that the next attempt of a part does not need. An overload may be chosen by the first of its parameters' types that is
 * loaded, and then asks for the other one: with `Form` for `Point`, with `Point` for `Form`. Where both were dropped by turns,
 * attempts would never end. So what was dropped and asked for again stays.
 */
import { want, type Search } from '../resolve-asked.ts';

/** `dropped`: paths of files that were not needed any more, of this and earlier attempts. */
export function dropUnneeded(search: Pick<Search, 'loaded' | 'now' | 'wanted'>, dropped: Set<string>): void {
  for (const path of search.loaded.keys()) {
    if (search.wanted.has(path)) continue;
    if (dropped.has(path)) {
      want(search, path);
      continue;
    }
    dropped.add(path);
    search.loaded.delete(path);
  }
}
