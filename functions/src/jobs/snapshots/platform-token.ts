/**
 * A user's platform token, which lies sealed in the user's record (`users/{uid}.sealed_token`), bound to the user: the
 * sealed value is worth nothing in another record. It leaves this function only towards the platform.
 *
 * Where the platform's tokens expire, the refresh token that came with it lies sealed beside it, and a token that is about
 * to expire is replaced when it is asked for. A platform may take each refresh token only once: of two workers that refresh
 * at one moment, the one that is refused finds what the other has stored.
 */
import { users } from '../../documents/users.ts';
import type { UserRecord } from '../../documents/users.ts';
import { AppError } from '../../model/errors.ts';
import type { PlatformTokens, Ports } from '../../ports.ts';

/** What a platform token of a user is read with. */
export type TokenPorts = Pick<Ports, 'clock' | 'secretBox' | 'signIn' | 'store'>;

/** A token that lives no longer than this is replaced first: what it is asked for takes its time. */
const SOON_MS = 5 * 60_000;

/** Additional data the token is sealed with. */
export function tokenContextOf(uid: string): string {
  return `platform-token:${uid}`;
}

function refreshContextOf(uid: string): string {
  return `platform-refresh-token:${uid}`;
}

/** The fields of the user's record that hold what the platform gave. */
export function sealedTokens(
  { secretBox }: Pick<Ports, 'secretBox'>,
  uid: string,
  { accessToken, refreshToken, expiresAt }: PlatformTokens,
): Pick<UserRecord, 'sealed_token' | 'sealed_refresh_token' | 'token_expires_at'> {
  return {
    sealed_token: secretBox.seal(accessToken, tokenContextOf(uid)),
    sealed_refresh_token: refreshToken === null ? null : secretBox.seal(refreshToken, refreshContextOf(uid)),
    token_expires_at: expiresAt,
  };
}

/**
 * undefined when the user has stored none, it was sealed by a key that is no longer configured, or it has expired and the
 * platform gives no other for it: the user has to sign in again.
 */
export async function platformTokenOf(ports: TokenPorts, uid: string): Promise<string | undefined> {
  const user = await users.get(ports.store, { uid });
  if (user === undefined) return undefined;
  const { token_expires_at: expires } = user;
  const expiresIn = expires === null ? Number.POSITIVE_INFINITY : Date.parse(expires) - ports.clock.now().getTime();
  const current = ports.secretBox.open(user.sealed_token, tokenContextOf(uid));
  if (expiresIn > SOON_MS) return current;
  return (await refreshedOnce(ports, user)) ?? (expiresIn > 0 ? current : undefined);
}

/** By user, the refreshes of this instance that are under way. */
const underWay = new Map<string, Promise<string | undefined>>();

function refreshedOnce(ports: TokenPorts, user: UserRecord): Promise<string | undefined> {
  const same = underWay.get(user.uid);
  if (same !== undefined) return same;
  const own = refreshed(ports, user).finally(() => underWay.delete(user.uid));
  underWay.set(user.uid, own);
  return own;
}

/** undefined when the platform refuses; its other failures are thrown, since they pass. */
async function refreshed(ports: TokenPorts, user: UserRecord): Promise<string | undefined> {
  const { uid, sealed_refresh_token: sealed } = user;
  const refreshToken = sealed === null ? undefined : ports.secretBox.open(sealed, refreshContextOf(uid));
  if (refreshToken === undefined) return undefined;
  try {
    const tokens = await ports.signIn.refresh(refreshToken);
    await users.update(ports.store, user, sealedTokens(ports, uid, tokens));
    return tokens.accessToken;
  } catch (error) {
    const refused = error instanceof AppError && (error.code === 'token_refused' || error.code === 'not_configured');
    if (!refused) throw error;
    const now = await users.get(ports.store, user);
    const replaced = now !== undefined && now.sealed_token !== user.sealed_token;
    return replaced ? ports.secretBox.open(now.sealed_token, tokenContextOf(uid)) : undefined;
  }
}
