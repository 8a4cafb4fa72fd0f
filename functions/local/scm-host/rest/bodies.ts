/** Request bodies: JSON of the right form, and texts of the length that the platform takes. */
import type { z } from 'zod';
import { type Call, RestError } from '../routing.ts';

/** Characters of a comment, review or description. */
export const MAX_BODY_CHARACTERS = 65_536;

export function bodyAs<S extends z.ZodType>(call: Call, shape: S): z.output<S> {
  let value: unknown;
  try {
    value = call.body.length === 0 ? {} : JSON.parse(call.body.toString('utf8'));
  } catch {
    throw new RestError(400, 'Problems parsing JSON');
  }
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new RestError(422, `Invalid request.\n\n${issue?.path.join('/') ?? ''}: ${issue?.message ?? ''}`);
}

/** 422 for a blank text and one that is too long. */
export function assertText(resource: string, field: string, text: string): void {
  const refused = (code: string, message?: string) =>
    new RestError(422, 'Validation Failed', { errors: [{ resource, code, field, ...(message ? { message } : {}) }] });
  if (text.trim() === '') throw refused('missing_field');
  if ([...text].length > MAX_BODY_CHARACTERS) {
    throw refused('custom', `${field} is too long (maximum is ${MAX_BODY_CHARACTERS} characters)`);
  }
}
