/**
 * Repositories as snapshots of one commit: cloned over HTTP by isomorphic-git (depth 1, one branch, no checkout, into
 * memory), or opened on this machine for the commands.
 *
 * isomorphic-git does the fetch; the objects are read from the fetched pack by git-pack.ts, which says why. A token goes
 * to the host in the Authorization header alone, and only once the host asks for it.
 */
import { createHash } from 'node:crypto';
import { AppError } from '../model/errors.ts';
import type { GitPort, Snapshot } from '../ports.ts';
import { createGitHttp } from './git-http.ts';
import { openLocal } from './git-local.ts';
import { createMemoryFs, type MemoryFs } from './git-memory-fs.ts';
import { listTree, objectsOfPack } from './git-objects.ts';

export interface GitOptions {
  /** `https://github.com`, or a self-hosted platform's address; nothing else is ever cloned. */
  gitUrl: string;
  /** A larger pack is refused. While it is fetched and indexed, memory peaks at four times its size (100 MB: 550 MB). */
  maxPackBytes: number;
  /** Milliseconds without a byte before the host counts as gone; 60 s unless given (packing a large one takes time). */
  idleMs?: number;
}

const IDLE_MS = 60_000;
const GIT_DIR = '/repository';

/**
 * Failures of `clone` cross as AppError: `not_found` (repository, branch), `bad_request` (refused credentials, too large,
 * not on the host), `rate_limited`, `platform_unavailable` (unreachable, 5xx, cut off, damaged).
 */
export function createGit(options: GitOptions): GitPort {
  const { origin } = new URL(options.gitUrl);

  async function clone(asked: Parameters<GitPort['clone']>[0]): Promise<Snapshot> {
    const { branch, token, onProgress, signal } = asked;
    signal?.throwIfAborted();
    assertOnHost(asked.url, origin);
    const { default: git } = await import('isomorphic-git');
    const fs = createMemoryFs();
    const http = createGitHttp({
      origin,
      maxBytes: options.maxPackBytes,
      idleMs: options.idleMs ?? IDLE_MS,
      signal,
      onBytes: (received) => onProgress?.('receiving', received, 0),
    });
    try {
      await git.init({ fs, gitdir: GIT_DIR, bare: true });
      await git.addRemote({ fs, gitdir: GIT_DIR, remote: 'origin', url: asked.url });
      const ref = branch === undefined ? 'HEAD' : `refs/heads/${branch}`;
      const { fetchHead, defaultBranch } = await git.fetch({
        fs,
        http,
        gitdir: GIT_DIR,
        url: asked.url,
        ref,
        remoteRef: ref,
        depth: 1,
        singleBranch: true,
        tags: false,
        onProgress: ({ phase, loaded, total }) => onProgress?.(phase.toLowerCase(), loaded, total),
        // Asked for only after the host answered 401, and not a second time.
        ...(token === undefined ? {} : { onAuth: () => ({ username: 'x-access-token', password: token }) }),
      });
      signal?.throwIfAborted();
      if (fetchHead === null) return emptySnapshot(branch);
      return await snapshotOf(fs, fetchHead, branch ?? defaultBranch?.replace(/^refs\/heads\//, '') ?? null);
    } catch (error) {
      throw inWords(error, branch, token !== undefined);
    } finally {
      fs.clear();
    }
  }

  return { clone, openLocal };
}

function assertOnHost(url: string, origin: string): void {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.origin !== origin || parsed.username !== '' || parsed.password !== '') {
    throw new AppError('bad_request', `Repositories are cloned from ${origin} only`);
  }
}

async function snapshotOf(fs: MemoryFs, commit: string, branch: string | null): Promise<Snapshot> {
  const folder = `${GIT_DIR}/objects/pack`;
  const names = await fs.promises.readdir(folder);
  const read = async (suffix: string) => {
    const name = names.find((each) => each.endsWith(suffix));
    return name === undefined ? undefined : asBuffer(await fs.promises.readFile(`${folder}/${name}`));
  };
  const pack = await read('.pack');
  const index = await read('.idx');
  if (pack === undefined || index === undefined || !isWhole(pack)) throw damaged();
  const objects = objectsOfPack(index, pack);
  return {
    commit,
    branch,
    entries: listTree(objects, commit),
    read: async (oid) => objects.read(oid, 'blob'),
    close: async () => objects.close(),
  };
}

/** A repository without commits has no files; only its default branch can be asked for. */
function emptySnapshot(branch: string | undefined): Snapshot {
  return {
    commit: '',
    branch: branch ?? null,
    entries: [],
    read: (oid) => Promise.reject(new AppError('not_found', `The repository lacks the object ${oid}`)),
    close: () => Promise.resolve(),
  };
}

/** A pack ends with the SHA-1 of all before. */
function isWhole(pack: Buffer): boolean {
  const body = pack.subarray(0, -20);
  return pack.length > 20 && createHash('sha1').update(body).digest().equals(pack.subarray(-20));
}

function damaged(): AppError {
  return new AppError('platform_unavailable', 'The git host sent an incomplete or damaged pack');
}

/** isomorphic-git's failures by their code; their texts speak to programmers. */
function inWords(error: unknown, branch: string | undefined, withToken: boolean): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  if (error.name === 'AbortError') return error;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'NotFoundError') {
    const what =
      branch === undefined ? 'has no commit on its default branch' : `has no branch ${JSON.stringify(branch)}`;
    return new AppError('not_found', `The repository ${what}`);
  }
  if (code === 'HttpError') {
    // Every other status was put into words by the HTTP client.
    const why = withToken
      ? 'The git host refused the access token: it is wrong, expired, or lacks access to the repository'
      : 'The repository is private or does not exist, and no access token was given';
    return new AppError('bad_request', why);
  }
  if (code === 'SmartHttpError' || code === 'ParseError') {
    return new AppError('platform_unavailable', 'The git host gave an answer that is not git');
  }
  return new AppError('platform_unavailable', 'The git host sent an incomplete or damaged pack', { cause: error });
}

function asBuffer(content: Uint8Array | string): Buffer {
  return typeof content === 'string'
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}
