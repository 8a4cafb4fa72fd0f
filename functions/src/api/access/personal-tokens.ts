/**
 * Personal access tokens, for scripts, CI and agents: made and revoked by their user after a sign-in, and accepted in place
 * of an ID token where something is read. Each use asks anew whether the user is still there and still signed in somewhere,
 * and whether the platform still shows the user's private repositories.
 *
 *     rg_pat_1f3K…   a prefix that secret scanners can find, and 256 random bits
 */
import { randomUUID } from 'node:crypto';
import { personalTokens, type TokenScope } from '../../documents/personal-tokens.ts';
import { AppError } from '../../model/errors.ts';
import { hashOfSecret, PERSONAL_PREFIX, randomSecret, secretHash } from '../../oauth/random-secrets.ts';
import type { Identity } from '../../ports.ts';
import { withFreshGrants, type TokenPorts } from './fresh-grants.ts';

/** Of one user. */
export const MOST_TOKENS = 20;
const DAY_MS = 86_400_000;
/** The last use is noted no more often, so that a script does not write a document with each request. */
const NOTED_EVERY_MS = 60_000;

export interface TokenEntry {
  token_id: string;
  name: string;
  scopes: TokenScope[];
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
}

function entryOf({ token_id, name, scopes, created_at, expires_at, last_used_at }: TokenEntry): TokenEntry {
  return { token_id, name, scopes, created_at, expires_at, last_used_at };
}

/** The only time that the token itself is told. `conflict` when the user has as many as there may be. */
export async function mintToken(
  { clock, store }: TokenPorts,
  uid: string,
  { name, scopes, days }: { name: string; scopes: TokenScope[]; days: number },
): Promise<TokenEntry & { token: string }> {
  const token = randomSecret(PERSONAL_PREFIX);
  const now = clock.now();
  const entry: TokenEntry = {
    token_id: randomUUID(),
    name,
    scopes: [...new Set(scopes)],
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + days * DAY_MS).toISOString(),
    last_used_at: null,
  };
  await store.transaction(async (tx) => {
    const all = await personalTokens.query(tx, {}, { where: [['uid', '==', uid]] });
    const valid = all.filter(({ doc }) => Date.parse(doc.expires_at) > now.getTime());
    if (valid.length >= MOST_TOKENS) {
      throw new AppError(
        'conflict',
        `You have ${MOST_TOKENS} personal access tokens: revoke one before you make another`,
      );
    }
    personalTokens.create(tx, { hash: hashOfSecret(token) }, { ...entry, uid });
  });
  return { ...entry, token };
}

/** Those that have not expired, the newest first. */
export async function listTokens({ clock, store }: TokenPorts, uid: string): Promise<TokenEntry[]> {
  const all = await personalTokens.query(store, {}, { where: [['uid', '==', uid]] });
  const valid = all.map(({ doc }) => doc).filter(({ expires_at: at }) => Date.parse(at) > clock.now().getTime());
  return valid.sort((a, b) => (a.created_at < b.created_at ? 1 : -1)).map(entryOf);
}

/** `not_found` alike for what is not there and what is another user's. */
export async function revokeToken({ store }: TokenPorts, uid: string, tokenId: string): Promise<void> {
  const own = await personalTokens.query(store, {}, { where: [['uid', '==', uid]] });
  const found = own.find(({ doc }) => doc.token_id === tokenId);
  if (found === undefined) throw new AppError('not_found', 'There is no such token');
  await personalTokens.delete(store, { hash: found.id });
}

export interface TokenCaller {
  identity: Identity;
  scopes: readonly TokenScope[];
}

/** `unauthenticated` for one that is unknown, revoked or expired, and of a user who is gone, disabled or signed out everywhere. */
export async function callerOfToken(ports: TokenPorts, token: string): Promise<TokenCaller> {
  const { clock, store } = ports;
  const hash = secretHash(PERSONAL_PREFIX, token);
  const found = hash === undefined ? undefined : await personalTokens.get(store, { hash });
  const now = clock.now();
  if (hash === undefined || found === undefined || Date.parse(found.expires_at) <= now.getTime()) {
    throw new AppError('unauthenticated', 'Personal access token is invalid, expired or revoked: make a new one');
  }
  const known = await ports.identity.known(found.uid, new Date(found.created_at));
  const identity = await withFreshGrants(ports, known, now);
  if (found.last_used_at === null || now.getTime() - Date.parse(found.last_used_at) >= NOTED_EVERY_MS) {
    await noteUse(ports, hash, now);
  }
  return { identity, scopes: found.scopes };
}

/** One that was revoked meanwhile must not come back. */
async function noteUse({ store }: TokenPorts, hash: string, now: Date): Promise<void> {
  await store.transaction(async (tx) => {
    if ((await personalTokens.get(tx, { hash })) === undefined) return;
    personalTokens.update(tx, { hash }, { last_used_at: now.toISOString() });
  });
}
