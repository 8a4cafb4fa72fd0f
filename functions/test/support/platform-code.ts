/** What a browser gets of the platform's sign-in page: a code, with all that the exchange of it needs. */
import { createHash } from 'node:crypto';
import { LOCAL_CLIENT } from '../../local/scm-host/oauth.ts';

const VERIFIER = 'v'.repeat(64);
const REDIRECT = 'http://127.0.0.1:5080/app/sign-in';

export interface CodeGrant {
  code: string;
  code_verifier: string;
  redirect_uri: string;
}

/** `platformUrl`: of the local platform, on which the login has an account. */
export async function codeGrantOf(platformUrl: string, login: string): Promise<CodeGrant> {
  const query = new URLSearchParams({
    client_id: LOCAL_CLIENT.id,
    redirect_uri: REDIRECT,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    login,
  });
  const response = await fetch(`${platformUrl}/login/oauth/authorize?${query.toString()}`, { redirect: 'manual' });
  const code = new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
  return { code, code_verifier: VERIFIER, redirect_uri: REDIRECT };
}
