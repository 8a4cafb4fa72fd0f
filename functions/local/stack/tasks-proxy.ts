/**
 * Cloud Tasks' REST API in front of the tasks emulator, so that `@google-cloud/tasks` is the one client everywhere. The
 * emulator lacks three things that the client relies on:
 *
 *   the version prefix   POST /v2/projects/P/locations/L/queues/Q/tasks  →  POST /projects/P/locations/L/queues/Q/tasks
 *   a bare Task          it answers {"task": {...}} with the body decoded; the client wants the Task that it sent
 *   JSON errors          it answers in plain text; the client wants {"error": {"code", "status", "message"}}
 *
 * What the emulator wants of a task: `httpRequest.body` is base64 of JSON (anything else is a 500), `httpRequest.url`
 * is called as it stands, `name` may be used once for the emulator's life (409 after that), and the queue exists, named
 * after its function, once the functions emulator has loaded (404 before). It takes any value of Authorization.
 * A task that runs over five minutes is delivered again while it still works: that is the limit of its HTTP client.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { LOOPBACK } from './ports.ts';

export interface TasksProxy {
  /** `127.0.0.1:41234`, the functions' TASKS_API_HOST. */
  host: string;
  close(): Promise<void>;
}

/** gRPC status names by HTTP status, as Google's REST APIs report them. */
const STATUS_NAMES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  404: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  503: 'UNAVAILABLE',
};

/** Listens on loopback; `emulator` is the tasks emulator's `host:port`. */
export async function startTasksProxy(emulator: string, port = 0): Promise<TasksProxy> {
  const server = createServer((request, response) => {
    forward(emulator, request, response).catch((error: unknown) => {
      sendError(response, 503, error instanceof Error ? error.message : String(error));
    });
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, LOOPBACK, done);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The tasks proxy has no TCP address.');
  return {
    host: `${LOOPBACK}:${address.port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => {
          done();
        });
        server.closeAllConnections();
      }),
  };
}

async function forward(emulator: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://proxy');
  const path = /^\/v2(?:beta\d)?(\/projects\/.+)$/.exec(pathname)?.[1];
  if (path === undefined) {
    sendError(response, 404, `No such path: ${pathname}`);
    return;
  }
  const sent = await readBody(request);
  const answer = await fetch(`http://${emulator}${path}`, {
    method: request.method ?? 'GET',
    ...(sent === '' ? {} : { body: sent, headers: { 'content-type': 'application/json' } }),
  });
  const text = await answer.text();
  if (!answer.ok) {
    sendError(response, answer.status, text);
    return;
  }
  response.setHeader('content-type', 'application/json');
  response.end(request.method === 'POST' ? taskOf(sent, text) : '{}');
}

/** The created task as the client sent it, with the name that the emulator gave when it had none. */
function taskOf(sent: string, answered: string): string {
  const { task } = JSON.parse(sent) as { task: Record<string, unknown> };
  const created = JSON.parse(answered) as { task: { name: string } };
  return JSON.stringify({ ...task, name: created.task.name.replace(/^\//, '') });
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function sendError(response: ServerResponse, code: number, message: string): void {
  response.writeHead(code, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { code, status: STATUS_NAMES[code] ?? 'INTERNAL', message } }));
}
