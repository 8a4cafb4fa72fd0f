/**
 * What is this repository? Its languages, its folders with what they hold, where it starts, and which folder depends on
 * which: what somebody wants to know first who has never seen it.
 */
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import { isTestPath } from '../../model/test-paths.ts';
import type { FileLink, FileRecord, GraphReader, SymbolRecord } from '../../ports.ts';
import { readerQuestion } from './declare.ts';
import { figures, foldersOf, folderSchema } from './folder-figures.ts';
import { fitting } from './page.ts';
import { symbolElementOf, symbolElementSchema } from './symbol-element.ts';

const MOST_FILES = 100_000;
const MOST_LINKS = 300_000;
const MOST_ENTRIES = 20;
const MOST_DEPENDENCIES = 100;
const FOLDER_BYTES = 120_000;

export const repositoryOutline = readerQuestion({
  name: 'outline',
  summary: 'Languages, folders, entry points, most called functions, and which folder depends on which',
  input: z.object({
    path: z.string().max(4_096).default('').describe('A folder, without a slash at its end; empty for the root'),
    depth: z.number().int().min(1).max(3).default(2).describe('Levels of folders'),
    limit: z.number().int().min(1).max(200).default(60).describe('Folders that are shown'),
  }),
  output: z.object({
    repo_id: z.string(),
    commit: z.string(),
    branch: z.string().nullable(),
    /** ISO 8601. */
    indexed_at: z.string().nullable(),
    path: z.string(),
    figures: z.object(figures),
    /** By lines. */
    languages: z.array(z.object({ language: z.string(), files: z.number().int(), lines: z.number().int() })),
    /** By depth, then by lines. */
    folders: z.array(folderSchema),
    /** Folders down to this depth. */
    total: z.number().int(),
    /** Functions called main, and files without classes that call something by themselves and that no file imports; no tests. */
    entry_points: z.array(symbolElementSchema),
    most_called: z.array(symbolElementSchema),
    /** Imports between the files of two folders, the most first. */
    dependencies: z.array(z.object({ from: z.string(), to: z.string(), imports: z.number().int() })),
    dependencies_total: z.number().int(),
    truncated: z.literal(true).optional(),
  }),
  /** `not_found` for a folder that holds no indexed file. */
  async answer(reader, { path: given, depth, limit }) {
    const path = given.replace(/\/+$/, '');
    const [indexed, files, links, called, entries] = await Promise.all([
      reader.repository(),
      reader.files(path, { limit: MOST_FILES }),
      reader.links(path, 'IMPORTS', { limit: MOST_LINKS }),
      reader.ranked(path, 'callers', { limit: MOST_ENTRIES / 2 }),
      entryPoints(reader, path),
    ]);
    if (indexed === undefined || (files.total === 0 && path !== ''))
      throw new AppError('not_found', 'Folder not found');
    const tree = foldersOf(path, depth, files.items);
    const folders = [...tree.nodes.values()].filter(({ type }) => type === 'folder');
    folders.sort((a, b) => a.depth - b.depth || b.lines - a.lines || (a.path < b.path ? -1 : 1));
    const shown = fitting(folders.slice(0, limit), FOLDER_BYTES);
    const dependencies = dependenciesOf(path, depth, links.items);
    const whole = shown.length === folders.length && files.items.length === files.total;
    return {
      repo_id: indexed.repoId,
      commit: indexed.commit,
      branch: indexed.branch,
      indexed_at: indexed.indexedAt,
      path,
      figures: tree.whole,
      languages: languagesOf(files.items),
      folders: shown,
      total: folders.length,
      entry_points: startsAmong(entries, files.items).map(symbolElementOf),
      most_called: called.filter(({ callers }) => callers > 0).map(symbolElementOf),
      dependencies: dependencies.slice(0, MOST_DEPENDENCIES),
      dependencies_total: dependencies.length,
      ...(whole && links.items.length === links.total ? {} : { truncated: true as const }),
    };
  },
});

async function entryPoints(reader: GraphReader, under: string): Promise<SymbolRecord[]> {
  const [mains, files] = await Promise.all([
    reader.named('main', { limit: 10 * MOST_ENTRIES }),
    reader.entryFiles(under, { limit: 10 * MOST_ENTRIES }),
  ]);
  const lies = ({ path }: SymbolRecord) => under === '' || path.startsWith(`${under}/`);
  // A method of that name is one among others, unless it is static.
  const starts = ({ label, className, modifiers }: SymbolRecord) =>
    label === 'Function' && (className === null || modifiers.includes('static'));
  const functions = mains.items.filter((symbol) => starts(symbol) && lies(symbol));
  return [...functions, ...files.items].filter(({ path }) => !isTestPath(path));
}

/** Where fields are set as classes are loaded, a file calls something without being a program. */
function startsAmong(entries: readonly SymbolRecord[], files: readonly FileRecord[]): SymbolRecord[] {
  const withClasses = new Set(files.filter(({ classes }) => classes > 0).map(({ id }) => id));
  return entries.filter(({ id }) => !withClasses.has(id)).slice(0, MOST_ENTRIES);
}

function languagesOf(files: readonly FileRecord[]) {
  const languages = new Map<string, { language: string; files: number; lines: number }>();
  for (const { language, lines } of files) {
    const known = languages.get(language) ?? { language, files: 0, lines: 0 };
    languages.set(language, { language, files: known.files + 1, lines: known.lines + lines });
  }
  return [...languages.values()].sort((a, b) => b.lines - a.lines || (a.language < b.language ? -1 : 1));
}

/** Links of files as links of the folders that they stand in, no deeper than `depth` below the folder. */
function dependenciesOf(under: string, depth: number, links: readonly FileLink[]) {
  const above = under === '' ? 0 : under.split('/').length;
  const folderOf = (path: string) => path.split('/').slice(0, -1).slice(0, above + depth).join('/'); // prettier-ignore
  const folders = new Map<string, { from: string; to: string; imports: number }>();
  for (const link of links) {
    const [from, to] = [folderOf(link.from), folderOf(link.to)];
    if (from === to) continue;
    const known = folders.get(`${from}\n${to}`) ?? { from, to, imports: 0 };
    folders.set(`${from}\n${to}`, { from, to, imports: known.imports + link.edges });
  }
  return [...folders.values()].sort((a, b) => b.imports - a.imports || (a.from + a.to < b.from + b.to ? -1 : 1));
}
