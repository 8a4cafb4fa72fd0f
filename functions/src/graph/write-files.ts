/**
 * Step 1 of writing a file: its nodes, its text and its facts, in one transaction with other files, so that a reader
 * sees the old file or the new one. The edges hash becomes null, "edges unknown", until step 2 (write-edges.ts).
 *
 * Nodes that the file no longer has are deleted with all their edges. Whoever owned one of those edges gets its hash
 * cleared in the same transaction: were the run to die here and the next one to bring the node back, the owner's edges
 * would look unchanged although one is gone.
 *
 * A file that is skipped for what it holds (binary, minified, …) is remembered without nodes, so that it is not read
 * again before it changes.
 */
import type { Problem } from '../model/facts.ts';
import type { GraphNode, NodeLabel } from '../model/graph.ts';
import { fileIdOf, keyOf } from '../model/ids.ts';
import type { GraphParams } from '../ports.ts';
import { chunksOf } from './chunks.ts';
import { fencedWrite, GUARD, listed, type Fence } from './fence.ts';
import { complexityOf } from './kept/file-complexity.ts';
import { KEEP_PAST } from './kept/past-files.ts';
import { packSymbols, symbolTableOf } from './kept/symbol-table.ts';
import { lineGrams } from './line-grams.ts';
import { MERGE_NODES, nodeRow, nodeValues, type NodeValues } from './node-row.ts';
import { stretchesWithin, symbolLines } from './symbol-lines.ts';

/** A file that became facts, or one that was looked into and skipped. */
export type FileWrite = {
  path: string;
  oid: string;
  language: string;
  /** The graph holds an older state of it. */ known: boolean;
} & (
  | {
      lines: number;
      /** Package, namespace or module that the file declares. */
      module: string | null;
      problems: Problem[];
      /** By facts-codec.ts. */
      facts: Uint8Array;
      text: string;
      nodes: GraphNode[];
    }
  | { skipped: string }
);

export type LabelCounts = Partial<Record<NodeLabel, number>>;
/** Those of a file, and whether a program wrote it. */
export type FileCounts = LabelCounts & { generated?: true };

interface PreparedFile {
  state: Record<string, unknown>;
  rows: NodeValues[];
  chunks: Record<string, unknown>[];
  known: boolean;
  /** How much of a transaction this file is. */
  size: number;
  bytes: number;
}

/**
 * A transaction ends at whichever comes first; one file is never split. Each transaction makes a segment of every Lucene
 * index, and Neo4j merges segments two by two, so a text is written again log2(transactions) times. Smaller transactions
 * cost Neo4j more CPU (docs/measurements.md, "Facts and edges").
 */
const BATCH_ROWS = 6_000;
const BATCH_BYTES = 12_000_000;
/**
 * What may wait behind a transaction, beside the batch that is being filled: this bounds memory. Neo4j takes longer than
 * extraction, and with some lead resolution begins before the last nodes are there. Twice as much would save little time
 * and cost more memory (docs/measurements.md, "Facts and edges").
 */
const WAITING_BYTES = 2 * BATCH_BYTES;

export interface FileWriter {
  /** Waits while too much waits to be written. */
  add(file: FileWrite): Promise<void>;
  /** Writes what is left. */
  end(): Promise<void>;
  /** Forgets what waits; resolves when no transaction is under way any more. */
  drop(): Promise<void>;
}

/** `versionOf` names the code that makes the rows of a language ('' for skipped files): a part of each row's stamp. */
export function createFileWriter(
  fence: Fence,
  versionOf: (language: string) => string,
  written: (files: number) => void = () => undefined,
): FileWriter {
  let batch: PreparedFile[] = [];
  let size = 0;
  let bytes = 0;
  /** Bytes of the full batches whose transaction has not begun, and the ends of all transactions that are to come. */
  let waiting = 0;
  const ends: Promise<void>[] = [];
  let dropped = false;

  function flush(): void {
    if (batch.length === 0) return;
    const [full, weight] = [batch, bytes];
    batch = [];
    size = 0;
    bytes = 0;
    waiting += weight;
    const end = (ends.at(-1) ?? Promise.resolve()).then(async () => {
      waiting -= weight;
      if (!dropped) await writeBatch(fence, full);
      // One that fails stays, and with it those that wait for it: it is thrown to whoever comes next.
      void ends.shift();
      if (!dropped) written(full.length);
    });
    // Without this Node would call a failure unhandled meanwhile.
    end.catch(() => (waiting = Infinity));
    ends.push(end);
  }

  return {
    async add(file) {
      const prepared = prepare(fence.repoId, versionOf(file.language), file);
      if (size + prepared.size > BATCH_ROWS || bytes + prepared.bytes > BATCH_BYTES) flush();
      batch.push(prepared);
      size += prepared.size;
      bytes += prepared.bytes;
      while (waiting > WAITING_BYTES) await ends[0];
    },
    async end() {
      flush();
      await ends.at(-1);
    },
    async drop() {
      dropped = true;
      await Promise.allSettled(ends);
    },
  };
}

/** Nodes that stand in a file's lines. */
const IN_FILES: ReadonlySet<NodeLabel> = new Set<NodeLabel>(['Function', 'Class', 'Variable']);

/** What a file's rows were made from: rows of an older stamp are leftovers. */
export function stampOf(oid: string, version: string): string {
  return `${oid.slice(0, 16)}.${version}`;
}

function prepare(repoId: string, version: string, file: FileWrite): PreparedFile {
  const key = keyOf(fileIdOf(repoId, file.path));
  const stamp = stampOf(file.oid, version);
  const state: Record<string, unknown> = { key, stamp, path: file.path, oid: file.oid, language: file.language };
  const rows: NodeValues[] = [];
  if ('skipped' in file) {
    return { state: { ...state, skipped: file.skipped }, rows, chunks: [], known: file.known, size: 1, bytes: 100 };
  }
  const counts: FileCounts = {};
  const symbols = file.nodes.filter(({ label }) => label === 'Function' || label === 'Class').map(({ name }) => name);
  for (const node of file.nodes) {
    const row = nodeRow(node, file.text, stamp, node.label === 'File' ? symbols : []);
    row['file_key'] = key;
    rows.push(nodeValues(node.label, row));
    counts[node.label] = (counts[node.label] ?? 0) + 1;
    if (node.generated === true) counts.generated = true;
  }
  const inSymbols = symbolLines(
    file.nodes
      .filter(({ label }) => IN_FILES.has(label))
      .map(({ line_number, end_line }) => [line_number, end_line] as const),
  );
  const chunks = chunksOf(file.text).map(({ startLine, text, goesOn }, seq) => ({
    key: keyOf(`${fileIdOf(repoId, file.path)} chunk ${seq}`),
    file_key: key,
    path: file.path,
    language: file.language,
    seq,
    start_line: startLine,
    text,
    goes_on: goesOn === '' ? null : goesOn,
    symbol_lines: stretchesWithin(inSymbols, startLine, startLine + text.split('\n').length - 1),
    grams: lineGrams(text + goesOn),
  }));
  const { facts, lines, module } = file;
  const { sum: complexity, most: max_complexity } = complexityOf(file.nodes);
  const problems = file.problems.length === 0 ? null : JSON.stringify(file.problems);
  const declared = packSymbols(symbolTableOf(file.nodes, file.text));
  Object.assign(state, {
    declared,
    lines,
    counts: JSON.stringify(counts),
    complexity,
    max_complexity,
    facts,
    module,
    problems,
  });
  const sources = file.nodes.reduce((sum, { range }) => sum + (range ? Math.min(range[1] - range[0], 16_384) : 0), 0);
  const bytes = 2 * file.text.length + sources + facts.length + 300 * file.nodes.length;
  return { state, rows, chunks, known: file.known, size: 1 + file.nodes.length + chunks.length, bytes };
}

const VANISHED = `UNWIND $files[0] AS file MATCH (n:Symbol {file_key: file.key}) WHERE n.stamp <> file.stamp`;

/** Clears the edges hash of every file that owns an edge at `n`; for statements that then delete `n`. */
export const CLEAR_OWNERS = `MATCH (n)-[e]-(:Symbol)
  WITH DISTINCT coalesce(e.owner, startNode(e).file_key) AS owner WHERE owner IS NOT NULL
  MATCH (s:FileState {key: owner}) SET s.edges_hash = null`;

async function writeBatch(fence: Fence, files: PreparedFile[]): Promise<void> {
  const statements: { cypher: string; params?: GraphParams }[] = [];
  const known = files
    .filter((file) => file.known)
    .map(({ state, chunks }) => ({ key: state['key'], stamp: state['stamp'], chunks: chunks.length }));
  const past = files.filter((file) => file.known).map(({ state }) => [state['key'] as string, state['oid'] as string]);
  if (past.length > 0) statements.push({ cypher: KEEP_PAST, params: { past: listed(past) } });
  const rows = files.flatMap((file) => file.rows);
  if (rows.length > 0)
    statements.push({ cypher: `${GUARD} UNWIND $rows[0] AS row ${MERGE_NODES}`, params: { rows: listed(rows) } });
  if (known.length > 0) {
    statements.push(
      { cypher: `${GUARD} ${VANISHED} ${CLEAR_OWNERS}`, params: { files: listed(known) } },
      { cypher: `${GUARD} ${VANISHED} DETACH DELETE n`, params: { files: listed(known) } },
      {
        cypher: `${GUARD} UNWIND $files[0] AS file MATCH (c:Chunk {file_key: file.key}) WHERE c.seq >= file.chunks DELETE c`,
        params: { files: listed(known) },
      },
    );
  }
  statements.push(
    {
      cypher: `${GUARD} UNWIND $rows[0] AS row MERGE (c:Chunk {key: row.key})
        SET c.repo_id = $repo_id, c.repo_token = $repo_token, c.access = $access, c.file_key = row.file_key,
            c.path = row.path, c.language = row.language, c.seq = row.seq, c.start_line = row.start_line,
            c.text = row.text, c.goes_on = row.goes_on, c.symbol_lines = row.symbol_lines, c.grams = row.grams`,
      params: { rows: listed(files.flatMap((file) => file.chunks)) },
    },
    {
      cypher: `${GUARD} UNWIND $rows[0] AS row MERGE (s:FileState {key: row.key}) ON CREATE SET s.born = guard.fence
        SET s.repo_id = $repo_id, s.access = $access, s.path = row.path, s.oid = row.oid, s.language = row.language,
            s.stamp = row.stamp, s.lines = row.lines, s.counts = row.counts, s.skipped = row.skipped,
            s.complexity = row.complexity, s.max_complexity = row.max_complexity,
            s.facts = row.facts, s.symbols = row.declared, s.module = row.module, s.problems = row.problems, s.edges_hash = null`,
      params: { rows: listed(files.map((file) => file.state)) },
    },
  );
  await fencedWrite(fence, statements);
}
