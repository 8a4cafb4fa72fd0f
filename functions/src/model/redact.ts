/**
 * Takes secrets out of text that leaves the process: log lines, job errors, comments. By shape, since a secret can turn
 * up anywhere (an URL in a git error, a header in an SDK's message), and by value for those the caller knows.
 *
 *     clone of https://x:gho_1a…@host/a.git failed  →  clone of https://[redacted]@host/a.git failed
 */
const SHAPES: [pattern: RegExp, replacement: string][] = [
  [/([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/@'"]+@/gi, '$1[redacted]@'],
  [/\b(bearer)\s+(?!auth(?:entication|orization|enticated)\b)[A-Za-z0-9._~+/=-]{12,}/gi, '$1 [redacted]'],
  // A word behind these is no secret ("basic authentication"); something with a digit, padding or capitals inside is.
  [
    /\b([Bb]asic|BASIC|[Tt]oken|TOKEN)\s+(?=[A-Za-z._~+/-]*(?:\d|=|[a-z][A-Z]))[A-Za-z0-9._~+/=-]{12,}/g,
    '$1 [redacted]',
  ],
  [/\beyJ[A-Za-z0-9_-]{5,4000}\.[A-Za-z0-9_-]*\.?[A-Za-z0-9_-]*/g, '[redacted]'],
  // What platforms and clouds mark as theirs.
  [
    /\b(gh[a-z]_|github_pat_|glpat-|sk-|xox[a-z]-|npm_|hf_|dop_v1_|pypi-|whsec_|shp(at|ss|ca|pa)_)[A-Za-z0-9_-]{10,}/g,
    '[redacted]',
  ],
  [/\b(sk|rk|pk)_(live|test)_[A-Za-z0-9]{10,}/g, '[redacted]'],
  [/\b(AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g, '[redacted]'],
  [/\bAIza[A-Za-z0-9_-]{35}/g, '[redacted]'],
  [/\bya29\.[A-Za-z0-9_-]{20,}/g, '[redacted]'],
  [/\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g, '[redacted]'],
  [/(hooks\.slack\.com\/services\/|discord(?:app)?\.com\/api\/webhooks\/)[A-Za-z0-9/_-]{10,}/g, '$1[redacted]'],
  [/\b(AccountKey|SharedAccessKey|sig)=[A-Za-z0-9+/%]{30,}={0,2}/g, '$1=[redacted]'],
  // `api_key = "9f8e…"`: by its name, when the value is one word that is long and mixed enough to be made by a machine.
  [
    /((?:password|passwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|client[_-]?secret)["']?\s*(?:[:=]|=>|:=)\s*["'`])(?=[^\s"'`]*\d)(?=[^\s"'`]*[A-Za-z])[^\s"'`]{16,}(?=["'`])/gi,
    '$1[redacted]',
  ],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, '[redacted]'],
];

/** Values this short are words: replacing them everywhere would garble text and hide nothing. */
const SHORTEST_KNOWN_SECRET = 8;

/**
 * While a secret is rotated, its setting holds several with commas between; each of them is in use. Of headers (`x-api-key=…,team=…`)
 * the values are.
 */
function eachOf(secret: string): string[] {
  const parts = secret.split(',');
  const values = parts.map((part) => part.slice(part.indexOf('=') + 1));
  return [...new Set([secret, ...parts, ...values].map((value) => value.trim()))];
}

export function redact(text: string, knownSecrets: readonly string[] = []): string {
  let out = text;
  for (const value of knownSecrets.flatMap(eachOf)) {
    if (value.length < SHORTEST_KNOWN_SECRET) continue;
    for (const form of [value, Buffer.from(value).toString('base64').replace(/=+$/, ''), encodeURIComponent(value)])
      out = out.replace(acrossLines(form), '[redacted]');
  }
  for (const [pattern, replacement] of SHAPES) out = out.replace(pattern, replacement);
  return out;
}

/** Also where a line break fell into it, or the two characters that JSON writes for one. */
function acrossLines(value: string): RegExp {
  const escaped = Array.from(value, (character) => character.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(escaped.join('(?:\\s|\\\\[nr])*'), 'gu');
}
