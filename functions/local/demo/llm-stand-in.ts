/**
 * A model server for tests and for trying the service without a key: real HTTP, OpenAI's protocol (chat completions and
 * embeddings), answers from a script. It is no model, and what it answers by default says so.
 *
 *     const model = await startLlmStandIn({ replies: [{ status: 429, headers: { 'retry-after': '1' } }, { content: '{…}' }] });
 *     openaiGateway({ baseUrl: model.url, apiKey: 'any', … })
 *     model.requests[0].body.messages
 *
 * Replies are taken in order; one with `when` waits for the request it is meant for, so that parallel requests each find
 * theirs. Requests beyond the script go to `otherwise`.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { PATIENT_CONNECTIONS } from '../stack/patient-connections.ts';

const requestSchema = z.looseObject({
  model: z.string(),
  messages: z.array(
    z.looseObject({
      role: z.string(),
      content: z.string().nullish(),
      tool_calls: z.array(z.looseObject({ id: z.string() })).optional(),
      tool_call_id: z.string().optional(),
    }),
  ),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).optional(),
  response_format: z.looseObject({ type: z.string() }).optional(),
});
export type ChatBody = z.infer<typeof requestSchema>;

export interface StandInReply {
  /** Only for requests that meet this. */
  when?: (body: ChatBody) => boolean;
  content?: string | null;
  /** `arguments` is sent as it is: it may be broken on purpose. */
  toolCalls?: { name: string; arguments: string }[];
  finish?: string;
  usage?: { prompt_tokens: number; completion_tokens: number };
  /** Anything but 200 answers `{error: {message, code, param}}`. */
  status?: number;
  message?: string;
  code?: string;
  headers?: Record<string, string>;
  /** The whole body as text in place of a completion. */
  raw?: string;
  /** Milliseconds before the answer. */
  delay?: number;
  /** Closes the connection without an answer. */
  hangUp?: boolean;
}

export interface StandInOptions {
  replies?: StandInReply[];
  /** Answers what the script does not; an error 500 unless given. */
  otherwise?: (body: ChatBody) => StandInReply;
  port?: number;
}

export interface LlmStandIn {
  /** What GATEWAY_BASE_URL is set to. */
  url: string;
  /** Every chat request, in the order of arrival. */
  requests: { body: ChatBody; headers: IncomingMessage['headers'] }[];
  script(...replies: StandInReply[]): void;
  close(): Promise<void>;
}

export async function startLlmStandIn(options: StandInOptions = {}): Promise<LlmStandIn> {
  const replies = [...(options.replies ?? [])];
  const requests: LlmStandIn['requests'] = [];
  const otherwise = options.otherwise ?? (() => ({ status: 500, message: 'The script is at its end' }));

  function next(body: ChatBody): StandInReply {
    const at = replies.findIndex(({ when }) => when === undefined || when(body));
    return (at < 0 ? undefined : replies.splice(at, 1)[0]) ?? otherwise(body);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: unknown = JSON.parse(await textOf(request));
    const path = request.url ?? '';
    if (path.endsWith('/embeddings')) return send(response, 200, embeddings(body));
    if (!path.endsWith('/chat/completions'))
      return send(response, 404, errorBody({ message: `No such path: ${path}` }));
    const chat = requestSchema.parse(body);
    requests.push({ body: chat, headers: request.headers });
    const reply = next(chat);
    if (reply.delay !== undefined) await new Promise((resolve) => setTimeout(resolve, reply.delay));
    if (reply.hangUp === true) return void response.destroy();
    const status = reply.status ?? 200;
    const content = reply.raw ?? JSON.stringify(status === 200 ? completion(chat, reply) : errorBody(reply));
    send(response, status, content, reply.headers);
  }

  const server = createServer(PATIENT_CONNECTIONS, (request, response) => {
    answer(request, response).catch((error: unknown) => send(response, 400, errorBody({ message: String(error) })));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    script: (...more) => void replies.push(...more),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

function errorBody({ message = 'Scripted failure', code }: StandInReply): unknown {
  return { error: { message, type: 'scripted', param: null, code: code ?? null } };
}

function completion(body: ChatBody, reply: StandInReply): unknown {
  const calls = (reply.toolCalls ?? []).map((call, at) => ({
    id: `call_${body.messages.length}_${at}`,
    type: 'function',
    function: call,
  }));
  const length = body.messages.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
  return {
    id: 'chatcmpl-stand-in',
    object: 'chat.completion',
    created: 0,
    model: body.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: reply.content ?? null,
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
        },
        finish_reason: reply.finish ?? (calls.length === 0 ? 'stop' : 'tool_calls'),
      },
    ],
    usage: reply.usage ?? {
      prompt_tokens: Math.ceil(length / 4),
      completion_tokens: Math.ceil((reply.content ?? '').length / 4),
    },
  };
}

const DIMENSIONS = 1536;

/** Each word adds to one dimension, so texts that share words are near each other. That is enough for tests. */
function embeddings(body: unknown): unknown {
  const { input, model } = z
    .object({ input: z.union([z.string(), z.array(z.string())]), model: z.string() })
    .parse(body);
  const texts = typeof input === 'string' ? [input] : input;
  return {
    object: 'list',
    model,
    data: texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })),
    usage: { prompt_tokens: 0, total_tokens: 0 },
  };
}

function vectorOf(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  for (const word of text.toLowerCase().match(/[a-z]+|\d+|[^\x00-\x7f]/g) ?? ['']) {
    const at = createHash('sha256').update(word).digest().readUInt16BE(0) % DIMENSIONS;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
