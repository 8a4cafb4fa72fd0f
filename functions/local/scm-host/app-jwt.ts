/**
 * Verifies the JWT by which an app speaks for itself: RS256 over the app's key, at most ten minutes long, issued by the
 * app's id. The sentences are the platform's.
 *
 *     base64url({"alg":"RS256","typ":"JWT"}) . base64url({"iat":…,"exp":…,"iss":"12345"}) . base64url(signature)
 */
import { createPublicKey, verify } from 'node:crypto';
import { type HostSettings, RestError } from './routing.ts';

const LONGEST_SECONDS = 600;
/** Clock drift that the platform puts up with. */
const DRIFT_SECONDS = 60;

/** Throws RestError 401 unless the credential is a JWT that this host's app signed. */
export function verifyAppJwt(credential: string | undefined, settings: HostSettings, now: Date): void {
  const undecodable = () => new RestError(401, 'A JSON web token could not be decoded');
  const [header, payload, signature] = credential?.split('.') ?? [];
  if (settings.appPublicKey === undefined || header === undefined || payload === undefined || signature === undefined) {
    throw undecodable();
  }
  const decoded = decode(header);
  const claims = decode(payload);
  if (decoded === undefined || claims === undefined || decoded['alg'] !== 'RS256') throw undecodable();
  const signed = Buffer.from(`${header}.${payload}`);
  const key = createPublicKey(settings.appPublicKey);
  if (!verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64url'))) throw undecodable();

  const seconds = now.getTime() / 1000;
  const { iat, exp, iss } = claims;
  if (typeof iat !== 'number' || iat > seconds + DRIFT_SECONDS) {
    throw new RestError(
      401,
      `'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued`,
    );
  }
  if (typeof exp !== 'number' || exp <= seconds) {
    throw new RestError(
      401,
      `'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires`,
    );
  }
  if (exp > seconds + LONGEST_SECONDS + DRIFT_SECONDS) {
    throw new RestError(401, `'Expiration time' claim ('exp') is too far in the future`);
  }
  if (settings.appId !== undefined && String(iss) !== settings.appId) throw new RestError(404, 'Integration not found');
}

function decode(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
