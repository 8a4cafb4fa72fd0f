/** What files said when a part was resolved, and by which run: on their FileState (stored-parts.ts tells of the properties). */
import type { FileFacts } from '../../model/facts.ts';
import { fileIdOf, keyOf } from '../../model/ids.ts';
import { keysAt, packKeys } from '../dependence.ts';
import { createUnpacker } from '../facts-codec.ts';
import { fencedWrite, GUARD, listed, type Fence } from '../fence.ts';
import { textAt } from '../row-values.ts';
import type { GraphRow } from '../../ports.ts';
import { readLists } from './stored-parts.ts';

/** By the hash of a key: numbers of statements that add to what stands under it. */
export type StoredWays = ReadonlyMap<number, readonly number[]>;

export interface StoredSaid {
  knows: number;
  run: string;
  ways: StoredWays;
  inputs: Uint32Array;
  shared: Uint32Array[];
  provides: Uint32Array;
}

const BATCH_FILES = 500;
const BATCH_FACTS = 200;

/** Notes by which run files were resolved, behind their edges. */
export async function writeSaid(
  fence: Fence,
  { knows, run }: { knows: number; run: string },
  files: readonly { path: string; ways: StoredWays }[],
): Promise<void> {
  const said = `${fence.number}:${knows}:${run}`;
  for (let at = 0; at < files.length; at += BATCH_FILES) {
    const rows = files
      .slice(at, at + BATCH_FILES)
      .map(({ path, ways }) => [keyOf(fileIdOf(fence.repoId, path)), packWays(ways)]);
    await fencedWrite(fence, [
      {
        cypher: `${GUARD} UNWIND $rows[0] AS row MATCH (s:FileState {key: row[0]}) SET s.said = $said, s.ways = row[1]`,
        params: { rows: listed(rows), said },
      },
    ]);
  }
}

/** null for a file that said nothing under this run. */
const SAID = ['said', 'ways', 'rests', 'offers', 'shared']
  .map((column) => `CASE WHEN s.said STARTS WITH $fence THEN s.${column} END AS ${column}`)
  .join();

/** Reads what files said under this run of the repository. Lists that several depend on are read once. */
export class SaidReader {
  private readonly fence: Fence;
  private readonly lists = new Map<string, Uint32Array>();

  constructor(fence: Fence) {
    this.fence = fence;
  }

  /** By path; those that said nothing are left out. */
  async said(paths: readonly string[]): Promise<Map<string, StoredSaid>> {
    const found = new Map<string, StoredSaid>();
    for (let at = 0; at < paths.length; at += BATCH_FILES) {
      const rows = await this.rowsOf(paths.slice(at, at + BATCH_FILES), `s.path AS path, ${SAID}`);
      const said = await this.saidIn(rows);
      for (const [place, row] of rows.entries()) {
        const one = said[place];
        if (one !== undefined) found.set(textAt(row, 'path'), one);
      }
    }
    return found;
  }

  /** With their facts; those that have none are left out. */
  async facts(paths: readonly string[]): Promise<{ facts: FileFacts; said: StoredSaid | undefined }[]> {
    const found: { facts: FileFacts; said: StoredSaid | undefined }[] = [];
    const unpackFacts = createUnpacker();
    for (let at = 0; at < paths.length; at += BATCH_FACTS) {
      const rows = await this.rowsOf(paths.slice(at, at + BATCH_FACTS), `s.facts AS facts, ${SAID}`);
      const said = await this.saidIn(rows);
      for (const [place, { facts }] of rows.entries()) {
        if (facts instanceof Uint8Array) found.push({ facts: unpackFacts(facts), said: said[place] });
      }
    }
    return found;
  }

  private rowsOf(paths: readonly string[], columns: string): Promise<GraphRow[]> {
    const { graph, number, repoId } = this.fence;
    return graph.read(`UNWIND $keys[0] AS key MATCH (s:FileState {key: key}) RETURN ${columns}`, {
      keys: listed(paths.map((path) => keyOf(fileIdOf(repoId, path)))),
      fence: `${number}:`,
    });
  }

  private async saidIn(rows: readonly GraphRow[]): Promise<(StoredSaid | undefined)[]> {
    const { graph, repoId } = this.fence;
    const unknown = new Set(rows.flatMap(namesIn).filter((name) => !this.lists.has(name)));
    for (const [name, keys] of await readLists(graph, repoId, [...unknown])) this.lists.set(name, keys);
    return rows.map((row) => {
      if (row['said'] === null) return undefined;
      const [, knows, ...run] = textAt(row, 'said').split(':');
      return {
        ...{ knows: Number(knows), run: run.join(':'), ways: unpackWays(keysAt(row, 'ways')) },
        ...{ inputs: keysAt(row, 'rests'), provides: keysAt(row, 'offers') },
        shared: namesIn(row).map((name) => this.lists.get(name) ?? new Uint32Array()),
      };
    });
  }
}

function namesIn(row: GraphRow): string[] {
  const { shared } = row;
  return Array.isArray(shared) ? shared.filter((name): name is string => typeof name === 'string') : [];
}

/** A key, how many statements, these, and so on. */
function packWays(ways: StoredWays): Uint8Array {
  const numbers: number[] = [];
  for (const [key, statements] of ways) numbers.push(key, statements.length, ...statements);
  return packKeys(Uint32Array.from(numbers));
}

function unpackWays(numbers: Uint32Array): StoredWays {
  const ways = new Map<number, number[]>();
  for (let at = 0; at + 1 < numbers.length;) {
    const end = at + 2 + (numbers[at + 1] ?? 0);
    ways.set(numbers[at] ?? 0, Array.from(numbers.subarray(at + 2, end)));
    at = end;
  }
  return ways;
}
