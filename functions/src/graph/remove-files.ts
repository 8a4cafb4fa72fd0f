/**
 * Files that are gone from the tree: their nodes with all edges, text and state, a portion per transaction. Files that
 * owned an edge at one of those nodes lose their edges hash, so that they are written again whatever happens next.
 */
import { fileIdOf, keyOf } from '../model/ids.ts';
import { fencedWrite, GUARD, listed, type Fence } from './fence.ts';
import { KEEP_PAST } from './kept/past-files.ts';
import { REMOVE_OWNED } from './write-edges.ts';
import { CLEAR_OWNERS } from './write-files.ts';

const BATCH_FILES = 50;

export async function removeFiles(fence: Fence, paths: string[]): Promise<void> {
  for (let at = 0; at < paths.length; at += BATCH_FILES) {
    const files = paths.slice(at, at + BATCH_FILES);
    const keys = files.map((path) => keyOf(fileIdOf(fence.repoId, path)));
    const params = { keys: listed(keys) };
    const nodes = 'UNWIND $keys[0] AS key MATCH (n:Symbol {file_key: key}) USING INDEX n:Symbol(file_key)';
    await fencedWrite(fence, [
      { cypher: KEEP_PAST, params: { past: listed(keys.map((key) => [key, ''])) } },
      { cypher: `${GUARD} ${nodes} ${CLEAR_OWNERS}`, params },
      { cypher: `${GUARD} ${nodes} DETACH DELETE n`, params },
      // An extension in a file that is gone no longer makes a type elsewhere conform.
      ...REMOVE_OWNED.map((cypher) => ({ cypher, params })),
      { cypher: `${GUARD} UNWIND $keys[0] AS key MATCH (c:Chunk {file_key: key}) DELETE c`, params },
      { cypher: `${GUARD} UNWIND $keys[0] AS key MATCH (s:FileState {key: key}) DELETE s`, params },
    ]);
  }
}
