/**
 * Google Cloud Monitoring for tests, behind the part of its REST protocol that is used: dashboards with etags, alert policies
 * with update masks, lists in pages of two, tokens that have to be right. It fills in defaults as the service does.
 */
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PATIENT_CONNECTIONS } from '../../local/stack/patient-connections.ts';

type Resource = Record<string, unknown>;

export interface MonitoringServer {
  /** `http://127.0.0.1:41234` */
  url: string;
  /** By name: `projects/p/alertPolicies/1`. */
  resources: Map<string, Resource>;
  /** `POST v1/projects/p/dashboards`, but for what only reads. */
  writes: string[];
  close(): Promise<void>;
}

const PAGE = 2;

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** What the service answers, and what it keeps. */
function keepResources(token: string) {
  const resources = new Map<string, Resource>();
  const writes: string[] = [];
  let count = 0;
  const refusal = (status: number, message: string) => ({ status, body: { error: { code: status, message } } });

  function listed(collection: string, from: number): Resource {
    const rows = [...resources].filter(([name]) => name.startsWith(`${collection}/`)).map(([, row]) => row);
    const next = from + PAGE < rows.length ? { nextPageToken: String(from + PAGE) } : {};
    // A service of protocol buffers leaves out what is empty.
    return {
      ...(rows.length === 0 ? {} : { [collection.split('/').at(-1) ?? '']: rows.slice(from, from + PAGE) }),
      ...next,
    };
  }

  function created(collection: string, body: Resource) {
    if ('name' in body) return refusal(400, 'Field name must not be set');
    const name = `${collection}/${++count}`;
    const defaults = collection.endsWith('dashboards') ? { etag: `e${count}` } : { enabled: true };
    const made = { ...defaults, ...body, name };
    resources.set(name, made);
    return { status: 200, body: made };
  }

  function changed(name: string, body: Resource, mask: string | null) {
    const before = resources.get(name);
    if (before === undefined) return refusal(404, `${name} is not there`);
    if ('etag' in before && body['etag'] !== before['etag']) return refusal(409, 'Somebody else has changed it');
    const fields = mask === null ? Object.entries(body) : mask.split(',').map((field) => [field, body[field]] as const);
    const kept = mask === null ? {} : before;
    const etag = 'etag' in before ? { etag: `e${++count}` } : {};
    const after: Resource = { ...kept, ...Object.fromEntries(fields), name, ...etag };
    resources.set(name, after);
    return { status: 200, body: after };
  }

  async function answer(request: IncomingMessage) {
    const url = new URL(request.url ?? '/', 'http://test');
    const path = /^\/(?:v1|v3)\/(projects\/[^/]+\/(?:dashboards|alertPolicies))(\/\d+)?$/.exec(url.pathname);
    const [, collection, id = ''] = path ?? [];
    if (request.headers.authorization !== `Bearer ${token}`) return refusal(401, 'Request had invalid credentials');
    if (collection === undefined) return refusal(404, 'No such method');
    if (request.method === 'GET') {
      return { status: 200, body: listed(collection, Number(url.searchParams.get('pageToken') ?? 0)) };
    }
    writes.push(`${request.method} ${url.pathname.slice(1)}`);
    const body = JSON.parse(await textOf(request)) as Resource;
    if (request.method === 'POST') return created(collection, body);
    return changed(collection + id, body, url.searchParams.get('updateMask'));
  }

  return { resources, writes, answer };
}

export async function startMonitoringServer(token: string): Promise<MonitoringServer> {
  const { resources, writes, answer } = keepResources(token);
  const server = createServer(PATIENT_CONNECTIONS, (request, response) => {
    void answer(request).then(({ status, body }) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    resources,
    writes,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
