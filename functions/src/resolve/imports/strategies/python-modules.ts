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
import { fileAt } from '../../program/program.ts';
import type { Program, SourceFile } from '../../program/program.ts';
import { remember } from '../../tracking/memo.ts';
import { dirKey, rootKey } from '../../tracking/path-keys.ts';
import type { ImportStrategy, StrategyKind } from '../import-strategy.ts';
import { dirName, under } from '../paths.ts';
import { sharedFolders } from '../../program/folders.ts';
import type { Ref } from '../refs.ts';

const INIT = '__init__.py';
const ENDINGS = ['.py', '.pyi', '.pyx'];
/** Begins the keys of folders that are packages without a file of their own. */
const FOLDER = 'python:';

export const pythonModules: StrategyKind = {
  make: makePythonModules,
  // A file that makes its folder a package: with it the roots of all files below change.
  changesAll: (path) => path === INIT || path.endsWith(`/${INIT}`),
};

interface Tree {
  program: Program;
  /** All folders with files. */
  dirs: ReadonlySet<string>;
  /** Source roots by the first name of the modules below them. */
  roots: ReadonlyMap<string, ReadonlySet<string>>;
}

function makePythonModules(program: Program, files: SourceFile[]): ImportStrategy {
  const dirs = new Set<string>();
  for (const file of files) for (let dir = file.dir; !dirs.has(dir); dir = dirName(dir)) dirs.add(dir);
  const tree: Tree = { program, dirs, roots: rootsOf(program, files) };
  const absoluteFrom = remember(program.trace, (dir: string) =>
    remember(program.trace, (dotted: string) => absoluteModule(tree, dotted, dir)),
  );
  const absolute = (dotted: string, file: SourceFile): Ref[] => absoluteFrom(file.dir)(dotted);

  const moduleOf = (fact: ImportFact, file: SourceFile): Ref[] => {
    const level = fact.level ?? 0;
    if (level === 0) return absolute(fact.source, file);
    let dir = file.dir;
    for (let up = 1; up < level; up++) dir = dirName(dir);
    return moduleAt(tree, dir, fact.source);
  };

  return {
    bound(fact, file) {
      if (fact.name !== undefined && fact.name !== '*') return named(tree, moduleOf(fact, file), fact.name, file);
      if (fact.name === '*' || fact.alias !== undefined) return moduleOf(fact, file);
      return absolute(fact.source.split('.')[0] ?? '', file);
    },
    targets(fact, file) {
      const modules = moduleOf(fact, file);
      if (fact.name === undefined || fact.name === '*') return modules;
      return named(tree, modules, fact.name, file);
    },
    localName: (fact) => fact.alias ?? fact.name ?? fact.source.split('.')[0],
    exported: (file, name) => (file.facts.path.endsWith(INIT) ? moduleAt(tree, file.dir, name) : []),
    member: (key, name) => moduleAt(tree, key.slice(FOLDER.length), name),
    packageName: (key) => key.slice(FOLDER.length).replaceAll('/', '.'),
    packageOf: (file) => (isPackage(program, file.dir) ? dottedName(file.dir, rootOf(program, file.dir)) : undefined),
  };
}

function isPackage(program: Program, dir: string): boolean {
  return fileAt(program, under(dir, INIT)) !== undefined;
}

/** Nearest folder at or above that is no package. */
function rootOf(program: Program, dir: string): string {
  let at = dir;
  while (at !== '' && isPackage(program, at)) at = dirName(at);
  return at;
}

function rootsOf(program: Program, files: SourceFile[]): Map<string, Set<string>> {
  const roots = new Map<string, Set<string>>();
  const add = (path: string, root: string): void => {
    const first = path.split('/')[0]?.replace(/\.pyi?$/, '') ?? '';
    const known = roots.get(first);
    if (known === undefined) roots.set(first, new Set([root]));
    else known.add(root);
  };
  for (const file of files) {
    const { path } = file.facts;
    const root = rootOf(program, file.dir);
    add(root === '' ? path : path.slice(root.length + 1), root);
    add(path, '');
  }
  return roots;
}

/** The module at a dotted name below a folder, or the folder as a package; none where there is neither. */
function moduleAt({ dirs, program }: Tree, root: string, dotted: string): Ref[] {
  const path = dotted === '' ? root : under(root, dotted.replaceAll('.', '/'));
  const init = fileAt(program, under(path, INIT));
  if (init !== undefined) return [{ to: 'file', file: init.index }];
  for (const ending of ENDINGS) {
    const module = path === '' ? undefined : fileAt(program, path + ending);
    if (module !== undefined) return [{ to: 'file', file: module.index }];
  }
  program.trace.isProvided(dirKey(path));
  return dirs.has(path) ? [{ to: 'namespace', key: `${FOLDER}${path}` }] : [];
}

/** The module of a full name, seen from a folder: a file below some root before a folder below another. */
function absoluteModule(tree: Tree, dotted: string, dir: string): Ref[] {
  const { program } = tree;
  const first = dotted.split('.')[0] ?? '';
  program.trace.isProvided(rootKey(first));
  const roots = tree.roots.get(first);
  if (roots === undefined) {
    const sibling = moduleAt(tree, dir, dotted);
    return sibling.length > 0 ? sibling : [{ to: 'external', name: dotted }];
  }
  const own = [rootOf(program, dir), dir, '', 'src', 'lib'].filter((root) => roots.has(root) || root === dir);
  let folder: Ref[] = [];
  for (const root of [...own, ...[...roots].sort(byDistance(dir))]) {
    const found = moduleAt(tree, root, dotted);
    if (found[0]?.to === 'file') return found;
    if (folder.length === 0) folder = found;
  }
  return folder;
}

/** What `from … import name` binds. */
function named(tree: Tree, modules: Ref[], name: string, by: SourceFile): Ref[] {
  return modules.flatMap((ref): Ref[] => {
    // `from . import tools` in a package's own file: the module tools, since the name is what the import makes.
    const inside = ref.to === 'file' && ref.file === by.index ? moduleAt(tree, by.dir, name) : [];
    if (inside.length > 0) return inside;
    if (ref.to === 'file') return [{ to: 'name', file: ref.file, name }];
    return ref.to === 'namespace' ? moduleAt(tree, ref.key.slice(FOLDER.length), name) : [ref];
  });
}

function dottedName(dir: string, root: string): string {
  return (root === '' ? dir : dir.slice(root.length + 1)).replaceAll('/', '.');
}

/** Roots that share more of the path with the importing file come first; then by name, to be the same each time. */
function byDistance(dir: string): (a: string, b: string) => number {
  return (a, b) => sharedFolders(dir, b) - sharedFolders(dir, a) || (a < b ? -1 : 1);
}
