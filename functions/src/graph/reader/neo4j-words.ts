/**
 * The words of a repository's files, from the texts that the graph holds. A process keeps those of the repositories that
 * it was asked about last, and reads again only files that changed since: the Repository node tells whether any did.
 */
import type { FileCounts, GraphPort } from '../../ports.ts';
import { keyOf } from '../../model/ids.ts';
import { scopeParams, within } from '../access.ts';
import { createWordTable, type WordTable } from '../locate/word-table.ts';
import { textAt } from '../row-values.ts';
import type { Source } from './neo4j-rows.ts';

interface KeptWords {
  table: WordTable;
  /** Of the Repository node, when the table was last made equal to the graph; undefined while it is not. */
  state: string | undefined;
  /** The update that is under way; one at a time. */
  updating: Promise<unknown>;
}

/** Numbers in all tables of a process, of four bytes each and half as much again; a million lines are about two million. */
const MOST_NUMBERS = 8_000_000;
const FILES_PER_READ = 100;

/** By repository, the one asked about last at the end. */
const kept = new WeakMap<GraphPort, Map<string, KeptWords>>();

/** `scope` is of one repository. Nothing for one that is not there or not the caller's. */
export async function wordCountsOf(source: Source, words: readonly string[]): Promise<FileCounts[]> {
  const repoId = source.scope.repoId ?? '';
  const state = await stateOf(source, repoId);
  if (state === undefined) return [];
  const tables = kept.get(source.graph) ?? new Map<string, KeptWords>();
  kept.set(source.graph, tables);
  const known = tables.get(repoId) ?? { table: createWordTable(), state: undefined, updating: Promise.resolve() };
  tables.delete(repoId);
  tables.set(repoId, known);
  if (known.state !== state) {
    known.updating = known.updating.then(() => update(source, known, state), () => update(source, known, state)); // prettier-ignore
    await known.updating;
    forgetOldest(tables);
  }
  return known.table.count(words);
}

/** Changes with every sync that begins, and with its end. */
async function stateOf({ graph, scope }: Source, repoId: string): Promise<string | undefined> {
  const [row] = await graph.read(
    `MATCH (n:Symbol {key: $key}) WHERE n:Repository AND ${within(scope, 'n')}
     RETURN coalesce(n.commit, '') + ' ' + toString(coalesce(n.fence, 0)) + ' ' + coalesce(n.indexed_at, '') AS state`,
    { ...scopeParams(scope), key: keyOf(repoId) },
  );
  return row === undefined ? undefined : textAt(row, 'state');
}

async function update({ graph, scope }: Source, known: KeptWords, state: string): Promise<void> {
  if (known.state === state) return;
  known.state = undefined;
  const rows = await graph.read(
    `MATCH (s:FileState) WHERE ${within(scope, 's')} AND s.skipped IS NULL
     RETURN s.key AS key, s.path AS path, s.stamp AS stamp`,
    scopeParams(scope),
  );
  const keys = new Map(rows.map((row) => [textAt(row, 'path'), textAt(row, 'key')]));
  const stamps = new Map(rows.map((row) => [textAt(row, 'path'), textAt(row, 'stamp')]));
  const changed = known.table.outdated(stamps);
  for (let at = 0; at < changed.length; at += FILES_PER_READ) {
    const paths = changed.slice(at, at + FILES_PER_READ);
    const [texts, names] = await readFiles(graph, paths.map((path) => keys.get(path) ?? '')); // prettier-ignore
    for (const path of paths) {
      const key = keys.get(path) ?? '';
      known.table.add({ path, text: texts.get(key) ?? '', names: names.get(key) ?? [] }, stamps.get(path) ?? '');
    }
  }
  known.state = state;
}

/** Texts and names of files, by key. */
async function readFiles(graph: GraphPort, keys: string[]): Promise<[Map<string, string>, Map<string, string[]>]> {
  const [chunks, symbols] = await Promise.all([
    graph.read(
      'UNWIND $keys AS key MATCH (c:Chunk {file_key: key}) WITH key, c ORDER BY c.seq RETURN key, c.text AS text',
      { keys },
    ),
    graph.read(
      'UNWIND $keys AS key MATCH (n:Symbol {file_key: key}) WHERE n:Function OR n:Class OR n:Variable RETURN key, n.name AS name',
      { keys },
    ),
  ]);
  const texts = new Map<string, string>();
  for (const row of chunks) texts.set(textAt(row, 'key'), (texts.get(textAt(row, 'key')) ?? '') + textAt(row, 'text'));
  const names = new Map<string, string[]>();
  for (const row of symbols) {
    const own = names.get(textAt(row, 'key'));
    if (own === undefined) names.set(textAt(row, 'key'), [textAt(row, 'name')]);
    else own.push(textAt(row, 'name'));
  }
  return [texts, names];
}

function forgetOldest(tables: Map<string, KeptWords>): void {
  let numbers = [...tables.values()].reduce((sum, { table }) => sum + table.size, 0);
  for (const [repoId, { table }] of tables) {
    if (numbers <= MOST_NUMBERS || tables.size === 1) return;
    numbers -= table.size;
    tables.delete(repoId);
  }
}
