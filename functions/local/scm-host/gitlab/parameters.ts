/**
 * Parameters of a request as GitLab reads them: from the query and from a JSON body alike. A missing or malformed one is
 * refused with `error`, not with `message`: {"error": "body is missing"}.
 */
import type { z } from 'zod';
import { type Call, RestError } from '../routing.ts';

export function parameters<S extends z.ZodType>(call: Call, shape: S): z.output<S> {
  const parsed = shape.safeParse({ ...Object.fromEntries(call.query), ...bodyOf(call) });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [first = '', ...rest] = issue?.path ?? [];
  const name = `${String(first)}${rest.map((part) => `[${String(part)}]`).join('')}`;
  const missing = issue?.code === 'invalid_type' && /received undefined/.test(issue.message);
  throw new RestError(400, '', { error: `${name} ${missing ? 'is missing' : 'is invalid'}` });
}

function bodyOf({ body, headers }: Call): object {
  if (body.length === 0) return {};
  const type = headers['content-type'] ?? '';
  if (!type.includes('json'))
    throw new RestError(415, '', { error: `The provided content-type '${type}' is not supported.` });
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Said below.
  }
  throw new RestError(400, '', { error: 'There was a problem parsing the JSON body' });
}
