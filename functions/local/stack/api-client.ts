/**
 * A signed-in client of the local service: signs a platform account in at the auth emulator, as a web app does with the
 * provider's pop-up, and calls the API with the ID token, renewed before its hour is over.
 */
export interface ApiClient {
  /** A valid ID token. */
  token(): Promise<string>;
  /** The JSON answer; rejects with status and body for anything but 2xx. */
  get(path: string): Promise<unknown>;
  post(path: string, body: object): Promise<unknown>;
}

export interface PlatformAccount {
  id: number;
  login: string;
  name: string;
  email: string;
}

const RENEW_AFTER_MS = 45 * 60_000;

export function apiClient(options: { baseUrl: string; authHost: string; account: PlatformAccount }): ApiClient {
  let current: { token: string; at: number } | undefined;

  const token = async (): Promise<string> => {
    if (current === undefined || Date.now() - current.at > RENEW_AFTER_MS) {
      current = { token: await signIn(options.authHost, options.account), at: Date.now() };
    }
    return current.token;
  };

  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(options.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
    return JSON.parse(text) as unknown;
  };

  return { token, get: (path) => call('GET', path), post: (path, body) => call('POST', path, body) };
}

/**
 * Signing in again is the same user, so this renews too. The emulator takes the platform's account as JSON in the place
 * of the platform's token; a real one it answers with 501.
 */
async function signIn(authHost: string, { id, login, name, email }: PlatformAccount): Promise<string> {
  const claims = JSON.stringify({ sub: String(id), email, name, screen_name: login });
  const url = `http://${authHost}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=local`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      postBody: `id_token=${encodeURIComponent(claims)}&providerId=github.com`,
      requestUri: 'http://localhost',
      returnSecureToken: true,
      returnIdpCredential: true,
    }),
  });
  const answer = (await response.json()) as { idToken?: string };
  if (answer.idToken === undefined) throw new Error(`The auth emulator refused the sign-in: ${JSON.stringify(answer)}`);
  return answer.idToken;
}
