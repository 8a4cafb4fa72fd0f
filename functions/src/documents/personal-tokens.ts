/**
 * Personal access tokens. The key is the SHA-256 of the token, which is stored nowhere: 256 random bits need no salt and no
 * slow hash.
 *
 *     personal_tokens/9f8e…   { token_id: "4c…", uid: "u1", name: "CI", scopes: ["read"], created_at: "…", expires_at: …,
 *                               last_used_at: "2026-11-29T10:00:00.000Z" }
 */
import { z } from 'zod';
import { collection } from './collection.ts';

export const SCOPES = ['read', 'review'] as const;
export type TokenScope = (typeof SCOPES)[number];

export const personalTokens = collection(
  'personal_tokens/{hash}',
  z.object({
    token_id: z.string(),
    uid: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    created_at: z.string(),
    expires_at: z.string(),
    last_used_at: z.string().nullable(),
  }),
  {
    kept: 'until it expires, a year at most, or is revoked',
    expires: true,
    tenant: { of: 'user', by: 'field', field: 'uid' },
  },
);
