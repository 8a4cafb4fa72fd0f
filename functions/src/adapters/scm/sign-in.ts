/**
 * The platform as an authorization server: an authorization code with PKCE becomes a user's platform token, and a refresh
 * token a new one (RFC 6749 sections 4.1 and 6, RFC 7636). GitHub and Gitea share paths and answers, GitLab has paths of its
 * own and tokens for two hours:
 *
 *     POST https://github.com/login/oauth/access_token
 *     {"client_id": …, "client_secret": …, "code": …, "code_verifier": …, "redirect_uri": …}
 *     → {"access_token": "ghu_…", "refresh_token": "ghr_…", "expires_in": 28800, "token_type": "bearer"}
 *
 * https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app
 * https://docs.gitlab.com/api/oauth2/#authorization-code-with-proof-key-for-code-exchange-pkce
 */
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import type { PlatformSignInPort, PlatformTokens } from '../../ports.ts';
import { readWhole } from '../response-bytes.ts';
import { USER_AGENT } from './client.ts';

export interface SignInPaths {
  authorize: string;
  token: string;
}

const USUAL_PATHS: SignInPaths = { authorize: '/login/oauth/authorize', token: '/login/oauth/access_token' };
export const GITLAB_PATHS: SignInPaths = { authorize: '/oauth/authorize', token: '/oauth/token' };

export interface SignInOptions {
  /** The platform's pages, `https://github.com`. */
  webUrl: string;
  /** Below them; GitHub's and Gitea's unless given. */
  paths?: SignInPaths;
  /** '' when sign-in is not configured. */
  clientId: string;
  clientSecret: string;
  /** What a user is asked to allow. A GitHub App ignores it: its permissions are the app's own. */
  scope: string;
  now: () => Date;
  /** Milliseconds for one exchange; 20 s unless given. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 20_000;
const LONGEST_ANSWER = 64 * 1024;

const tokensSchema = z.object({
  access_token: z.string().min(1).max(4096),
  refresh_token: z.string().max(4096).optional(),
  /** Seconds. */
  expires_in: z.coerce.number().positive().optional(),
});
/** GitHub answers a refusal with status 200. */
const refusalSchema = z.object({ error: z.string(), error_description: z.string().optional() });

/** Failures: `not_configured`, `token_refused` when the platform refuses the code or token, `platform_unavailable`. */
export function platformSignIn(options: SignInOptions): PlatformSignInPort {
  const web = options.webUrl.replace(/\/+$/, '');
  const paths = options.paths ?? USUAL_PATHS;
  const configured = options.clientId !== '' && options.clientSecret !== '';

  async function tokens(grant: Record<string, string>): Promise<PlatformTokens> {
    if (!configured)
      throw new AppError('not_configured', 'SCM_OAUTH_CLIENT_ID and SCM_OAUTH_CLIENT_SECRET are not set');
    const { clientId: client_id, clientSecret: client_secret } = options;
    const answer = await answerOf(`${web}${paths.token}`, { client_id, client_secret, ...grant });
    const found = tokensSchema.safeParse(answer);
    if (!found.success) throw new AppError('token_refused', reasonOf(answer));
    const { access_token, refresh_token, expires_in } = found.data;
    return {
      accessToken: access_token,
      refreshToken: refresh_token === undefined || refresh_token === '' ? null : refresh_token,
      expiresAt: expires_in === undefined ? null : new Date(options.now().getTime() + expires_in * 1000).toISOString(),
    };
  }

  async function answerOf(url: string, body: Record<string, string>): Promise<unknown> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'User-Agent': USER_AGENT },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
      });
      if (response.status >= 500) throw new Error(`status ${response.status}`);
      const whole = await readWhole(response, LONGEST_ANSWER, () => new Error('the answer is too long'));
      return JSON.parse(await whole.text()) as unknown;
    } catch (error) {
      throw new AppError('platform_unavailable', 'The platform did not answer the sign-in', { cause: error });
    }
  }

  return {
    offer: async () =>
      configured
        ? { authorizeUrl: `${web}${paths.authorize}`, clientId: options.clientId, scope: options.scope }
        : undefined,
    exchange: ({ code, codeVerifier, redirectUri }) =>
      tokens({ grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri }),
    refresh: (refreshToken) => tokens({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  };
}

/** In the platform's words where it says why; never what was sent. */
function reasonOf(answer: unknown): string {
  const refusal = refusalSchema.safeParse(answer);
  if (!refusal.success) return 'The platform refused the sign-in';
  const why = refusal.data.error_description ?? refusal.data.error;
  return `The platform refused the sign-in: ${why.slice(0, 200)}`;
}
