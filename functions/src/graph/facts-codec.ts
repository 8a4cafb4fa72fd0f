/** Facts as they are stored beside their file. */
import { packJson, unpackJson } from './kept/packed-json.ts';
import { foldValues, unfoldValues, type FoldedFacts } from './value-table.ts';
import type { FileFacts } from '../model/facts.ts';
import { SHOWN_ONLY } from '../model/declarations/shown-only.ts';

export function packFacts(facts: FileFacts): Uint8Array {
  return packJson(foldValues(facts));
}

/** `bytes` must be of packFacts, of the same version of the code. */
export function unpackFacts(bytes: Uint8Array): FileFacts {
  return unfoldValues(foldedIn(bytes));
}

function foldedIn(bytes: Uint8Array): FoldedFacts {
  return unpackJson(bytes) as FoldedFacts;
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
