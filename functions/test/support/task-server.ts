/**
 * A stand-in for the Cloud Tasks service: a real server that speaks the part of its REST API that the product uses. It
 * keeps tasks instead of dispatching them, so a test decides when, and how often, each is delivered.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PATIENT_CONNECTIONS } from '../../local/stack/patient-connections.ts';

export interface StoredTask {
  name: string;
  url: string;
  payload: unknown;
  /** That its delivery would have, names in lower case. */
  headers: Record<string, string>;
  dispatchDeadline: string;
  /** Not delivered before; undefined for at once. */
  scheduleTime?: string;
  serviceAccount: string | undefined;
}

export interface TaskServer {
  /** `127.0.0.1:41234` */
  host: string;
  tasks: StoredTask[];
  /** Answers every call with 503 while true. */
  down: boolean;
  close(): Promise<void>;
}

interface TaskBody {
  task: {
    name: string;
    dispatchDeadline: string;
    scheduleTime?: string;
    httpRequest: {
      url: string;
      body: string;
      headers?: Record<string, string>;
      oidcToken?: { serviceAccountEmail: string };
    };
  };
}

export async function startTaskServer(): Promise<TaskServer> {
  const names = new Set<string>();
  const server = createServer(PATIENT_CONNECTIONS, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = (status: number, body: object) => {
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      };
      if (self.down) return answer(503, { error: { code: 503, status: 'UNAVAILABLE', message: 'down' } });
      if (!/^\/v2\/projects\/[^/]+\/locations\/[^/]+\/queues\/[^/]+\/tasks(\?|$)/.test(request.url ?? '')) {
        return answer(404, { error: { code: 404, status: 'NOT_FOUND', message: 'no such queue' } });
      }
      const { task } = JSON.parse(Buffer.concat(chunks).toString()) as TaskBody;
      if (names.has(task.name)) {
        return answer(409, { error: { code: 409, status: 'ALREADY_EXISTS', message: 'The task already exists' } });
      }
      names.add(task.name);
      const payload = (JSON.parse(Buffer.from(task.httpRequest.body, 'base64').toString()) as { data: unknown }).data;
      self.tasks.push({
        name: task.name,
        url: task.httpRequest.url,
        payload,
        headers: lowerCase(task.httpRequest.headers ?? {}),
        dispatchDeadline: task.dispatchDeadline,
        ...(task.scheduleTime === undefined ? {} : { scheduleTime: task.scheduleTime }),
        serviceAccount: task.httpRequest.oidcToken?.serviceAccountEmail,
      });
      answer(200, task);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const self: TaskServer = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    tasks: [],
    down: false,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return self;
}

function lowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
