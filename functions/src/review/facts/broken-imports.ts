/** Files outside a change that import a file which is no longer where they look for it. */
import type { BrokenCall } from '../../model/change-facts.ts';
import type { EdgeRecord } from '../../ports.ts';
import type { FileDiff } from '../diff/diff-trees.ts';
import type { BaseCode } from './base-code.ts';

const MOST_FILES = 100;
const MOST_IMPORTERS = 50;

/** `pathsAtHead`: all files after the change. */
export async function brokenImports(
  base: BaseCode,
  diffs: readonly FileDiff[],
  pathsAtHead: ReadonlySet<string>,
): Promise<BrokenCall[]> {
  const modules = new Set([...pathsAtHead].map(moduleOf));
  const gone = diffs.filter((diff) => {
    const old = diff.oldPath ?? diff.path;
    return (diff.status === 'deleted' || old !== diff.path) && !pathsAtHead.has(old) && !modules.has(moduleOf(old));
  });
  const changed = new Set(diffs.map(({ oldPath, path }) => oldPath ?? path));
  const broken: BrokenCall[] = [];
  for (const diff of gone.slice(0, MOST_FILES)) {
    const of = diff.oldPath ?? diff.path;
    const reason = diff.status === 'deleted' ? 'imports this file, which is removed' : `imports this file, which is ${diff.path} now`; // prettier-ignore
    for (const { path, line } of await importersOf(base, of, pathsAtHead)) {
      if (!changed.has(path)) broken.push({ of, path, qualified_name: path, line, reason });
    }
  }
  return broken;
}

async function importersOf(
  base: BaseCode,
  of: string,
  pathsAtHead: ReadonlySet<string>,
): Promise<{ path: string; line: number }[]> {
  const ids = (await base.reader.filesAt(of)).map(({ id }) => id);
  const edges = await base.reader.edges(ids, { types: ['IMPORTS'], direction: 'in' }, { limit: MOST_IMPORTERS });
  const imports = [...edges.values()].flatMap(({ items }) => items).filter((edge) => namesFile(edge, of, pathsAtHead));
  const importers = new Map((await base.reader.symbols(imports.map(({ from }) => from))).map((one) => [one.id, one]));
  const found = new Map<string, number>();
  for (const { from, lines } of imports) {
    const path = importers.get(from)?.path;
    if (path === undefined || found.has(path)) continue;
    const [line] = await base.linesNow(path, lines);
    if (line !== undefined) found.set(path, line);
  }
  return [...found].map(([path, line]) => ({ path, line }));
}

/** `src/shop/price.ts`, `src/shop/price/index.ts` and `src/shop/price.d.ts` are one module. */
function moduleOf(path: string): string {
  return path.replace(/(?:\.d)?\.[^./]+$/, '').replace(/\/(?:index|__init__|mod|init)$/, '');
}

/**
 * The import says the file's own name, rather than that of a package that other files belong to as well:
 * `./price`, `shop.price`, `from shop import price` and `"shop/price.h"`, but not Go's `example.com/shop`.
 */
function namesFile({ moduleName, importedName }: EdgeRecord, of: string, pathsAtHead: ReadonlySet<string>): boolean {
  const parts = moduleOf(of).split('/');
  const stem = parts.at(-1) ?? '';
  const folder = parts.slice(0, -1).join('/');
  const written = (moduleName ?? '').replace(/\.(?:[cm]?[jt]sx?|h|hpp|hh|c|cc|cpp|rb|php|py|lua|sh)$/, '').split(/[/.:\\]+/).filter((part) => part !== ''); // prettier-ignore
  if (importedName === stem && written.at(-1) !== stem) return true;
  if (written.at(-1) !== stem) return false;
  const isPackage = parts.at(-2) === stem && written.at(-2) !== stem;
  return !isPackage || ![...pathsAtHead].some((path) => path.startsWith(`${folder}/`));
}
