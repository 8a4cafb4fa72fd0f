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
import type { ImportFact, ManifestFile } from '../../model/facts.ts';
import { fileAt } from '../program.ts';
import type { Program, SourceFile } from '../program.ts';
import { remember } from '../memo.ts';
import type { Ref } from '../refs.ts';
import { joinPath } from './import-strategy.ts';
import type { ImportStrategy } from './import-strategy.ts';
import { readPackages } from './package-json.ts';
import { readPathMaps } from './tsconfig-paths.ts';

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.d.ts', '.d.mts', '.d.cts', '.js', '.jsx', '.mjs', '.cjs'];
/** What a written extension may stand for. */
const SOURCES_OF: Record<string, string[]> = {
  '.js': ['.ts', '.tsx', '.d.ts', '.jsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts', '.d.mts'],
  '.cjs': ['.cts', '.d.cts'],
};

export function nodeModules(program: Program, _files: SourceFile[], manifests: ManifestFile[]): ImportStrategy {
  const packages = readPackages(manifests);
  const pathMaps = readPathMaps(manifests);

  const asFile = (path: string): SourceFile | undefined => {
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
    for (const ending of EXTENSIONS) {
      const file = fileAt(program, path + ending);
      if (file !== undefined) return file;
    }
    return undefined;
  };

  const asPath = (path: string | undefined): SourceFile | undefined => {
    if (path === undefined) return undefined;
    const file = path === '' ? undefined : asFile(path);
    if (file !== undefined) return file;
    for (const entry of packages.entries(path, '.')) {
      const main = asFile(entry);
      if (main !== undefined) return main;
    }
    return asFile(path === '' ? 'index' : `${path}/index`);
  };

  const find = (source: string, dir: string): SourceFile | undefined => {
    if (/^\.\.?(\/|$)/.test(source)) return asPath(joinPath(dir, source));
    for (const path of pathMaps.candidates(dir, source)) {
      const mapped = asPath(path);
      if (mapped !== undefined) return mapped;
    }
    for (const path of packages.candidates(dir, source)) {
      const found = asFile(path) ?? asPath(path);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  const resolve = remember(program.trace, (key: string): SourceFile | undefined => {
    const end = key.indexOf('\0');
    const source = key.slice(end + 1);
    return find(
      source.replace(/[?#][^]*$/, (tail) => (source.startsWith('#') ? tail : '')),
      key.slice(0, end),
    );
  });

  const moduleOf = (fact: ImportFact, file: SourceFile): Ref[] => {
    const found = resolve(`${file.dir}\0${fact.source}`);
    if (found !== undefined) return [{ to: 'file', file: found.index }];
    const outside = externalName(fact.source);
    return outside === undefined || packages.has(outside) ? [] : [{ to: 'external', name: outside }];
  };

  return {
    bound(fact, file) {
      const modules = moduleOf(fact, file);
      const name = fact.name;
      if (name === undefined || name === '*') return modules;
      return modules.map((ref) => (ref.to === 'file' ? { to: 'name', file: ref.file, name } : ref));
    },
    targets: moduleOf,
    localName: (fact) => fact.alias ?? (fact.name === '*' ? undefined : fact.name),
    packageOf: (file) => packages.nameAbove(file.dir),
  };
}

/** Package of a bare specifier: `@a/b/c` → `@a/b`, `node:fs/promises` → `fs`; undefined for paths. */
function externalName(source: string): string | undefined {
  if (/^[./#]/.test(source) || source === '') return undefined;
  const parts = source.replace(/^node:/, '').split('/');
  return source.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
}
