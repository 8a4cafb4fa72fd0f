/** A platform whose certificate is signed by a private authority, here by itself. The pair below is for this test alone. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createGitlabScm } from '../../src/adapters/scm/gitlab/gitlab.ts';
import { trustCertificates } from '../../src/adapters/private-ca.ts';
import { AppError } from '../../src/model/errors.ts';

const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBaDCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABPbYeYsYjpd02DFm
dNDGCU1yIBwl6z6LMKq+8CVVkQ6xK5pTOI5qxebmDxhC539Lr/wsOVTyx7QLYNCr
fhcc/y6jTjBMMA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0RBBMwEYIJbG9jYWxob3N0
hwR/AAABMB0GA1UdDgQWBBRR6f+SwW6DOz3b4BNs49/gYNmKEjAKBggqhkjOPQQD
AgNJADBGAiEAybgkUmgbYj00lXYZuxnu8buqjyWp86U5cDuMInQiTl0CIQC6Qk4g
iuai5sZhzPhc9kKKE28ob4jmXSl5vjDzB59uTg==
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwk4uFQxzxWdtDfRn
C9O2AOi90y8UC5iZBsssdUoGnBuhRANCAAT22HmLGI6XdNgxZnTQxglNciAcJes+
izCqvvAlVZEOsSuaUziOasXm5g8YQud/S6/8LDlU8se0C2DQq34XHP8u
-----END PRIVATE KEY-----`;

const idOf = (pem: string) => new X509Certificate(pem).fingerprint256;

describe('adapters/private-ca', () => {
  const usual = getCACertificates('default');
  let server: Server;
  let url: string;

  before(async () => {
    server = createServer({ cert: CERTIFICATE, key: KEY }, (_, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ id: 1, username: 'ada' }));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    setDefaultCACertificates(usual);
    server.closeAllConnections();
    server.close();
  });

  it('is trusted beside the public ones once it is configured', async () => {
    const scm = createGitlabScm({ apiUrl: `${url}/api/v4`, gitUrl: url });
    const refused = (error: unknown) => error instanceof AppError && error.code === 'platform_unavailable';
    await assert.rejects(scm.profile('token'), refused);
    trustCertificates('');
    await assert.rejects(scm.profile('token'), refused);
    trustCertificates(CERTIFICATE.replaceAll('\n', '\\n'));
    assert.equal((await scm.profile('token')).login, 'ada');
    const trusted = new Set(getCACertificates('default').map(idOf));
    assert.deepEqual(
      [...usual.map(idOf), idOf(CERTIFICATE)].filter((id) => !trusted.has(id)),
      [],
    );
    trustCertificates(CERTIFICATE);
    assert.equal(new Set(getCACertificates('default').map(idOf)).size, trusted.size);
  });

  it('is refused where it is none', () => {
    const damaged = CERTIFICATE.replace(/\n[A-Za-z0-9+/]{20}/, '\n');
    for (const text of ['/etc/ssl/ca.pem', KEY, damaged, `${CERTIFICATE}\n${damaged}`]) {
      assert.throws(() => trustCertificates(text), /SCM_CA_CERTIFICATE holds no certificate/);
    }
  });
});
