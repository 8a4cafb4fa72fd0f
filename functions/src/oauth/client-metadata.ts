/**
 * What a client says about itself (RFC 7591 section 2), whether it registers or keeps a document of its own. What it calls
 * itself is nothing that anybody has checked, so it is shown as a claim, without characters that could pass for others.
 *
 *     {"client_name": "Claude Code", "redirect_uris": ["http://localhost/callback"], "token_endpoint_auth_method": "none"}
 */
import { z } from 'zod';
import { OauthError } from './oauth-error.ts';
import { redirectKind } from './redirect-uris.ts';

const MOST_REDIRECTS = 20;
const LONGEST_NAME = 80;

const metadataSchema = z.object({
  client_name: z.string().max(1_000).optional(),
  redirect_uris: z.array(z.string()).min(1).max(MOST_REDIRECTS),
  grant_types: z.array(z.string()).max(20).optional(),
  response_types: z.array(z.string()).max(20).optional(),
  token_endpoint_auth_method: z.string().optional(),
});

export interface ClientMetadata {
  /** null when it has none of its own. */
  name: string | null;
  redirectUris: string[];
  authMethod: string | undefined;
}

/** `invalid_client_metadata` or `invalid_redirect_uri` for what is none. */
export function readClientMetadata(given: unknown): ClientMetadata {
  const read = metadataSchema.safeParse(given);
  if (!read.success) {
    const [issue] = read.error.issues;
    const at = issue?.path.join('.') ?? '';
    const name = at.startsWith('redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata';
    throw new OauthError(name, at === '' ? 'The metadata is no JSON object' : `The metadata has no proper ${at}`);
  }
  const { client_name: name, redirect_uris: uris, grant_types: grants, response_types: responses } = read.data;
  if (uris.some((uri) => redirectKind(uri) === undefined)) {
    throw new OauthError('invalid_redirect_uri', 'Redirect URIs are https, http on the own computer, or of an app');
  }
  if (grants !== undefined && !grants.includes('authorization_code')) {
    throw new OauthError('invalid_client_metadata', 'grant_types without authorization_code are of no use here');
  }
  if (responses !== undefined && !responses.includes('code')) {
    throw new OauthError('invalid_client_metadata', 'response_types without code are of no use here');
  }
  return { name: shownName(name), redirectUris: [...new Set(uris)], authMethod: read.data.token_endpoint_auth_method };
}

/** Without control and formatting characters, which could hide or turn around what stands beside them. */
function shownName(name: string | undefined): string | null {
  const plain = (name ?? '').normalize('NFC').replaceAll(/\p{C}/gu, '').replaceAll(/\s+/g, ' ').trim();
  return plain === '' ? null : [...plain].slice(0, LONGEST_NAME).join('');
}
