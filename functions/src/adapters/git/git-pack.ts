/**
 * One pack: finds an object by id (git-pack-index.ts) and rebuilds it, whether the pack is in memory (a clone) or
 * on disk (a local repository, where only the bytes of the wanted objects are read).
 *
 *     pack    'PACK' | 2 | count | objects, each: type and size | base (deltas) | deflated bytes …
 * https://git-scm.com/docs/pack-format
 *
 * isomorphic-git reads packs too, but takes the whole file into memory, checks it, makes a string of every id, and
 * inflates in JavaScript: four times the CPU, and twice the pack's size in memory.
 */
import { inflateSync } from 'node:zlib';
import { openIndex } from './git-pack-index.ts';

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
const TRAILER = 20;
/** Rebuilt bases that are kept, since neighbours in a tree often share theirs. */
const BASE_CACHE_BYTES = 16 * 1024 * 1024;

/** `outside` gives the base of a delta that stands in another pack or loose. */
export function openPack(index: Buffer, pack: PackBytes, outside: (oid: string) => GitObject | undefined): Pack {
  const rows = openIndex(index);
  const bases = createByteCache(BASE_CACHE_BYTES);
  const headerAt = (offset: number) => headerOf(pack.slice(offset, offset + LONGEST_HEADER), offset);

  /** What stands at an offset: a whole object, or a delta with its base. */
  function entryAt(offset: number): { bytes: Buffer; type: number; base: number | string | undefined } {
    const { type, size, base, length } = headerAt(offset);
    const { bytes } = inflate(pack.slice(offset + length, rows.endOf(offset) ?? pack.size - TRAILER), size);
    return { bytes, type, base };
  }

  function readAt(start: number): GitObject {
    const deltas: { offset: number; bytes: Buffer }[] = [];
    let object: GitObject | undefined;
    for (let offset = start; object === undefined;) {
      object = bases.get(offset);
      if (object !== undefined) break;
      const { bytes, type, base } = entryAt(offset);
      if (base === undefined) {
        object = wholeObject(type, bytes);
        if (deltas.length > 0) bases.set(offset, object);
        break;
      }
      deltas.push({ offset, bytes });
      const baseOffset = typeof base === 'number' ? base : rows.offsetOf(base);
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
      const offset = rows.offsetOf(oid);
      return offset === undefined ? undefined : readAt(offset);
    },
    sizeOf(oid) {
      const offset = rows.offsetOf(oid);
      if (offset === undefined) return undefined;
      const { base, size } = headerAt(offset);
      return base === undefined ? size : undefined;
    },
  };
}

function wholeObject(type: number, bytes: Buffer): GitObject {
  const name = TYPES[type];
  if (name === undefined) throw new Error(`the pack holds an object of unknown type ${type}`);
  return { type: name, bytes };
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
