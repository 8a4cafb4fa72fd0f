/**
 * The body of a request, read to a limit and no further.
 *
 *     Content-Encoding: gzip    unpacked, the limit counting for both; also deflate and br
 */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { HTTPException } from 'hono/http-exception';
import { AppError } from '../../model/errors.ts';

const UNPACK: Record<string, (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** The body as it was before it was packed. `too_large` beyond the limit, `bad_request` for what cannot be unpacked. */
export async function readBody(request: Request, limit: number): Promise<Buffer> {
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) throw new AppError('too_large');
  const encoding = request.headers.get('Content-Encoding')?.trim().toLowerCase() ?? 'identity';
  const unpack = Object.hasOwn(UNPACK, encoding) ? UNPACK[encoding] : undefined;
  if (unpack === undefined && encoding !== 'identity') {
    throw new HTTPException(415, { message: 'The body has an encoding that is not read here' });
  }
  const sent = await bytesWithin(request, limit);
  if (unpack === undefined || sent.length === 0) return sent;
  try {
    return await unpack(sent, { maxOutputLength: limit });
  } catch (error) {
    const tooLong = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw tooLong
      ? new AppError('too_large', undefined, { cause: error })
      : new AppError('bad_request', `The body is not ${encoding}`, { cause: error });
  }
}

async function bytesWithin(request: Request, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const body: AsyncIterable<Uint8Array> | null = request.body;
  try {
    for await (const chunk of body ?? []) {
      length += chunk.length;
      if (length > limit) break;
      chunks.push(chunk);
    }
  } catch (error) {
    // The client went away: nobody reads the answer, and it is no failure of ours.
    throw new AppError('bad_request', 'The body did not arrive whole', { cause: error });
  }
  if (length > limit) throw new AppError('too_large');
  return Buffer.concat(chunks);
}
