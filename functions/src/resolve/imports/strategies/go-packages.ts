/**
 * Go: a package is a folder; its files share one scope, and an import path is the module's path (go.mod) plus the
 * folder. External tests (`package x_test`) are a package of their own in the same folder.
 *
 *     go.mod: module example.com/app     import "example.com/app/store"   → the folder store
 *     //go:build !windows                two files may declare one name for different platforms
 *     import s "…/store"                 binds s;  import . "…"  binds all names;  import _ "…"  binds none
 */
import type { ImportFact } from '../../../model/facts.ts';
import type { ManifestFile } from '../../../model/manifests.ts';
import type { Program, SourceFile } from '../../program/program.ts';
import type { Ref } from '../refs.ts';
import { dirName, joinPath } from '../import-strategy.ts';
import type { ImportStrategy } from '../import-strategy.ts';
import { Namespaces } from '../namespaces.ts';

const BUILT: ReadonlySet<string> = new Set(['linux', 'unix', 'amd64', 'cgo', 'gc']);
const PLATFORMS: ReadonlySet<string> = new Set([
  ...[
    'aix',
    'android',
    'darwin',
    'dragonfly',
    'freebsd',
    'illumos',
    'ios',
    'js',
    'linux',
    'netbsd',
    'openbsd',
    'plan9',
  ],
  ...['solaris', 'wasip1', 'windows', '386', 'amd64', 'arm', 'arm64', 'loong64', 'mips', 'mips64', 'ppc64', 'ppc64le'],
  ...['riscv64', 's390x', 'wasm'],
]);

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
    program.trace.provide(file.index, packageKey(keyOf(file)));
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
    if (fact.form === 'build') return [];
    const dir = folderOf(fact.source);
    return [dir === undefined ? { to: 'external', name: fact.source } : { to: 'namespace', key: packages.key(dir) }];
  };

  /** Of declarations for several platforms those that are built by default, where there are any. */
  const builtFirst = (refs: Ref[]): Ref[] => {
    if (refs.length < 2) return refs;
    const built = refs.filter((ref) => {
      const file = ref.to === 'name' ? program.files[ref.file] : undefined;
      if (file !== undefined) program.trace.dependOnFile(file.index);
      return file === undefined || isBuilt(file);
    });
    return built.length > 0 ? built : refs;
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
      if (fact.form === 'build') return undefined;
      if (fact.alias !== undefined) return fact.alias === '_' ? undefined : fact.alias;
      const dir = folderOf(fact.source);
      if (dir !== undefined) program.trace.isProvided(packageKey(dir));
      return (dir === undefined ? undefined : declared.get(dir)) ?? guessName(fact.source);
    },
    ambient: (file, _scope, name) => builtFirst(packages.member(keyOf(file), name, { except: file.index })),
    member(key, name) {
      const dir = packages.nameOf(key);
      return dir === undefined ? [] : builtFirst(packages.member(dir, name));
    },
    isBuilt,
    packageName: (key) => pathOf(key.slice('go:'.length)),
    packageOf: (file) => pathOf(file.dir) + (keyOf(file).endsWith('_test') ? '_test' : ''),
  };
}

/** Name of the question which files a package has. */
function packageKey(dir: string): string {
  return `go package:${dir}`;
}

function keyOf(file: SourceFile): string {
  const apart = file.facts.module?.endsWith('_test') === true && file.facts.path.endsWith('_test.go');
  return `${file.dir}${apart ? '#_test' : ''}`;
}

/** By `//go:build` and the ends of the name, `x_windows.go`, on a plain Linux machine. */
function isBuilt(file: SourceFile): boolean {
  const parts = (/([^/]+?)(?:_test)?\.go$/.exec(file.facts.path)?.[1] ?? '').split('_').slice(1);
  if (parts.slice(-2).some((part) => PLATFORMS.has(part) && !BUILT.has(part))) return false;
  const line = file.facts.imports.find((fact) => fact.form === 'build')?.source;
  return line === undefined || holds(line.replace(/^\/\/go:build/, ''));
}

/** `!a && (b || c)`: words that are no tags of the platform do not hold. */
function holds(expression: string): boolean {
  const tokens = expression.match(/[\w.]+|&&|\|\||[!()]/g) ?? [];
  let at = 0;
  const unary = (): boolean => {
    const token = tokens[at++];
    if (token === '!') return !unary();
    if (token !== '(') return token !== undefined && (BUILT.has(token) || /^go1\.\d+$/.test(token));
    const inner = either();
    at++;
    return inner;
  };
  const both = (): boolean => {
    let result = unary();
    while (tokens[at] === '&&') {
      at++;
      result = unary() && result;
    }
    return result;
  };
  const either = (): boolean => {
    let result = both();
    while (tokens[at] === '||') {
      at++;
      result = both() || result;
    }
    return result;
  };
  return either();
}

/** Longest module path first, so that a nested module wins over the one around it. */
function readModules(manifests: ManifestFile[]): GoModule[] {
  return manifests
    .filter((manifest) => /(^|\/)go\.mod$/.test(manifest.path))
    .flatMap((manifest) => {
      const path = /^[ \t]*module[ \t]+"?([^\s"]+)/m.exec(manifest.text)?.[1];
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
