/**
 * `baseUrl` and `paths` of the nearest tsconfig.json or jsconfig.json, through `extends`. Comments and trailing commas
 * are allowed in these files.
 *
 *     { "extends": "../base.json", "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"] } } }
 */
import { parse } from 'jsonc-parser';
import type { ManifestFile } from '../../model/facts.ts';
import { dirName, joinPath } from './import-strategy.ts';

interface PathMap {
  /** Folder that bare names are looked up in; undefined when no baseUrl is set. */
  baseUrl: string | undefined;
  paths: { pattern: string; to: string[] }[];
}

export interface PathMaps {
  /** Paths that a bare specifier may mean, seen from a folder. */
  candidates(fromDir: string, source: string): string[];
}

interface Options {
  baseUrl?: string;
  paths?: Record<string, string[]>;
}

const MAX_EXTENDS = 10;

export function readPathMaps(manifests: ManifestFile[]): PathMaps {
  const texts = new Map(manifests.map((manifest) => [manifest.path, manifest.text]));
  const byDir = new Map<string, PathMap>();
  for (const path of [...texts.keys()].sort()) {
    if (!/(^|\/)(?:ts|js)config(?:\.\w+)*\.json$/.test(path)) continue;
    const map = readConfig(path, texts, 0);
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

function readConfig(path: string, texts: Map<string, string>, depth: number): PathMap | undefined {
  const text = texts.get(path);
  if (text === undefined || depth > MAX_EXTENDS) return undefined;
  const json = parse(text, [], { allowTrailingComma: true }) as
    { extends?: string | string[]; compilerOptions?: Options } | undefined;
  const result: PathMap = { baseUrl: undefined, paths: [] };
  for (const parent of [json?.extends ?? []].flat()) {
    if (typeof parent !== 'string') continue;
    const inherited = [parent, `${parent}.json`, `${parent}/tsconfig.json`]
      .map((name) => joinPath(dirName(path), name))
      .flatMap((name) => (name === undefined ? [] : [readConfig(name, texts, depth + 1)]))
      .find((map) => map !== undefined);
    if (inherited !== undefined) Object.assign(result, inherited);
  }
  const options = json?.compilerOptions;
  if (typeof options?.baseUrl === 'string') result.baseUrl = joinPath(dirName(path), options.baseUrl);
  if (options?.paths !== undefined) {
    const base = result.baseUrl ?? dirName(path);
    result.paths = Object.entries(options.paths).map(([pattern, to]) => ({
      pattern,
      to: (Array.isArray(to) ? to : []).flatMap((target) => joinPath(base, target) ?? []),
    }));
  }
  return result;
}

/** The most specific pattern first, as the compiler does: exact, then the longest text before the star. */
function candidatesIn(map: PathMap, source: string): string[] {
  const out: string[] = [];
  const sorted = [...map.paths].sort((a, b) => b.pattern.length - a.pattern.length);
  for (const { pattern, to } of sorted) {
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
