/**
 * Names for things. A repository is `owner/name`; a symbol is `owner/name path#Outer.inner`, with parameters or an
 * ordinal behind it only where two symbols of one file would share it. No line numbers: an edit above a symbol must not
 * give it a new identity, or every edge into it would be lost.
 */
import { hash } from 'node:crypto';

/** `owner/name` as the platform spells it. */
export function repoIdOf(owner: string, name: string): string {
  return `${owner}/${name}`;
}

/** Node id of a file, `owner/name src/app.py`. */
export function fileIdOf(repoId: string, path: string): string {
  return `${repoId} ${path}`;
}

/** Node id of a symbol, `owner/name src/app.py#Flask.run`; `qualifiedName` already carries its disambiguator. */
export function symbolIdOf(repoId: string, path: string, qualifiedName: string): string {
  return `${repoId} ${path}#${qualifiedName}`;
}

/** Node id of a module or package, `owner/name module python:flask.app`; the language keeps namesakes apart. */
export function moduleIdOf(repoId: string, language: string, name: string): string {
  return `${repoId} module ${language}:${name}`;
}

/**
 * The unique key a node is stored under: 128 bits of SHA-256 in base64url (22 characters). Ids can be long paths, and
 * Neo4j refuses indexed values above about 8 KB, so the id itself is never indexed.
 */
export function keyOf(id: string): string {
  return hash('sha256', id, 'buffer').subarray(0, 16).toString('base64url');
}

const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a over the UTF-16 units, 32 bits (RFC 9923): for tables and comparisons where two texts of one hash cost time alone. */
export function fnv1a(text: string): number {
  let hash32 = FNV_BASIS;
  for (let at = 0; at < text.length; at++) hash32 = Math.imul(hash32 ^ text.charCodeAt(at), FNV_PRIME);
  return hash32 >>> 0;
}
