/**
 * Loaded into the emulators' process before firebase-tools: one odd request may not end it, with all that it holds.
 *
 *   413 while the body is still being sent    the emulator answers a second time and dies: ERR_HTTP_HEADERS_SENT
 *   a client that leaves in the middle        an error of its connection, which nobody listens to
 *   GET /api/v1/repos/%zz/x/prs               hosting decodes what is no encoding, and answers 500
 *   Expect, Keep-Alive, Trailer and others    are of one connection; hosting copies them onto the next, which refuses them
 *
 * firebase-tools has no setting for it, so parts of it are replaced; when a version lacks them, the start says so.
 */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, RequestOptions, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

const load = createRequire(createRequire(import.meta.url).resolve('firebase-tools/lib/serve/hosting.js'));

/** What is used of firebase-tools' process of a function. */
interface Worker {
  triggerKey: string;
  state: string;
  timeoutSeconds?: number;
  runtime: { conn: { httpReqOpts(): RequestOptions }; process: { kill(): void } };
  logger: { log(level: string, text: string): void };
  logInfo(text: string): void;
}

interface EmulatedRequest extends IncomingMessage {
  path: string;
}

/** Errors of one connection. Nothing else of the process is touched by them. */
const OF_A_CONNECTION = new Set([
  'ABORT_ERR',
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ERR_HTTP_HEADERS_SENT',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
]);
/** Of the client that hosting asks functions with. */
const OF_ITS_CLIENT = /^UND_ERR_/;

export function isOfAConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'AbortError') return true;
  if (!('code' in error) || typeof error.code !== 'string') return false;
  return OF_A_CONNECTION.has(error.code) || OF_ITS_CLIENT.test(error.code);
}

/** Hands a request to the process of its function. Its answer counts, also when it comes before the whole body was sent. */
export function forwardRequest(
  this: Worker,
  request: EmulatedRequest,
  response: ServerResponse,
  body?: Buffer,
): Promise<void> {
  this.logInfo(`Beginning execution of "${this.triggerKey}"`);
  this.state = 'BUSY';
  return new Promise((resolve) => {
    let over = false;
    let answered = false;
    const end = (): void => {
      if (over) return;
      over = true;
      this.logInfo(`Finished "${this.triggerKey}"`);
      if (this.state === 'BUSY') this.state = 'IDLE';
      else if (this.state === 'FINISHING') this.runtime.process.kill();
      resolve();
    };
    const { timeoutSeconds } = this;
    const hand = (answer: IncomingMessage): void => {
      answered = true;
      response.writeHead(answer.statusCode ?? 200, answer.headers);
      answer.on('error', () => response.destroy());
      answer.on('close', end);
      response.on('close', () => {
        answer.destroy();
        end();
      });
      answer.pipe(response);
    };
    const options: RequestOptions = {
      ...this.runtime.conn.httpReqOpts(),
      method: request.method,
      path: request.path,
      headers: ofTheMessage(request.headers),
      ...(timeoutSeconds === undefined ? {} : { timeout: timeoutSeconds * 1000 }),
    };
    const sent = requested(options, hand);
    if (sent === undefined) return void response.writeHead(400).end('This request cannot be handed on.\n', end);
    sent.on('timeout', () => {
      this.logger.log('ERROR', `The function "${this.triggerKey}" took longer than ${timeoutSeconds} s.`);
      sent.destroy();
      // It may never end: the next request gets a new process.
      this.runtime.process.kill();
    });
    sent.on('error', (error) => {
      if (!response.headersSent) {
        this.logger.log('ERROR', `Request to function failed: ${error.message}`);
        response.writeHead(500).end('The function did not answer.\n');
      }
      end();
    });
    response.on('error', () => sent.destroy());
    // Some headers are refused only when they are written.
    sendBody(sent, body, () => answered || over).catch((error: Error) => sent.destroy(error));
  });
}

/** Node refuses at once what it cannot write, such as some characters in a path. */
function requested(options: RequestOptions, hand: (answer: IncomingMessage) => void): ClientRequest | undefined {
  try {
    return httpRequest(options, hand);
  } catch {
    return undefined;
  }
}

/** A body of more may be refused by its length, before it is read; smaller ones are sent at once. */
const LARGE = 256 * 1024;
const PIECE = 64 * 1024;
/** For an answer to the length alone. What is still being sent when the other side closes would take the answer with it. */
const ANSWER_MS = 100;

/** Sends piece by piece, as long as nothing is answered. */
export async function sendBody(sent: ClientRequest, body: Buffer | undefined, isOver: () => boolean): Promise<void> {
  if (body === undefined || body.length <= LARGE) return void sent.end(body);
  sent.flushHeaders();
  for (let waited = 0; waited < ANSWER_MS && !isOver(); waited += 5) await sleep(5);
  for (let at = 0; at < body.length && !isOver(); at += PIECE) {
    const room = sent.write(body.subarray(at, at + PIECE));
    await (room ? turn() : Promise.race([once(sent, 'drain'), once(sent, 'close')]).catch(() => undefined));
  }
  if (!isOver()) sent.end();
}

interface ServerApp {
  use(handle: (request: IncomingMessage, response: ServerResponse, next: () => void) => void): void;
}

/** What a client says of its own connection (RFC 9110 section 7.6.1), and what fetch and node refuse to send. */
const OF_THE_CONNECTION =
  /^(?:keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|expect|http2-settings)$/;

/** Whether the next connection is to be closed, everybody understands. */
function isOfTheConnection(name: string, value: unknown): boolean {
  return name === 'connection' ? !/^(?:close|keep-alive)$/i.test(String(value)) : OF_THE_CONNECTION.test(name);
}

function ofTheMessage(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name, value]) => !isOfTheConnection(name, value)));
}

/** Hosting sends on what is in `headers`. */
export function keepOwnConnection(request: IncomingMessage, _response: ServerResponse, next: () => void): void {
  for (const [name, value] of Object.entries(request.headers)) {
    if (isOfTheConnection(name, value)) delete request.headers[name];
  }
  next();
}

/** Hosting decodes paths. One that cannot be decoded names nothing that there is. */
export function refuseUndecodable(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  try {
    decodeURIComponent((request.url ?? '/').split('?', 1)[0] ?? '/');
  } catch {
    response.writeHead(400, { 'Content-Type': 'application/json', 'Content-Length': UNDECODABLE.length });
    response.end(UNDECODABLE);
    return;
  }
  next();
}

const UNDECODABLE = '{"detail":"The path is not percent-encoded UTF-8"}';

type Exports = Record<string, unknown>;

function replace<F>(file: string, name: string, by: (original: F) => F): void {
  replaceIn<F>(load(file) as Exports, name, by, file);
}

function replaceIn<F>(owner: Exports, name: string, by: (original: F) => F, file: string): void {
  if (typeof owner[name] !== 'function') {
    throw new Error(
      `This version of firebase-tools has no ${name} in ${file}: local/stack/steady-emulators.ts needs it.`,
    );
  }
  owner[name] = by(owner[name] as F);
}

export function steadyEmulators(): void {
  const workers = load('../emulator/functionsRuntimeWorker.js') as { RuntimeWorker: { prototype: Exports } };
  replaceIn(workers.RuntimeWorker.prototype, 'request', () => forwardRequest, 'functionsRuntimeWorker.js');
  replace<(spec: unknown) => ServerApp>('superstatic', 'server', (start) => (spec) => {
    const app = start(spec);
    app.use(refuseUndecodable);
    app.use(keepOwnConnection);
    return app;
  });
  replace<(error: Error) => void>('../errorOut.js', 'errorOut', (end) => (error) => {
    if (!isOfAConnection(error)) end(error);
    else console.error(`A connection broke: ${error.message}. Everything goes on.`);
  });
}
