/**
 * The official emulators as tests use them. Every suite gets a project of its own, so suites share the servers and never
 * each other's documents or users. Their addresses come from the two variables that the SDK reads as well.
 */
import { randomBytes } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import type { App } from 'firebase-admin/app';

function addressOf(variable: string): string {
  const address = process.env[variable];
  if (address === undefined)
    throw new Error(`${variable} is not set: these tests need the emulators (npm test starts them)`);
  return address;
}

export interface TestProject {
  app: App;
  projectId: string;
  close(): Promise<void>;
}

export function startProject(): TestProject {
  addressOf('FIRESTORE_EMULATOR_HOST');
  const projectId = `demo-t${randomBytes(6).toString('hex')}`;
  const app = initializeApp({ projectId }, projectId);
  return { app, projectId, close: () => deleteApp(app) };
}

export interface SignedIn {
  uid: string;
  idToken: string;
}

/** Signs a platform account in, as a web app does with the provider's pop-up; the same account is the same user. */
export async function signIn(
  projectId: string,
  account: { id: number; login: string; email?: string },
  provider = 'github.com',
): Promise<SignedIn> {
  const { id, login, email = `${login}@example.test` } = account;
  const claims = JSON.stringify({ sub: String(id), email, name: login, screen_name: login });
  const body = await authCall(projectId, 'accounts:signInWithIdp', {
    postBody: `id_token=${encodeURIComponent(claims)}&providerId=${provider}`,
    requestUri: 'http://localhost',
    returnSecureToken: true,
    returnIdpCredential: true,
  });
  return { uid: String(body['localId']), idToken: String(body['idToken']) };
}

/** An account with a password: no platform stands behind it. */
export async function signUpWithPassword(projectId: string, email: string): Promise<SignedIn> {
  const credentials = { email, password: 'correct horse' };
  await authCall(projectId, 'accounts:signUp', credentials);
  const body = await authCall(projectId, 'accounts:signInWithPassword', { ...credentials, returnSecureToken: true });
  return { uid: String(body['localId']), idToken: String(body['idToken']) };
}

async function authCall(projectId: string, method: string, body: object): Promise<Record<string, unknown>> {
  const base = `http://${addressOf('FIREBASE_AUTH_EMULATOR_HOST')}/identitytoolkit.googleapis.com/v1`;
  // An API key means the emulator's own project; the owner may name another.
  const response = await fetch(`${base}/${method}?key=test`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer owner' },
    body: JSON.stringify({ targetProjectId: projectId, ...body }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${method}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}
