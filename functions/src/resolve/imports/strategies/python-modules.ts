/**
 * Python: `a.b` is `a/b.py` or `a/b/__init__.py` below a source root. No configuration names the roots, so they are
 * read off the tree: a root is a folder that holds a package or module and is no package itself (the repository, `src`,
 * `tests`, the folder of a script).
 *
 *     from .x import y        level 1, source 'x': a sibling module
 *     import a.b              binds `a`; the edge goes to a/b.py
 *     from a import b         a name of a/__init__.py, else the submodule a/b.py
 */
import type { ImportFact } from '../../../model/facts.ts';
import { dirKey, rootKey } from '../../tracking/path-keys.ts';
import { fileAt } from '../../program/program.ts';
import type { Program, SourceFile } from '../../program/program.ts';
import { remember } from '../../tracking/memo.ts';
import type { Ref } from '../refs.ts';
import { dirName } from '../import-strategy.ts';
import type { ImportStrategy } from '../import-strategy.ts';

const INIT = '__init__.py';
const ENDINGS = ['.py', '.pyi', '.pyx'];

export function pythonModules(program: Program, files: SourceFile[]): ImportStrategy {
  const dirs = new Set<string>();
  for (const file of files) for (let dir = file.dir; !dirs.has(dir); dir = dirName(dir)) dirs.add(dir);
  const isPackage = (dir: string): boolean => fileAt(program, under(dir, INIT)) !== undefined;

  /** Nearest folder at or above that is no package. */
  const rootOf = (dir: string): string => {
    let at = dir;
    while (at !== '' && isPackage(at)) at = dirName(at);
    return at;
  };

  const rootsByFirst = new Map<string, Set<string>>();
  for (const file of files) {
    const root = rootOf(file.dir);
    const rest = root === '' ? file.facts.path : file.facts.path.slice(root.length + 1);
    const first = rest.split('/')[0]?.replace(/\.pyi?$/, '') ?? '';
    addRoot(rootsByFirst, first, root);
    addRoot(rootsByFirst, file.facts.path.split('/')[0]?.replace(/\.pyi?$/, '') ?? '', '');
  }

  /** Module or package folder at a dotted name below a folder. */
  const at = (root: string, dotted: string): Ref | undefined => {
    const path = dotted === '' ? root : under(root, dotted.replaceAll('.', '/'));
    const init = fileAt(program, under(path, INIT));
    if (init !== undefined) return { to: 'file', file: init.index };
    for (const ending of ENDINGS) {
      const module = path === '' ? undefined : fileAt(program, path + ending);
      if (module !== undefined) return { to: 'file', file: module.index };
    }
    program.trace.isProvided(dirKey(path));
    return dirs.has(path) ? { to: 'namespace', key: `python:${path}` } : undefined;
  };

  const absolute = (dotted: string, dir: string): Ref[] => {
    const first = dotted.split('.')[0] ?? '';
    program.trace.isProvided(rootKey(first));
    const roots = rootsByFirst.get(first);
    if (roots === undefined) {
      const sibling = at(dir, dotted);
      return sibling === undefined ? [{ to: 'external', name: dotted }] : [sibling];
    }
    const own = [rootOf(dir), dir, '', 'src', 'lib'].filter((root) => roots.has(root) || root === dir);
    let folder: Ref | undefined;
    for (const root of [...own, ...[...roots].sort(byDistance(dir))]) {
      const found = at(root, dotted);
      if (found === undefined) continue;
      if (found.to === 'file') return [found];
      folder ??= found;
    }
    return folder === undefined ? [] : [folder];
  };

  const absoluteFrom = remember(program.trace, (dir: string) =>
    remember(program.trace, (dotted: string) => absolute(dotted, dir)),
  );
  const absoluteOnce = (dotted: string, file: SourceFile): Ref[] => absoluteFrom(file.dir)(dotted);

  const moduleOf = (fact: ImportFact, file: SourceFile): Ref[] => {
    const level = fact.level ?? 0;
    if (level === 0) return absoluteOnce(fact.source, file);
    let dir = file.dir;
    for (let up = 1; up < level; up++) dir = dirName(dir);
    const found = at(dir, fact.source);
    return found === undefined ? [] : [found];
  };

  const named = (modules: Ref[], name: string, by: SourceFile): Ref[] =>
    modules.flatMap((ref): Ref[] => {
      // `from . import tools` in a package's own file: the module tools, since the name is what the import makes.
      const inside = ref.to === 'file' && ref.file === by.index ? at(by.dir, name) : undefined;
      if (inside !== undefined) return [inside];
      if (ref.to === 'file') return [{ to: 'name', file: ref.file, name }];
      if (ref.to === 'namespace') return member(ref.key, name);
      return [ref];
    });

  const member = (key: string, name: string): Ref[] => {
    const found = at(key.slice('python:'.length), name);
    return found === undefined ? [] : [found];
  };

  return {
    bound(fact, file) {
      if (fact.name !== undefined && fact.name !== '*') return named(moduleOf(fact, file), fact.name, file);
      if (fact.name === '*' || fact.alias !== undefined) return moduleOf(fact, file);
      return absoluteOnce(fact.source.split('.')[0] ?? '', file);
    },
    targets(fact, file) {
      const modules = moduleOf(fact, file);
      if (fact.name === undefined || fact.name === '*') return modules;
      return named(modules, fact.name, file);
    },
    localName: (fact) => fact.alias ?? fact.name ?? fact.source.split('.')[0],
    offered(file, name) {
      if (!file.facts.path.endsWith(INIT)) return [];
      const found = at(file.dir, name);
      return found === undefined ? [] : [found];
    },
    member,
    packageName: (key) => key.slice('python:'.length).replaceAll('/', '.'),
    packageOf: (file) => (isPackage(file.dir) ? dotted(file.dir, rootOf(file.dir)) : undefined),
  };
}

function dotted(dir: string, root: string): string {
  return (root === '' ? dir : dir.slice(root.length + 1)).replaceAll('/', '.');
}

function under(dir: string, name: string): string {
  return dir === '' ? name : `${dir}/${name}`;
}

/** A file that makes its folder a package: with it the roots of all files below change. */
export function changesAllOf(path: string): boolean {
  return path === INIT || path.endsWith(`/${INIT}`);
}

function addRoot(roots: Map<string, Set<string>>, first: string, root: string): void {
  const known = roots.get(first);
  if (known === undefined) roots.set(first, new Set([root]));
  else known.add(root);
}

/** Roots that share more of the path with the importing file come first; then by name, to be the same each time. */
function byDistance(dir: string): (a: string, b: string) => number {
  const shared = (root: string): number => {
    const a = dir.split('/');
    const b = root.split('/');
    let n = 0;
    while (n < a.length && n < b.length && a[n] === b[n]) n++;
    return n;
  };
  return (a, b) => shared(b) - shared(a) || (a < b ? -1 : 1);
}
