/**
 * A user's record, `users/{uid}`: the profile that the interface shows, the platform account it belongs to, the linked
 * installation, and the sealed platform token, which no response and no log line ever carries.
 */
import { z } from '@hono/zod-openapi';
import { pendingInstallations, users } from '../../documents/users.ts';
import type { UserRecord } from '../../documents/users.ts';
import { sealedTokens } from '../../jobs/snapshots/platform-token.ts';
import { AppError } from '../../model/errors.ts';
import type { Identity, PlatformTokens, Ports, ScmInstallation, ScmProfile } from '../../ports.ts';

export const profileSchema = z
  .object({
    uid: z.string(),
    email: z.string(),
    displayName: z.string(),
    scmUsername: z.string(),
    photoURL: z.string(),
    createdAt: z.string(),
    scmInstallationId: z.number().nullable(),
    accountType: z.enum(['User', 'Organization']),
    repositorySelection: z.enum(['all', 'selected']),
  })
  .openapi('UserProfile');
export type Profile = z.infer<typeof profileSchema>;

export async function findUser({ store }: Pick<Ports, 'store'>, uid: string): Promise<UserRecord | undefined> {
  return users.get(store, { uid });
}

/** `not_found` for an identity that never logged in. */
export async function existingUser(ports: Pick<Ports, 'store'>, uid: string): Promise<UserRecord> {
  const user = await findUser(ports, uid);
  if (user === undefined) throw new AppError('not_found', 'User not found: log in first');
  return user;
}

/** The fields that the user may see. */
export function profileOf(user: UserRecord): Profile {
  return profileSchema.parse(user);
}

/** `forbidden` when the platform token is of another account than the identity's, or than the one first linked to it. */
export async function saveLogin(
  ports: Pick<Ports, 'store' | 'secretBox' | 'clock'>,
  identity: Identity,
  profile: ScmProfile,
  tokens: PlatformTokens,
): Promise<UserRecord> {
  const { uid } = identity;
  const account = String(profile.id);
  const otherAccount = new AppError('forbidden', 'The platform token belongs to another account than the ID token');
  if (identity.scmAccountId !== null && identity.scmAccountId !== account) throw otherAccount;

  return ports.store.transaction(async (tx) => {
    const before = await users.get(tx, { uid });
    // An identity that signed in by other means has no account in its token: the first login binds one.
    if (identity.scmAccountId === null && before !== undefined && before.scmAccountId !== account) throw otherAccount;
    const sealed = sealedTokens(ports, uid, tokens);
    const after = { ...recordAfterLogin(identity, profile, before, ports.clock.now().toISOString()), ...sealed };
    const user = { ...before, ...after };
    users.set(tx, user, user);
    return user;
  });
}

/** The profile as the platform has it now; what was linked before stays. */
function recordAfterLogin(
  { uid, email }: Identity,
  profile: ScmProfile,
  before: UserRecord | undefined,
  now: string,
): Omit<UserRecord, keyof ReturnType<typeof sealedTokens>> {
  const kept = before ?? { createdAt: now, scmInstallationId: null, repositorySelection: 'all', settingsUrl: null };
  return {
    uid,
    email: profile.email ?? email ?? '',
    displayName: profile.name ?? profile.login,
    scmUsername: profile.login,
    photoURL: profile.avatarUrl,
    createdAt: kept.createdAt,
    scmInstallationId: kept.scmInstallationId,
    accountType: profile.type,
    repositorySelection: kept.repositorySelection,
    scmAccountId: String(profile.id),
    settingsUrl: kept.settingsUrl,
    updatedAt: now,
  };
}

/** The key of what an `installation` event left for a login that nobody had linked yet. */
export function pendingLogin(login: string): { login: string } {
  return { login: login.toLowerCase() };
}

export async function linkInstallation(
  ports: Pick<Ports, 'store'>,
  user: UserRecord,
  installation: ScmInstallation,
): Promise<UserRecord> {
  const fields = {
    scmInstallationId: installation.id,
    accountType: installation.accountType,
    repositorySelection: installation.repositorySelection,
    settingsUrl: installation.settingsUrl,
  };
  await ports.store.transaction(async (tx) => {
    users.update(tx, user, fields);
    pendingInstallations.delete(tx, pendingLogin(user.scmUsername));
  });
  return { ...user, ...fields };
}

/** Takes an installation that is no more from whoever has it linked. */
export async function unlinkInstallation(ports: Pick<Ports, 'store'>, installationId: number): Promise<void> {
  const linked = await users.query(ports.store, {}, { where: [['scmInstallationId', '==', installationId]] });
  for (const { doc } of linked) await users.update(ports.store, doc, { scmInstallationId: null, settingsUrl: null });
}

export async function pendingInstallation(
  { store }: Pick<Ports, 'store'>,
  login: string,
): Promise<ScmInstallation | undefined> {
  return pendingInstallations.get(store, pendingLogin(login));
}
