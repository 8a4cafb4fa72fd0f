/**
 * What each file's edges rest on, as it is stored beside the file: ascending hashes of 32 bits, least byte first, that
 * resolve/trace.ts made.
 */
import type { Dependence } from '../model/graph.ts';
import type { GraphPort } from '../ports.ts';
import { textAt } from './row-values.ts';

const BYTES = 4;

export function packKeys(keys: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(keys.length * BYTES);
  const view = new DataView(bytes.buffer);
  keys.forEach((key, at) => view.setUint32(at * BYTES, key, true));
  return bytes;
}

export function unpackKeys(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: Math.floor(bytes.byteLength / BYTES) }, (_, at) =>
    view.getUint32(at * BYTES, true),
  );
}

/** Of all files whose edges were written with it. */
export async function readDependence(graph: GraphPort, repoId: string): Promise<Map<string, Dependence>> {
  const rows = await graph.read(
    `MATCH (s:FileState) WHERE s.repo_id = $repo_id AND s.rests IS NOT NULL AND s.offers IS NOT NULL
     RETURN s.path AS path, s.rests AS rests, s.offers AS offers`,
    { repo_id: repoId },
  );
  const found = new Map<string, Dependence>();
  for (const row of rows) {
    const { rests, offers } = row;
    if (rests instanceof Uint8Array && offers instanceof Uint8Array)
      found.set(textAt(row, 'path'), { rests: unpackKeys(rests), offers: unpackKeys(offers) });
  }
  return found;
}
