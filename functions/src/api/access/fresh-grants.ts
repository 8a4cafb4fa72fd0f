/**
 * What a user may read of private repositories, for callers who hold a token. A browser's user lists repositories again and
 * again; a token may be used for months after its user has left. So what the platform last showed counts for a while only.
 */
import { grants, privateGrants } from '../../documents/users.ts';
import { platformTokenOf } from '../../jobs/snapshots/platform-token.ts';
import { AppError } from '../../model/errors.ts';
import type { Ports } from '../../ports.ts';
import { refreshGrants } from './access.ts';

export type TokenPorts = Pick<Ports, 'clock' | 'identity' | 'scm' | 'secretBox' | 'settings' | 'signIn' | 'store'>;

/** Nothing private is left to whom the platform refuses. */
export async function freshGrants(ports: TokenPorts, uid: string, now: Date): Promise<void> {
  const granted = await grants.get(ports.store, privateGrants(uid));
  if (granted === undefined || granted.repo_ids.length === 0) return;
  const age = now.getTime() - Date.parse(granted.refreshed_at ?? '1970-01-01T00:00:00Z');
  if (age < ports.settings.grantsMinutes * 60_000) return;
  const token = await platformTokenOf(ports, uid);
  if (token === undefined) return refreshGrants(ports, uid, []);
  try {
    await refreshGrants(ports, uid, await ports.scm.repositories(token));
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'token_refused')) throw error;
    await refreshGrants(ports, uid, []);
  }
}
