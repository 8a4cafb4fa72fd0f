/** Embedding servers that take less than all of OpenAI's protocol, over real HTTP. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openaiGateway } from '../../../src/adapters/gateway/gateway.ts';
import { AppError } from '../../../src/model/errors.ts';
import type { GatewayPort } from '../../../src/ports.ts';
import { embeddingOf } from '../../support/embedding-server.ts';

type Asked = { input: string[]; encoding_format?: string; dimensions?: number };

describe('adapters/gateway embeddings', () => {
  let server: Server;
  let gateway: GatewayPort;
  let asked: Asked[] = [];
  /** A refusal, or the number of dimensions. */
  let reply: (body: Asked) => string | number;
  /** In base64, without an index. */
  let inBase64 = false;

  before(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
        asked.push(body);
        const said = reply(body);
        response.writeHead(typeof said === 'string' ? 400 : 200, { 'Content-Type': 'application/json' });
        const packed = (vector: number[]) => Buffer.from(Float32Array.from(vector).buffer).toString('base64');
        const vectors = (length: number) =>
          body.input.map((text, index) =>
            inBase64
              ? { embedding: packed(embeddingOf(text, length)) }
              : { index, embedding: embeddingOf(text, length) },
          );
        response.end(JSON.stringify(typeof said === 'string' ? { error: { message: said } } : { data: vectors(said) }));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  after(() => server.close());
  beforeEach(() => {
    asked = [];
    const { port } = server.address() as AddressInfo;
    gateway = openaiGateway({ apiKey: 'k', baseUrl: `http://127.0.0.1:${port}/v1`, embeddingModel: 'e' });
  });

  it('are asked for without a format where the server refuses one, and never in another one', async () => {
    reply = ({ encoding_format: format }) => (format === undefined ? 1536 : "Unknown parameter: 'encoding_format'");
    for (let time = 0; time < 2; time++) assert.equal((await gateway.embed(['a b']))[0]?.length, 1536);
    assert.deepEqual(
      asked.map((body) => body.encoding_format),
      ['float', undefined, undefined],
    );
  });

  it('are asked for in our dimensions where the model has others of its own', async () => {
    reply = ({ dimensions }) => dimensions ?? 3072;
    for (let time = 0; time < 2; time++)
      assert.deepEqual(
        (await gateway.embed(['a', 'b'])).map(({ length }) => length),
        [1536, 1536],
      );
    assert.deepEqual(
      asked.map(({ dimensions }) => dimensions),
      [undefined, 1536, 1536],
    );
  });

  it('are both: no format, our dimensions', async () => {
    reply = (body) =>
      body.encoding_format === undefined ? (body.dimensions ?? 768) : 'extra fields not permitted: encoding_format';
    assert.equal((await gateway.embed(['a']))[0]?.length, 1536);
  });

  it('are asked for in our dimensions where the server asks for some', async () => {
    reply = ({ dimensions }) => dimensions ?? 'dimensions is required for this model';
    assert.equal((await gateway.embed(['a']))[0]?.length, 1536);
  });

  it('are asked for without a format after a refusal that names nothing, once', async () => {
    reply = ({ encoding_format: format }) => (format === undefined ? 1536 : 'Bad request');
    assert.equal((await gateway.embed(['a']))[0]?.length, 1536);
    reply = () => 'Bad request';
    await assert.rejects(
      gateway.embed(['a']),
      (error) => error instanceof AppError && error.code === 'gateway_refused',
    );
    assert.equal(asked.length, 3);
  });

  for (const [words, most] of [
    ['batch size 9 > maximum allowed batch size 4', 4],
    ['invalid request: total number of texts must be at most 4 - received 9', 4],
    ['Value error, batch size is invalid, it should not be larger than 4.: input.contents', 4],
    ['too many inputs', 3],
  ] as const) {
    it(`are asked for in as many parts as the server wants: ${words}`, async () => {
      reply = ({ input }) => (input.length > 4 ? words : 1536);
      const texts = Array.from({ length: 9 }, (_, at) => `text ${at}`);
      for (let time = 0; time < 2; time++) {
        const vectors = await gateway.embed(texts);
        for (const [at, text] of texts.entries()) assert.deepEqual(vectors[at], embeddingOf(text, 1536));
      }
      assert.equal(asked.at(-1)?.input.length, most === 3 ? 3 : 1);
      assert.ok(asked.filter(({ input }) => input.length > 4).length <= 2);
    });
  }

  it('are read as base64 and without an index as well', async () => {
    reply = () => 1536;
    inBase64 = true;
    const [first = [], second = []] = await gateway.embed(['a b', 'c']);
    inBase64 = false;
    assert.deepEqual([first, second], [Array.from(Float32Array.from(embeddingOf('a b', 1536))), Array.from(Float32Array.from(embeddingOf('c', 1536)))]); // prettier-ignore
  });

  it('are refused when they have other dimensions all the same', async () => {
    for (const answer of [
      () => 768,
      ({ dimensions }: Asked) => (dimensions === undefined ? 768 : 'dimensions is not supported'),
    ]) {
      reply = answer;
      await assert.rejects(
        gateway.embed(['a']),
        (error) => error instanceof AppError && error.code === 'gateway_refused',
      );
    }
  });
});
