/**
 * The HTTP client that isomorphic-git clones with. It talks to one host only, follows redirects only within it, bounds
 * what it takes in, and says in words why a clone failed. The answer is read whole before git sees it (the pack ends up
 * in memory anyway), so that half an answer is refused here and not taken for a small repository.
 *
 *     0008NAK\n  0023\x02Enumerating objects …  2005\x01PACK…  0006\x01…  0000       an upload-pack answer
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, repositoryTooLarge } from '../../model/errors.ts';
import { bytesOf } from '../response-bytes.ts';
import { retryAfterOf } from '../scm/retry-after.ts';

export interface GitHttpOptions {
  /** `https://github.com`: requests elsewhere are refused. */
  origin: string;
  /** Bytes of one answer. */
  maxBytes: number;
  /** Milliseconds without a byte before the host counts as gone. */
  idleMs: number;
  /** Milliseconds for one answer, since a host that sends a byte now and then is never idle. */
  answerMs: number;
  signal: AbortSignal | undefined;
  onBytes: (received: number) => void;
}

/** What isomorphic-git asks of an HTTP client. */
export interface GitHttpClient {
  request(request: GitHttpRequest): Promise<GitHttpResponse>;
}

export interface GitHttpRequest {
  url: string;
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | undefined;
}

export interface GitHttpResponse {
  url: string;
  method: string;
  statusCode: number;
  statusMessage: string;
  headers: Record<string, string>;
  body: AsyncIterableIterator<Uint8Array>;
}

const MAX_REDIRECTS = 3;

export function createGitHttp(options: GitHttpOptions): GitHttpClient {
  return {
    async request({ url, method = 'GET', headers = {}, body }) {
      const sent = body === undefined ? undefined : await collect(body);
      let at = url;
      for (let hops = 0; ; hops++) {
        const answer = await answerOf(at, method, headers, sent, options);
        if (answer.location === undefined) {
          if (answer.status >= 400 && answer.status !== 401) throw refusal(answer.status, answer.retryAfter);
          if (answer.status === 200) assertReadable(answer, method);
          return {
            url: at,
            method,
            statusCode: answer.status,
            statusMessage: String(answer.status),
            headers: answer.headers,
            body: handOver(answer.chunks),
          };
        }
        if (hops === MAX_REDIRECTS) throw new AppError('platform_unavailable', 'The git host redirects in circles');
        const next = URL.parse(answer.location, at);
        if (next === null) throw new AppError('platform_unavailable', 'The git host redirects to what is no address');
        at = next.href;
      }
    },
  };
}

function assertReadable({ headers, chunks }: Answer, method: string): void {
  if (!/^application\/x-git-/.test(headers['content-type'] ?? '')) {
    throw new AppError('platform_unavailable', 'The git host gave an answer that is not git');
  }
  assertComplete(chunks, method === 'POST' ? 1 : 2);
  if (method === 'GET') assertShortIds(chunks);
}

/** A host says with its branches how its ids are made; without a word, they are SHA-1's (gitprotocol-capabilities). */
function assertShortIds(chunks: readonly Uint8Array[]): void {
  const format = /[ \0]object-format=([a-z0-9]+)/.exec(Buffer.concat(chunks).toString('latin1'))?.[1] ?? 'sha1';
  if (format === 'sha1') return;
  throw new AppError('bad_request', `The repository has ${format} ids, which are not read: convert it to SHA-1`);
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  location: string | undefined;
  retryAfter: number | undefined;
  chunks: Uint8Array[];
}

async function answerOf(
  url: string,
  method: string,
  headers: Record<string, string>,
  body: Uint8Array<ArrayBuffer> | undefined,
  options: GitHttpOptions,
): Promise<Answer> {
  const { origin, username, password } = new URL(url);
  if (origin !== options.origin || username !== '' || password !== '') {
    throw new AppError('bad_request', `Repositories are cloned from ${options.origin} only`);
  }
  const idle = createIdleTimer(options.idleMs);
  const late = AbortSignal.timeout(options.answerMs);
  const signals = [idle.signal, late, ...(options.signal === undefined ? [] : [options.signal])];
  try {
    const response = await fetch(url, {
      method,
      headers: { 'user-agent': 'git/reviewgraph', ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.any(signals),
    });
    const chunks = await takeIn(response, options, () => idle.restart());
    const location = response.headers.get('location');
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      location: response.status >= 300 && response.status < 400 && location !== null ? location : undefined,
      retryAfter: retryAfterOf(response.headers.get('retry-after'), new Date()),
      chunks,
    };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('platform_unavailable', whyCutOff(options, idle.signal, late), { cause: error });
  } finally {
    idle.stop();
  }
}

/** The body, within its limit; `onChunk` is called with each piece that arrives. */
async function takeIn(response: Response, options: GitHttpOptions, onChunk: () => void): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of bytesOf(response)) {
    onChunk();
    received += chunk.length;
    if (received > options.maxBytes) {
      const limit = megabytes(options.maxBytes);
      throw repositoryTooLarge(`its files at this commit exceed the limit of ${limit} (MAX_CLONE_MB)`);
    }
    chunks.push(chunk);
    options.onBytes(received);
  }
  return chunks;
}

/** In a sentence, for an answer that did not arrive whole. */
function whyCutOff({ signal, idleMs, answerMs }: GitHttpOptions, idle: AbortSignal, late: AbortSignal): string {
  const seconds = (milliseconds: number) => `${Math.round(milliseconds / 1000)} seconds`;
  if (signal?.aborted === true) return 'The clone was cut off';
  if (idle.aborted) return `The git host sent nothing for ${seconds(idleMs)}`;
  if (late.aborted) return `The git host did not come to an end within ${seconds(answerMs)}`;
  return 'The git host could not be reached or closed the connection';
}

function refusal(status: number, retryAfter: number | undefined): AppError {
  const wait = retryAfter === undefined ? {} : { retryAfter };
  if (status === 404 || status === 410)
    return new AppError('not_found', 'The repository was not found on the git host');
  if (status === 429) return new AppError('rate_limited', 'The git host limits requests; try again later', wait);
  if (status === 403) {
    return retryAfter === undefined
      ? new AppError('bad_request', 'The git host refuses access to the repository (HTTP 403)')
      : new AppError('rate_limited', 'The git host limits requests; try again later', wait);
  }
  if (status >= 500) return new AppError('platform_unavailable', `The git host failed (HTTP ${status})`, wait);
  return new AppError('bad_request', `The git host refused the request (HTTP ${status})`);
}

/**
 * Both answers are pkt-lines that end with a flush: the advertisement of refs two (`# service=…` has its own), the pack
 * one. Half an advertisement would pass for an empty repository. Git's own complaint travels in channel 3. What follows
 * `PACK` without side-band cannot be checked here; the pack's checksum is checked afterwards.
 */
function assertComplete(chunks: Uint8Array[], flushesWanted: number): void {
  const state: PacketState = { carry: Buffer.alloc(0), flushes: 0, endsWithFlush: false, skip: 0 };
  for (const chunk of chunks) {
    if (state.skip >= chunk.length) state.skip -= chunk.length;
    else if (readPackets(state, chunk) === 'pack') return;
  }
  const { carry, flushes, endsWithFlush, skip } = state;
  if (!endsWithFlush || flushes < flushesWanted || skip > 0 || carry.length > 0) throw incompleteAnswer();
}

function incompleteAnswer(): AppError {
  return new AppError('platform_unavailable', 'The git host sent an incomplete answer');
}

/** Where the reader of pkt-lines stands between two chunks. */
interface PacketState {
  /** The beginning of a line whose length is not known yet. */
  carry: Buffer;
  flushes: number;
  endsWithFlush: boolean;
  /** Bytes of the next chunks that belong to the last line. */
  skip: number;
}

/** Reads the lines that begin in a chunk; `pack` when what follows is a bare pack. */
function readPackets(state: PacketState, chunk: Uint8Array): 'pack' | 'more' {
  const rest = Buffer.from(chunk.buffer, chunk.byteOffset + state.skip, chunk.byteLength - state.skip);
  const bytes = state.carry.length > 0 ? Buffer.concat([state.carry, rest]) : rest;
  let at = 0;
  // The channel is the byte behind the length; a flush has none.
  while (at + 4 < bytes.length || (at + 4 === bytes.length && bytes.toString('latin1', at) === '0000')) {
    const head = bytes.toString('latin1', at, at + 4);
    if (head === 'PACK') return 'pack';
    const length = Number.parseInt(head, 16);
    if (!/^[0-9a-f]{4}$/i.test(head) || (length > 0 && length < 4)) throw incompleteAnswer();
    state.endsWithFlush = length === 0;
    if (state.endsWithFlush) state.flushes++;
    refuseComplaint(bytes, at, length);
    at += Math.max(4, length);
  }
  state.skip = Math.max(0, at - bytes.length);
  state.carry = bytes.subarray(Math.min(at, bytes.length));
  return 'more';
}

/** Throws when the line at `at` is the host's own complaint: channel 3, or `ERR ` before any channel. */
function refuseComplaint(bytes: Buffer, at: number, length: number): void {
  if (length > 4 && bytes[at + 4] === 3) {
    throw new AppError('platform_unavailable', 'The git host failed while it packed the repository');
  }
  if (bytes.toString('latin1', at + 4, at + 8) === 'ERR ') throw gitError(bytes.toString('utf8', at + 8, at + length));
}

/** The error for a commit that the host does not have, because the id is wrong or the branch moved since it was listed. */
export const COMMIT_GONE = 'The git host does not have the commit';

/** `upload-pack: not our ref 9f3…` */
function gitError(text: string): AppError {
  return /not our ref/.test(text)
    ? new AppError('not_found', COMMIT_GONE)
    : new AppError('platform_unavailable', 'The git host refused to pack the repository');
}

/** Gives each chunk once and forgets it, so that the answer and the pack made of it are not held twice. */
async function* handOver(chunks: Uint8Array[]): AsyncIterableIterator<Uint8Array> {
  chunks.reverse();
  for (let chunk = chunks.pop(); chunk !== undefined; chunk = chunks.pop()) yield chunk;
}

async function collect(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

function createIdleTimer(milliseconds: number): { signal: AbortSignal; restart(): void; stop(): void } {
  const idle = new AbortController();
  let last = Date.now();
  const stopped = new AbortController();
  const watch = async () => {
    for (;;) {
      const left = last + milliseconds - Date.now();
      if (left <= 0) return idle.abort();
      await sleep(left, undefined, { signal: stopped.signal, ref: false });
    }
  };
  watch().catch(() => undefined); // stopped
  return {
    signal: idle.signal,
    restart() {
      last = Date.now();
    },
    stop() {
      stopped.abort();
    },
  };
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`;
}
