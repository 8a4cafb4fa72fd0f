/**
 * Answers that the platform can confirm instead of giving them again. GitHub names each by an ETag; a question that brings it
 * back costs nothing of the caller's hourly limit while the answer is still that one.
 *
 *     GET /repos/ada/engine                            200  etag: W/"5f3…"   { … }
 *     GET /repos/ada/engine  if-none-match: W/"5f3…"   304                    what was answered before
 *
 * An ETag holds for the token that it was given to (github/docs issue 34689), which is part of an answer's key, as a hash. Gitea
 * names no answers of its API, and GitLab counts a question whether it is answered anew or not: they are asked as ever.
 */
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

interface Kept {
  etag: string;
  headers: [string, string][];
  /** Packed: lists of pull requests shrink to a tenth. */
  body: Buffer;
}

/** Of one process, packed: a hundred full pages of pull requests. */
const MOST_BYTES = 16_000_000;
/** Of one answer, as it came. */
const LONGEST = 4_000_000;

/** Asks as `ask` does, which has to read answers whole. */
export function keepingAnswers(ask: typeof fetch, mostBytes = MOST_BYTES): typeof fetch {
  // In the order of their last use.
  const kept = new Map<string, Kept>();
  let bytes = 0;
  const forget = (key: string) => {
    bytes -= kept.get(key)?.body.length ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, answer: Kept) => {
    forget(key);
    kept.set(key, answer);
    bytes += answer.body.length;
    for (const oldest of kept.keys()) {
      if (bytes <= mostBytes) break;
      forget(oldest);
    }
  };

  return async (input, init) => {
    if ((init?.method ?? 'GET') !== 'GET' || input instanceof Request) return ask(input, init);
    const headers = new Headers(init?.headers);
    const key = keyOf(String(input), headers);
    const before = kept.get(key);
    if (before !== undefined) headers.set('if-none-match', before.etag);
    const response = await ask(input, { ...init, headers });
    if (response.status === 304 && before !== undefined) {
      keep(key, before);
      return answered(before, response);
    }
    forget(key);
    const etag = response.headers.get('etag');
    if (response.status !== 200 || etag === null) return response;
    const body = Buffer.from(await response.arrayBuffer());
    const answer = { etag, headers: [...response.headers], body: deflateRawSync(body) };
    if (body.length <= LONGEST) keep(key, answer);
    return new Response(body, { status: 200, headers: response.headers });
  };
}

function keyOf(url: string, headers: Headers): string {
  const asked = [url, headers.get('authorization') ?? '', headers.get('accept') ?? ''];
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64');
}

/** What was said then, with what is said now of the limit and the like. */
function answered({ headers: earlier, body }: Kept, confirmed: Response): Response {
  const headers = new Headers(earlier);
  for (const [name, value] of confirmed.headers) if (name !== 'content-length') headers.set(name, value);
  return new Response(inflateRawSync(body), { status: 200, headers });
}
