/** What name lookups take. */
import { z } from 'zod';

export const symbolNameSchema = z.string().min(1).max(500);

export const nameInput = z.object({ name: symbolNameSchema, fuzzy: z.boolean().default(false) });
