/** A platform whose certificate is signed by a private authority, here by itself. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createGitlabScm } from '../../src/adapters/scm/gitlab/gitlab.ts';
import { trustCertificates } from '../../src/adapters/private-ca.ts';
import { AppError } from '../../src/model/errors.ts';
import { CERTIFICATE, KEY } from '../support/local-certificate.ts';

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
