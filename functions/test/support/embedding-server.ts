/**
 * An embedding model for tests behind the real protocol: `POST /v1/embeddings` over HTTP. A text's vector counts its
 * words in 1,536 buckets, so texts that share words are near each other. Faults are scripted: each entry of `faults`
 * answers one request.
 *
 *     const model = await startEmbeddingServer();
 *     model.faults.push({ status: 429, headers: { 'Retry-After': '0' } });
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PATIENT_CONNECTIONS } from '../../local/stack/patient-connections.ts';

export interface EmbeddingFault {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Answers properly, but with vectors of this many numbers. */
  dimensions?: number;
  /** The connection is closed without an answer. */
  hangUp?: true;
}

export interface EmbeddingServer {
  /** `http://127.0.0.1:41234/v1` */
  baseUrl: string;
  /** What was asked for, request by request. */
  requests: { model: string; input: string[]; encoding_format: string | undefined }[];
  faults: EmbeddingFault[];
  /** Texts longer than this are refused as hosted models do. */
  longest: number;
  /** Called when a request has come, before it is answered. */
  onRequest: () => Promise<void> | void;
  close(): Promise<void>;
}

const DIMENSIONS = 1536;

export function embeddingOf(text: string, dimensions = DIMENSIONS): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const bucket = createHash('sha256').update(word).digest().readUInt32BE(0) % dimensions;
    vector[bucket] = (vector[bucket] ?? 0) + 1;
  }
  const norm = Math.hypot(...vector);
  return vector.map((count) => count / norm);
}

export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const server = createServer(PATIENT_CONNECTIONS, (request, response) => {
    const chunks: Buffer[] = [];
    const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
    };
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void (async () => {
        const asked = JSON.parse(Buffer.concat(chunks).toString()) as EmbeddingServer['requests'][number];
        self.requests.push(asked);
        await self.onRequest();
        const fault = self.faults.shift();
        if (fault?.hangUp === true) return void response.destroy();
        if (fault?.status !== undefined) {
          return answer(fault.status, fault.body ?? { error: { message: 'scripted' } }, fault.headers);
        }
        if (asked.input.some((text) => text.length > self.longest)) {
          const message = "This model's maximum context length is 8192 tokens";
          return answer(400, { error: { message, type: 'invalid_request_error' } });
        }
        const data = asked.input.map((text, index) => ({
          object: 'embedding',
          index,
          embedding: embeddingOf(text, fault?.dimensions),
        }));
        answer(
          200,
          fault?.body ?? { object: 'list', data, model: asked.model, usage: { prompt_tokens: 1, total_tokens: 1 } },
        );
      })();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const self: EmbeddingServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: [],
    faults: [],
    longest: Infinity,
    onRequest: () => undefined,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return self;
}
