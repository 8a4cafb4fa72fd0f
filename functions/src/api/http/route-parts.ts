/** Parts of route declarations that all groups write the same way. */
import { z } from '@hono/zod-openapi';
import { ERRORS } from '../../model/errors.ts';
import { errorSchema, validationErrorSchema } from './error-response.ts';

export function jsonBody<S extends z.ZodType>(schema: S) {
  return { required: true, content: { 'application/json': { schema } } };
}

export function jsonResponse<S extends z.ZodType>(schema: S, description: string) {
  return { 200: { description, content: { 'application/json': { schema } } } };
}

/** For what goes on after the answer. */
export function acceptedResponse<S extends z.ZodType>(schema: S, description: string) {
  return { 202: { description, content: { 'application/json': { schema } } } };
}

const INVALID = { detail: [{ loc: ['query', 'limit'], msg: 'Too big: expected number to be <=100', type: 'too_big' }] };

/** Hono's own answer to another media type, which is no failure of ours (model/errors.ts). */
const UNSUPPORTED = 'Unsupported Media Type';

/** The same for a route that reads a JSON body, which may be too large or of another kind. */
export function bodyFailures(...statuses: number[]) {
  return failures(413, 415, ...statuses);
}

/** Statuses a route can answer besides success; 429, 500 and 503 belong to every route and are added here. */
export function failures(...statuses: number[]) {
  const all = [...new Set([...statuses, 429, 500, 503])].sort();
  const described = all.map((status) => {
    const known = Object.values(ERRORS).find((error) => error.status === status)?.message;
    const message = known ?? (status === 415 ? UNSUPPORTED : 'Error');
    const schema: z.ZodType = status === 422 ? validationErrorSchema : errorSchema;
    const example = status === 422 ? INVALID : { detail: message };
    return [status, { description: message, content: { 'application/json': { schema, example } } }] as const;
  });
  return Object.fromEntries(described);
}
