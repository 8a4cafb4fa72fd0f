/** Random choices that are the same in every run: a failing sequence can be looked at again. (Lehmer's generator.) */
export interface RandomNumbers {
  /** 0 ≤ n < `bound`, whole. */
  below(bound: number): number;
  pick<T>(from: readonly T[]): T;
  shuffled<T>(items: readonly T[]): T[];
}

const MODULUS = 2 ** 31 - 1;
const FACTOR = 48_271;

export function randomNumbers(seed: number): RandomNumbers {
  let state = (seed % (MODULUS - 1)) + 1;
  const below = (bound: number): number => {
    state = (state * FACTOR) % MODULUS;
    return Math.floor(((state - 1) / (MODULUS - 1)) * bound);
  };
  const pick = <T>(from: readonly T[]): T => {
    const item = from[below(from.length)];
    if (item === undefined) throw new RangeError('Nothing to pick from');
    return item;
  };
  return {
    below,
    pick,
    shuffled(items) {
      const mixed = [...items];
      for (let at = mixed.length - 1; at > 0; at--) {
        const other = below(at + 1);
        [mixed[at], mixed[other]] = [mixed[other] as (typeof mixed)[number], mixed[at] as (typeof mixed)[number]];
      }
      return mixed;
    },
  };
}
