/**
 * Text that other services can hold. JavaScript's strings can hold half of a character (`'\ud83d'`), which a model can
 * write (`"\ud83d"` in JSON) and a cut through an emoji leaves behind; UTF-8 has no such thing, so Firestore does not
 * answer to it, and platforms and gateways refuse the request. Whatever leaves the process goes through here.
 *
 *     { title: 'Half \ud83d', lines: [1, 2] }   →   { title: 'Half \ufffd', lines: [1, 2] }
 */

/** The same value with every half in its texts and keys replaced by U+FFFD; what is no plain JSON stays as it is. */
export function wellFormed<T>(value: T): T {
  return replaced(value) as T;
}

function replaced(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(replaced);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toWellFormed(), replaced(item)]));
}
