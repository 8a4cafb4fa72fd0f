/**
 * The part of Google Cloud Monitoring's REST API that dashboards and alert policies need: lists in pages, creation, changes.
 *
 *     GET   /v1/projects/P/dashboards?pageToken=…       { "dashboards": [ … ], "nextPageToken": "…" }
 *     PATCH /v3/projects/P/alertPolicies/7?updateMask=conditions,severity
 *
 * API: cloud.google.com/monitoring/api/ref_v3/rest.
 */
import { z } from 'zod';

export interface MonitoringApi {
  /** `https://monitoring.googleapis.com`. */
  url: string;
  /** A Google Cloud access token, for each request. */
  token(): Promise<string>;
}

export type Resource = Record<string, unknown>;

const problemSchema = z.object({ error: z.object({ message: z.string() }) });

async function ask(api: MonitoringApi, method: string, path: string, body?: Resource): Promise<Resource> {
  const response = await fetch(`${api.url}/${path}`, {
    method,
    headers: { Authorization: `Bearer ${await api.token()}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return z.record(z.string(), z.unknown()).parse(answer);
  const { data } = problemSchema.safeParse(answer);
  throw new Error(`${method} ${path}: ${response.status} ${data?.error.message ?? ''}`.trim());
}

/** All of a collection, `v1/projects/p/dashboards`; its last word names the rows in the answer. */
export async function listAll(api: MonitoringApi, collection: string): Promise<Resource[]> {
  const field = collection.split('/').at(-1) ?? '';
  const found: Resource[] = [];
  let token = '';
  do {
    const page = await ask(api, 'GET', `${collection}${token === '' ? '' : `?pageToken=${encodeURIComponent(token)}`}`);
    found.push(...z.array(z.record(z.string(), z.unknown())).parse(page[field] ?? []));
    token = z.string().parse(page['nextPageToken'] ?? '');
  } while (token !== '');
  return found;
}

export function create(api: MonitoringApi, collection: string, body: Resource): Promise<Resource> {
  return ask(api, 'POST', collection, body);
}

/** `fields`: those that are changed; without them all are. */
export function change(api: MonitoringApi, path: string, body: Resource, fields?: string[]): Promise<Resource> {
  return ask(api, 'PATCH', fields === undefined ? path : `${path}?updateMask=${fields.join(',')}`, body);
}
