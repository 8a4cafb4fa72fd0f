/**
 * The order of Neo4j's `ORDER BY` for texts: by code points. JavaScript compares UTF-16 units, which puts characters
 * beyond U+FFFF before those from U+E000 on.
 */
export type Compare<T> = (a: T, b: T) => number;

export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x === y) continue;
    const [beyondX, beyondY] = [isSurrogate(x), isSurrogate(y)];
    if (beyondX !== beyondY) return beyondX ? 1 : -1;
    return x - y;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

export function byTextOf<T>(textOf: (item: T) => string): Compare<T> {
  return (a, b) => compareTexts(textOf(a), textOf(b));
}

/** The first of the orders that tells two items apart. */
export function comparing<T>(...orders: readonly Compare<T>[]): Compare<T> {
  return (a, b) => {
    for (const order of orders) {
      const difference = order(a, b);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}
