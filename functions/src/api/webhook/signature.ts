/**
 * Whether the platform sent a delivery: HMAC-SHA256 over the bytes as they came. Nothing may be parsed before, and
 * nothing may be serialised again: `😊`, U+2028 and `\/` have more than one spelling in JSON.
 *
 *     X-Scm-Signature-256: sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17
 *     X-Gitea-Signature:          757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The interface's own name first, then those of GitHub, Gitea and Forgejo. Only the first that is present counts. */
const SIGNATURE_HEADERS = [
  'X-Scm-Signature-256',
  'X-Hub-Signature-256',
  'X-Forgejo-Signature',
  'X-Gitea-Signature',
] as const;

/** Gitea and Forgejo write the digits without naming the hash in headers of their own. */
const SIGNATURE = /^(?:sha256=)?([0-9a-f]{64})$/i;
const NAMED_SIGNATURE = /^sha256=([0-9a-f]{64})$/;

export type HeaderReader = (name: string) => string | undefined;

/** True when one of the secrets signed the bytes; takes as long whichever did, and whether any did. */
export function isSigned(header: HeaderReader, body: Uint8Array, secrets: readonly string[]): boolean {
  const name = SIGNATURE_HEADERS.find((each) => header(each) !== undefined);
  if (name === undefined) return false;
  const pattern = name.endsWith('-256') ? NAMED_SIGNATURE : SIGNATURE;
  const digits = pattern.exec(header(name) ?? '')?.[1];
  if (digits === undefined) return false;
  const given = Buffer.from(digits, 'hex');
  let signed = false;
  for (const secret of secrets) {
    if (timingSafeEqual(createHmac('sha256', secret).update(body).digest(), given)) signed = true;
  }
  return signed;
}
