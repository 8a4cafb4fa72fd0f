/** Inputs that several tools have. */
import { z } from 'zod';

export const MOST_TARGETS = 10;
const TARGET_FORMS = 'path, path:line, path:from-to, path#name or name';

export const targetsSchema = z.array(z.string().min(1).max(6_000)).min(1).max(MOST_TARGETS).describe(TARGET_FORMS);

export const budgetSchema = z.number().int().min(200).max(20_000).default(1_500).describe('Most tokens of the answer');
