/**
 * The shortest way from one list of lines to another by Myers' linear-space algorithm ("An O(ND) Difference Algorithm",
 * 1986), with git's own ways of giving up on the shortest when it would take too long (xdiff/xdiffi.c). Two searches start
 * from opposite corners of a box, old lines by new lines; where they meet the box is split in two, until one side of each
 * is empty. Giving up is what bounds the time: about (lines of both) · √(lines of both).
 *
 *       a c d        a box of 3 × 3: equal lines are diagonals, the way that takes most of them
 *     a ╲            is a, −b, c, +d
 *     b │
 *     c   ╲─
 */

/** One side of a comparison. */
export interface ComparedLines {
  /** Equal numbers are equal lines, on both sides. */
  ids: Int32Array;
  /** Where each stands in its text. */
  places: Int32Array;
  /** By place: 1 for a line that is not on the other side. */
  changed: Uint8Array;
}

const LEAST_COST = 256;
const SNAKE = 20;

/** A part of both sides that is still to be compared; `exact`: the shortest result is wanted whatever it costs. */
interface Box {
  a0: number;
  a1: number;
  b0: number;
  b1: number;
  exact: boolean;
}

interface Search {
  a: Int32Array;
  b: Int32Array;
  /** Furthest points of the forward and the backward search, by diagonal; `zero` is the place of diagonal 0. */
  forward: Int32Array;
  backward: Int32Array;
  zero: number;
  maxCost: number;
}

/** Sets `changed` of both sides. */
export function markDifferences(left: ComparedLines, right: ComparedLines): void {
  const [a, b] = [left.ids, right.ids];
  const diagonals = a.length + b.length + 3;
  const search: Search = {
    a,
    b,
    forward: new Int32Array(diagonals),
    backward: new Int32Array(diagonals),
    zero: b.length + 1,
    maxCost: Math.max(roughRoot(diagonals), LEAST_COST),
  };
  // A stack instead of recursion: its depth is the input's choice.
  const todo: Box[] = [{ a0: 0, a1: a.length, b0: 0, b1: b.length, exact: false }];
  for (let box = todo.pop(); box !== undefined; box = todo.pop()) {
    let { a0, a1, b0, b1 } = box;
    while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) [a0, b0] = [a0 + 1, b0 + 1];
    while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) [a1, b1] = [a1 - 1, b1 - 1];
    if (a0 === a1) for (let i = b0; i < b1; i++) right.changed[at(right.places, i)] = 1;
    else if (b0 === b1) for (let i = a0; i < a1; i++) left.changed[at(left.places, i)] = 1;
    else {
      const split = splitBox(search, { a0, a1, b0, b1, exact: box.exact });
      todo.push({ a0: split.a, a1, b0: split.b, b1, exact: split.exactAfter });
      todo.push({ a0, a1: split.a, b0, b1: split.b, exact: split.exactBefore });
    }
  }
}

interface Split {
  a: number;
  b: number;
  exactBefore: boolean;
  exactAfter: boolean;
}

const FAR = 0x7fffffff;

/** The ranges of diagonals that the two searches have reached. */
interface Reach {
  fmid: number;
  fmin: number;
  fmax: number;
  bmid: number;
  bmin: number;
  bmax: number;
  /** Whether the last step found a long run of equal lines. */
  snake: boolean;
}

/** A point on a good path through the box: where the searches from both corners meet, or the best guess. */
function splitBox(search: Search, box: Box): Split {
  const { forward, backward, zero } = search;
  const { a0, a1, b0, b1 } = box;
  const [fmid, bmid] = [a0 - b0, a1 - b1];
  const r: Reach = { fmid, fmin: fmid, fmax: fmid, bmid, bmin: bmid, bmax: bmid, snake: false };
  const odd = ((fmid - bmid) & 1) !== 0;
  forward[zero + fmid] = a0;
  backward[zero + bmid] = a1;
  for (let cost = 1; ; cost++) {
    r.snake = false;
    const met = searchForward(search, box, r, odd) ?? searchBackward(search, box, r, odd);
    if (met !== undefined) return met;
    if (box.exact) continue;
    const promising = r.snake && cost > LEAST_COST ? promisingSplit(search, box, r, cost) : undefined;
    if (promising !== undefined) return promising;
    if (cost >= search.maxCost) return furthestSplit(search, box, r);
  }
}

/** One step of the search from the upper left corner; where it meets the other search, when it does. */
function searchForward({ a, b, forward, backward, zero }: Search, box: Box, r: Reach, odd: boolean): Split | undefined {
  const { a0, a1, b0, b1 } = box;
  if (r.fmin > a0 - b1) forward[zero + --r.fmin - 1] = -1;
  else r.fmin++;
  if (r.fmax < a1 - b0) forward[zero + ++r.fmax + 1] = -1;
  else r.fmax--;
  for (let d = r.fmax; d >= r.fmin; d -= 2) {
    const [below, above] = [at(forward, zero + d - 1), at(forward, zero + d + 1)];
    const from = below >= above ? below + 1 : above;
    let i = from;
    while (i < a1 && i - d < b1 && a[i] === b[i - d]) i++;
    if (i - from > SNAKE) r.snake = true;
    forward[zero + d] = i;
    if (odd && r.bmin <= d && d <= r.bmax && at(backward, zero + d) <= i) return meeting(i, d);
  }
  return undefined;
}

/** One step of the search from the lower right corner; where it meets the other search, when it does. */
function searchBackward(
  { a, b, forward, backward, zero }: Search,
  box: Box,
  r: Reach,
  odd: boolean,
): Split | undefined {
  const { a0, a1, b0, b1 } = box;
  if (r.bmin > a0 - b1) backward[zero + --r.bmin - 1] = FAR;
  else r.bmin++;
  if (r.bmax < a1 - b0) backward[zero + ++r.bmax + 1] = FAR;
  else r.bmax--;
  for (let d = r.bmax; d >= r.bmin; d -= 2) {
    const [below, above] = [at(backward, zero + d - 1), at(backward, zero + d + 1)];
    const from = below < above ? below : above - 1;
    let i = from;
    while (i > a0 && i - d > b0 && a[i - 1] === b[i - d - 1]) i--;
    if (from - i > SNAKE) r.snake = true;
    backward[zero + d] = i;
    if (!odd && r.fmin <= d && d <= r.fmax && i <= at(forward, zero + d)) return meeting(i, d);
  }
  return undefined;
}

/** Both parts can be compared exactly: the way through this point is a shortest one. */
function meeting(i: number, diagonal: number): Split {
  return { a: i, b: i - diagonal, exactBefore: true, exactAfter: true };
}

/** After a long search: a point that is far along, near the middle diagonal, and at the end of a run of equal lines. */
function promisingSplit(search: Search, box: Box, r: Reach, cost: number): Split | undefined {
  return promisingForward(search, box, r, cost) ?? promisingBackward(search, box, r, cost);
}

function promisingForward({ a, b, forward, zero }: Search, box: Box, r: Reach, cost: number): Split | undefined {
  const { a0, a1, b0, b1 } = box;
  let best = 0;
  let split: Split | undefined;
  for (let d = r.fmax; d >= r.fmin; d -= 2) {
    const i = at(forward, zero + d);
    const j = i - d;
    const value = i - a0 + (j - b0) - Math.abs(d - r.fmid);
    if (value <= 4 * cost || value <= best) continue;
    if (a0 + SNAKE > i || i >= a1 || b0 + SNAKE > j || j >= b1) continue;
    if (!equalRun(a, i - SNAKE, b, j - SNAKE)) continue;
    best = value;
    split = { a: i, b: j, exactBefore: true, exactAfter: false };
  }
  return split;
}

function promisingBackward({ a, b, backward, zero }: Search, box: Box, r: Reach, cost: number): Split | undefined {
  const { a0, a1, b0, b1 } = box;
  let best = 0;
  let split: Split | undefined;
  for (let d = r.bmax; d >= r.bmin; d -= 2) {
    const i = at(backward, zero + d);
    const j = i - d;
    const value = a1 - i + (b1 - j) - Math.abs(d - r.bmid);
    if (value <= 4 * cost || value <= best) continue;
    if (a0 >= i || i > a1 - SNAKE || b0 >= j || j > b1 - SNAKE) continue;
    if (!equalRun(a, i, b, j)) continue;
    best = value;
    split = { a: i, b: j, exactBefore: false, exactAfter: true };
  }
  return split;
}

function equalRun(a: Int32Array, i: number, b: Int32Array, j: number): boolean {
  for (let k = 0; k < SNAKE; k++) if (a[i + k] !== b[j + k]) return false;
  return true;
}

/** The furthest point that either search has reached. */
function furthestSplit({ forward, backward, zero }: Search, { a0, a1, b0, b1 }: Box, r: Reach): Split {
  let [ahead, aheadA] = [-1, -1];
  for (let d = r.fmax; d >= r.fmin; d -= 2) {
    let i = Math.min(at(forward, zero + d), a1);
    if (i - d > b1) i = b1 + d;
    if (ahead < i + i - d) [ahead, aheadA] = [i + i - d, i];
  }
  let [back, backA] = [FAR, FAR];
  for (let d = r.bmax; d >= r.bmin; d -= 2) {
    let i = Math.max(a0, at(backward, zero + d));
    if (i - d < b0) i = b0 + d;
    if (i + i - d < back) [back, backA] = [i + i - d, i];
  }
  return a1 + b1 - back < ahead - (a0 + b0)
    ? { a: aheadA, b: ahead - aheadA, exactBefore: true, exactAfter: false }
    : { a: backA, b: back - backA, exactBefore: false, exactAfter: true };
}

/** The power of two at or above the square root, as git takes it. */
export function roughRoot(n: number): number {
  let root = 1;
  for (let rest = n; rest > 0; rest >>= 2) root <<= 1;
  return root;
}

/** Every index here is in range; the type cannot say so. */
export function at(numbers: Int32Array, index: number): number {
  return numbers[index] ?? 0;
}
