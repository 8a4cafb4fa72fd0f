/** Words of texts (text-words.ts) at the Repository node. */
import { keyOf } from '../../model/ids.ts';
import type { GraphPort } from '../../ports.ts';
import { fencedWrite, GUARD, keptPlan, type Fence } from '../fence.ts';
import { packTextWords, unpackTextWords, type TextWords } from './text-words.ts';

/** Of which texts the words are there: what `storeTextWords` was given; '' where none are. */
export async function readTextHash(graph: GraphPort, repoId: string): Promise<string> {
  const [row] = await graph.read(keptPlan('MATCH (r:Symbol {key: $key}) RETURN r.text_hash AS hash'), {
    key: keyOf(repoId),
  });
  return typeof row?.['hash'] === 'string' ? row['hash'] : '';
}

/** Undefined where none were stored, or those of another version. */
export async function readTextWords(graph: GraphPort, repoId: string): Promise<TextWords | undefined> {
  const [row] = await graph.read(keptPlan('MATCH (r:Symbol {key: $key}) RETURN r.text_words AS words'), {
    key: keyOf(repoId),
  });
  return row?.['words'] instanceof Uint8Array ? unpackTextWords(row['words']) : undefined;
}

export async function storeTextWords(fence: Fence, hash: string, words: TextWords): Promise<void> {
  await fencedWrite(fence, [
    {
      cypher: `${GUARD} SET guard.text_hash = $hash, guard.text_words = $words`,
      params: { hash, words: packTextWords(words) },
    },
  ]);
}
