/**
 * A folder of a repository from above: its subfolders and files with their lines, functions and complexity, how they use
 * each other, and what in it is most complex and most called. Drawn as a treemap, or as a graph of folders.
 *
 *     src/  ─┬─ src/api    40 files  6,100 lines    src/api ── 210 calls ─▶ src/model
 *            └─ src/model  12 files  1,900 lines
 */
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import type { FileLink, GraphReader } from '../../ports.ts';
import { readerQuestion } from './declare.ts';
import { figures, foldersOf, folderSchema, type FolderNode } from './folder-figures.ts';
import { fitting } from './page.ts';
import { symbolElementOf, symbolElementSchema } from './symbol-element.ts';

/** Files and links of a repository that one map is made from. */
const MOST_FILES = 100_000;
const MOST_LINKS = 300_000;
const MOST_LISTED = 20;
const NODE_BYTES = 140_000;
const LINK_BYTES = 100_000;
const MOST_SHOWN_LINKS = 1_000;

const linkSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** Calls from a function or file to another one, or imports. */
  edges: z.number().int(),
  /** Pairs of files that have such an edge. */
  file_pairs: z.number().int(),
});

export const codeMap = readerQuestion({
  name: 'code_map',
  summary: 'Folders and files of a folder with lines, functions and complexity, how they use each other, and hotspots',
  input: z.object({
    path: z.string().max(4_096).default('').describe('A folder, without a slash at its end; empty for the root'),
    by: z.enum(['lines', 'complexity', 'functions']).default('lines').describe('The largest come first'),
    depth: z.number().int().min(1).max(4).default(1).describe('Levels of folders'),
    links: z.enum(['imports', 'calls', 'none']).default('imports').describe('Edges between what stands in the folder'),
    limit: z.number().int().min(1).max(2_000).default(500).describe('Folders and files that are shown'),
  }),
  output: z.object({
    repo_id: z.string(),
    commit: z.string(),
    path: z.string(),
    /** Of the whole folder. */
    figures: z.object(figures),
    nodes: z.array(folderSchema),
    /** Folders and files down to this depth. */
    total: z.number().int(),
    /** Between nodes of depth 1, the most edges first. */
    links: z.array(linkSchema),
    links_total: z.number().int(),
    hotspots: z.array(symbolElementSchema),
    most_called: z.array(symbolElementSchema),
    /** Set when nodes are left out, or the repository has more files or links than a map is made from. */
    truncated: z.literal(true).optional(),
  }),
  /** `not_found` for a folder that holds no indexed file. */
  async answer(reader, { path: given, by, depth, links: linked, limit }) {
    const path = given.replace(/\/+$/, '');
    const [indexed, files, links, hotspots, called] = await Promise.all([
      reader.repository(),
      reader.files(path, { limit: MOST_FILES }),
      linksUnder(reader, path, linked),
      reader.ranked(path, 'complexity', { limit: MOST_LISTED }),
      reader.ranked(path, 'callers', { limit: MOST_LISTED }),
    ]);
    if (indexed === undefined || (files.total === 0 && path !== ''))
      throw new AppError('not_found', 'Folder not found');
    const tree = foldersOf(path, depth, files.items);
    const nodes = [...tree.nodes.values()].sort(
      (a, b) => a.depth - b.depth || b[by] - a[by] || (a.path < b.path ? -1 : 1),
    );
    const shown = fitting(nodes.slice(0, limit), NODE_BYTES);
    const between = linksBetween(path, links.items, shown);
    const whole = shown.length === nodes.length && files.items.length === files.total;
    return {
      repo_id: indexed.repoId,
      commit: indexed.commit,
      path,
      figures: tree.whole,
      nodes: shown,
      total: nodes.length,
      links: fitting(between.slice(0, MOST_SHOWN_LINKS), LINK_BYTES),
      links_total: between.length,
      hotspots: hotspots.map(symbolElementOf),
      most_called: called.filter(({ callers }) => callers > 0).map(symbolElementOf),
      ...(whole && links.items.length === links.total ? {} : { truncated: true as const }),
    };
  },
});

function linksUnder(reader: GraphReader, path: string, linked: 'imports' | 'calls' | 'none') {
  if (linked === 'none') return { items: [], total: 0 };
  return reader.links(path, linked === 'calls' ? 'CALLS' : 'IMPORTS', { limit: MOST_LINKS });
}

/** Links between the shown nodes that stand in the folder itself. */
function linksBetween(
  under: string,
  links: readonly FileLink[],
  shown: readonly FolderNode[],
): z.infer<typeof linkSchema>[] {
  const start = under === '' ? 0 : under.length + 1;
  const children = new Set(shown.filter(({ depth }) => depth === 1).map(({ path }) => path));
  const childOf = (path: string): string => {
    const end = path.indexOf('/', start);
    return end < 0 ? path : path.slice(0, end);
  };
  const between = new Map<string, z.infer<typeof linkSchema>>();
  for (const link of links) {
    const [from, to] = [childOf(link.from), childOf(link.to)];
    if (from === to || !children.has(from) || !children.has(to)) continue;
    const key = `${from}\n${to}`;
    const known = between.get(key);
    if (known === undefined) between.set(key, { from, to, edges: link.edges, file_pairs: 1 });
    else {
      known.edges += link.edges;
      known.file_pairs += 1;
    }
  }
  return [...between.values()].sort((a, b) => b.edges - a.edges || (a.from + a.to < b.from + b.to ? -1 : 1));
}
