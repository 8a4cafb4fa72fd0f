/** Documents of OAuth clients, from a real https server, and all that a stranger could name in its place. */
import assert from 'node:assert/strict';
import { clientDocuments } from '../../src/adapters/client-documents.ts';
import { AppError } from '../../src/model/errors.ts';
import { startDocumentHost, type DocumentHost } from '../support/document-host.ts';

const family = 4;

describe('adapters/client-documents', () => {
  let host: DocumentHost;
  before(async () => {
    host = await startDocumentHost();
  });
  after(() => host.close());

  async function refused(reading: Promise<unknown>, why: RegExp): Promise<void> {
    await assert.rejects(reading, (error) => {
      assert.ok(error instanceof AppError && error.code === 'bad_request', String(error));
      assert.match(error.message, why);
      return true;
    });
  }

  it('are read as they are', async () => {
    host.serve('/client.json', { client_id: 'x' });
    assert.deepEqual(await host.reader().read(host.at('/client.json')), { client_id: 'x' });
  });

  it('are read from public addresses alone, whatever a name means the next time', async () => {
    const usual = clientDocuments({ port: host.port });
    const before = host.asked.length;
    // By name, and by the spellings of an inner address that URLs know.
    await refused(usual.read(host.at('/client.json')), /not a public one/);
    for (const name of [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '169.254.169.254',
      '140.82.121.6',
    ]) {
      await refused(usual.read(`https://${name}:${host.port}/client.json`), /an address, not a name/);
    }
    // One of several is enough to lead inward.
    const mixed = [{ address: '140.82.121.6', family }, { address: '127.0.0.1', family }]; // prettier-ignore
    await refused(clientDocuments({ port: host.port, resolve: () => Promise.resolve(mixed) }).read(host.at('/x')), /not a public one/); // prettier-ignore
    for (const inner of ['10.0.0.1', '169.254.169.254', '192.168.0.1', '100.64.0.1']) {
      const resolve = () => Promise.resolve([{ address: inner, family }]);
      await refused(clientDocuments({ port: host.port, resolve }).read(host.at('/x')), /not a public one/);
    }
    assert.equal(host.asked.length, before);

    // The second answer of a name server leads to somebody else: the connection goes where the first one led.
    const answers = [[{ address: '127.0.0.1', family }], [{ address: '127.0.0.9', family }]];
    let lookups = 0;
    const resolve = () => Promise.resolve(answers[lookups++] ?? []);
    assert.deepEqual(await host.reader({ resolve }).read(host.at('/client.json')), { client_id: 'x' });
    assert.equal(lookups, 1);
  });

  it('are nothing that leads on, is long, slow, or something else', async () => {
    const inner = await startDocumentHost();
    inner.serve('/secret', { client_id: 'secret' });
    host.answer('/moved', (response) => response.writeHead(302, { Location: inner.at('/secret') }).end());
    host.answer('/page', (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>'));
    host.answer('/broken', (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{'));
    host.answer('/silent', () => undefined);
    host.answer('/slow', (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write('{"a":');
    });
    host.serve('/long', { client_name: 'x'.repeat(64 * 1024) });
    host.serve('/full', { client_name: 'x'.repeat(64 * 1024 - 100) });
    const { read } = host.reader({ timeoutMs: 400 });
    await refused(read(host.at('/moved')), /elsewhere/);
    assert.deepEqual(inner.asked, []);
    await inner.close();
    await refused(read(host.at('/page')), /no JSON/);
    await refused(read(host.at('/broken')), /no JSON/);
    await refused(read(host.at('/silent')), /does not answer/);
    await refused(read(host.at('/slow')), /does not answer/);
    await refused(host.reader().read(host.at('/long')), /more than 64 KB/);
    assert.ok(await host.reader().read(host.at('/full')));
    await refused(read(host.at('/nothing')), /status 404/);
    await refused(read(`http://localhost:${host.port}/client.json`), /only https/);
    await refused(read('https://localhost:1/client.json'), /usual port/);
    // Of an authority that nobody trusts.
    await refused(host.reader({ certificates: '' }).read(host.at('/client.json')), /does not answer/);
    const never = host.reader({ resolve: () => new Promise(() => undefined), timeoutMs: 100 });
    await refused(never.read(host.at('/client.json')), /in time/);
  });
});
