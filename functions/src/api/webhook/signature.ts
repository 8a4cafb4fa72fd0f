/**
 * Whether the platform sent a delivery: HMAC-SHA256 over the bytes as they came. Nothing may be parsed before, and
 * nothing may be serialised again: `😊`, U+2028 and `\/` have more than one spelling in JSON.
 *
 *     X-Scm-Signature-256: sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17
 *     X-Gitea-Signature:          757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17
 *
 * GitLab signs where a hook has a signing token (Standard Webhooks), over the id and the time as well; where it has a
 * secret token instead, the token itself is sent.
 *
 *     webhook-id: f5e1…   webhook-timestamp: 1795824480   webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
 *     X-Gitlab-Token: …
 *
 * https://docs.gitlab.com/user/project/integrations/webhooks/
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

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

/** Standard Webhooks takes a signature for five minutes. */
const SIGNATURE_SECONDS = 300;

export interface GitlabSecrets {
  /** Signing tokens, `whsec_…`. */
  secrets: readonly string[];
  /** Secret tokens. */
  tokens: readonly string[];
}

/** True when GitLab sent it: a signature decides where there is one and a signing token to check it by, else the token. */
export function isFromGitlab(
  header: HeaderReader,
  body: Uint8Array,
  { secrets, tokens }: GitlabSecrets,
  now: Date,
): boolean {
  const signature = header('webhook-signature');
  const keys = secrets.filter((secret) => secret.startsWith(SIGNING_PREFIX));
  if (signature !== undefined && keys.length > 0) return isStandardSigned(header, body, signature, keys, now);
  const given = header('X-Gitlab-Token');
  return given !== undefined && carriesToken(given, tokens);
}

const SIGNING_PREFIX = 'whsec_';

function isStandardSigned(
  header: HeaderReader,
  body: Uint8Array,
  signature: string,
  secrets: readonly string[],
  now: Date,
): boolean {
  const id = header('webhook-id') ?? '';
  const timestamp = header('webhook-timestamp') ?? '';
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > SIGNATURE_SECONDS) return false;
  const given = signature
    .split(' ')
    .filter((part) => /^v1,[A-Za-z0-9+/]{43}=$/.test(part))
    .map((part) => Buffer.from(part.slice(3), 'base64'));
  let signed = false;
  for (const secret of secrets) {
    const key = Buffer.from(secret.slice(SIGNING_PREFIX.length), 'base64');
    const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
    for (const each of given) if (timingSafeEqual(digest, each)) signed = true;
  }
  return signed;
}

/** Digests have one length, so that neither the tokens' lengths nor their first letters show in the time it takes. */
function carriesToken(given: string, tokens: readonly string[]): boolean {
  const digestOf = (text: string) => createHash('sha256').update(text).digest();
  const digest = digestOf(given);
  let carried = false;
  for (const token of tokens) if (timingSafeEqual(digestOf(token), digest)) carried = true;
  return carried;
}
