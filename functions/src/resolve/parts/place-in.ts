/** The place of the first number from `from` on that is not below another, in an ascending list. */
export function placeIn(list: ArrayLike<number>, number: number, from = 0): number {
  let [first, to] = [from, list.length];
  while (first < to) {
    const middle = (first + to) >>> 1;
    if ((list[middle] ?? 0) < number) first = middle + 1;
    else to = middle;
  }
  return first;
}
