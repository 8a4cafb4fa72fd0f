/**
 * The packages of a repository by name, and which source file a specifier means. What is published is often built
 * (`"main": "dist/index.js"`) and not in the repository, so the folder of build output is also tried as `src` and as
 * nothing.
 *
 *     { "name": "@acme/core", "exports": { ".": { "types": "./dist/index.d.ts" }, "./*": "./dist/*.js" } }
 */
import type { ManifestFile } from '../../../model/manifests.ts';
import { append } from '../../program/append.ts';
import { dirName, joinPath } from '../paths.ts';
import { nearestDirs } from '../../program/folders.ts';
import { isRecord, parsedJson } from './manifest-json.ts';

interface PackageJson {
  dir: string;
  name: string | undefined;
  /** Subpath → files it may mean, in the order written. */
  exports: Map<string, string[]>;
  imports: Map<string, string[]>;
}

export interface Packages {
  has(name: string): boolean;
  /** Files that a bare specifier may mean, seen from a folder. */
  candidates(fromDir: string, source: string): string[];
  /** Files that a package's folder offers under a subpath (`.` is the package itself). */
  entries(dir: string, subpath: string): string[];
  /** Name of the package a folder belongs to. */
  nameAbove(dir: string): string | undefined;
}

const CONDITION_DEPTH = 6;
/** More than packages have: each import of one is held against all patterns among them. */
const MAX_SUBPATHS = 2_000;

export function readPackages(manifests: ManifestFile[]): Packages {
  const byDir = new Map<string, PackageJson>();
  const byName = new Map<string, PackageJson[]>();
  for (const manifest of [...manifests].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    if (!/(^|\/)package\.json$/.test(manifest.path)) continue;
    const found = readPackage(dirName(manifest.path), parsedJson(manifest.text));
    if (found === undefined) continue;
    byDir.set(found.dir, found);
    if (found.name !== undefined) append(byName, found.name, found);
  }
  const above = (dir: string): PackageJson | undefined => {
    for (let at = dir; ; at = dirName(at)) {
      const found = byDir.get(at);
      if (found !== undefined || at === '') return found;
    }
  };
  const entriesOf = (found: PackageJson, subpath: string): string[] =>
    lookUp(found.exports, subpath).flatMap((path) => sourcesOf(found.dir, path));
  return {
    has: (name) => byName.has(name),
    candidates(fromDir, source) {
      if (source.startsWith('#')) {
        const own = above(fromDir);
        return own === undefined ? [] : lookUp(own.imports, source).flatMap((path) => sourcesOf(own.dir, path));
      }
      const parts = source.split('/');
      const name = parts.slice(0, source.startsWith('@') ? 2 : 1).join('/');
      // Sibling programs may have packages of one name.
      const [found] = nearestDirs(byName.get(name) ?? [], fromDir);
      if (found === undefined) return [];
      const rest = parts.slice(source.startsWith('@') ? 2 : 1).join('/');
      const listed = entriesOf(found, rest === '' ? '.' : `./${rest}`);
      return [
        ...listed,
        ...(rest === '' ? sourcesOf(found.dir, 'src/index') : sourcesOf(found.dir, rest)),
        ...sourcesOf(found.dir, `src/${rest}`),
      ];
    },
    entries(dir, subpath) {
      const found = byDir.get(dir);
      return found === undefined ? [] : entriesOf(found, subpath);
    },
    nameAbove: (dir) => above(dir)?.name,
  };
}

function readPackage(dir: string, json: unknown): PackageJson | undefined {
  if (!isRecord(json)) return undefined;
  const exports = new Map<string, string[]>();
  if (isRecord(json.exports) && Object.keys(json.exports).some((key) => key.startsWith('.'))) {
    for (const [key, value] of subpathsOf(json.exports)) exports.set(key, strings(value));
  } else if (json.exports !== undefined) exports.set('.', strings(json.exports));
  const mains = [json.source, json.types, json.typings, json.module, json.main].filter((v) => typeof v === 'string');
  exports.set('.', [...(exports.get('.') ?? []), ...mains]);
  const imports = new Map<string, string[]>();
  if (isRecord(json.imports)) for (const [key, value] of subpathsOf(json.imports)) imports.set(key, strings(value));
  return { dir, name: typeof json.name === 'string' ? json.name : undefined, exports, imports };
}

function subpathsOf(record: Record<string, unknown>): [string, unknown][] {
  return Object.entries(record).slice(0, MAX_SUBPATHS);
}

/** All paths below conditions: `{ import: { types: './a.d.ts', default: './a.js' } }` → both. */
function strings(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (depth > CONDITION_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((item) => strings(item, depth + 1));
  return isRecord(value) ? Object.values(value).flatMap((item) => strings(item, depth + 1)) : [];
}

function lookUp(map: Map<string, string[]>, key: string): string[] {
  const exact = map.get(key);
  if (exact !== undefined) return exact;
  for (const [pattern, paths] of map) {
    const star = pattern.indexOf('*');
    if (star < 0) continue;
    const head = pattern.slice(0, star);
    const tail = pattern.slice(star + 1);
    if (key.length < pattern.length - 1 || !key.startsWith(head) || !key.endsWith(tail)) continue;
    const middle = key.slice(head.length, key.length - tail.length);
    return paths.map((path) => path.replaceAll('*', middle));
  }
  return [];
}

/** The path itself, and where its source may lie when it names build output. */
function sourcesOf(dir: string, path: string): string[] {
  const plain = joinPath(dir, path);
  if (plain === undefined) return [];
  const inside = joinPath(path) ?? '';
  const built = /^(?:dist|lib|build|out|esm|cjs|es)\/(?:(?:esm|cjs|es|types|src)\/)?(.*)$/.exec(inside)?.[1];
  if (built === undefined) return [plain];
  const bare = built.replace(/\.d\.([cm]?)ts$/, '.$1js');
  return [plain, joinPath(dir, 'src', bare), joinPath(dir, bare)].filter((p) => p !== undefined);
}
