/**
 * No request to the platform, the gateway or a git host waits for ever: real servers that take a connection and say
 * nothing, that stop in the middle, and that send a byte now and then and never come to an end.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { openaiGateway } from '../../../src/adapters/gateway/gateway.ts';
import { createGit } from '../../../src/adapters/git/git.ts';
import { archiveOf } from '../../../src/adapters/scm/archive.ts';
import { createGiteaScm } from '../../../src/adapters/scm/gitea/gitea.ts';
import { createScm } from '../../../src/adapters/scm/scm.ts';
import type { ErrorCode } from '../../../src/model/errors.ts';

/** Shorter than any default by far, so that a default would be seen as a test that does not end. */
const SHORT_MS = 400;
/** Past the end of any test here: the limit that is not meant to be reached. */
const LONG_MS = 600_000;
/** Between two bytes. */
const TRICKLE_MS = 40;

const MOODS = ['nothing', 'a head', 'a trickle'] as const;
type Mood = (typeof MOODS)[number];

interface Stalling {
  url: string;
  close(): Promise<void>;
}

/** `first` is how an answer of the right kind begins, `more` what may come next again and again. */
async function stalling(
  mood: Mood,
  type: string,
  first: string | Buffer,
  more: string | Buffer = ' ',
): Promise<Stalling> {
  const timers = new Set<NodeJS.Timeout>();
  const answer = (response: ServerResponse): void => {
    if (mood === 'nothing') return;
    response.writeHead(200, { 'Content-Type': type });
    response.write(first);
    if (mood === 'a trickle') timers.add(setInterval(() => response.write(more), TRICKLE_MS));
  };
  const server: Server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const timer of timers) clearInterval(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The beginning of an archive with one large file, not compressed, so that any byte continues it. */
function archiveHead(): Buffer {
  const header = Buffer.alloc(512);
  header.write('a-b-c/large.bin', 0);
  header.write('0000644\0', 100);
  header.write('00000100000\0', 124);
  header.write('        0', 148);
  header.write('ustar\0', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return gzipSync(Buffer.concat([header, Buffer.alloc(40_000)]), { level: 0 }).subarray(0, 2000);
}

async function ends(code: ErrorCode, work: Promise<unknown>, words: RegExp): Promise<void> {
  await assert.rejects(work, (error: Error & { code?: string }) => {
    assert.equal(error.code, code, error.stack);
    assert.match(error.message, words);
    return true;
  });
}

describe('time limits of requests', () => {
  for (const mood of MOODS) {
    it(`end a question to the platform that gets ${mood}`, async () => {
      const host = await stalling(mood, 'application/json', '{"login": ');
      const options = { apiUrl: host.url, gitUrl: host.url, timeoutMs: SHORT_MS };
      try {
        const scm = createScm({ ...options, appSlug: 'x' });
        await ends('platform_unavailable', scm.profile('t'), /in time/);
        await ends('platform_unavailable', scm.comments('t', 'a', 'b', 1), /in time/);
        await ends('platform_unavailable', scm.reviewThreads('t', 'a', 'b', 1), /in time/);
        await ends('platform_unavailable', scm.createComment('t', 'a', 'b', 1, 'text'), /in time/);
        const gitea = createGiteaScm(options);
        await ends('platform_unavailable', gitea.reviewComments('t', 'a', 'b', 1), /in time/);
      } finally {
        await host.close();
      }
    });

    it(`end a question to the model gateway that gets ${mood}`, async () => {
      const host = await stalling(mood, 'application/json', '{"id": ');
      const baseUrl = `${host.url}/v1`;
      const gateway = openaiGateway({ apiKey: 'k', baseUrl, embeddingModel: 'e', timeoutMs: SHORT_MS });
      const messages = [{ role: 'user' as const, content: 'Hello' }];
      try {
        await ends('gateway_unavailable', gateway.chat({ model: 'm', messages }), /./);
        await ends('gateway_unavailable', gateway.embed(['text']), /./);
        // One who no longer wants the answer is not told that it came too late.
        const patient = openaiGateway({ apiKey: 'k', baseUrl, embeddingModel: 'e', timeoutMs: LONG_MS });
        const stop = new AbortController();
        setTimeout(() => stop.abort(new Error('stopped')), TRICKLE_MS);
        const wanted = patient.chat({ model: 'm', messages, signal: stop.signal });
        await assert.rejects(wanted, (error: Error) => !/in time/.test(error.message));
      } finally {
        await host.close();
      }
    });

    it(`end a fetch from a git host that gives ${mood}`, async () => {
      const first = '001e# service=git-upload-pack\n0000';
      const host = await stalling(mood, 'application/x-git-upload-pack-advertisement', first);
      // A busy machine may be silent for longer than a short limit: only one of the two can be reached.
      const limits =
        mood === 'a trickle' ? { idleMs: LONG_MS, answerMs: SHORT_MS } : { idleMs: SHORT_MS, answerMs: LONG_MS };
      const git = createGit({ gitUrl: host.url, maxPackBytes: 1_000_000, ...limits });
      const words = mood === 'a trickle' ? /did not come to an end/ : /sent nothing/;
      try {
        await ends('platform_unavailable', git.clone({ url: `${host.url}/a/b.git` }), words);
        const commits = ['a'.repeat(40)];
        await ends('platform_unavailable', git.fetchCommits({ url: `${host.url}/a/b.git`, commits }), words);
      } finally {
        await host.close();
      }
    });

    it(`end an archive that gives ${mood}`, async () => {
      const host = await stalling(mood, 'application/gzip', archiveHead(), Buffer.from([0]));
      const [idleMs, archiveMs] = mood === 'a head' ? [SHORT_MS, LONG_MS] : [LONG_MS, SHORT_MS];
      const limits = { startMs: mood === 'nothing' ? SHORT_MS : LONG_MS, idleMs, archiveMs };
      const { archive } = archiveOf({ apiUrl: host.url, userAgent: 'test', ...limits });
      const read = async () => {
        const signal = new AbortController().signal;
        for await (const file of archive('t', 'a', 'b', 'c', { wanted: () => true, signal })) assert.ok(file.path);
      };
      try {
        await ends('platform_unavailable', read(), mood === 'a head' ? /sent nothing/ : /in time/);
      } finally {
        await host.close();
      }
    });
  }
});
