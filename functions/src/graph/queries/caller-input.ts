/** What questions about callers take beside a name: how much of a long answer, and whether with source text. */
import { z } from 'zod';
import { LIST_LIMIT } from './declare.ts';
import { cursorSchema, skipOf } from './page.ts';

export const callerInput = {
  limit: z.number().int().min(1).max(LIST_LIMIT).optional(),
  cursor: cursorSchema,
  include_source: z.boolean().default(true),
};

export interface CallerPageInput {
  limit?: number | undefined;
  cursor?: string | undefined;
  include_source: boolean;
}

export function callerPageOf({ limit = LIST_LIMIT, cursor, include_source: sources }: CallerPageInput) {
  return { skip: skipOf(cursor), limit, sources };
}
