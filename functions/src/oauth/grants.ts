/**
 * A connected agent: what a user has allowed a client, for one resource, and the tokens that stand for it. The tokens are
 * worth what their grant is: deleting it ends them all, at once.
 *
 *     code ─▶ grant + access token (an hour) + refresh token (30 days)
 *     refresh token ─▶ another pair; used a second time, it ends the grant: one of the two had stolen it (RFC 9700 section 4.14)
 */
import { createHash, randomUUID } from 'node:crypto';
import { agentCodes, agentGrants, agentTokens, type AgentGrant, type AgentScope } from '../documents/agents.ts';
import { AppError } from '../model/errors.ts';
import type { Ports, StoreTransaction } from '../ports.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { OauthError } from './oauth-error.ts';
import {
  ACCESS_PREFIX,
  CODE_PREFIX,
  hashOfSecret,
  randomSecret,
  REFRESH_PREFIX,
  secretHash,
} from './random-secrets.ts';
import { redirectHost } from './redirect-uris.ts';

export type GrantPorts = Pick<Ports, 'clock' | 'identity' | 'store'>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const CODE_MS = MINUTE_MS;
const ACCESS_MS = 60 * MINUTE_MS;
const REFRESH_MS = 30 * DAY_MS;
/** After that the user is asked again. */
const GRANT_MS = 365 * DAY_MS;
/** Of one user; another one ends the one that was not used for longest. */
const MOST_GRANTS = 50;
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

export interface TokenPair {
  accessToken: string;
  /** Seconds. */
  expiresIn: number;
  refreshToken: string;
  scopes: AgentScope[];
}

const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();
const isOver = (time: string, now: Date): boolean => Date.parse(time) <= now.getTime();

/** What the user has allowed becomes a code, which the client alone can exchange, once and within a minute. */
export async function giveCode(
  { clock, store }: Pick<GrantPorts, 'clock' | 'store'>,
  uid: string,
  { client, redirectUri, challenge, scopes, resource }: AuthorizationRequest,
): Promise<string> {
  const code = randomSecret(CODE_PREFIX);
  const now = clock.now();
  await agentCodes.create(
    store,
    { hash: hashOfSecret(code) },
    {
      uid,
      challenge,
      resource,
      scopes,
      client_id: client.id,
      client_name: client.name,
      redirect_uri: redirectUri,
      created_at: now.toISOString(),
      valid_until: later(now, CODE_MS),
      expires_at: later(now, DAY_MS),
      used_at: null,
      grant_id: null,
    },
  );
  return code;
}

export interface CodeExchange {
  code: string;
  clientId: string;
  redirectUri: string;
  verifier: string;
  /** Where the client says which one it means. */
  resource: string | undefined;
}

/** `invalid_grant` for a code that is no more good; a second use ends what the first one gave. */
export async function exchangeCode(ports: GrantPorts, given: CodeExchange): Promise<TokenPair> {
  const hash = hashOf(CODE_PREFIX, given.code);
  const first = await agentCodes.get(ports.store, { hash });
  if (first === undefined) throw new OauthError('invalid_grant', 'The code is not known');
  await requireUser(ports, first.uid, first.created_at);
  const now = ports.clock.now();
  const outcome = await ports.store.transaction(async (tx) => {
    const code = await agentCodes.get(tx, { hash });
    if (code === undefined) return 'The code is not known';
    if (code.used_at !== null) {
      if (code.grant_id !== null) agentGrants.delete(tx, { grant_id: code.grant_id });
      return 'The code was used before';
    }
    const used = { used_at: now.toISOString() };
    const wrong = faultOf(code, given, now);
    if (wrong !== undefined) {
      agentCodes.update(tx, { hash }, used);
      return wrong;
    }
    const surplus = await surplusGrants(tx, code.uid, now);
    const grantId = randomUUID();
    const grant: AgentGrant = {
      ...{ uid: code.uid, client_id: code.client_id, client_name: code.client_name },
      ...{ redirect_host: redirectHost(code.redirect_uri), resource: code.resource, scopes: code.scopes },
      ...{ created_at: now.toISOString(), last_used_at: null, expires_at: later(now, GRANT_MS) },
    };
    for (const id of surplus) agentGrants.delete(tx, { grant_id: id });
    agentGrants.create(tx, { grant_id: grantId }, grant);
    agentCodes.update(tx, { hash }, { ...used, grant_id: grantId });
    return givePair(tx, grantId, grant, now);
  });
  return pairOf(outcome);
}

/** What is wrong with an exchange; whatever it is, the code is used up by it. */
function faultOf(
  code: { client_id: string; redirect_uri: string; challenge: string; resource: string; valid_until: string },
  { clientId, redirectUri, verifier, resource }: CodeExchange,
  now: Date,
): string | undefined {
  if (isOver(code.valid_until, now)) return 'The code has expired';
  if (code.client_id !== clientId) return 'The code was given to another client';
  if (code.redirect_uri !== redirectUri) return 'The redirect_uri is not the one that the code was asked with';
  if (resource !== undefined && resource !== code.resource) return 'The resource is not the one that the code is for';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  if (!VERIFIER.test(verifier) || challenge !== code.challenge) return 'The code_verifier is not that of the challenge';
  return undefined;
}

async function surplusGrants(tx: StoreTransaction, uid: string, now: Date): Promise<string[]> {
  const all = await agentGrants.query(tx, {}, { where: [['uid', '==', uid]] });
  const used = ({ doc }: { doc: AgentGrant }): string => (isOver(doc.expires_at, now) ? '' : (doc.last_used_at ?? doc.created_at)); // prettier-ignore
  const newest = all.sort((a, b) => (used(a) < used(b) ? 1 : -1));
  return newest.slice(MOST_GRANTS - 1).map(({ id }) => id);
}

function givePair(
  tx: StoreTransaction,
  grantId: string,
  { uid, scopes, expires_at: end }: AgentGrant,
  now: Date,
): TokenPair {
  const [accessToken, refreshToken] = [randomSecret(ACCESS_PREFIX), randomSecret(REFRESH_PREFIX)];
  const common = { uid, grant_id: grantId, used_at: null };
  const until = (ms: number): string => [later(now, ms), end].sort()[0] ?? end;
  agentTokens.create(
    tx,
    { hash: hashOfSecret(accessToken) },
    { ...common, kind: 'access', expires_at: until(ACCESS_MS) },
  );
  agentTokens.create(
    tx,
    { hash: hashOfSecret(refreshToken) },
    { ...common, kind: 'refresh', expires_at: until(REFRESH_MS) },
  );
  return { accessToken, refreshToken, scopes, expiresIn: ACCESS_MS / 1000 };
}

function pairOf(outcome: TokenPair | string): TokenPair {
  if (typeof outcome === 'string') throw new OauthError('invalid_grant', outcome);
  return outcome;
}

export interface Refresh {
  refreshToken: string;
  clientId: string;
  resource: string | undefined;
}

/** `invalid_grant` for a token that is no more good; a second use ends the grant with all its tokens. */
export async function refreshTokens(
  ports: GrantPorts,
  { refreshToken, clientId, resource }: Refresh,
): Promise<TokenPair> {
  const hash = hashOf(REFRESH_PREFIX, refreshToken);
  const before = await agentTokens.get(ports.store, { hash });
  const held = before && (await agentGrants.get(ports.store, before));
  if (held === undefined) throw new OauthError('invalid_grant', 'The refresh token is not known, or was revoked');
  await requireUser(ports, held.uid, held.created_at);
  const now = ports.clock.now();
  const outcome = await ports.store.transaction(async (tx) => {
    const token = await agentTokens.get(tx, { hash });
    const grant = token && (await agentGrants.get(tx, token));
    if (token === undefined || grant === undefined) return 'The refresh token is not known, or was revoked';
    if (grant.client_id !== clientId) return 'The refresh token was given to another client';
    if (token.used_at !== null) {
      agentGrants.delete(tx, token);
      return 'The refresh token was used before: the user has to connect this agent again';
    }
    if (isOver(token.expires_at, now) || isOver(grant.expires_at, now)) return 'The refresh token has expired';
    if (resource !== undefined && resource !== grant.resource)
      return 'The resource is not the one that the token is for';
    agentTokens.update(tx, { hash }, { used_at: now.toISOString() });
    agentGrants.update(tx, token, { last_used_at: now.toISOString() });
    return givePair(tx, token.grant_id, grant, now);
  });
  return pairOf(outcome);
}

/** Who is gone, disabled, or signed out everywhere has no agents. */
async function requireUser({ identity }: GrantPorts, uid: string, since: string): Promise<void> {
  try {
    await identity.known(uid, new Date(since));
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'unauthenticated')) throw error;
    throw new OauthError('invalid_grant', 'The user has signed out everywhere, or is no more', { cause: error });
  }
}

/** Ends the agent whose token it is (RFC 7009); nothing for one that is not known, or another client's. */
export async function revokeByToken(
  { store }: Pick<GrantPorts, 'store'>,
  token: string,
  clientId: string,
): Promise<void> {
  const hash = secretHash(ACCESS_PREFIX, token) ?? secretHash(REFRESH_PREFIX, token);
  if (hash === undefined) return;
  await store.transaction(async (tx) => {
    const found = await agentTokens.get(tx, { hash });
    const grant = found && (await agentGrants.get(tx, found));
    if (found !== undefined && grant?.client_id === clientId) agentGrants.delete(tx, found);
  });
}

function hashOf(prefix: Parameters<typeof secretHash>[0], text: string): string {
  const hash = secretHash(prefix, text);
  if (hash === undefined) throw new OauthError('invalid_grant', 'This is nothing that was given out here');
  return hash;
}
