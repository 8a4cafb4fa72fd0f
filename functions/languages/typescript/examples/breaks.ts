export type * from './shapes';
export type * as shapes from './shapes';

interface Handlers {
  first: string
  // A signature of its own, not arguments of the type above.
  <P extends string, R>(path: P, run: (given: P) => R): R

  <T>(run: () => T): T
}

export function make<T>(given: T): Handlers {
  return build(given);
}
