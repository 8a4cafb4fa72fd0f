/**
 * Every failure as the one body shape: `{"detail": "Not found"}`, or for failed validation
 *
 *     422 {"detail": [{"loc": ["query", "limit"], "msg": "Too big: expected number to be <=100", "type": "too_big"}]}
 *
 * Any other failure is a bug: it is logged with the request's id, and the answer does not repeat its text.
 */
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { AppError, ERRORS } from '../../model/errors.ts';
import type { LogPort } from '../../ports.ts';
import type { ApiEnv } from './api-env.ts';

export const errorSchema = z.object({ detail: z.string() }).openapi('Error');

export const validationErrorSchema = z
  .object({
    detail: z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string(), type: z.string() })),
  })
  .openapi('ValidationError');

/** Seconds; for failures that pass by themselves but did not say when. */
const DEFAULT_RETRY_AFTER = 5;

/** Where Hono validated → how the interface calls it. */
const LOCATIONS: Record<string, string> = {
  json: 'body',
  form: 'body',
  param: 'path',
  query: 'query',
  header: 'header',
};

export function validationDetail(
  target: string,
  issues: readonly z.core.$ZodIssue[],
): z.infer<typeof validationErrorSchema> {
  const detail = issues.map((issue) => {
    const missing =
      issue.code === 'invalid_type' && issue.input === undefined && /received undefined/.test(issue.message);
    const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    return {
      loc: [LOCATIONS[target] ?? target, ...path],
      msg: missing ? 'Field required' : issue.message,
      type: missing ? 'missing' : issue.code,
    };
  });
  return { detail };
}

function headersFor(error: AppError): Record<string, string> {
  if (error.code === 'unauthenticated') return { 'WWW-Authenticate': 'Bearer' };
  if (error.retryAfter !== undefined) return { 'Retry-After': String(error.retryAfter) };
  const passes = error.status === 503 && error.retryable;
  return passes || error.status === 429 ? { 'Retry-After': String(DEFAULT_RETRY_AFTER) } : {};
}

function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
}

export function errorResponse(error: unknown, c: Context<ApiEnv>, log: LogPort): Response {
  if (error instanceof AppError && error.code !== 'internal') {
    if (error.status >= 500) log.warn(error.message, { requestId: c.get('requestId'), path: c.req.path, error });
    return jsonResponse(error.status, { detail: error.message }, headersFor(error));
  }
  // Hono's own: a body that is no JSON (400) or of another media type (415).
  if (error instanceof HTTPException && error.status < 500) {
    return jsonResponse(error.status, { detail: error.message });
  }
  log.error('Unhandled error', { requestId: c.get('requestId'), method: c.req.method, path: c.req.path, error });
  return jsonResponse(500, { detail: ERRORS.internal.message });
}
