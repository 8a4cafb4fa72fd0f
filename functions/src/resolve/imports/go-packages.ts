/**
 * Go: a package is a folder; its files share one scope, and an import path is the module's path (go.mod) plus the
 * folder. External tests (`package x_test`) are a package of their own in the same folder.
 *
 *     go.mod: module example.com/app     import "example.com/app/store"   → the folder store
 *     import s "…/store"                 binds s;  import . "…"  binds all names;  import _ "…"  binds none
 */
import type { ImportFact, ManifestFile } from '../../model/facts.ts';
import type { Program, SourceFile } from '../program.ts';
import type { Ref } from '../refs.ts';
import { dirName, joinPath } from './import-strategy.ts';
import type { ImportStrategy } from './import-strategy.ts';
import { Namespaces } from './namespaces.ts';

interface GoModule {
  dir: string;
  path: string;
}

export function goPackages(program: Program, files: SourceFile[], manifests: ManifestFile[]): ImportStrategy {
  const modules = readModules(manifests);
  const packages = new Namespaces('go', program);
  const declared = new Map<string, string>();
  for (const file of files) {
    packages.addFile(file, keyOf(file));
    if (file.facts.module !== undefined && !declared.has(keyOf(file))) declared.set(keyOf(file), file.facts.module);
  }

  const folderOf = (path: string): string | undefined => {
    for (const module of modules) {
      if (path !== module.path && !path.startsWith(`${module.path}/`)) continue;
      const dir = joinPath(module.dir, path.slice(module.path.length));
      if (dir !== undefined && packages.has(dir)) return dir;
    }
    if (modules.length > 0) return undefined;
    // No go.mod: a tree below GOPATH, or a part of a module. Only paths that begin with a host can be ours.
    const parts = path.split('/');
    if (packages.has(path)) return path;
    if (parts[0]?.includes('.') !== true) return undefined;
    for (let skip = 1; skip < parts.length; skip++) {
      const dir = parts.slice(skip).join('/');
      if (packages.has(dir)) return dir;
    }
    return undefined;
  };

  const bound = (fact: ImportFact): Ref[] => {
    const dir = folderOf(fact.source);
    return [dir === undefined ? { to: 'external', name: fact.source } : { to: 'namespace', key: packages.key(dir) }];
  };

  const pathOf = (dir: string): string => {
    const module = modules.find((one) => one.dir === '' || dir === one.dir || dir.startsWith(`${one.dir}/`));
    if (module === undefined) return dir;
    const rest = module.dir === '' ? dir : dir.slice(module.dir.length + 1);
    return rest === '' ? module.path : `${module.path}/${rest}`;
  };

  return {
    bound,
    localName(fact) {
      if (fact.alias !== undefined) return fact.alias === '_' ? undefined : fact.alias;
      const dir = folderOf(fact.source);
      return (dir === undefined ? undefined : declared.get(dir)) ?? guessName(fact.source);
    },
    ambient: (file, _scope, name) => packages.member(keyOf(file), name, { except: file.index }),
    member(key, name) {
      const dir = packages.nameOf(key);
      return dir === undefined ? [] : packages.member(dir, name);
    },
    packageName: (key) => pathOf(key.slice('go:'.length)),
    packageOf: (file) => pathOf(file.dir) + (keyOf(file).endsWith('_test') ? '_test' : ''),
  };
}

function keyOf(file: SourceFile): string {
  const apart = file.facts.module?.endsWith('_test') === true && file.facts.path.endsWith('_test.go');
  return `${file.dir}${apart ? '#_test' : ''}`;
}

/** Longest module path first, so that a nested module wins over the one around it. */
function readModules(manifests: ManifestFile[]): GoModule[] {
  return manifests
    .filter((manifest) => /(^|\/)go\.mod$/.test(manifest.path))
    .flatMap((manifest) => {
      const path = /^\s*module\s+"?([^\s"]+)/m.exec(manifest.text)?.[1];
      return path === undefined ? [] : [{ dir: dirName(manifest.path), path }];
    })
    .sort((a, b) => b.dir.length - a.dir.length || (a.dir < b.dir ? -1 : 1));
}

/** The name a package from elsewhere most likely has: `gopkg.in/yaml.v3` yaml, `…/go-git/v5` git. */
function guessName(path: string): string {
  const parts = path.split('/');
  let last = parts.at(-1) ?? path;
  if (/^v\d+$/.test(last) && parts.length > 1) last = parts.at(-2) ?? last;
  return last
    .replace(/\.v\d+$/, '')
    .replace(/^go-/, '')
    .replace(/-go$/, '')
    .replaceAll('-', '_');
}
