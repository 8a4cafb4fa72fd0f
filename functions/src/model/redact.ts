/**
 * Takes secrets out of text that leaves the process: log lines, job errors, comments. By shape, since a secret can turn
 * up anywhere (an URL in a git error, a header in an SDK's message), and by value for those the caller knows.
 *
 *     clone of https://x:gho_1a…@host/a.git failed  →  clone of https://[redacted]@host/a.git failed
 */
const SHAPES: [pattern: RegExp, replacement: string][] = [
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s/@'"]+@/gi, '$1[redacted]@'],
  [/\b(bearer|basic|token)\s+[A-Za-z0-9._~+/=-]{12,}/gi, '$1 [redacted]'],
  [/\beyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]*\.?[A-Za-z0-9_-]*/g, '[redacted]'],
  [/\b(gh[a-z]_|github_pat_|glpat-|sk-|xox[a-z]-)[A-Za-z0-9_-]{10,}/g, '[redacted]'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, '[redacted]'],
];

/** Values this short are words: replacing them everywhere would garble text and hide nothing. */
const SHORTEST_KNOWN_SECRET = 8;

export function redact(text: string, knownSecrets: readonly string[] = []): string {
  let out = text;
  for (const secret of knownSecrets) {
    if (secret.length >= SHORTEST_KNOWN_SECRET) out = out.replaceAll(secret, '[redacted]');
  }
  for (const [pattern, replacement] of SHAPES) out = out.replace(pattern, replacement);
  return out;
}
