/**
 * `baseUrl` and `paths` of the nearest tsconfig.json or jsconfig.json, through `extends`. Comments and trailing commas
 * are allowed in these files.
 *
 *     { "extends": "../base.json", "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"] } } }
 */
import type { ManifestFile } from '../../../model/manifests.ts';
import { dirName, joinPath } from '../paths.ts';
import { isRecord, parsedJson } from './manifest-json.ts';

interface PathMap {
  /** Folder that bare names are looked up in; undefined when no baseUrl is set. */
  baseUrl: string | undefined;
  paths: { pattern: string; to: string[] }[];
}

export interface PathMaps {
  /** Paths that a bare specifier may mean, seen from a folder. */
  candidates(fromDir: string, source: string): string[];
}

/** More patterns than people write: each import is held against all of them. */
const MAX_PATTERNS = 1_000;
/** Files that extend the next; who has more has nothing to look for in the last of them. */
const MAX_EXTENDED = 100;

export function readPathMaps(manifests: ManifestFile[]): PathMaps {
  const texts = new Map(manifests.map((manifest) => [manifest.path, manifest.text]));
  const byDir = new Map<string, PathMap>();
  const read = new Map<string, PathMap | undefined>();
  for (const path of [...texts.keys()].sort()) {
    if (!/(^|\/)(?:ts|js)config(?:\.\w+)*\.json$/.test(path)) continue;
    const map = readConfig(path, texts, read);
    const dir = dirName(path);
    const main = /(^|\/)tsconfig\.json$/.test(path);
    if (map !== undefined && (main || !byDir.has(dir))) byDir.set(dir, map);
  }
  return {
    candidates(fromDir, source) {
      if (byDir.size === 0 || source.startsWith('.')) return [];
      for (let at = fromDir; ; at = dirName(at)) {
        const map = byDir.get(at);
        if (map !== undefined) return candidatesIn(map, source);
        if (at === '') return [];
      }
    },
  };
}

/** Each file is read once, however many extend it; one that extends itself adds nothing. */
function readConfig(
  path: string,
  texts: ReadonlyMap<string, string>,
  read: Map<string, PathMap | undefined>,
  depth = 0,
): PathMap | undefined {
  if (read.has(path)) return read.get(path);
  if (depth > MAX_EXTENDED) return undefined;
  read.set(path, undefined);
  const text = texts.get(path);
  if (text === undefined) return undefined;
  const json = parsedJson(text);
  const { extends: given, compilerOptions } = isRecord(json) ? json : {};
  const result: PathMap = { baseUrl: undefined, paths: [] };
  for (const parent of [given ?? []].flat()) {
    if (typeof parent !== 'string') continue;
    const inherited = [parent, `${parent}.json`, `${parent}/tsconfig.json`]
      .map((name) => joinPath(dirName(path), name))
      .flatMap((name) => (name === undefined ? [] : [readConfig(name, texts, read, depth + 1)]))
      .find((map) => map !== undefined);
    if (inherited !== undefined) Object.assign(result, inherited);
  }
  const { baseUrl, paths } = isRecord(compilerOptions) ? compilerOptions : {};
  if (typeof baseUrl === 'string') result.baseUrl = joinPath(dirName(path), baseUrl);
  if (isRecord(paths)) {
    const base = result.baseUrl ?? dirName(path);
    result.paths = Object.entries(paths)
      .slice(0, MAX_PATTERNS)
      .map(([pattern, to]) => ({
        pattern,
        to: (Array.isArray(to) ? to : []).flatMap((target) =>
          typeof target === 'string' ? (joinPath(base, target) ?? []) : [],
        ),
      }))
      .sort((a, b) => b.pattern.length - a.pattern.length);
  }
  read.set(path, result);
  return result;
}

/** The most specific pattern first, as the compiler does: exact, then the longest text before the star. */
function candidatesIn(map: PathMap, source: string): string[] {
  const out: string[] = [];
  for (const { pattern, to } of map.paths) {
    const star = pattern.indexOf('*');
    if (star < 0) {
      if (pattern === source) out.push(...to);
      continue;
    }
    const head = pattern.slice(0, star);
    const tail = pattern.slice(star + 1);
    if (source.length < pattern.length - 1 || !source.startsWith(head) || !source.endsWith(tail)) continue;
    const middle = source.slice(head.length, source.length - tail.length);
    out.push(...to.map((target) => target.replaceAll('*', middle)));
  }
  if (map.baseUrl !== undefined) {
    const path = joinPath(map.baseUrl, source);
    if (path !== undefined) out.push(path);
  }
  return out;
}
