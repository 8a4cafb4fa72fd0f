/**
 * The dependence of each file as it is stored: ascending hashes of 32 bits, least byte first, that resolve/tracking/ made.
 * In the graph the inputs are called `rests` and what a file provides `offers`. A list that many files have in common is
 * stored once at the repository, by a hash of what it says:
 *
 *     (:FileState {rests: <bytes>, offers: <bytes>, shared: ['0gKpDj1xTq4']})
 *     (:Repository {shared_rests: ['0gKpDj1xTq4:lZ3rAHuH…']})      name:base64
 */
import { createHash } from 'node:crypto';
import { endianness } from 'node:os';
import type { Dependence } from '../model/graph.ts';
import { fileIdOf, keyOf } from '../model/ids.ts';
import type { GraphPort, GraphRow } from '../ports.ts';
import { fencedWrite, GUARD, keptPlan, listed, type Fence } from './fence.ts';
import { textAt } from './row-values.ts';

const BYTES = 4;
const NAME_LENGTH = 11;

export function packKeys(keys: Uint32Array): Uint8Array {
  const bytes = Buffer.from(keys.buffer, keys.byteOffset, keys.byteLength);
  return endianness() === 'LE' ? bytes : Buffer.from(bytes).swap32();
}

export function unpackKeys(bytes: Uint8Array): Uint32Array {
  const copy = Buffer.from(new ArrayBuffer(bytes.byteLength - (bytes.byteLength % BYTES)));
  copy.set(bytes.subarray(0, copy.byteLength));
  if (endianness() !== 'LE') copy.swap32();
  return new Uint32Array(copy.buffer);
}

/** Hashes, or other numbers of 32 bits; none where there is no such property. */
export function keysAt(row: GraphRow, name: string): Uint32Array {
  const bytes = row[name];
  return bytes instanceof Uint8Array ? unpackKeys(bytes) : new Uint32Array();
}

/** With its lists by name. */
export interface StoredDepends {
  inputs: Uint32Array;
  provides: Uint32Array;
  lists: readonly string[];
}

export function storedDepends({ inputs, provides, shared }: Dependence): StoredDepends {
  return { inputs, provides, lists: shared.map(nameOfKeys).sort() };
}

const names = new WeakMap<Uint32Array, string>();

/** A list's name, the same for the same keys. */
export function nameOfKeys(keys: Uint32Array): string {
  let name = names.get(keys);
  if (name === undefined) {
    name = createHash('sha256').update(packKeys(keys)).digest('base64url').slice(0, NAME_LENGTH);
    names.set(keys, name);
  }
  return name;
}

/** A hash of all of it: what is stored of files with the same one is the same. */
export function dependenceHash({ inputs, shared, provides }: Dependence): string {
  const hash = createHash('sha256').update(shared.map(nameOfKeys).sort().join()).update('\n');
  hash.update(packKeys(inputs)).update('\n').update(packKeys(provides));
  return hash.digest('base64url').slice(0, 22);
}

/** The lists that files have in common, by name. */
export async function readSharedRests(graph: GraphPort, repoId: string): Promise<Map<string, Uint32Array>> {
  const [repository] = await graph.read(keptPlan('MATCH (r:Symbol {key: $key}) RETURN r.shared_rests AS shared'), {
    key: keyOf(repoId),
  });
  const lists = new Map<string, Uint32Array>();
  for (const text of textsAmong(repository?.['shared'])) {
    const keys = unpackKeys(Buffer.from(text.slice(NAME_LENGTH + 1), 'base64'));
    lists.set(text.slice(0, NAME_LENGTH), keys);
  }
  return lists;
}

const DEPENDS = `s.rests IS NOT NULL AND s.offers IS NOT NULL
  RETURN s.path AS path, s.rests AS rests, s.offers AS offers, s.shared AS shared`;

function dependsIn(row: GraphRow): StoredDepends {
  return { inputs: keysAt(row, 'rests'), provides: keysAt(row, 'offers'), lists: textsAmong(row['shared']) };
}

/** Of all files whose edges were written with it; without those of whose lists one is not there. */
export async function readDependence(graph: GraphPort, repoId: string): Promise<Map<string, Dependence>> {
  const known = await readSharedRests(graph, repoId);
  const rows = await graph.read(keptPlan(`MATCH (s:FileState) WHERE s.repo_id = $repo_id AND ${DEPENDS}`), {
    repo_id: repoId,
  });
  const found = new Map<string, Dependence>();
  for (const row of rows) {
    const { inputs, lists, provides } = dependsIn(row);
    const shared = lists.flatMap((name) => known.get(name) ?? []);
    if (shared.length === lists.length) found.set(textAt(row, 'path'), { inputs, shared, provides });
  }
  return found;
}

/** Of those of these paths whose edges were written with it. */
export async function readStoredDepends(
  graph: GraphPort,
  repoId: string,
  paths: readonly string[],
): Promise<Map<string, StoredDepends>> {
  const rows = await graph.read(keptPlan(`UNWIND $keys[0] AS key MATCH (s:FileState {key: key}) WHERE ${DEPENDS}`), {
    keys: listed(paths.map((path) => keyOf(fileIdOf(repoId, path)))),
  });
  return new Map(rows.map((row) => [textAt(row, 'path'), dependsIn(row)]));
}

function textsAmong(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** Keeps these lists for the repository's files, and no others. To be done before files are written that name them. */
export async function writeSharedRests(fence: Fence, lists: Iterable<Uint32Array>): Promise<void> {
  const texts = new Map<string, string>();
  for (const keys of lists) {
    const name = nameOfKeys(keys);
    if (!texts.has(name)) texts.set(name, `${name}:${Buffer.from(packKeys(keys)).toString('base64')}`);
  }
  const shared = [...texts.values()].sort();
  await fencedWrite(fence, [{ cypher: `${GUARD} SET guard.shared_rests = $shared`, params: { shared } }]);
}
