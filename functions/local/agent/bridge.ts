/**
 * A bridge from standard input and output to the `/mcp` of a deployment, for clients that only start programs. Each line is
 * one message and becomes one request; what comes back becomes one line. A failure of HTTP becomes an answer that says what
 * to do, since a client would wait for ever for none.
 *
 *     {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}   ─▶ POST https://reviewgraph.example/mcp   Mcp-Method: tools/list
 *     {"jsonrpc": "2.0", "id": 1, "result": {…}}            ◀─
 */
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';

export interface BridgeOptions {
  url: URL;
  token: string;
  input: Readable;
  output: Writable;
}

const messageSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.looseObject({ _meta: z.looseObject({}).optional() }).optional(),
});
type Message = z.infer<typeof messageSchema>;

/** Which field of the parameters `Mcp-Name` repeats (specification of 2026-07-28, Streamable HTTP). */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const negotiatedSchema = z.looseObject({ result: z.looseObject({ protocolVersion: z.string() }) });
const INTERNAL_ERROR = -32603;
const TIMEOUT_MS = 120_000;

/** Resolves when the input has ended and everything is answered. */
export async function bridge({ url, token, input, output }: BridgeOptions): Promise<void> {
  let negotiated: string | undefined;
  const pending = new Set<Promise<void>>();
  const write = (line: string): void => void output.write(`${line}\n`);

  async function forward(line: string): Promise<void> {
    const message = messageSchema.safeParse(parsed(line)).data ?? {};
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: headersOf(message, token, negotiated),
        body: line,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const answers = messagesIn(response.headers.get('Content-Type') ?? '', await response.text());
      if (answers.length === 0 && message.id !== undefined) write(failure(message, reasonFor(response.status)));
      for (const answer of answers) {
        negotiated = negotiatedSchema.safeParse(answer).data?.result.protocolVersion ?? negotiated;
        write(isMessage(answer) ? JSON.stringify(answer) : failure(message, reasonFor(response.status, answer)));
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (message.id !== undefined) write(failure(message, `${url.host} did not answer (${reason}): check --url`));
    }
  }

  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    const one = forward(line);
    pending.add(one);
    void one.finally(() => pending.delete(one));
    // What follows an initialize has the version that its answer names.
    if (line.includes('"initialize"')) await one;
  }
  await Promise.all(pending);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function headersOf({ method, params = {} }: Message, token: string, negotiated: string | undefined): Headers {
  const headers = new Headers({
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  });
  const version = params._meta?.[VERSION_KEY] ?? negotiated;
  if (typeof version === 'string') headers.set('MCP-Protocol-Version', version);
  if (method === undefined) return headers;
  headers.set('Mcp-Method', encoded(method));
  const name = Object.hasOwn(NAMED_BY, method) ? params[NAMED_BY[method] ?? ''] : undefined;
  if (typeof name === 'string') headers.set('Mcp-Name', encoded(name));
  return headers;
}

/** As the specification has it for what is no plain text of a header. */
function encoded(value: string): string {
  return /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !value.startsWith('=?')
    ? value
    : `=?base64?${Buffer.from(value).toString('base64')}?=`;
}

/** A JSON body is one, a stream of events one for each event with data. */
function messagesIn(type: string, text: string): unknown[] {
  if (!type.startsWith('text/event-stream')) return text.trim() === '' ? [] : [parsed(text)];
  const events = text.split(/\r?\n\r?\n/).map((event) => [...event.matchAll(/^data: ?(.*)$/gm)].map(([, data = '']) => data).join('\n')); // prettier-ignore
  return events.filter((data) => data !== '').map(parsed);
}

function isMessage(answer: unknown): boolean {
  return z.looseObject({ jsonrpc: z.literal('2.0') }).safeParse(answer).success;
}

function reasonFor(status: number, body?: unknown): string {
  const { detail } = z.looseObject({ detail: z.string() }).safeParse(body).data ?? {};
  if (status === 401) return `${detail ?? 'The token was refused'} (set REVIEWGRAPH_TOKEN)`;
  return detail ?? `The server answered ${status}: check --url`;
}

function failure({ id = 0 }: Message, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message } });
}
