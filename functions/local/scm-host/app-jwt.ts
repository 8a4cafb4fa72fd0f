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
  const claims = signedClaims(credential, settings.appPublicKey);
  if (claims === undefined) throw new RestError(401, 'A JSON web token could not be decoded');
  assertTimes(claims, now.getTime() / 1000);
  if (settings.appId !== undefined && String(claims['iss']) !== settings.appId) {
    throw new RestError(404, 'Integration not found');
  }
}

type Claims = Record<string, unknown>;

/** What the credential says; undefined unless it is a JWT that the key signed. */
function signedClaims(credential: string | undefined, publicKey: string | undefined): Claims | undefined {
  const [header, payload, signature] = credential?.split('.') ?? [];
  if (publicKey === undefined || header === undefined || payload === undefined || signature === undefined) {
    return undefined;
  }
  if (decode(header)?.['alg'] !== 'RS256') return undefined;
  const signed = Buffer.from(`${header}.${payload}`);
  const right = verify('RSA-SHA256', signed, createPublicKey(publicKey), Buffer.from(signature, 'base64url'));
  return right ? decode(payload) : undefined;
}

function assertTimes({ iat, exp }: Claims, seconds: number): void {
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
}

function decode(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
