/**
 * Inputs are compared and stored by a 32-bit hash of their key. A key begins with a word for its kind:
 *
 *     f:src/users.ts      the content of a file
 *     q:__len__           whether any file declares a function of a name that is called by the language
 *     order               the order in which values arrived, see `Trace.dependOnOrder`
 */

import { fnv1a } from '../../model/ids.ts';

/** The first byte of the hashes of keys of which is only asked whether any file provides them, and of no others. */
const ASKED_FOR_ANY = 0xfe;
const BELOW_FIRST_BYTE = 24;

/** What is asked of a name: whether any file has it. Thousands do, and most come and go without a change of the answer. */
export function anyKey(name: string): string {
  return `q:${name}`;
}

/** Two keys with one hash cost time, never a wrong answer. */
export function hashOf(key: string): number {
  const hash = fnv1a(key);
  const rest = hash & ~(0xff << BELOW_FIRST_BYTE);
  if (key.startsWith('q:')) return ((ASKED_FOR_ANY << BELOW_FIRST_BYTE) | rest) >>> 0;
  return isAskedForAny(hash) ? rest : hash;
}

/** Whether it counts of a key only that some file provides it. */
export function isAskedForAny(hash: number): boolean {
  return hash >>> BELOW_FIRST_BYTE === ASKED_FOR_ANY;
}

/** Key of a file's content. */
export function fileKey(path: string): string {
  return `f:${path}`;
}

/** Among a file's inputs: its edges depend on the order of evaluation, so only resolving all files gives them. */
export const ORDER_INPUT = hashOf('order');
