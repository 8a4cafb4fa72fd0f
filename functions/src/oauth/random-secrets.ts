/**
 * What is given out once and stored as a hash.
 *
 *     rg_oat_1f3K…   a prefix that tells what it is, to us and to secret scanners, and 256 random bits
 */
import { createHash, randomBytes } from 'node:crypto';

export const ACCESS_PREFIX = 'rg_oat_';
export const REFRESH_PREFIX = 'rg_ort_';
export const CODE_PREFIX = 'rg_oac_';
/** Of the tokens that users make themselves. */
export const PERSONAL_PREFIX = 'rg_pat_';
type Prefix = typeof ACCESS_PREFIX | typeof REFRESH_PREFIX | typeof CODE_PREFIX | typeof PERSONAL_PREFIX;

const RANDOM = /^[A-Za-z0-9_-]{43}$/;

export function randomSecret(prefix: Prefix): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** The key that a secret is stored under; undefined for a text that is none of this kind. */
export function secretHash(prefix: Prefix, text: string): string | undefined {
  return text.startsWith(prefix) && RANDOM.test(text.slice(prefix.length)) ? hashOfSecret(text) : undefined;
}

/** The same of a secret that was just made. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
