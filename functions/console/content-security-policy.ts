/**
 * What the page may load and whom it may talk to: itself, Firebase Auth, and one host for the pictures of users.
 *
 *     default-src 'none'; script-src 'self'; connect-src 'self' https://identitytoolkit.googleapis.com …
 *
 * It stands in the page itself, so that it holds wherever the files are served from. `frame-ancestors` has no effect
 * there and is a header (firebase.json). Trusted Types forbid every assignment of text to markup or script addresses:
 * https://www.w3.org/TR/trusted-types/.
 */

/** Firebase Auth's own: sign-in with a custom token, and renewing ID tokens. */
export const AUTH_HOSTS = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

/** Where the platform keeps its users' pictures: one origin, or several with spaces between them. */
export const AVATAR_HOSTS = 'https://avatars.githubusercontent.com';

/** `authHosts`: the auth emulator's address in the local stack. */
export function contentSecurityPolicy({ authHosts = AUTH_HOSTS, avatarHosts = AVATAR_HOSTS } = {}): string {
  const directives = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': `'self' ${avatarHosts}`,
    'connect-src': ["'self'", ...authHosts].join(' '),
    'base-uri': "'none'",
    'form-action': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
