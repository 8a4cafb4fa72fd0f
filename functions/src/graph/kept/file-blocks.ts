/**
 * What the graph holds of a repository's files and what these rest on, some hundred files to a node. FileStates are what is
 * so; blocks are a copy of them for a sync that builds upon a whole graph and would else read two rows for each file:
 *
 *     (:FileBlock {key, repo_id, access, states: <brotli of rows>, depends: <numbers>})       of the files whose path falls into it
 *     (:Repository {fence: 1796…04, blocks: 24, blocks_fence: 1796…04})
 *
 *     states    [[path, oid, language, stamp, edges hash, rests hash, lines, module, problems, counts, figures, skipped, lists], …]
 *     depends   [inputs, provided, <as many keys>, <as many keys>, …]     32 bits each, of the files with `lists`, in their order
 *
 * A run that ends writes the blocks of the files that it wrote, and its number beside theirs. Where the last run's number is
 * another one (it died, or older code made it), the blocks are not read and are all written anew by the next run.
 */
import type { Problem } from '../../model/facts.ts';
import type { Dependence } from '../../model/graph.ts';
import { fnv1a, keyOf } from '../../model/ids.ts';
import type { GraphPort, GraphRow } from '../../ports.ts';
import { packKeys, readSharedRests, unpackKeys, type StoredDepends } from '../dependence.ts';
import { figuresOfRow, figuresRow, type FiguresRow } from '../edge-figures.ts';
import { fencedWrite, GUARD, keptPlan, listed, type Fence } from '../fence.ts';
import type { FileState } from '../file-states.ts';
import type { FileCounts } from '../write-files.ts';
import { packJson, unpackJson } from './packed-json.ts';

/** A file as blocks keep it; undefined for one whose edges rest on nothing that is known, as a skipped one's. */
export interface FileRecord {
  state: FileState;
  depends: StoredDepends | undefined;
}

type StateRow = [
  path: string,
  oid: string,
  language: string,
  stamp: string,
  edgesHash: string | null,
  restsHash: string | null,
  lines: number,
  module: string | null,
  problems: Problem[] | 0,
  counts: FileCounts,
  figures: FiguresRow | null,
  skipped: string | null,
  lists: readonly string[] | null,
];

const FILES_PER_BLOCK = 256;
/** A block that has become as large costs a push as much as several; then there shall be more of them. */
const MOST_PER_BLOCK = 2 * FILES_PER_BLOCK;
/** Blocks of a read, and of a transaction: some 10 MB. */
const BATCH_BLOCKS = 64;

function blockOf(path: string, blocks: number): number {
  return fnv1a(path) % blocks;
}

function keyOfBlock(repoId: string, block: number): string {
  return keyOf(`${repoId}#block#${block}`);
}

export interface FileBlocks {
  states: Map<string, FileState>;
  /** As readDependence gives it. */
  readDependence(): Promise<Map<string, Dependence>>;
}

/** undefined where one of the repository's blocks is missing. */
export async function readFileBlocks(
  graph: GraphPort,
  repoId: string,
  blocks: number,
): Promise<FileBlocks | undefined> {
  const rows: StateRow[][] = [];
  for await (const bytes of readBytes(graph, repoId, blocks, 'states')) {
    if (bytes === undefined) return undefined;
    rows.push(unpackJson(bytes) as StateRow[]);
  }
  const states = new Map<string, FileState>();
  for (const block of rows) for (const row of block) states.set(row[0], stateOf(row));
  const ofFiles = rows.map((block) =>
    block.flatMap(([path, , , , , , , , , , , , lists]) => (lists === null ? [] : [{ path, lists }])),
  );
  return {
    states,
    async readDependence() {
      const found = new Map<string, Dependence>();
      const lists = await readSharedRests(graph, repoId);
      let block = 0;
      for await (const bytes of readBytes(graph, repoId, blocks, 'depends'))
        addDependence(found, ofFiles[block++] ?? [], bytes ?? new Uint8Array(), lists);
      return found;
    },
  };
}

async function* readBytes(
  graph: GraphPort,
  repoId: string,
  blocks: number,
  property: 'states' | 'depends',
): AsyncGenerator<Uint8Array | undefined> {
  const keys = Array.from({ length: blocks }, (_, block) => keyOfBlock(repoId, block));
  const cypher = keptPlan(`UNWIND $keys[0] AS key MATCH (b:FileBlock {key: key}) RETURN key, b.${property} AS bytes`);
  for (let at = 0; at < blocks; at += BATCH_BLOCKS) {
    const portion = keys.slice(at, at + BATCH_BLOCKS);
    const rows = await graph.read(cypher, { keys: listed(portion) });
    const found = new Map(rows.map((row): [unknown, GraphRow] => [row['key'], row]));
    for (const key of portion) {
      const bytes = found.get(key)?.['bytes'];
      yield bytes instanceof Uint8Array ? bytes : undefined;
    }
  }
}

/** Of the files of a block; without those of whose lists one is not there. */
function addDependence(
  found: Map<string, Dependence>,
  files: { path: string; lists: readonly string[] }[],
  bytes: Uint8Array,
  shared: ReadonlyMap<string, Uint32Array>,
): void {
  const numbers = unpackKeys(bytes);
  let at = 0;
  const take = (count: number): Uint32Array => numbers.subarray(at, (at += count));
  for (const { path, lists } of files) {
    const [count = 0, provided = 0] = take(2);
    const [inputs, provides] = [take(count), take(provided)];
    const known = lists.flatMap((name) => shared.get(name) ?? []);
    if (known.length === lists.length) found.set(path, { inputs, provides, shared: known });
  }
}

function stateOf(row: StateRow): FileState {
  const [path, oid, language, stamp, edgesHash, restsHash, lines, module, problems, counts, figures, skipped] = row;
  return {
    ...{ path, oid, language, stamp, edgesHash, restsHash, lines, module, counts, skipped },
    problems: problems === 0 ? [] : problems,
    figures: figures === null ? null : figuresOfRow(figures),
  };
}

function rowOf({ state, depends }: FileRecord): StateRow {
  const { path, oid, language, stamp, edgesHash, restsHash, lines, module, problems, counts, figures, skipped } = state;
  return [
    ...([path, oid, language, stamp, edgesHash, restsHash, lines, module] as const),
    problems.length === 0 ? 0 : problems,
    counts,
    figures === null ? null : figuresRow(figures),
    skipped,
    depends?.lists ?? null,
  ];
}

export interface BlocksUpdate {
  /** All files that the graph holds now. */
  paths: Iterable<string>;
  files: number;
  /** How many blocks hold what the graph held before; undefined where none do. */
  before: number | undefined;
  /** Paths whose records are other ones than before; undefined where all may be. */
  touched: Iterable<string> | undefined;
  /** Of these paths, which are some of all. */
  recordsOf: (paths: string[]) => FileRecord[] | Promise<FileRecord[]>;
}

/** Writes the blocks of the files that were touched, or all. How many blocks there are, for `finishRepository`. */
export async function updateFileBlocks(fence: Fence, update: BlocksUpdate): Promise<number> {
  const { before, files, recordsOf, touched } = update;
  const isFitting = before !== undefined && files <= before * MOST_PER_BLOCK && touched !== undefined;
  const blocks = isFitting ? before : Math.max(1, Math.ceil(files / FILES_PER_BLOCK));
  const wanted = isFitting ? new Set(Array.from(touched, (path) => blockOf(path, blocks))) : undefined;
  const byBlock = new Map(Array.from(wanted ?? Array(blocks).keys(), (block): [number, string[]] => [block, []]));
  for (const path of update.paths) byBlock.get(blockOf(path, blocks))?.push(path);
  if (!isFitting) await removeBlocksFrom(fence, blocks);
  let rows: [string, Uint8Array, Uint8Array][] = [];
  for (const [block, paths] of byBlock) {
    const records = await recordsOf(paths);
    rows.push([keyOfBlock(fence.repoId, block), packJson(records.map(rowOf)), packDepends(records)]);
    if (rows.length === BATCH_BLOCKS) rows = await writeRows(fence, rows);
  }
  await writeRows(fence, rows);
  return blocks;
}

async function writeRows(fence: Fence, rows: [string, Uint8Array, Uint8Array][]): Promise<[]> {
  if (rows.length > 0) {
    await fencedWrite(fence, [
      {
        cypher: `${GUARD} UNWIND $rows[0] AS row MERGE (b:FileBlock {key: row[0]})
          SET b.repo_id = $repo_id, b.access = $access, b.states = row[1], b.depends = row[2]`,
        params: { rows: listed(rows) },
      },
    ]);
  }
  return [];
}

/** Of fewer blocks than before, the others would stay for good. */
async function removeBlocksFrom(fence: Fence, blocks: number): Promise<void> {
  const keep = Array.from({ length: blocks }, (_, block) => keyOfBlock(fence.repoId, block));
  await fencedWrite(fence, [
    {
      cypher: `${GUARD} MATCH (b:FileBlock) WHERE b.repo_id = $repo_id AND NOT b.key IN $keep[0] DELETE b`,
      params: { keep: listed(keep) },
    },
  ]);
}

function packDepends(records: readonly FileRecord[]): Uint8Array {
  const known = records.flatMap(({ depends }) => depends ?? []);
  const numbers = new Uint32Array(
    known.reduce((sum, { inputs, provides }) => sum + 2 + inputs.length + provides.length, 0),
  );
  let at = 0;
  for (const { inputs, provides } of known) {
    numbers.set([inputs.length, provides.length], at);
    numbers.set(inputs, at + 2);
    numbers.set(provides, at + 2 + inputs.length);
    at += 2 + inputs.length + provides.length;
  }
  return packKeys(numbers);
}
