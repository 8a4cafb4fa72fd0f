/**
 * Go: a package is a folder; its files share one scope, and an import path is the module's path (go.mod) plus the
 * folder. External tests (`package x_test`) are a package of their own in the same folder.
 *
 *     go.mod: module example.com/app     import "example.com/app/store"   → the folder store
 *     //go:build !windows                two files may declare one name for different platforms
 *     import s "…/store"                 binds s;  import . "…"  binds all names;  import _ "…"  binds none
 */
import type { ManifestFile } from '../../../model/manifests.ts';
import type { Program, SourceFile } from '../../program/program.ts';
import type { Ref } from '../refs.ts';
import { joinPath } from '../paths.ts';
import { nearestDirs } from '../../program/folders.ts';
import { isBuilt } from '../go-build.ts';
import type { ImportStrategy, StrategyKind } from '../import-strategy.ts';
import { readGoModules } from '../manifests/go-modules.ts';
import type { GoModule } from '../manifests/go-modules.ts';
import { Namespaces } from '../namespaces.ts';

export const goPackages: StrategyKind = { make: makeGoPackages };

function makeGoPackages(program: Program, files: SourceFile[], manifests: ManifestFile[]): ImportStrategy {
  const modules = readGoModules(manifests);
  const packages = new Namespaces('go', program);
  /** Names that packages declare, by folder. */
  const declared = new Map<string, string>();
  for (const file of files) {
    packages.addFile(file, keyOf(file));
    program.trace.provide(file.index, packageKey(keyOf(file)));
    if (file.facts.module !== undefined && !declared.has(keyOf(file))) declared.set(keyOf(file), file.facts.module);
  }
  return {
    bound(fact, file) {
      if (fact.form === 'build') return [];
      const dir = folderOf(modules, packages, fact.source, file.dir);
      return [dir === undefined ? { to: 'external', name: fact.source } : { to: 'namespace', key: packages.key(dir) }];
    },
    localName(fact, file) {
      if (fact.form === 'build') return undefined;
      if (fact.alias !== undefined) return fact.alias === '_' ? undefined : fact.alias;
      const dir = folderOf(modules, packages, fact.source, file.dir);
      if (dir !== undefined) program.trace.isProvided(packageKey(dir));
      return (dir === undefined ? undefined : declared.get(dir)) ?? guessName(fact.source);
    },
    ambient: (file, _scope, name) => builtFirst(program, packages.member(keyOf(file), name, { except: file.index })),
    member(key, name) {
      const dir = packages.nameOf(key);
      return dir === undefined ? [] : builtFirst(program, packages.member(dir, name));
    },
    isBuilt: ({ facts }) => isBuilt(facts),
    packageName: (key) => importPath(modules, key.slice('go:'.length)),
    packageOf: (file) => importPath(modules, file.dir) + (keyOf(file).endsWith('_test') ? '_test' : ''),
  };
}

/** Folder of the package with an import path, as a file in a folder sees it; undefined for one from elsewhere. */
function folderOf(modules: GoModule[], packages: Namespaces, path: string, from: string): string | undefined {
  const named = modules.filter((module) => path === module.path || path.startsWith(`${module.path}/`));
  // Sibling programs may have modules of one name.
  for (const module of [...nearestDirs(named, from), ...named]) {
    const dir = joinPath(module.dir, path.slice(module.path.length));
    if (dir !== undefined && packages.has(dir)) return dir;
  }
  return modules.length > 0 ? undefined : folderWithoutModule(packages, path);
}

/** No go.mod: a tree below GOPATH, or a part of a module. Only paths that begin with a host can be ours. */
function folderWithoutModule(packages: Namespaces, path: string): string | undefined {
  const parts = path.split('/');
  if (packages.has(path)) return path;
  if (parts[0]?.includes('.') !== true) return undefined;
  for (let skip = 1; skip < parts.length; skip++) {
    const dir = parts.slice(skip).join('/');
    if (packages.has(dir)) return dir;
  }
  return undefined;
}

/** Import path of a folder's package. */
function importPath(modules: GoModule[], dir: string): string {
  const module = modules.find((one) => one.dir === '' || dir === one.dir || dir.startsWith(`${one.dir}/`));
  if (module === undefined) return dir;
  const rest = module.dir === '' ? dir : dir.slice(module.dir.length + 1);
  return rest === '' ? module.path : `${module.path}/${rest}`;
}

/** Of declarations for several platforms those of the default build, where there are any. */
function builtFirst(program: Program, refs: Ref[]): Ref[] {
  if (refs.length < 2) return refs;
  const built = refs.filter((ref) => {
    const file = ref.to === 'name' ? program.files[ref.file] : undefined;
    if (file !== undefined) program.trace.dependOnFile(file.index);
    return file === undefined || isBuilt(file.facts);
  });
  return built.length > 0 ? built : refs;
}

/** Name of the question which files a package has. */
function packageKey(dir: string): string {
  return `go package:${dir}`;
}

function keyOf(file: SourceFile): string {
  const apart = file.facts.module?.endsWith('_test') === true && file.facts.path.endsWith('_test.go');
  return `${file.dir}${apart ? '#_test' : ''}`;
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
