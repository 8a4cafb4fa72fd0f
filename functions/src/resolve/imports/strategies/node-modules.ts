/**
 * JavaScript and TypeScript: a specifier is a relative path (with or without extension, `.js` standing for `.ts`), a
 * name mapped by the nearest tsconfig, a package of this repository's workspaces, or a package from elsewhere.
 *
 *     './x'  './x.js'  './x/index'      relative
 *     '@/u'                             "paths": { "@/*": ["src/*"] }, found through "extends" too
 *     '@acme/core/util'                 a workspace's package.json: name, exports, main
 *     '#internal'                       own package.json: imports
 *     'react'  'node:fs'                outside
 */
import type { ImportFact } from '../../../model/facts.ts';
import type { ManifestFile } from '../../../model/manifests.ts';
import { fileAt } from '../../program/program.ts';
import type { Program, SourceFile } from '../../program/program.ts';
import { remember } from '../../tracking/memo.ts';
import type { Ref } from '../refs.ts';
import { joinPath } from '../paths.ts';
import type { ImportStrategy, StrategyKind } from '../import-strategy.ts';
import { readPackages } from '../manifests/package-json.ts';
import type { Packages } from '../manifests/package-json.ts';
import { readPathMaps } from '../manifests/tsconfig-paths.ts';
import type { PathMaps } from '../manifests/tsconfig-paths.ts';

const TYPED = ['.ts', '.tsx', '.mts', '.cts'];
const DECLARATIONS = ['.d.ts', '.d.mts', '.d.cts'];
const PLAIN = ['.js', '.jsx', '.mjs', '.cjs'];
/** What an import without an extension may mean, in this order: the types for who knows types, else what runs. */
const EXTENSIONS = [...TYPED, ...DECLARATIONS, ...PLAIN];
const EXTENSIONS_THAT_RUN = [...PLAIN, ...TYPED, ...DECLARATIONS];
/** What a written extension may stand for. */
const SOURCES_OF: Record<string, string[]> = {
  '.js': ['.ts', '.tsx', '.d.ts', '.jsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts', '.d.mts'],
  '.cjs': ['.cts', '.d.cts'],
};

export const nodeModules: StrategyKind = { make: makeNodeModules };

/** What specifiers are looked up in. */
interface Modules {
  program: Program;
  packages: Packages;
  pathMaps: PathMaps;
}

function makeNodeModules(program: Program, _files: SourceFile[], manifests: ManifestFile[]): ImportStrategy {
  const packages = readPackages(manifests);
  const modules: Modules = { program, packages, pathMaps: readPathMaps(manifests) };

  /** By whether the importing file runs as it is, its folder and the specifier. */
  const resolve = remember(program.trace, (key: string): SourceFile | undefined => {
    const [runs, dir = '', ...rest] = key.split('\0');
    const source = rest.join('\0');
    const bare = source.startsWith('#') ? source : source.replace(/[?#][^]*$/, '');
    return moduleNamed(modules, bare, dir, runs === 'runs');
  });

  const targets = (fact: ImportFact, file: SourceFile): Ref[] => {
    const runs = PLAIN.some((ending) => file.facts.path.endsWith(ending)) ? 'runs' : '';
    const found = resolve(`${runs}\0${file.dir}\0${fact.source}`);
    if (found !== undefined) return [{ to: 'file', file: found.index }];
    const outside = externalName(fact.source);
    return outside === undefined || packages.has(outside) ? [] : [{ to: 'external', name: outside }];
  };

  return {
    bound(fact, file) {
      const found = targets(fact, file);
      const name = fact.name;
      if (name === undefined || name === '*') return found;
      return found.map((ref) => (ref.to === 'file' ? { to: 'name', file: ref.file, name } : ref));
    },
    targets,
    localName: (fact) => fact.alias ?? (fact.name === '*' ? undefined : fact.name),
    packageOf: (file) => packages.nameAbove(file.dir),
  };
}

/** The file that a specifier means, seen from a folder. `runs`: the importing file runs as it is, so types say nothing. */
function moduleNamed(modules: Modules, source: string, dir: string, runs: boolean): SourceFile | undefined {
  if (/^\.\.?(\/|$)/.test(source)) return atPath(modules, joinPath(dir, source), runs);
  for (const path of modules.pathMaps.candidates(dir, source)) {
    const mapped = atPath(modules, path, runs);
    if (mapped !== undefined) return mapped;
  }
  let declared: SourceFile | undefined;
  for (const path of modules.packages.candidates(dir, source)) {
    const found = asFile(modules.program, path, runs) ?? atPath(modules, path, runs);
    if (found === undefined) continue;
    if (!runs || !isDeclaration(found)) return found;
    declared ??= found;
  }
  return declared;
}

/** A path is a file, or a folder with a manifest or an index file. */
function atPath({ packages, program }: Modules, path: string | undefined, runs: boolean): SourceFile | undefined {
  if (path === undefined) return undefined;
  const file = path === '' ? undefined : asFile(program, path, runs);
  if (file !== undefined) return file;
  const entries = packages.entries(path, '.').flatMap((entry) => asFile(program, entry, runs) ?? []);
  const main = (runs ? entries.find((one) => !isDeclaration(one)) : undefined) ?? entries[0];
  return main ?? asFile(program, path === '' ? 'index' : `${path}/index`, runs);
}

/** The file at a path, or at the path with another ending or one more. */
function asFile(program: Program, path: string, runs: boolean): SourceFile | undefined {
  const exact = fileAt(program, path);
  if (exact !== undefined) return exact;
  const written = /\.[cm]?jsx?$/.exec(path)?.[0];
  if (written !== undefined) {
    const stem = path.slice(0, -written.length);
    for (const ending of SOURCES_OF[written] ?? []) {
      const source = fileAt(program, stem + ending);
      if (source !== undefined) return source;
    }
  }
  for (const ending of runs ? EXTENSIONS_THAT_RUN : EXTENSIONS) {
    const file = fileAt(program, path + ending);
    if (file !== undefined) return file;
  }
  return undefined;
}

function isDeclaration(file: SourceFile): boolean {
  return DECLARATIONS.some((ending) => file.facts.path.endsWith(ending));
}

/** Package of a bare specifier: `@a/b/c` → `@a/b`, `node:fs/promises` → `fs`; undefined for paths. */
function externalName(source: string): string | undefined {
  if (/^[./#]/.test(source) || source === '') return undefined;
  const parts = source.replace(/^node:/, '').split('/');
  return source.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
}
