/**
 * The one client of the API, typed by openapi.json (schema.ts is made from it by `npm run openapi`). Every call answers
 * with its data or throws an ApiFailure, which pages show as it is.
 *
 *     const { repositories } = await ask(api.GET('/api/v1/repos/', { signal }));
 */
import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from './schema.ts';

/** What the API said against a request, in words for people. */
export class ApiFailure extends Error {
  readonly status: number;
  /** Of a request that may succeed later, in seconds. */
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;

  constructor(status: number, message: string, options: { retryAfter?: number; requestId?: string } = {}) {
    super(message);
    this.name = 'ApiFailure';
    this.status = status;
    this.retryAfter = options.retryAfter;
    this.requestId = options.requestId;
  }
}

/** Who gives the ID token, and is told when the API refuses it. Set once by the session. */
let credentials: { token(): Promise<string | undefined>; refused(): void } = {
  token: () => Promise.resolve(undefined),
  refused: () => undefined,
};

export function setCredentials(given: typeof credentials): void {
  credentials = given;
}

const authorize: Middleware = {
  async onRequest({ request }) {
    const token = await credentials.token();
    if (token !== undefined) request.headers.set('Authorization', `Bearer ${token}`);
    return request;
  },
  onResponse({ response }) {
    if (response.status === 401) credentials.refused();
    return response;
  },
};

export const api = createClient<paths>({ baseUrl: '' });
api.use(authorize);

interface Answer<T> {
  data?: T | undefined;
  error?: unknown;
  response: Response;
}

/** The data of a call; throws ApiFailure for an answer that is none, and when there is no answer at all. */
export async function ask<T>(call: Promise<Answer<T>>): Promise<T> {
  const answer = await reached(call);
  if (answer.response.ok && answer.data !== undefined) return answer.data;
  throw failureOf(answer);
}

async function reached<T>(call: Promise<Answer<T>>): Promise<Answer<T>> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiFailure(0, 'The service cannot be reached. Check your connection, then try again.');
  }
}

function failureOf({ error, response }: Answer<unknown>): ApiFailure {
  const retryAfter = Number(response.headers.get('Retry-After'));
  const requestId = response.headers.get('X-Request-Id');
  return new ApiFailure(response.status, detailOf(error, response.status), {
    ...(retryAfter > 0 ? { retryAfter } : {}),
    ...(requestId === null ? {} : { requestId }),
  });
}

/** `{"detail": "Not found"}`, or the first complaint of `{"detail": [{"loc": ["query", "limit"], "msg": "…"}]}`. */
function detailOf(error: unknown, status: number): string {
  const detail: unknown = typeof error === 'object' && error !== null && 'detail' in error ? error.detail : undefined;
  if (typeof detail === 'string') return detail;
  const [first] = Array.isArray(detail) ? (detail as unknown[]) : [];
  if (typeof first === 'object' && first !== null && 'msg' in first && 'loc' in first) {
    const place = Array.isArray(first.loc) ? first.loc.slice(1).join('.') : '';
    return place === '' ? String(first.msg) : `${place}: ${String(first.msg)}`;
  }
  return `The service answered ${status}.`;
}
