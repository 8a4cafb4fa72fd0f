/**
 * What is asked of the token and revocation endpoints, as a form:
 *
 *     grant_type=authorization_code&code=…&client_id=…&redirect_uri=…&code_verifier=…&resource=https://…/mcp
 *     grant_type=refresh_token&refresh_token=…&client_id=…
 *     token=…&client_id=…
 */
import { resourceOf } from '../../oauth/authorization-request.ts';
import { exchangeCode, refreshTokens, revokeByToken, type GrantPorts, type TokenPair } from '../../oauth/grants.ts';
import { OauthError } from '../../oauth/oauth-error.ts';

export type FormFields = ReadonlyMap<string, string>;

const LONGEST = 4096;

export interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  /** Seconds. */
  expires_in: number;
  refresh_token: string;
  scope: string;
}

/** Failures are OauthErrors. `address`: of this service. */
export async function answerTokenRequest(ports: GrantPorts, address: string, form: FormFields): Promise<TokenAnswer> {
  const type = needed(form, 'grant_type');
  const given = optional(form, 'resource');
  const resource = given === undefined ? undefined : resourceOf(address, given);
  if (type === 'authorization_code') {
    const exchange = {
      code: needed(form, 'code'),
      clientId: needed(form, 'client_id'),
      redirectUri: needed(form, 'redirect_uri'),
      verifier: needed(form, 'code_verifier'),
      resource,
    };
    return answerOf(await exchangeCode(ports, exchange));
  }
  if (type === 'refresh_token') {
    const clientId = needed(form, 'client_id');
    const refreshToken = needed(form, 'refresh_token');
    // All that there is to be had is what the grant has, so a narrower scope is none.
    if (
      (optional(form, 'scope') ?? 'read').split(' ').some((scope) => scope !== 'read' && scope !== 'offline_access')
    ) {
      throw new OauthError('invalid_scope', 'The scope there is: read');
    }
    return answerOf(await refreshTokens(ports, { clientId, refreshToken, resource }));
  }
  throw new OauthError('unsupported_grant_type', 'The grant types are authorization_code and refresh_token');
}

function answerOf({ accessToken, expiresIn, refreshToken, scopes }: TokenPair): TokenAnswer {
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    refresh_token: refreshToken,
    scope: scopes.join(' '),
  };
}

/** What is not known is nothing to complain of: it is good for nothing either way. */
export async function answerRevocation(ports: Pick<GrantPorts, 'store'>, form: FormFields): Promise<void> {
  await revokeByToken(ports, needed(form, 'token'), needed(form, 'client_id'));
}

function optional(form: FormFields, name: string): string | undefined {
  const value = form.get(name);
  if (value === undefined || value === '') return undefined;
  if (value.length > LONGEST) throw new OauthError('invalid_request', `${name} is too long`);
  return value;
}

function needed(form: FormFields, name: string): string {
  const value = optional(form, name);
  if (value === undefined) throw new OauthError('invalid_request', `${name} is missing`);
  return value;
}
