/**
 * Lists of 32-bit integers that grow: a million links, or the sets of half a million nodes, are ten times as large as
 * objects of their own, and the collector of garbage then walks all of them.
 */

const BITS = 12;
const PAGE = 1 << BITS;

/** A list of small integers that grows page by page, without copying; reading beyond its end gives 0. */
export class Numbers {
  length = 0;
  private readonly pages: Int32Array[] = [];

  get(at: number): number {
    const page = this.pages[at >> BITS];
    return page === undefined ? 0 : (page[at & (PAGE - 1)] as number);
  }

  set(at: number, value: number): void {
    while (at >> BITS >= this.pages.length) this.pages.push(new Int32Array(PAGE));
    (this.pages[at >> BITS] as Int32Array)[at & (PAGE - 1)] = value;
  }

  push(value: number): void {
    this.set(this.length++, value);
  }
}

/** Arrays up to this length are copied to grow (push makes room for 17 in the second place); a longer one keeps room. */
const SHORT = 16;

/**
 * Lists of numbers from 0 on, by place. Nine in ten have at most one number, which stands in the table itself (as number
 * + 1); only a longer one is an array, whose place stands there below zero.
 */
export class NumberLists {
  private readonly table = new Numbers();
  private readonly arrays: number[][] = [];

  lengthOf(place: number): number {
    const entry = this.table.get(place);
    return entry < 0 ? this.arrayAt(entry).length : entry === 0 ? 0 : 1;
  }

  at(place: number, index: number): number {
    const entry = this.table.get(place);
    return entry < 0 ? (this.arrayAt(entry)[index] as number) : entry - 1;
  }

  has(place: number, number: number): boolean {
    const entry = this.table.get(place);
    return entry < 0 ? this.arrayAt(entry).includes(number) : entry === number + 1;
  }

  /** At the end, whether it is there already or not. */
  add(place: number, number: number): void {
    const entry = this.table.get(place);
    if (entry === 0) this.table.set(place, number + 1);
    else if (entry > 0) this.table.set(place, -this.arrays.push([entry - 1, number]));
    else {
      const array = this.arrayAt(entry);
      if (array.length < SHORT) this.arrays[-1 - entry] = [...array, number];
      else array.push(number);
    }
  }

  listOf(place: number): readonly number[] {
    const entry = this.table.get(place);
    return entry < 0 ? this.arrayAt(entry) : entry === 0 ? NONE : [entry - 1];
  }

  private arrayAt(entry: number): number[] {
    return this.arrays[-1 - entry] as number[];
  }
}

const NONE: readonly number[] = [];
