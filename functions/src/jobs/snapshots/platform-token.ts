/**
 * A user's platform token, which lies sealed in the user's record (`users/{uid}.sealed_token`), bound to the user: the
 * sealed value is worth nothing in another record. It leaves this function only towards the platform.
 */
import { users } from '../../documents/users.ts';
import type { Ports } from '../../ports.ts';

/** Additional data the token is sealed with. */
export function tokenContextOf(uid: string): string {
  return `platform-token:${uid}`;
}

/** undefined when the user has stored none, or it was sealed by a key that is no longer configured. */
export async function platformTokenOf(
  { store, secretBox }: Pick<Ports, 'store' | 'secretBox'>,
  uid: string,
): Promise<string | undefined> {
  const user = await users.get(store, { uid });
  return user && secretBox.open(user.sealed_token, tokenContextOf(uid));
}
