/**
 * A refusal in the words of OAuth (RFC 6749 section 5.2, RFC 7591 section 3.2.2, RFC 8707 section 2), which clients act on:
 *
 *     400 {"error": "invalid_grant", "error_description": "The code has expired"}
 */
import { AppError } from '../model/errors.ts';

export type OauthErrorName =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

export class OauthError extends AppError {
  readonly error: OauthErrorName;

  /** `description` is shown to the client as it is: printable ASCII without quotes (RFC 6749 section 5.2). */
  constructor(error: OauthErrorName, description: string, options: { cause?: unknown } = {}) {
    super(error === 'invalid_client' ? 'unauthenticated' : 'bad_request', description, options);
    this.name = 'OauthError';
    this.error = error;
  }
}
