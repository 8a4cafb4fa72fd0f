/**
 * How large a pack becomes when it is unpacked, found out before anything unpacks it: a small pack may hold zeros for more
 * memory than the process has. The pack says how large each object is; a delta says so in its first bytes. Objects follow
 * each other without lengths, so each is inflated once, to no more than its stated size.
 *
 *     'PACK' | 2 | count | type and size | base (deltas) | deflated bytes | type and size …
 */
import { AppError, repositoryTooLarge } from '../../model/errors.ts';
import { deltaSizes, headerOf, inflate } from './git-pack.ts';

export interface PackLimits {
  /** Of one object: a file of it is refused by the platforms from 100 MB on, and indexing takes four times its size. */
  objectBytes: number;
  /** Of all of them: about a minute of CPU to inflate. */
  allBytes: number;
}

const PACK_LIMITS: PackLimits = { objectBytes: 200 * 1024 * 1024, allBytes: 5_000_000_000 };

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
    if (bytes > objectBytes) throw repositoryTooLarge('one of its files would not fit into memory');
    if (all > allBytes) throw repositoryTooLarge('all of its files together would not fit into memory');
  };
  try {
    for (let left = pack.readUInt32BE(8); left > 0; left--) {
      const { size, base, length } = headerOf(pack.subarray(at), at);
      count(size);
      const { bytes, read } = inflate(pack.subarray(at + length, end), size);
      if (base !== undefined) count(deltaSizes(bytes).result);
      at += length + read;
    }
  } catch (error) {
    throw error instanceof AppError ? error : damaged();
  }
}

function damaged(): AppError {
  return new AppError('platform_unavailable', 'The git host sent an incomplete or damaged pack');
}
