/**
 * One request to the platform's API: its client, its time limit, the check of its answer, and what its refusals mean.
 * All adapters ask through it, since all platforms speak REST with a token. GitHub and GitLab lead from page to page by a
 * `Link` header; some of Gitea's lists have pages and only say how many rows there are in all.
 *
 *     const { commit } = await client.send(token, branchShape, 'GET /repos/{owner}/{repo}/branches/{branch}', { … });
 *     x-total-count: 63       of which this page has 50
 */
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import { wellFormed } from '../../model/well-formed.ts';
import { readWhole } from '../response-bytes.ts';
import { refusalOf } from './errors.ts';
import { keepingAnswers } from './kept-answers.ts';

export interface ScmClientOptions {
  apiUrl: string;
  /** Rows asked for in one page: 100 on GitHub, 50 on Gitea. */
  pageSize: number;
  /** Milliseconds for one request; 20 s unless given. */
  timeoutMs?: number | undefined;
  /** How the token is sent: GitHub and Gitea take `token …`, GitLab takes `Bearer …` alone. */
  scheme?: 'token' | 'bearer';
  /** What is read is kept, and confirmed rather than given again, where the platform names its answers. */
  keepsAnswers?: boolean;
}

/** Path and body parameters, named in the route or sent along. */
export type ScmValues = Record<string, unknown>;

export interface SendOptions {
  /** Names the refused credential in a sentence: `access token`. */
  who?: string;
  /** A status by which the platform says that it cannot take what was sent: `invalid`. 422 always does. */
  invalid?: number;
}

/** Failures are those of ScmPort. */
export interface ScmClient {
  send<S extends z.ZodType>(
    token: string | undefined,
    shape: S,
    route: string,
    values: ScmValues,
    options?: SendOptions,
  ): Promise<z.output<S>>;
  /** Every page of a list; `enough` ends it early, given the rows of a page and the number of all so far. */
  list<S extends z.ZodType>(
    token: string | undefined,
    row: S,
    route: string,
    values: ScmValues,
    enough?: (rows: z.output<S>[], soFar: number) => boolean,
  ): Promise<z.output<S>[]>;
  graphql<S extends z.ZodType>(token: string, shape: S, query: string, values: ScmValues): Promise<z.output<S>>;
}

const TIMEOUT_MS = 20_000;
/** Unpacked. A file of 100 MB, the platform's largest, is 135 in base64. */
const LONGEST_ANSWER = 150_000_000;
export const USER_AGENT = 'reviewgraph';

/** Loaded with the first question: functions that ask the platform nothing do not pay for the library. */
async function octokitOf({ apiUrl, scheme = 'token' }: ScmClientOptions, ask: typeof fetch, token: string | undefined) {
  const [{ Octokit }, { paginateRest }] = await Promise.all([
    import('@octokit/core'),
    import('@octokit/plugin-paginate-rest'),
  ]);
  const Client = Octokit.plugin(paginateRest);
  // Failures are thrown and reported by their catcher; the client's own log would print request headers.
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const octokit = new Client({
    baseUrl: apiUrl.replace(/\/+$/, ''),
    userAgent: USER_AGENT,
    log: silent,
    request: { fetch: ask },
    ...(token === undefined || scheme === 'bearer' ? {} : { auth: token }),
  });
  if (token !== undefined && scheme === 'bearer') {
    octokit.hook.before('request', ({ headers }) => {
      headers.authorization = `Bearer ${token}`;
    });
  }
  return octokit;
}

type Client = Awaited<ReturnType<typeof octokitOf>>;

export function createScmClient(options: ScmClientOptions): ScmClient {
  const inTime = fetchWithin(options.timeoutMs ?? TIMEOUT_MS);
  const asked = options.keepsAnswers === true ? keepingAnswers(inTime) : inTime;
  async function ask<T>(
    token: string | undefined,
    question: (octokit: Client) => Promise<T>,
    { who = 'access token', invalid }: SendOptions = {},
  ): Promise<T> {
    // A text that cannot stand in a header is no token; fetch's own error would quote it.
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) throw refusalOf(401, '', {}, new Date(), who);
    try {
      return await question(await octokitOf(options, asked, token));
    } catch (error) {
      if (invalid !== undefined && answeredStatus(error) === invalid) {
        throw new AppError('invalid', 'The platform found the request invalid');
      }
      throw inWords(error, who);
    }
  }

  return {
    send: (token, shape, route, values, sent) =>
      ask(
        token,
        async (octokit) => {
          const answer: Answer = await octokit.request(route, { ...wellFormed(values), request: UNREAD });
          return parsed(shape, await readData(answer));
        },
        sent,
      ),
    list: (token, row, route, values, enough = () => false) =>
      ask(token, (octokit) => allPages(octokit, row, route, { ...values, ...pageOf(options.pageSize) }, enough)),
    graphql: (token, shape, query, values) =>
      ask(token, async (octokit) => parsed(shape, await octokit.graphql(query, wellFormed(values)))),
  };
}

/** Answers come as they are, see `readData`. */
const UNREAD = { parseSuccessResponseBody: false };

/**
 * What the library makes of an answer, without its care for integers above 2^53: that asks for each value by itself, which takes
 * seventeen times as long as `JSON.parse` (docs/measurements.md), two seconds for a tree of a hundred thousand entries.
 */
async function readData({ data, headers }: Answer): Promise<unknown> {
  if (!(data instanceof ReadableStream)) return data ?? '';
  const text = await new Response(data).text();
  if (!/^application\/(scim\+)?json\b/.test(String(headers['content-type']))) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Gitea calls the size of a page `limit`. */
function pageOf(size: number): ScmValues {
  return { per_page: size, limit: size };
}

/** Follows the links from page to page; where a list has none, counts on to the number of rows that a header says. */
async function allPages<S extends z.ZodType>(
  octokit: Client,
  row: S,
  route: string,
  values: ScmValues,
  enough: (rows: z.output<S>[], soFar: number) => boolean,
): Promise<z.output<S>[]> {
  const found: z.output<S>[] = [];
  let unlinked = 0;
  /** Whether that was enough. */
  const take = ({ data, headers }: Answer): boolean => {
    const rows = parsed(z.array(row), data);
    found.push(...rows);
    unlinked = headers.link === undefined && rows.length > 0 ? Number(headers['x-total-count'] ?? 0) : 0;
    return enough(rows, found.length);
  };
  for await (const page of octokit.paginate.iterator(route, values)) {
    if (take(page)) return found;
  }
  for (let page = 2; found.length < unlinked; page++) {
    if (take(await octokit.request(route, { ...values, page }))) break;
  }
  return found;
}

/** Reads the whole body, since the library takes a body that was cut off for an empty one. */
function whole(response: Response): Promise<Response> {
  const tooLong = () => new AppError('platform_unavailable', 'The platform gave an answer of an unexpected length');
  return readWhole(response, LONGEST_ANSWER, tooLong);
}

interface Answer {
  data: unknown;
  headers: Partial<Record<string, string | number | undefined>>;
}

const MAX_REDIRECTS = 3;

/**
 * fetch with a time limit for the whole answer. Redirects (of a renamed repository) are followed within the platform's own
 * host only, so that neither token nor request reaches another one.
 */
function fetchWithin(milliseconds: number): typeof fetch {
  return async (input, init) => {
    const signal = AbortSignal.timeout(milliseconds);
    let at = input instanceof Request ? input.url : String(input);
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const response = await fetch(at, { ...init, redirect: 'manual', signal });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || location === null) return whole(response);
      await response.body?.cancel();
      const next = new URL(location, at);
      if (next.origin !== new URL(at).origin) break;
      at = next.href;
    }
    throw new AppError('platform_unavailable', 'The platform redirects to another host, or in circles');
  };
}

function parsed<S extends z.ZodType>(shape: S, data: unknown): z.output<S> {
  const result = shape.safeParse(data);
  if (result.success) return result.data;
  throw new AppError('platform_unavailable', 'The platform gave an answer of an unexpected form');
}

/** Of an answer: the library gives 500 to what never had one, such as a line that broke. */
function answeredStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('status' in error) || !('response' in error)) return undefined;
  return typeof error.status === 'number' && error.response !== undefined ? error.status : undefined;
}

/**
 * An answer that is no success has a status and the response's headers; anything else that is thrown on the way to the
 * platform is the network. The library's own texts and request objects are left behind: they hold the token.
 */
function inWords(error: unknown, who: string): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  if (error.name === 'GraphqlResponseError') return graphqlRefusal(error);
  if ('status' in error && typeof error.status === 'number') {
    const response = 'response' in error ? error.response : undefined;
    const headers = typeof response === 'object' && response !== null && 'headers' in response ? response.headers : {};
    if (response !== undefined) {
      return refusalOf(error.status, error.message, { ...(headers as object) }, new Date(), who);
    }
  }
  const timedOut = error.name === 'TimeoutError' || /timeout|aborted/i.test(error.message);
  return new AppError('platform_unavailable', timedOut ? 'The platform did not answer in time' : undefined);
}

/** GraphQL answers 200 with `errors`: [{"type": "NOT_FOUND", "message": "Could not resolve to a Repository …"}]. */
function graphqlRefusal(error: Error): AppError {
  const errors = 'errors' in error && Array.isArray(error.errors) ? (error.errors as { type?: unknown }[]) : [];
  const has = (type: string) => errors.some((each) => each.type === type);
  if (has('RATE_LIMITED')) {
    return new AppError('rate_limited', 'The platform limits requests; try again later', { retryAfter: 60 });
  }
  if (has('NOT_FOUND')) return new AppError('not_found', 'Not found on the platform');
  return new AppError('bad_request', 'The platform refused the question');
}
