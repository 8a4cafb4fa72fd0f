/**
 * One table of expected failures: code → HTTP status, whether trying again can help, and what the caller reads when the
 * thrower gave no detail. Anything that is not an AppError is a bug: it becomes a 500 with the request id, is logged,
 * and its text is never shown.
 */
export const ERRORS = {
  bad_request: { status: 400, retryable: false, message: 'Bad request' },
  /** The platform's word about a token that we sent: wrong, revoked, or expired while it was in use. */
  token_refused: { status: 400, retryable: false, message: 'The platform refused the access token' },
  unauthenticated: { status: 401, retryable: false, message: 'Missing or invalid ID token' },
  forbidden: { status: 403, retryable: false, message: 'You do not have permission to do this' },
  not_found: { status: 404, retryable: false, message: 'Not found' },
  method_not_allowed: { status: 405, retryable: false, message: 'Method not allowed' },
  conflict: { status: 409, retryable: false, message: 'The resource changed meanwhile' },
  too_large: { status: 413, retryable: false, message: 'Request body too large' },
  invalid: { status: 422, retryable: false, message: 'Validation failed' },
  rate_limited: { status: 429, retryable: true, message: 'Too many requests' },
  internal: { status: 500, retryable: false, message: 'Internal server error' },
  platform_unavailable: { status: 502, retryable: true, message: 'The source-code platform did not answer' },
  gateway_unavailable: { status: 502, retryable: true, message: 'The model gateway did not answer' },
  gateway_refused: { status: 502, retryable: false, message: 'The model gateway refused the request' },
  context_overflow: { status: 502, retryable: false, message: 'The request is longer than the model reads' },
  graph_unavailable: { status: 503, retryable: true, message: 'Graph database unavailable' },
  store_unavailable: { status: 503, retryable: true, message: 'Document store unavailable' },
  not_configured: { status: 503, retryable: false, message: 'This feature is not configured on this server' },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** An expected failure. `detail` is shown to the caller as it is, so it must name no secret. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Seconds after which trying again makes sense; sent as Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, detail?: string, options: { retryAfter?: number; cause?: unknown } = {}) {
    super(detail ?? ERRORS[code].message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  get retryable(): boolean {
    return ERRORS[this.code].retryable;
  }
}

/** `why` ends the sentence that says what of the repository is beyond which limit. */
export function repositoryTooLarge(why: string): AppError {
  return new AppError('too_large', `The repository is too large: ${why}`);
}
