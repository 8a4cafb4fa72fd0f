/**
 * ID tokens, verified by firebase-admin: signature, audience, issuer, expiry, and that neither the session was revoked
 * nor the account deleted or disabled since. Each refusal names its cause, so that a client knows whether to refresh
 * the token or to sign in again. The identity provider's claims name the platform account that signed in:
 *
 *     "firebase": { "identities": { "github.com": ["583231"] }, "sign_in_provider": "github.com" }
 */
import type { App } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import type { Auth, DecodedIdToken, UserRecord } from 'firebase-admin/auth';
import { AppError } from '../model/errors.ts';
import type { IdentityPort } from '../ports.ts';

const CAUSES: Record<string, string> = {
  'auth/id-token-expired': 'ID token has expired',
  'auth/id-token-revoked': 'ID token has been revoked',
  'auth/user-disabled': 'The account of this ID token is disabled',
  'auth/user-not-found': 'The user of this ID token does not exist',
  'auth/argument-error': 'ID token is malformed or invalid',
};

/** Providers that are no source-code platform; any other identity is the platform's. */
const NOT_A_PLATFORM = new Set(['email', 'phone', 'google.com', 'apple.com', 'facebook.com', 'twitter.com']);

/** Claim of the custom tokens that `customToken` makes. */
const ACCOUNT_CLAIM = 'scm_account_id';

function platformAccount(token: DecodedIdToken): string | null {
  const claimed: unknown = token[ACCOUNT_CLAIM];
  if (token.firebase.sign_in_provider === 'custom' && typeof claimed === 'string') return claimed;
  for (const [provider, ids] of Object.entries(token.firebase.identities)) {
    const first: unknown = Array.isArray(ids) ? ids[0] : undefined;
    if (!NOT_A_PLATFORM.has(provider) && (typeof first === 'string' || typeof first === 'number')) return String(first);
  }
  return null;
}

function refusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string' || !(error instanceof Error)) return error;
  // Keys that cannot be fetched say nothing about the token: the SDK reports both under one code.
  const unreachable = /fetching public keys|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|network/i.test(error.message);
  if (unreachable || code === 'app/network-error' || code === 'app/network-timeout') {
    return new AppError('store_unavailable', 'Identity provider unavailable', { retryAfter: 5, cause: error });
  }
  const detail = CAUSES[code];
  return detail === undefined ? error : new AppError('unauthenticated', detail, { cause: error });
}

export function firebaseIdentity(app: App): IdentityPort {
  const auth = getAuth(app);
  return {
    async verify(idToken) {
      let token: DecodedIdToken;
      try {
        token = await auth.verifyIdToken(idToken, true);
      } catch (error) {
        throw refusal(error);
      }
      const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
      return {
        uid: token.uid,
        email: text(token.email),
        name: text(token['name']),
        picture: text(token.picture),
        scmAccountId: platformAccount(token),
      };
    },
    async known(uid, since) {
      const user = await userOf(auth, uid);
      if (user === undefined) throw new AppError('unauthenticated', 'The user of this token does not exist any more');
      if (user.disabled) throw new AppError('unauthenticated', 'The account of this token is disabled');
      const validAfter = user.tokensValidAfterTime === undefined ? 0 : Date.parse(user.tokensValidAfterTime);
      // The provider counts whole seconds.
      if (validAfter > since.getTime() + 1000)
        throw new AppError('unauthenticated', 'The user has signed out everywhere since this token was made');
      const platform = user.providerData.find(({ providerId }) => !NOT_A_PLATFORM.has(providerId));
      return {
        uid,
        email: user.email ?? null,
        name: user.displayName ?? null,
        picture: user.photoURL ?? null,
        scmAccountId: platform?.uid ?? (uid.startsWith(OWN_UID) ? uid.slice(OWN_UID.length) : null),
      };
    },
    async customToken({ id, name, provider }) {
      const uid = (await known(auth, provider, id)) ?? (await create(auth, { id, name, provider }));
      return { uid, token: await auth.createCustomToken(uid, { [ACCOUNT_CLAIM]: id }) };
    },
    async revoke(uid) {
      await auth.revokeRefreshTokens(uid);
    },
    async remove(uid) {
      try {
        await auth.deleteUser(uid);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
  };
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'auth/user-not-found';

/** Who signed in with this account before: by the provider itself, or through us. */
async function known(auth: Auth, provider: string | undefined, id: string): Promise<string | undefined> {
  try {
    const found = provider === undefined ? auth.getUser(ownUid(id)) : auth.getUserByProviderUid(provider, id);
    return (await found).uid;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const OWN_UID = 'scm-';
const ownUid = (id: string): string => OWN_UID + id;

async function userOf(auth: Auth, uid: string): Promise<UserRecord | undefined> {
  try {
    return await auth.getUser(uid);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw refusal(error);
  }
}

/** Linked to the provider's account, so that whoever signs in by the provider later is the same user. */
async function create(
  auth: Auth,
  { id, name, provider }: { id: string; name: string | null; provider: string | undefined },
): Promise<string> {
  const uid = ownUid(id);
  const displayName = name ?? undefined;
  try {
    await auth.createUser({ uid, ...(displayName === undefined ? {} : { displayName }) });
  } catch (error) {
    // Two sign-ins at once: the other one made it.
    const exists = error instanceof Error && 'code' in error && error.code === 'auth/uid-already-exists';
    if (!exists) throw error;
  }
  if (provider !== undefined) await auth.updateUser(uid, { providerToLink: { providerId: provider, uid: id } });
  return uid;
}
