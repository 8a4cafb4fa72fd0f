/**
 * Kinds of values that rules have. Lists of words and tables are asked for names in code, so they are sets and maps: an
 * object would answer for `constructor` and `toString`.
 */
import { z } from 'zod';

/** A list of words. */
export const words = z
  .array(z.string())
  .default([])
  .transform((list): ReadonlySet<string> => new Set(list));

/** A table by name. */
export function tableOf<T extends z.ZodType>(entry: T) {
  return z
    .record(z.string(), entry)
    .default({})
    .transform((table): ReadonlyMap<string, z.output<T>> => new Map(Object.entries(table)));
}

/** A construct that a language has or has not. */
export function flag(says: string) {
  return z.boolean().default(false).describe(says);
}
