/**
 * What parts of a repository tell each other while it is resolved in parts (resolve/parts/). Hidden nodes of the repository,
 * written under its fence and gone when the resolution is finished:
 *
 *     (:Resolution {kind: 'begun', manifests: <brotli>, versions: '…'})             once
 *     (:Resolution {kind: 'part', part: 3, files: <brotli>, offers: <bytes>,        its files, and what they provide,
 *                   knows: 7, rests: <bytes>})                                      the steps that they know, what they rest on
 *     (:Resolution {kind: 'step', part: 3, run: '1c…', sequence: 7, keys: <bytes>}) what came or went by a run of it
 *     (:Resolution {kind: 'list', name: '0gKpDj1xTq4', keys: <bytes>})              what several files depend on
 *     (:FileState {said: '1764…:6:1c…', ways: <bytes>})                             by which run a file was resolved
 *
 * A step is written before what it tells of, `open`, and gets its number when all of that is there. So whoever has seen a
 * number sees what is behind it, and what a dead worker had begun to write is told of by the next one (`closeSteps`).
 */
import { z } from 'zod';
import type { ManifestFile } from '../../model/manifests.ts';
import { keyOf } from '../../model/ids.ts';
import type { GraphPort, GraphRow } from '../../ports.ts';
import { keysAt, nameOfKeys, packKeys } from '../dependence.ts';
import { fencedWrite, GUARD, listed, type Fence } from '../fence.ts';
import { packJson, unpackJson } from '../kept/packed-json.ts';
import { untilNone } from '../repository.ts';
import { numberAt, textAt } from '../row-values.ts';

/** A file as the parts know it that do not hold its facts. */
export interface PartFile {
  path: string;
  language: string;
  module: string | undefined;
  lines: number;
}

export interface StoredPart {
  part: number;
  files: PartFile[];
  /** Pairs of a key that is provided and a place in `files`; empty until the part's texts have been looked at. */
  pairs: Uint32Array;
}

const BATCH_LISTS = 500;
const BATCH_DELETE = 500;

const filesSchema = z.array(z.tuple([z.string(), z.string(), z.string().nullable(), z.number()]));
const manifestsSchema = z.array(z.object({ path: z.string(), text: z.string() }));

/** Of a hidden node of the repository. */
export function nodeKey(repoId: string, name: string): string {
  return keyOf(`${repoId}#resolution#${name}`);
}

function unpack(value: unknown): unknown {
  return value instanceof Uint8Array ? unpackJson(value) : undefined;
}

/** Forgets what an earlier resolution in parts left, and notes what all parts of this one are made with. */
export async function beginParts(
  fence: Fence,
  begun: { manifests: readonly ManifestFile[]; versions: string; parts: readonly PartFile[][] },
): Promise<void> {
  await forgetParts(fence);
  await fencedWrite(fence, [
    {
      cypher: `${GUARD} CREATE (:Resolution {key: $key, repo_id: $repo_id, kind: 'begun', manifests: $manifests,
        versions: $versions})`,
      params: {
        key: nodeKey(fence.repoId, 'begun'),
        manifests: packJson(begun.manifests),
        versions: begun.versions,
      },
    },
  ]);
  for (const [part, files] of begun.parts.entries()) {
    const rows = files.map(({ path, language, module, lines }) => [path, language, module ?? null, lines]);
    await fencedWrite(fence, [
      {
        cypher: `${GUARD} CREATE (:Resolution {key: $key, repo_id: $repo_id, kind: 'part', part: $part, files: $files})`,
        params: { key: nodeKey(fence.repoId, `part ${part}`), part, files: packJson(rows) },
      },
    ]);
  }
}

export async function readBegun(
  graph: GraphPort,
  repoId: string,
): Promise<{ manifests: ManifestFile[]; versions: string } | undefined> {
  const [row] = await graph.read(
    'MATCH (n:Resolution {key: $key}) RETURN n.manifests AS manifests, n.versions AS versions',
    { key: nodeKey(repoId, 'begun') },
  );
  if (row === undefined) return undefined;
  return { manifests: manifestsSchema.parse(unpack(row['manifests'])), versions: textAt(row, 'versions') };
}

const PART = 'RETURN n.part AS part, n.files AS files, n.offers AS offers';

/** In the order of their numbers. */
export async function readParts(graph: GraphPort, repoId: string): Promise<StoredPart[]> {
  const rows = await graph.read(
    `MATCH (n:Resolution) WHERE n.repo_id = $repo_id AND n.kind = 'part' ${PART} ORDER BY part`,
    { repo_id: repoId },
  );
  return rows.map(partOf);
}

export async function readPart(graph: GraphPort, repoId: string, part: number): Promise<StoredPart | undefined> {
  const rows = await graph.read(`MATCH (n:Resolution {key: $key}) ${PART}`, { key: nodeKey(repoId, `part ${part}`) });
  return rows.map(partOf)[0];
}

function partOf(row: GraphRow): StoredPart {
  const files = filesSchema.parse(unpack(row['files']));
  return {
    part: numberAt(row, 'part'),
    files: files.map(([path, language, module, lines]) => ({ path, language, module: module ?? undefined, lines })),
    pairs: keysAt(row, 'offers'),
  };
}

export async function writeOffers(fence: Fence, part: number, pairs: Uint32Array): Promise<void> {
  await fencedWrite(fence, [
    {
      cypher: `${GUARD} MATCH (n:Resolution {key: $key}) SET n.offers = $offers`,
      params: { key: nodeKey(fence.repoId, `part ${part}`), offers: packKeys(pairs) },
    },
  ]);
}

/** What no file of the part has to be looked at again for. */
export interface PartKnowledge {
  /** Highest number of a step that was there when the part was last looked at. */
  knows: number;
  /** Hashes of all keys that its files depend on, ascending. */
  rests: Uint32Array;
}

/** Behind all else that a run of the part leaves. */
export async function writeKnowledge(fence: Fence, part: number, { knows, rests }: PartKnowledge): Promise<void> {
  await fencedWrite(fence, [
    {
      cypher: `${GUARD} MATCH (n:Resolution {key: $key}) SET n.knows = $knows, n.rests = $rests`,
      params: { key: nodeKey(fence.repoId, `part ${part}`), knows, rests: packKeys(rests) },
    },
  ]);
}

/** Highest number of a step that each part knows, by part; undefined for one whose files have not been resolved. */
export async function readKnown(graph: GraphPort, repoId: string): Promise<Map<number, number | undefined>> {
  const rows = await graph.read(
    `MATCH (n:Resolution) WHERE n.repo_id = $repo_id AND n.kind = 'part' RETURN n.part AS part, n.knows AS knows`,
    { repo_id: repoId },
  );
  return new Map(
    rows.map((row) => [numberAt(row, 'part'), row['knows'] === null ? undefined : numberAt(row, 'knows')]),
  );
}

/** Hashes of all keys that the part's files depend on, ascending. */
export async function readRests(graph: GraphPort, repoId: string, part: number): Promise<Uint32Array> {
  const [row] = await graph.read('MATCH (n:Resolution {key: $key}) RETURN n.rests AS rests', {
    key: nodeKey(repoId, `part ${part}`),
  });
  return row === undefined ? new Uint32Array() : keysAt(row, 'rests');
}

export async function writeLists(fence: Fence, lists: Iterable<Uint32Array>): Promise<void> {
  const byName = new Map(Array.from(lists, (keys) => [nameOfKeys(keys), keys]));
  const all = [...byName];
  for (let at = 0; at < all.length; at += BATCH_LISTS) {
    const rows = all
      .slice(at, at + BATCH_LISTS)
      .map(([name, keys]) => [nodeKey(fence.repoId, `list ${name}`), name, packKeys(keys)]);
    await fencedWrite(fence, [
      {
        cypher: `${GUARD} UNWIND $rows[0] AS row MERGE (n:Resolution {key: row[0]})
          ON CREATE SET n.repo_id = $repo_id, n.kind = 'list', n.name = row[1], n.keys = row[2]`,
        params: { rows: listed(rows) },
      },
    ]);
  }
}

/** By name: those of these names, or all of the repository. */
export async function readLists(
  graph: GraphPort,
  repoId: string,
  names?: readonly string[],
): Promise<Map<string, Uint32Array>> {
  if (names?.length === 0) return new Map();
  const found =
    names === undefined
      ? "MATCH (n:Resolution) WHERE n.repo_id = $repo_id AND n.kind = 'list'"
      : 'UNWIND $keys[0] AS key MATCH (n:Resolution {key: key})';
  const rows = await graph.read(`${found} RETURN n.name AS name, n.keys AS keys`, {
    repo_id: repoId,
    keys: listed((names ?? []).map((name) => nodeKey(repoId, `list ${name}`))),
  });
  return new Map(rows.map((row) => [textAt(row, 'name'), keysAt(row, 'keys')]));
}

/** Removes all of it, its beginning last; what files rest on stays. */
export async function forgetParts(fence: Fence): Promise<void> {
  const portions = [
    `(n:FileState) WHERE n.repo_id = $repo_id AND n.said IS NOT NULL WITH n LIMIT ${10 * BATCH_DELETE}
     REMOVE n.said, n.ways`,
    `(n:Resolution) WHERE n.repo_id = $repo_id AND n.kind IS NOT NULL AND n.kind <> 'begun' WITH n LIMIT ${BATCH_DELETE} DELETE n`,
    '(n:Resolution) WHERE n.repo_id = $repo_id AND n.kind IS NOT NULL DELETE n',
  ];
  for (const portion of portions) await untilNone(fence, `${GUARD} MATCH ${portion} RETURN count(*) AS changed`);
  await fencedWrite(fence, [{ cypher: `${GUARD} REMOVE guard.steps` }]);
}
