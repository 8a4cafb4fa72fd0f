/**
 * Secrets in texts: what a scanner is asked, and where it says that some stand.
 *
 *   { texts: [{ path: 'src/pay.py', text: 'KEY = "…"\n' }] }
 *     →   { found: [{ text: 0, rule: 'stripe-access-token', about: 'Found a Stripe Access Token, …', start: 7, end: 39,
 *           value: '…' }], unread: [] }
 *
 * `value` is the secret itself. It is for finding it again in what is sent and posted, so that it is taken out there; it is
 * stored nowhere and goes into no message.
 */
export interface SecretRequest {
  texts: readonly ScannedText[];
  signal?: AbortSignal;
}

export interface ScannedText {
  /** Some rules go by the kind of file. */
  path: string;
  text: string;
  /** 1-based lines, both ends included, that are asked about; all of them when absent. More may be told. */
  lines?: readonly (readonly [from: number, to: number])[];
}

export interface FoundSecret {
  /** Which of the texts. */
  text: number;
  /** The scanner's name for what it found: `aws-access-token`. */
  rule: string;
  /** A sentence about that kind of secret. */
  about: string;
  /** In UTF-16 units of the text. Of an encoded secret, what encodes it. */
  start: number;
  end: number;
  /** Where it is divided among several places of the text, those; `start` and `end` are around all of them then. */
  parts?: readonly { start: number; end: number }[];
  value: string;
}

export interface SecretReport {
  found: FoundSecret[];
  /** Texts that could not be looked through. */
  unread: { text: number; reason: string }[];
}
