/**
 * The index of a pack, version 2: where in the pack an object stands. https://git-scm.com/docs/pack-format
 *
 *     ff 't' 'O' 'c' | 2 | 256 running counts | ids, sorted | CRCs | offsets (4 bytes, or a row of the 8-byte table)
 */

const MAGIC = 0xff744f63;
const HEADER = 8;
const FANOUT = 256 * 4;

export interface PackIndex {
  /** Where the object of an id stands; undefined when the pack does not hold it. */
  offsetOf(oid: string): number | undefined;
  /** Where the object after the one at `offset` starts, which the index does not say; undefined behind the last. */
  endOf(offset: number): number | undefined;
}

/** Throws for what is no index of version 2. */
export function openIndex(index: Buffer): PackIndex {
  if (index.length < HEADER + FANOUT || index.readUInt32BE(0) !== MAGIC || index.readUInt32BE(4) !== 2) {
    throw new Error('the pack index is not of version 2');
  }
  const count = index.readUInt32BE(HEADER + 255 * 4);
  const ids = HEADER + FANOUT;
  const offsets = ids + count * 24;
  const wideOffsets = offsets + count * 4;
  let sorted: Float64Array | undefined;

  function offsetAt(row: number): number {
    const narrow = index.readUInt32BE(offsets + row * 4);
    if (narrow < 0x80000000) return narrow;
    return Number(index.readBigUInt64BE(wideOffsets + (narrow - 0x80000000) * 8));
  }

  return {
    offsetOf(oid) {
      const wanted = Buffer.from(oid, 'hex');
      const first = wanted[0];
      if (wanted.length !== 20 || first === undefined) return undefined;
      let low = first === 0 ? 0 : index.readUInt32BE(HEADER + (first - 1) * 4);
      let high = index.readUInt32BE(HEADER + first * 4);
      while (low < high) {
        const middle = (low + high) >>> 1;
        const order = index.compare(wanted, 0, 20, ids + middle * 20, ids + middle * 20 + 20);
        if (order === 0) return offsetAt(middle);
        if (order < 0) low = middle + 1;
        else high = middle;
      }
      return undefined;
    },
    endOf(offset) {
      sorted ??= Float64Array.from({ length: count }, (_, row) => offsetAt(row)).sort();
      let low = 0;
      let high = count;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((sorted[middle] ?? 0) <= offset) low = middle + 1;
        else high = middle;
      }
      return sorted[low];
    },
  };
}
