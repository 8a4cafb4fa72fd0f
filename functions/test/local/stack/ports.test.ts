import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { freePort, freePorts, isPortFree, LOOPBACK, requirePorts } from '../../../local/stack/ports.ts';

describe('ports', () => {
  let server: Server;
  let taken: number;
  before(async () => {
    server = createServer();
    await new Promise<void>((done) => server.listen(0, LOOPBACK, done));
    taken = (server.address() as AddressInfo).port;
  });
  after(() => new Promise((done) => server.close(done)));

  it('knows a port that a program listens on', async () => {
    assert.equal(await isPortFree(taken), false);
    assert.equal(await isPortFree(await freePort()), true);
  });

  it('gives different free ports', async () => {
    const ports = await freePorts(8);
    assert.equal(new Set(ports).size, 8);
    assert.ok(Math.max(...ports) < 32_768, 'none that the system gives to connections');
  });

  it('names taken ports, what they are for and the way out', async () => {
    const free = await freePort();
    const wanted = [
      { what: 'hosting', port: taken },
      { what: 'auth', port: free },
    ];
    await assert.rejects(requirePorts(wanted), (error: Error) => {
      assert.match(error.message, new RegExp(`${taken} \\(hosting\\)`));
      assert.doesNotMatch(error.message, /auth/);
      assert.match(error.message, /REVIEWGRAPH_PORT=/);
      return true;
    });
    await requirePorts([{ what: 'auth', port: free }]);
  });
});
