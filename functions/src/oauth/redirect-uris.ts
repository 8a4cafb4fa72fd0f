/**
 * Where a browser may be sent with a code. Addresses are compared to the letter, except that a program on the user's own
 * computer listens on whichever port is free (RFC 8252 section 7.3):
 *
 *     https://agent.example.com/callback     a web application: exactly this
 *     http://127.0.0.1/callback              a program, on any port; also [::1] and localhost
 *     cursor://anysphere.cursor/callback     a program that the system opens for this scheme
 */

/** Schemes that a browser runs, shows or hands on by itself, so that no program of the user's would answer. */
const NO_PROGRAMS = new Set(['about', 'blob', 'chrome', 'data', 'file', 'filesystem', 'ftp', 'intent', 'javascript', 'mailto', 'sms', 'tel', 'vbscript', 'view-source', 'ws', 'wss']); // prettier-ignore
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);
/** `com.example.app:/callback`, or `cursor://host/callback`. */
const PRIVATE_USE = /^[a-z][a-z0-9+-]*(?:(?:\.[a-z0-9+-]+)+:\/|[.a-z0-9+-]*:\/\/[^/?#])/;
/** Printable ASCII: anything else has a percent-encoded or punycode form. */
const PLAIN = /^[\x21-\x7e]+$/;
const LONGEST = 2048;

export type RedirectKind = 'web' | 'computer' | 'app';

/** What kind of address it is; undefined for one that no client may have. */
export function redirectKind(uri: string): RedirectKind | undefined {
  if (uri.length > LONGEST || !PLAIN.test(uri) || uri.includes('#')) return undefined;
  const url = URL.parse(uri);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  if (url.protocol === 'https:') return LOOPBACK.has(url.hostname) ? 'computer' : 'web';
  if (url.protocol === 'http:') return LOOPBACK.has(url.hostname) ? 'computer' : undefined;
  const scheme = url.protocol.slice(0, -1);
  return !NO_PROGRAMS.has(scheme) && PRIVATE_USE.test(uri) ? 'app' : undefined;
}

/** Whether one of the registered addresses is the asked one. */
export function isRegistered(registered: readonly string[], asked: string): boolean {
  const kind = redirectKind(asked);
  if (kind === undefined) return false;
  if (registered.includes(asked)) return true;
  const anyPort = kind === 'computer' ? withoutPort(asked) : undefined;
  if (anyPort === undefined) return false;
  return registered.some((each) => redirectKind(each) === 'computer' && withoutPort(each) === anyPort);
}

/** Only of `http`: whoever has a certificate for a name of the own computer has a fixed address too. */
function withoutPort(uri: string): string | undefined {
  const found = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?((?:[/?].*)?)$/.exec(uri);
  return found === null ? undefined : `${found[1]}${found[2]}`;
}

/** How people are told where an address leads: `agent.example.com`, `127.0.0.1:51234`, `cursor:`. */
export function redirectHost(uri: string): string {
  const url = new URL(uri);
  return redirectKind(uri) === 'app' ? url.protocol : url.host;
}

/** The address with an answer added to its query. */
export function withAnswer(uri: string, answer: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}
