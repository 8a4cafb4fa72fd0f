/**
 * JSON as nobody should send it: values of another type, parts that are missing, swapped, repeated or much too long, in
 * random places of a real document.
 */
import type { RandomNumbers } from './random-numbers.ts';

const ODD: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 2 ** 53, -0, 1e308],
  ...['', ' ', '0', '..', '../../etc/passwd', 'a/b/c', 'refs/heads/', '__proto__', '__id__', 'constructor'],
  ...['\u0000', '\ud800', '\u202e', '2026-99-99', '0'.repeat(40), 'x'.repeat(5_000), 'https://host.test/@%zz'],
  ...[[], {}, [null], [[[]]], { length: -1 }, { toString: 'x', then: 'y' }],
];

type Parent = Record<string, unknown>;

/** Every object and array in a document with each of its keys. */
function partsOf(document: unknown): { parent: Parent; key: string }[] {
  if (typeof document !== 'object' || document === null) return [];
  const parent = document as Parent;
  return Object.keys(parent).flatMap((key) => [{ parent, key }, ...partsOf(parent[key])]);
}

/** A copy with one to five alterations. */
export function alteredJson<T>(random: RandomNumbers, document: T): T {
  const copy = structuredClone(document);
  const alterations = 1 + random.below(5);
  for (let n = 0; n < alterations; n++) {
    const parts = partsOf(copy);
    if (parts.length === 0) return copy;
    const { parent, key } = random.pick(parts);
    const other = random.pick(parts);
    const kind = random.below(6);
    if (kind <= 2) parent[key] = structuredClone(random.pick(ODD));
    else if (kind === 3) Reflect.deleteProperty(parent, key);
    else if (kind === 4) parent[key] = structuredClone(other.parent[other.key]);
    else parent[key] = Array.from({ length: 3 }, () => structuredClone(parent[key]));
  }
  return copy;
}
