/**
 * What a user may read of private repositories, for callers who hold a token. A browser's user lists repositories again and
 * again; a token may be used for months after its user has left. So what the platform last showed counts for a while only.
 */
import { grants, privateGrants } from '../../documents/users.ts';
import { platformTokenOf } from '../../jobs/snapshots/platform-token.ts';
import { AppError } from '../../model/errors.ts';
import type { Identity, Ports } from '../../ports.ts';
import { refreshGrants } from './access.ts';

export type TokenPorts = Pick<Ports, 'clock' | 'identity' | 'scm' | 'secretBox' | 'settings' | 'signIn' | 'store'>;

/**
 * The caller, whose grants the platform has confirmed of late. Nothing private is left to whom the platform refuses; while it
 * cannot be asked, what is private stays hidden, and everything public is there as ever.
 */
export async function withFreshGrants(ports: TokenPorts, identity: Identity, now: Date): Promise<Identity> {
  const { uid } = identity;
  const granted = await grants.get(ports.store, privateGrants(uid));
  if (granted === undefined || granted.repo_ids.length === 0) return identity;
  const age = now.getTime() - Date.parse(granted.refreshed_at ?? '1970-01-01T00:00:00Z');
  if (age < ports.settings.grantsMinutes * 60_000) return identity;
  try {
    const token = await platformTokenOf(ports, uid);
    await refreshGrants(ports, uid, token === undefined ? [] : await ports.scm.repositories(token));
    return identity;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'platform_unavailable' || error.code === 'rate_limited')
      return { ...identity, withoutPrivate: true };
    if (error.code !== 'token_refused') throw error;
    await refreshGrants(ports, uid, []);
    return identity;
  }
}
