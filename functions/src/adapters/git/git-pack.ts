/**
 * One pack and its index (version 2): finds an object by id and rebuilds it, whether the pack is in memory (a clone) or
 * on disk (a local repository, where only the bytes of the wanted objects are read).
 *
 *     index   ff 't' 'O' 'c' | 2 | 256 running counts | ids, sorted | CRCs | offsets (4 bytes, or a row of the 8-byte table)
 *     pack    'PACK' | 2 | count | objects, each: type and size | base (deltas) | deflated bytes …
 *
 * isomorphic-git reads packs too, but takes the whole file into memory, checks it, makes a string of every id, and
 * inflates in JavaScript: 2.2 s of CPU for the 5,300 files of a 15 MB pack where this takes a quarter, and 800 MB for a
 * local repository with a 400 MB pack.
 */
import { inflateSync } from 'node:zlib';

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';

export interface GitObject {
  type: ObjectType;
  bytes: Buffer;
}

/** Bytes at a place of the pack; shorter at its end. */
export interface PackBytes {
  size: number;
  slice(start: number, end: number): Buffer;
}

export interface Pack {
  /** undefined when the pack does not hold it. Throws on damage. */
  read(oid: string): GitObject | undefined;
  /** Bytes of the object when the pack says so without inflating anything (it is no delta). */
  sizeOf(oid: string): number | undefined;
}

const TYPES: Partial<Record<number, ObjectType>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const OFS_DELTA = 6;
const REF_DELTA = 7;
/** Type and size (at most 10 bytes) and a delta's base (at most 20). */
const LONGEST_HEADER = 32;
const HEADER = 8;
const FANOUT = 256 * 4;
const TRAILER = 20;
/** Rebuilt bases that are kept, since neighbours in a tree often share theirs. */
const BASE_CACHE_BYTES = 16 * 1024 * 1024;

/** `outside` gives the base of a delta that stands in another pack or loose. */
export function openPack(index: Buffer, pack: PackBytes, outside: (oid: string) => GitObject | undefined): Pack {
  if (index.length < HEADER + FANOUT || index.readUInt32BE(0) !== 0xff744f63 || index.readUInt32BE(4) !== 2) {
    throw new Error('the pack index is not of version 2');
  }
  const count = index.readUInt32BE(HEADER + 255 * 4);
  const ids = HEADER + FANOUT;
  const offsets = ids + count * 24;
  const wideOffsets = offsets + count * 4;
  const bases = createByteCache(BASE_CACHE_BYTES);
  let sorted: Float64Array | undefined;

  function offsetAt(row: number): number {
    const narrow = index.readUInt32BE(offsets + row * 4);
    if (narrow < 0x80000000) return narrow;
    return Number(index.readBigUInt64BE(wideOffsets + (narrow - 0x80000000) * 8));
  }

  function offsetOf(oid: string): number | undefined {
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
  }

  /** Where the object after this one starts: the index names no lengths. */
  function endOf(offset: number): number {
    if (sorted === undefined) {
      sorted = new Float64Array(count);
      for (let row = 0; row < count; row++) sorted[row] = offsetAt(row);
      sorted.sort();
    }
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return sorted[low] ?? pack.size - TRAILER;
  }

  const headerAt = (offset: number) => headerOf(pack.slice(offset, offset + LONGEST_HEADER), offset);

  function readAt(start: number): GitObject {
    const deltas: { offset: number; bytes: Buffer }[] = [];
    let object: GitObject | undefined;
    for (let offset = start; object === undefined;) {
      object = bases.get(offset);
      if (object !== undefined) break;
      const { type, size, base, length } = headerAt(offset);
      const { bytes } = inflate(pack.slice(offset + length, endOf(offset)), size);
      if (base === undefined) {
        const name = TYPES[type];
        if (name === undefined) throw new Error(`the pack holds an object of unknown type ${type}`);
        object = { type: name, bytes };
        if (deltas.length > 0) bases.set(offset, object);
        break;
      }
      deltas.push({ offset, bytes });
      const baseOffset = typeof base === 'number' ? base : offsetOf(base);
      if (baseOffset !== undefined) offset = baseOffset;
      else object = outside(String(base));
      if (baseOffset === undefined && object === undefined) throw new Error(`the base ${base} of a delta is missing`);
    }
    for (let delta = deltas.pop(); delta !== undefined && object !== undefined; delta = deltas.pop()) {
      object = { type: object.type, bytes: applyDelta(object.bytes, delta.bytes) };
      if (deltas.length > 0) bases.set(delta.offset, object);
    }
    if (object === undefined) throw new Error('the pack is damaged');
    return object;
  }

  return {
    read(oid) {
      const offset = offsetOf(oid);
      return offset === undefined ? undefined : readAt(offset);
    },
    sizeOf(oid) {
      const offset = offsetOf(oid);
      if (offset === undefined) return undefined;
      const { base, size } = headerAt(offset);
      return base === undefined ? size : undefined;
    },
  };
}

/**
 * An object's bytes, which have to be `size`, of `deflated`, behind which anything may follow; `read`: how many of those
 * bytes they were. Throws on damage.
 */
export function inflate(deflated: Buffer, size: number): { bytes: Buffer; read: number } {
  // One byte of room more than needed, so that zlib is done within one chunk.
  const options = { chunkSize: Math.max(64, size + 1), maxOutputLength: size + 1, info: true };
  // The types leave out what `info` gives (nodejs.org/api/zlib.html, class Options).
  const done = inflateSync(deflated, options) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
  if (done.buffer.length !== size) throw new Error(`an object has ${done.buffer.length} bytes instead of ${size}`);
  return { bytes: done.buffer, read: done.engine.bytesWritten };
}

/**
 * A delta is the base's size, the result's size, and instructions: a byte with its high bit set copies from the base
 * (its other bits tell which bytes of offset and length follow), one without inserts that many bytes which follow.
 */
function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const sizes = deltaSizes(delta);
  let at = sizes.length;
  const next = () => {
    const byte = delta[at++];
    if (byte === undefined) throw new Error('a delta ends too early');
    return byte;
  };
  if (sizes.base !== base.length) throw new Error('a delta does not fit its base');
  const result = Buffer.allocUnsafe(sizes.result);
  let filled = 0;
  while (at < delta.length) {
    const instruction = next();
    if (instruction < 0x80) {
      if (instruction === 0 || filled + instruction > result.length) throw new Error('a delta is damaged');
      filled += delta.copy(result, filled, at, at + instruction);
      at += instruction;
      continue;
    }
    let offset = 0;
    let length = 0;
    for (let bit = 0; bit < 4; bit++) if (instruction & (1 << bit)) offset += next() * 256 ** bit;
    for (let bit = 0; bit < 3; bit++) if (instruction & (16 << bit)) length += next() * 256 ** bit;
    if (length === 0) length = 0x10000;
    if (offset + length > base.length || filled + length > result.length) throw new Error('a delta is damaged');
    filled += base.copy(result, filled, offset, offset + length);
  }
  if (filled !== result.length) throw new Error('a delta is damaged');
  return result;
}

/** What a delta begins with: the sizes of its base and of its result. `length`: of both. Throws when it ends too early. */
export function deltaSizes(delta: Buffer): { base: number; result: number; length: number } {
  let at = 0;
  const size = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = delta[at++];
      if (byte === undefined) throw new Error('a delta ends too early');
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  return { base: size(), result: size(), length: at };
}

interface ByteCache {
  get(key: number): GitObject | undefined;
  set(key: number, value: GitObject): void;
}

/** Forgets what was used longest ago when the bytes exceed the limit. */
function createByteCache(limit: number): ByteCache {
  const entries = new Map<number, GitObject>();
  let bytes = 0;
  return {
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) {
        entries.delete(key);
        entries.set(key, value);
      }
      return value;
    },
    set(key, value) {
      if (value.bytes.length > limit / 4 || entries.has(key)) return;
      entries.set(key, value);
      bytes += value.bytes.length;
      for (const [oldest, { bytes: gone }] of entries) {
        if (bytes <= limit) break;
        entries.delete(oldest);
        bytes -= gone.length;
      }
    },
  };
}

export interface ObjectHeader {
  type: number;
  /** Of the unpacked object, or of a delta's instructions. */
  size: number;
  /** What a delta is made from: an offset in the pack, or an object's id. */
  base: number | string | undefined;
  length: number;
}

/** What `bytes` of a pack begin with; `offset` is where they stand in it. Throws when they end too early. */
export function headerOf(bytes: Buffer, offset: number): ObjectHeader {
  let at = 0;
  const next = (): number => {
    const byte = bytes[at++];
    if (byte === undefined) throw new Error('the pack ends too early');
    return byte;
  };
  let byte = next();
  const type = (byte >> 4) & 7;
  let size = byte & 15;
  for (let factor = 16; byte & 0x80; factor *= 128) {
    byte = next();
    size += (byte & 0x7f) * factor;
  }
  let base: number | string | undefined;
  if (type === OFS_DELTA) {
    byte = next();
    let distance = byte & 0x7f;
    while (byte & 0x80) {
      byte = next();
      distance = (distance + 1) * 128 + (byte & 0x7f);
    }
    base = offset - distance;
  } else if (type === REF_DELTA) {
    base = bytes.toString('hex', at, at + 20);
    at += 20;
  }
  return { type, size, base, length: at };
}
