/**
 * Texts of the files that say how names map to files (go.mod, tsconfig.json, …), kept with the repository: every
 * resolution needs all of them, and an update that changed one source file should not have to fetch them again. They are
 * kept by blob id, so what is there is never out of date.
 *
 *     (:Repository {manifests: <brotli of {"1f7a…": "module example.com/x\n"}>})
 */
import { z } from 'zod';
import { keyOf } from '../model/ids.ts';
import type { GraphPort } from '../ports.ts';
import { fencedWrite, GUARD, keptPlan, type Fence } from './fence.ts';
import { packJson, unpackJson } from './kept/packed-json.ts';

/** A property of this size is read with every sync; repositories with more fetch what they need. */
const MAX_BYTES = 4_000_000;

const textsSchema = z.record(z.string(), z.string());

/** By blob id. */
export async function readStoredManifests(graph: GraphPort, repoId: string): Promise<Map<string, string>> {
  const [row] = await graph.read(keptPlan('MATCH (r:Symbol {key: $key}) RETURN r.manifests AS manifests'), {
    key: keyOf(repoId),
  });
  const packed = row?.['manifests'];
  if (!(packed instanceof Uint8Array)) return new Map();
  return new Map(Object.entries(textsSchema.parse(unpackJson(packed))));
}

export async function storeManifests(fence: Fence, texts: ReadonlyMap<string, string>): Promise<void> {
  const packed = texts.size === 0 ? null : packJson(Object.fromEntries(texts));
  const manifests = packed !== null && packed.length > MAX_BYTES ? null : packed;
  await fencedWrite(fence, [{ cypher: `${GUARD} SET guard.manifests = $manifests`, params: { manifests } }]);
}
