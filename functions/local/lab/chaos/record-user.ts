/** A user who has logged in, for work that uses the user's platform token. */
import { users } from '../../../src/documents/users.ts';
import { tokenContextOf } from '../../../src/jobs/snapshots/platform-token.ts';
import type { Ports } from '../../../src/ports.ts';

export async function recordUser(
  { store, secretBox, clock }: Pick<Ports, 'store' | 'secretBox' | 'clock'>,
  login: string,
  token: string,
): Promise<void> {
  const now = clock.now().toISOString();
  await users.set(
    store,
    { uid: login },
    {
      uid: login,
      email: `${login}@example.test`,
      displayName: login,
      scmUsername: login,
      photoURL: '',
      createdAt: now,
      updatedAt: now,
      scmInstallationId: null,
      accountType: 'User',
      repositorySelection: 'all',
      scmAccountId: login,
      settingsUrl: null,
      sealed_token: secretBox.seal(token, tokenContextOf(login)),
    },
  );
}
