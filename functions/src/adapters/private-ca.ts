/**
 * Certificates of a private authority, for a self-managed platform behind one: trusted by this process beside the public
 * ones, for the platform's API, its archives, cloning and sign-in alike.
 *
 *     -----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----     line ends may be written as \n
 */
import { X509Certificate } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { AppError } from '../model/errors.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/** `pem`: one certificate or several; '' changes nothing. `not_configured` for a text that holds none, or a damaged one. */
export function trustCertificates(pem: string): void {
  if (pem.trim() === '') return;
  const found = pem.replaceAll('\\n', '\n').match(CERTIFICATE) ?? [];
  if (found.length === 0 || !found.every(isCertificate)) {
    throw new AppError('not_configured', 'SCM_CA_CERTIFICATE holds no certificate: give it as PEM');
  }
  setDefaultCACertificates([...new Set([...getCACertificates('default'), ...found])]);
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
