/**
 * Inputs are compared and stored by a 32-bit hash of their key. A key begins with a word for its kind:
 *
 *     f:src/users.ts      the content of a file
 *     order               the order in which values arrived, see `Trace.dependOnOrder`
 */

/** FNV-1a over the UTF-16 units. Two keys with one hash cost time, never a wrong answer. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Key of a file's content. */
export function fileKey(path: string): string {
  return `f:${path}`;
}

/** Among a file's inputs: its edges depend on the order of evaluation, so only resolving all files gives them. */
export const ORDER_INPUT = hashOf('order');
