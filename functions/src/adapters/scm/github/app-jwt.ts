/**
 * The JWT by which the platform app speaks for itself; it is only good for finding installations and minting their
 * tokens.
 *
 *     base64url({"alg":"RS256","typ":"JWT"}) . base64url({"iat":…,"exp":…,"iss":"12345"}) . base64url(signature)
 */
import { createSign } from 'node:crypto';

/** The platform allows ten minutes; its clock may be behind or ahead of ours by one. */
const SECONDS = 9 * 60;
const DRIFT_SECONDS = 60;

/** `privateKey` is a PEM (PKCS#1 as the platform hands it out, or PKCS#8). */
export function appJwt(appId: string, privateKey: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iat: seconds - DRIFT_SECONDS, exp: seconds + SECONDS, iss: appId };
  const signed = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`;
}
