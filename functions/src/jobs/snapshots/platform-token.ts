/**
 * A user's platform token, which lies sealed in the user's record (`users/{uid}.sealed_token`), bound to the user: the
 * sealed value is worth nothing in another record. It leaves this function only towards the platform.
 */
import type { Ports } from '../../ports.ts';

export function userPath(uid: string): string {
  return `users/${uid}`;
}

/** Additional data the token is sealed with. */
export function tokenContextOf(uid: string): string {
  return `platform-token:${uid}`;
}

/** undefined when the user has stored none, or it was sealed by a key that is no longer configured. */
export async function platformTokenOf(
  ports: Pick<Ports, 'store' | 'secretBox'>,
  uid: string,
): Promise<string | undefined> {
  const sealed = (await ports.store.get(userPath(uid)))?.['sealed_token'];
  return typeof sealed === 'string' ? ports.secretBox.open(sealed, tokenContextOf(uid)) : undefined;
}
