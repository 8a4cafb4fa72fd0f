/**
 * Routes of the REST API as data, and the answers they give. A pattern's `{name}` takes one path segment, `{name...}`
 * the rest of the path (branches and refs hold slashes).
 *
 *     route('GET', '/repos/{owner}/{repo}/branches/{branch...}', async (call) => ({ status: 200, json: … }))
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Principal } from './access.ts';
import type { RepositoryStore } from './repository-store.ts';
import type { StateFile } from './state.ts';

export interface Host {
  /** `http://127.0.0.1:41234`: git URLs and web pages. */
  url: string;
  /** `http://127.0.0.1:41234/api/v3`, as on the platform's self-hosted edition. */
  apiUrl: string;
  file: StateFile;
  repositories: RepositoryStore;
  settings: HostSettings;
  /** Sign-ins that are under way: code → what it will be exchanged for. */
  grants: Map<string, Grant>;
  /** Short-lived links to archives: ticket → what it gives. */
  tickets: Map<string, { repositoryId: number; ref: string; commit: string }>;
}

export interface Grant {
  accountId: number;
  redirectUri: string;
  challenge: string | undefined;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface HostSettings {
  /** PEM of the app's public key, or undefined: then no app exists and its endpoints refuse every JWT. */
  appPublicKey: string | undefined;
  /** The app's id, which the JWT must name as its issuer; undefined accepts any. */
  appId: string | undefined;
  appSlug: string;
  /** Lifetime of installation tokens in seconds; the platform's is an hour. */
  installationTokenSeconds: number;
  /** A recursive listing of a tree is cut here and says `truncated: true`. */
  maxTreeEntries: number;
}

export interface Call {
  host: Host;
  method: string;
  params: Record<string, string>;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  principal: Principal;
  /** Credential as sent; app endpoints verify it as a JWT. */
  credential: string | undefined;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  json?: unknown;
  bytes?: Buffer;
  stream?: Readable;
}

/** An answer that is not a success, with the body the platform gives: `{message, documentation_url, status}`. */
export class RestError extends Error {
  readonly status: number;
  readonly extra: Record<string, unknown>;

  constructor(status: number, message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.name = 'RestError';
    this.status = status;
    this.extra = extra;
  }
}

export const notFound = () => new RestError(404, 'Not Found');
export const badCredentials = () => new RestError(401, 'Bad credentials');

export type Handler = (call: Call) => Promise<Reply>;

export interface Route {
  method: string;
  pattern: RegExp;
  names: string[];
  handler: Handler;
  /** The Authorization header carries the app's JWT, not a token. */
  byApp: boolean;
}

export function route(method: string, path: string, handler: Handler, options: { byApp?: boolean } = {}): Route {
  const names: string[] = [];
  const source = path.replace(/\{(\w+)(\.\.\.)?\}/g, (_all, name: string, rest: string | undefined) => {
    names.push(name);
    return rest === undefined ? '([^/]+)' : '(.+)';
  });
  return { method, pattern: new RegExp(`^${source}$`), names, handler, byApp: options.byApp === true };
}

/** The route for a request and its decoded parameters; undefined when there is none. */
export function match(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; params: Record<string, string> } | undefined {
  for (const each of routes) {
    const found = each.method === method ? each.pattern.exec(path) : null;
    if (found === null) continue;
    const params: Record<string, string> = {};
    try {
      each.names.forEach((name, index) => (params[name] = decodeURIComponent(found[index + 1] ?? '')));
    } catch {
      return undefined; // malformed percent-encoding names nothing
    }
    return { route: each, params };
  }
  return undefined;
}

/** A query parameter as a whole number within bounds; out of range is clamped, as the platform does. */
export function wholeNumber(query: URLSearchParams, name: string, fallback: number, min: number, max: number): number {
  const value = Number.parseInt(query.get(name) ?? '', 10);
  return Number.isNaN(value) ? fallback : Math.min(max, Math.max(min, value));
}

/** One page of a list, with the Link header that leads to the others. */
export function page<T>(call: Call, path: string, all: readonly T[]): { items: T[]; headers: Record<string, string> } {
  const size = wholeNumber(call.query, 'per_page', 30, 1, 100);
  const number = wholeNumber(call.query, 'page', 1, 1, 1_000_000);
  const last = Math.max(1, Math.ceil(all.length / size));
  const link = (to: number, rel: string) => {
    const query = new URLSearchParams(call.query);
    query.set('page', String(to));
    return `<${call.host.apiUrl}${path}?${query.toString()}>; rel="${rel}"`;
  };
  const links: string[] = [];
  if (number > 1) links.push(link(Math.min(number - 1, last), 'prev'));
  if (number < last) links.push(link(number + 1, 'next'), link(last, 'last'));
  if (number > 1) links.push(link(1, 'first'));
  return {
    items: all.slice((number - 1) * size, number * size),
    headers: links.length === 0 ? {} : { Link: links.join(', ') },
  };
}
