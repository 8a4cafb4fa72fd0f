/**
 * An object literal whose optional keys may have no value, without those keys. Types with `exactOptionalPropertyTypes`
 * tell a missing key from an undefined one, and so does a stored document.
 *
 *     withoutUndefined<Parameter>({ name: 'a', type: undefined })   →   { name: 'a' }
 */
type Loose<T> = { [K in keyof T]: Record<never, never> extends Pick<T, K> ? T[K] | undefined : T[K] };

export function withoutUndefined<T extends object>(written: Loose<T>): T {
  const kept: Partial<Loose<T>> = {};
  for (const key in written) if (written[key] !== undefined) kept[key] = written[key];
  return kept as T;
}

/** A key that says yes or is missing. */
export function flag(holds: boolean): true | undefined {
  return holds ? true : undefined;
}
