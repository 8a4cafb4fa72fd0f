/**
 * Values as bytes of a property: JSON in brotli at its fastest level, which is smaller and quicker than deflate at its own
 * (docs/measurements.md, "Facts and edges").
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

const FASTEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

export function packJson(value: unknown): Uint8Array {
  // A copy: the compressor's own result keeps the 16 KB it was written into.
  return Uint8Array.from(brotliCompressSync(JSON.stringify(value), FASTEST));
}

export function unpackJson(bytes: Uint8Array): unknown {
  return JSON.parse(brotliDecompressSync(bytes).toString('utf8'));
}
