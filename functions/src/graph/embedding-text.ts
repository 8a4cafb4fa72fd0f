/**
 * What a model reads of a node to place it among others: what it is and is called, where it stands, what its author says
 * of it, and how its text begins. Names are spelled out in words too, since models know `verify signature` better than
 * `verifySignature`.
 *
 *     method Webhook.verifySignature: webhook verify signature
 *     file src/webhook.ts
 *     Compares the header with the HMAC of the raw body.
 *     verifySignature(body: Uint8Array, header: string): boolean { … }
 */
import { identifierWords } from './name-tokens.ts';

/** Raised whenever the same node would be described otherwise: vectors made from the older text are then replaced. */
export const EMBEDDING_TEXT_VERSION = 1;

/** UTF-16 units; some 1,000 to 2,000 tokens of code, of the 8,192 that hosted models read. Smaller models read the head. */
const EMBEDDING_TEXT_LIMIT = 4_000;
const DOC_LIMIT = 1_200;
const MOST_CONTENTS = 60;

export interface DescribedNode {
  /** The language's word: method, struct, constant; the label in lower case where it has none. */
  kind: string;
  qualifiedName: string;
  /** '' for a repository and for modules outside it. */
  path: string;
  language: string;
  signature: string | null;
  docstring: string | null;
  sourceCode: string | null;
  /** Files: names of the functions and classes in it. */
  contents: readonly string[];
}

export function embeddingText(node: DescribedNode): string {
  const { kind, qualifiedName, path, language, docstring, contents, sourceCode, signature } = node;
  const parts = [
    `${kind} ${qualifiedName}: ${identifierWords(qualifiedName).join(' ')}`,
    path === '' || path === qualifiedName ? language : `file ${path}`,
    cut(docstring ?? '', DOC_LIMIT),
    contents.slice(0, MOST_CONTENTS).join(', '),
    sourceCode ?? signature ?? '',
  ];
  return cut(parts.filter((part) => part !== '').join('\n'), EMBEDDING_TEXT_LIMIT);
}

/** Never ends inside a surrogate pair, which a gateway would refuse. */
export function cut(text: string, limit: number): string {
  return text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '');
}
