/**
 * Firebase Auth as the console uses it: a session that the platform's sign-in began (sign-in.ts), kept in the browser's
 * IndexedDB, its ID token renewed by the SDK. Loaded on first use, since a visitor who is not signed in needs none of it.
 */
import { initializeApp } from '@firebase/app';
import {
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  signInWithCustomToken,
  signOut,
  type Auth,
} from '@firebase/auth';

export interface FirebaseSettings {
  apiKey: string;
  projectId: string;
  /** Only in the local stack. */
  emulatorUrl: string | null;
}

let auth: Auth | undefined;

export function openAuth({ apiKey, projectId, emulatorUrl }: FirebaseSettings): Auth {
  if (auth !== undefined) return auth;
  const app = initializeApp({ apiKey, projectId });
  auth = initializeAuth(app, { persistence: indexedDBLocalPersistence });
  if (emulatorUrl !== null) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });
  return auth;
}

/** Whether somebody is signed in in this browser, once it is known. */
export function restored(opened: Auth): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = onAuthStateChanged(opened, (user) => {
      stop();
      resolve(user !== null);
    });
  });
}

/** Tells when nobody is signed in any more, or somebody else is: another tab of this browser did that. */
export function watchUser(opened: Auth, { left, changed }: { left(): void; changed(): void }): void {
  let known: string | undefined;
  onAuthStateChanged(opened, (user) => {
    if (user === null) {
      if (known !== undefined) left();
    } else if (known !== undefined && known !== user.uid) changed();
    known = user?.uid;
  });
}

export async function enter(opened: Auth, customToken: string): Promise<void> {
  await signInWithCustomToken(opened, customToken);
}

export async function leave(opened: Auth): Promise<void> {
  await signOut(opened);
}
