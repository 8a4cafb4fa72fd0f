/**
 * Repositories as snapshots of one commit: cloned over HTTP by isomorphic-git (depth 1, one branch, no checkout, into
 * memory), or opened on this machine for the commands.
 *
 * isomorphic-git does the fetch; the objects are read from the fetched pack by git-pack.ts, which says why. A token goes
 * to the host in the Authorization header alone, and only once the host asks for it.
 */
import { createHash } from 'node:crypto';
import { AppError } from '../../model/errors.ts';
import type { GitPort, Snapshot } from '../../ports.ts';
import { COMMIT_GONE, createGitHttp } from './git-http.ts';
import { openLocal } from './git-local.ts';
import { createMemoryFs, type MemoryFs } from './git-memory-fs.ts';
import { listTree, type ObjectStore, objectsOfPacks } from './git-objects.ts';
import { assertUnpackable } from './git-pack-limits.ts';

export interface GitOptions {
  /** `https://github.com`, or a self-hosted platform's address; nothing else is ever cloned. */
  gitUrl: string;
  /** A larger pack is refused. While it is fetched and indexed, memory peaks at four times its size (100 MB: 550 MB). */
  maxPackBytes: number;
  /** Beside the token in the credentials; `x-access-token` unless given. GitLab takes OAuth tokens for `oauth2` alone. */
  user?: string;
  /** Milliseconds without a byte before the host counts as gone; 60 s unless given (packing a large one takes time). */
  idleMs?: number;
  /** Milliseconds for one answer, a whole pack included; ten minutes unless given. */
  answerMs?: number;
}

const IDLE_MS = 60_000;
/** A third of what a task has: its queue may come again. */
const ANSWER_MS = 600_000;
const GIT_DIR = '/repository';

type CloneRequest = Parameters<GitPort['clone']>[0];

/**
 * Failures of `clone` cross as AppError: `not_found` (repository, branch), `too_large`, `token_refused`, `bad_request`
 * (not on the host), `rate_limited`, `platform_unavailable` (unreachable, 5xx, cut off, damaged).
 */
export function createGit(options: GitOptions): GitPort {
  async function clone(asked: CloneRequest): Promise<Snapshot> {
    const { branch, token, signal } = asked;
    const fs = createMemoryFs();
    try {
      const fetchRef = await openFetch(options, fs, asked);
      const ref = branch === undefined ? 'HEAD' : `refs/heads/${branch}`;
      const { fetchHead, defaultBranch } = await fetchRef(ref, ref);
      signal?.throwIfAborted();
      if (fetchHead === null) return emptySnapshot(branch);
      const objects = objectsOfPacks(await fetchedPacks(fs));
      return snapshotOf(objects, fetchHead, branch ?? defaultBranch?.replace(/^refs\/heads\//, '') ?? null);
    } catch (error) {
      throw movedOn(inWords(error, branch, token !== undefined));
    } finally {
      fs.clear();
    }
  }

  async function fetchCommits(asked: Parameters<GitPort['fetchCommits']>[0]): Promise<Snapshot[]> {
    const { commits, token, signal } = asked;
    const fs = createMemoryFs();
    try {
      const fetchCommit = await openFetch(options, fs, asked);
      let have = 'HEAD';
      for (const commit of new Set(commits)) {
        await fetchCommit(commit, have);
        signal?.throwIfAborted();
        have = commit;
      }
      const objects = objectsOfPacks(await fetchedPacks(fs));
      return commits.map((commit) => snapshotOf(objects, commit, null));
    } catch (error) {
      throw inWords(error, undefined, token !== undefined);
    } finally {
      fs.clear();
    }
  }

  return { clone, fetchCommits, openLocal };
}

/** Packs land in `files`; the caller reads them and clears it. */
async function openFetch(
  options: GitOptions,
  files: MemoryFs,
  { url, token, onProgress, signal }: Omit<CloneRequest, 'branch'>,
) {
  signal?.throwIfAborted();
  const { origin } = new URL(options.gitUrl);
  assertOnHost(url, origin);
  const { default: git } = await import('isomorphic-git');
  const fs = withinLimits(files);
  const http = createGitHttp({
    origin,
    maxBytes: options.maxPackBytes,
    idleMs: options.idleMs ?? IDLE_MS,
    answerMs: options.answerMs ?? ANSWER_MS,
    signal,
    onBytes: (received) => onProgress?.('receiving', received, 0),
  });
  await git.init({ fs, gitdir: GIT_DIR, bare: true });
  await git.addRemote({ fs, gitdir: GIT_DIR, remote: 'origin', url });
  /** `have` is a commit that was fetched before. */
  return (remoteRef: string, have: string) =>
    git.fetch({
      fs,
      http,
      gitdir: GIT_DIR,
      url,
      ref: have,
      remoteRef,
      depth: 1,
      singleBranch: true,
      tags: false,
      onProgress: ({ phase, loaded, total }) => onProgress?.(phase.toLowerCase(), loaded, total),
      // Asked for only after the host answered 401, and not a second time.
      ...(token === undefined
        ? {}
        : { onAuth: () => ({ username: options.user ?? 'x-access-token', password: token }) }),
    });
}

/** A pack is looked at when it is written: the library unpacks it next. */
function withinLimits({ promises }: MemoryFs): Pick<MemoryFs, 'promises'> {
  const writeFile: MemoryFs['promises']['writeFile'] = async (path, content) => {
    if (path.endsWith('.pack')) assertUnpackable(asBuffer(content));
    await promises.writeFile(path, content);
  };
  return { promises: { ...promises, writeFile } };
}

function assertOnHost(url: string, origin: string): void {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.origin !== origin || parsed.username !== '' || parsed.password !== '') {
    throw new AppError('bad_request', `Repositories are cloned from ${origin} only`);
  }
}

/** Pack and index of every fetch; one that brought nothing new leaves an empty pack. */
async function fetchedPacks(fs: MemoryFs): Promise<{ index: Buffer; pack: Buffer }[]> {
  const folder = `${GIT_DIR}/objects/pack`;
  const names = await fs.promises.readdir(folder);
  const read = async (name: string) => asBuffer(await fs.promises.readFile(`${folder}/${name}`));
  const packs: { index: Buffer; pack: Buffer }[] = [];
  for (const name of names.filter((each) => each.endsWith('.pack'))) {
    const index = name.replace(/pack$/, 'idx');
    if (!names.includes(index)) throw damaged();
    packs.push({ pack: await read(name), index: await read(index) });
  }
  if (packs.length === 0 || packs.some(({ pack }) => !isWhole(pack))) throw damaged();
  return packs;
}

function snapshotOf(objects: ObjectStore, commit: string, branch: string | null): Snapshot {
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

/** The commit was the branch's when the host listed it: whoever looks again finds the next one. */
function movedOn(error: unknown): unknown {
  return error instanceof AppError && error.message === COMMIT_GONE
    ? new AppError('platform_unavailable', 'The branch was replaced while it was cloned', { cause: error })
    : error;
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
    return withToken
      ? new AppError(
          'token_refused',
          'The git host refused the access token: it is wrong, expired, or lacks access to the repository',
        )
      : new AppError('bad_request', 'The repository is private or does not exist, and no access token was given');
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
