/**
 * Who uses the console. A session is restored from the browser (`ensure`, no call of the platform), or begins when the
 * platform sends its user back to /app/sign-in with a code (sign-in.ts).
 */
import { computed, signal } from '@preact/signals';
import { api, ApiFailure, ask, setCredentials } from '../api/client.ts';
import type { SchemaPlatformSignIn, SchemaUserProfile } from '../api/schema.ts';
import type { FirebaseSettings } from './firebase.ts';

export type Session =
  | { is: 'restoring' }
  /** `why`: what ended the last session, for whoever has to sign in again. */
  | { is: 'out'; why: string | undefined }
  | { is: 'in'; profile: SchemaUserProfile };

export const session = signal<Session>({ is: 'restoring' });
export const profile = computed(() => (session.value.is === 'in' ? session.value.profile : undefined));
/** How to sign in here, asked once. */
export const platform = signal<SchemaPlatformSignIn | undefined>(undefined);

/** Begins with whatever this browser remembers; settles in `in` or `out`. */
export async function restoreSession(): Promise<void> {
  try {
    platform.value = await ask(api.GET('/api/v1/auth/platform'));
    const { openAuth, restored, watchUser } = await import('./firebase.ts');
    const auth = openAuth(await firebaseSettings(platform.value));
    setCredentials({
      token: () => auth.currentUser?.getIdToken() ?? Promise.resolve(undefined),
      refused: () => end('Your session has ended. Sign in again.'),
    });
    watchUser(auth, {
      left: () => {
        if (session.value.is === 'in') end('You signed out in another tab.');
      },
      // What this tab shows is somebody else's.
      changed: () => location.reload(),
    });
    if (!(await restored(auth))) return end(undefined);
    session.value = { is: 'in', profile: await ask(api.POST('/api/v1/auth/ensure')) };
  } catch (error) {
    end(error instanceof ApiFailure && error.status !== 404 ? error.message : undefined);
  }
}

/** With what the exchange of the platform's code gave. */
export async function beginSession(customToken: string): Promise<void> {
  if (platform.value === undefined) throw new Error('The console asks for the sign-in settings first');
  const { enter, openAuth } = await import('./firebase.ts');
  await enter(openAuth(await firebaseSettings(platform.value)), customToken);
  session.value = { is: 'in', profile: await ask(api.POST('/api/v1/auth/ensure')) };
}

export async function signOut(): Promise<void> {
  if (platform.value !== undefined) {
    const { leave, openAuth } = await import('./firebase.ts');
    await leave(openAuth(await firebaseSettings(platform.value)));
  }
  end(undefined);
}

function end(why: string | undefined): void {
  session.value = { is: 'out', why };
}

interface HostingInit {
  apiKey: string;
}

/** Of a deployment from Hosting's reserved address; the emulator takes any key. */
async function firebaseSettings({ project_id, auth_emulator_url }: SchemaPlatformSignIn): Promise<FirebaseSettings> {
  if (auth_emulator_url !== null) {
    return { apiKey: 'local', projectId: project_id, emulatorUrl: auth_emulator_url };
  }
  const response = await fetch('/__/firebase/init.json');
  if (!response.ok) throw new ApiFailure(response.status, 'Hosting does not say how Firebase is configured here.');
  const { apiKey } = (await response.json()) as HostingInit;
  return { apiKey, projectId: project_id, emulatorUrl: null };
}
