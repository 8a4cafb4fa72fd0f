/**
 * What a pack becomes when it is unpacked, before anything unpacks it: 1.3 MB of zeros are a file of 1.2 GB, and took
 * isomorphic-git 4.7 GB to index. The pack says of each object how large it is; only a delta's result has to be read out
 * of its first bytes. Objects stand one behind the other without lengths, so each is inflated once, within what it says.
 *
 *     'PACK' | 2 | count | type and size | base (deltas) | deflated bytes | type and size …
 */
import { inflateSync } from 'node:zlib';
import { AppError } from '../model/errors.ts';
import { headerOf, type ObjectHeader } from './git-pack.ts';

export interface PackLimits {
  /** Of one object: a file of it is refused by the platforms from 100 MB on, and indexing takes four times its size. */
  objectBytes: number;
  /** Of all of them: what is inflated in a minute of CPU. */
  allBytes: number;
}

export const PACK_LIMITS: PackLimits = { objectBytes: 200 * 1024 * 1024, allBytes: 5_000_000_000 };

const HEADER = 12;
const TRAILER = 20;

/** `too_large` when unpacking would go beyond the limits, `platform_unavailable` for what is no pack. */
export function assertUnpackable(pack: Buffer, { objectBytes, allBytes }: PackLimits = PACK_LIMITS): void {
  if (pack.length < HEADER + TRAILER || pack.toString('latin1', 0, 4) !== 'PACK') throw damaged();
  const end = pack.length - TRAILER;
  let at = HEADER;
  let all = 0;
  const count = (bytes: number): void => {
    all += bytes;
    if (bytes > objectBytes) throw tooLarge('one of its files');
    if (all > allBytes) throw tooLarge('all of its files together');
  };
  for (let left = pack.readUInt32BE(8); left > 0; left--) {
    const { size, base, length } = headerAt(pack, at);
    count(size);
    const { bytes, read } = inflated(pack.subarray(at + length, end), size);
    if (base !== undefined) count(resultOf(bytes));
    at += length + read;
  }
}

function headerAt(pack: Buffer, at: number): ObjectHeader {
  try {
    return headerOf(pack.subarray(at), at);
  } catch {
    throw damaged();
  }
}

/** `read`: bytes of the deflated text. */
function inflated(deflated: Buffer, size: number): { bytes: Buffer; read: number } {
  try {
    const room = size + 1;
    const { buffer, engine } = inflateSync(deflated, {
      info: true,
      chunkSize: Math.max(64, room),
      maxOutputLength: room,
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    if (buffer.length !== size) throw damaged();
    return { bytes: buffer, read: engine.bytesWritten };
  } catch (error) {
    throw error instanceof AppError ? error : damaged();
  }
}

/** A delta begins with the sizes of its base and of its result. */
function resultOf(delta: Buffer): number {
  let at = 0;
  const size = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = delta[at++];
      if (byte === undefined) throw damaged();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  size();
  return size();
}

function damaged(): AppError {
  return new AppError('platform_unavailable', 'The git host sent an incomplete or damaged pack');
}

function tooLarge(what: string): AppError {
  return new AppError('too_large', `The repository is too large: ${what} would not fit into memory`);
}
