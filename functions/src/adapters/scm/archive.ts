/**
 * A commit's files as the platform's archive, read while it arrives: for repositories whose pack is too large to hold.
 *
 *     GET …/tarball/{commit} ─▶ 302, a link without credentials ─▶ gzip ─▶ tar:
 *     ada-engine-1f7a7a4/src/a.py   file, 30 bytes
 *     ada-engine-1f7a7a4/link       symlink
 */
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '../../model/errors.ts';
import type { ArchivedFile, ScmPort } from '../../ports.ts';
import { mayFollow } from '../public-address.ts';
import { refusalOf } from './errors.ts';

export interface ArchiveOptions {
  apiUrl: string;
  userAgent: string;
  /** The archive's address below the API; `repos/{owner}/{name}/tarball/{commit}` unless given. */
  addressOf?: (owner: string, name: string, commit: string) => string;
  /** Milliseconds until the archive has to begin; packing a large repository takes the platform a while. */
  startMs?: number;
  /** Milliseconds without a byte before the platform counts as gone; those that the reader takes do not count. */
  idleMs?: number;
  /** Milliseconds for the whole archive, its reader's time included; a slow sender is never idle. */
  archiveMs?: number;
}

const START_MS = 120_000;
const IDLE_MS = 60_000;
/** Less than a task's time: the files have to be handled afterwards. */
const ARCHIVE_MS = 1_200_000;
const MAX_REDIRECTS = 3;

export function archiveOf(options: ArchiveOptions): Pick<ScmPort, 'archive'> {
  return {
    async *archive(token, owner, name, commit, { wanted, signal }) {
      const address = (options.addressOf ?? tarballOf)(owner, name, commit);
      const late = AbortSignal.timeout(options.archiveMs ?? ARCHIVE_MS);
      const response = await follow(`${options.apiUrl.replace(/\/+$/, '')}/${address}`, token, options, [signal, late]);
      const { default: tar } = await import('tar-stream');
      const entries = tar.extract();
      // A failure anywhere ends the iteration below with it.
      const bytes = lively(options.idleMs ?? IDLE_MS);
      pipeline(Readable.fromWeb(response), bytes, createGunzip(), entries, () => undefined);
      try {
        for await (const entry of entries) {
          const file = fileOf(entry.header);
          const keep = file !== undefined && wanted(file);
          const chunks: Uint8Array[] = [];
          // What is not wanted is read as well: the next entry comes after it.
          for await (const chunk of entry) if (keep && chunk instanceof Uint8Array) chunks.push(chunk);
          if (keep) yield { ...file, bytes: Buffer.concat(chunks) };
        }
      } catch (error) {
        if (error instanceof AppError || signal.aborted) throw error;
        if (late.aborted)
          throw new AppError('platform_unavailable', 'The archive did not come to an end in time', { cause: error });
        throw new AppError('platform_unavailable', 'The platform sent an incomplete archive', { cause: error });
      }
    },
  };
}

function tarballOf(owner: string, name: string, commit: string): string {
  return `repos/${[owner, name, 'tarball', commit].map(encodeURIComponent).join('/')}`;
}

/** Passes bytes on, and fails when none come for too long; only while somebody wants them. */
function lively(idleMs: number): (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array> {
  return async function* (bytes) {
    const parts = bytes[Symbol.asyncIterator]();
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const silence = new Promise<never>((_, reject) => {
        const said = `The platform sent nothing for ${Math.round(idleMs / 1000)} seconds`;
        timer = setTimeout(() => reject(new AppError('platform_unavailable', said)), idleMs);
      });
      const part = await Promise.race([parts.next(), silence]).finally(() => clearTimeout(timer));
      if (part.done === true) return;
      yield part.value;
    }
  };
}

function fileOf(header: {
  name: string;
  type?: unknown;
  size?: number | undefined;
}): Omit<ArchivedFile, 'bytes'> | undefined {
  if (header.type !== 'file') return undefined;
  const slash = header.name.indexOf('/');
  return { path: header.name.slice(slash + 1), size: header.size ?? 0 };
}

type Body = Parameters<typeof Readable.fromWeb>[0];

/** The token goes to the API alone: the link that it redirects to carries its own permission. */
async function follow(
  url: string,
  token: string | undefined,
  { userAgent, startMs = START_MS }: ArchiveOptions,
  signals: AbortSignal[],
): Promise<Body> {
  let at = url;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const starting = new AbortController();
    const timer = setTimeout(() => starting.abort(), startMs);
    let response: Response;
    try {
      response = await fetch(at, {
        redirect: 'manual',
        headers: {
          'User-Agent': userAgent,
          ...(hops === 0 && token !== undefined ? { Authorization: `Bearer ${token}` } : {}),
        },
        signal: AbortSignal.any([...signals, starting.signal]),
      });
    } catch (error) {
      signals[0]?.throwIfAborted();
      throw new AppError('platform_unavailable', 'The platform did not answer in time', { cause: error });
    } finally {
      clearTimeout(timer);
    }
    if (response.ok && response.body !== null) return response.body;
    await response.body?.cancel();
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) {
      const headers = Object.fromEntries(response.headers);
      throw refusalOf(response.status, '', headers, new Date(), 'access token');
    }
    const next = URL.parse(location, at);
    if (next === null || !(await mayFollow(new URL(url), next))) {
      throw new AppError('platform_unavailable', 'The platform leads to an address that is not followed');
    }
    at = next.href;
  }
  throw new AppError('platform_unavailable', 'The platform redirects in circles');
}
