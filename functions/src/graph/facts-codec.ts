/**
 * Facts as they are stored beside their file: JSON in brotli at its fastest level, which is smaller and quicker than
 * deflate at its own (docs/measurements.md, "Facts and edges").
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { foldValues, unfoldValues, type FoldedFacts } from './value-table.ts';
import type { FileFacts } from '../model/facts.ts';
import { SHOWN_ONLY } from '../model/declarations/shown-only.ts';

const FASTEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

export function packFacts(facts: FileFacts): Uint8Array {
  // A copy: the compressor's own result keeps the 16 KB it was written into.
  return Uint8Array.from(brotliCompressSync(JSON.stringify(foldValues(facts)), FASTEST));
}

/** `bytes` must be of packFacts, of the same version of the code. */
export function unpackFacts(bytes: Uint8Array): FileFacts {
  return unfoldValues(foldedIn(bytes));
}

function foldedIn(bytes: Uint8Array): FoldedFacts {
  return JSON.parse(brotliDecompressSync(bytes).toString('utf8')) as FoldedFacts;
}

/**
 * The same for facts that are resolved together: equal texts are one object, and what is only shown is left out. Equal
 * expressions are one object too (value-table.ts), so that the facts of a repository fit into memory.
 */
export function createUnpacker(): (bytes: Uint8Array) => FileFacts {
  const texts = new Map<string, string>();
  return (bytes) => {
    const folded = foldedIn(bytes);
    shareTexts(folded, texts);
    return unfoldValues(folded);
  };
}

/** `among`: an array or a plain object, as JSON gives them. */
function shareTexts(among: object, texts: Map<string, string>): void {
  const items = among as Record<string, unknown>;
  for (const key in items) {
    const item = items[key];
    if (typeof item === 'string') {
      const known = SHOWN_ONLY.has(key) ? '' : texts.get(item);
      if (known === undefined) texts.set(item, item);
      else items[key] = known;
    } else if (item !== null && typeof item === 'object') shareTexts(item, texts);
  }
}
