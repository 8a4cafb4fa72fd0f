import assert from 'node:assert/strict';
import { isInnerAddress, mayFollow } from '../../src/adapters/public-address.ts';

/** Addresses that need no name server. */
const PUBLIC = 'https://140.82.121.6/api';

describe('links that a platform gives', () => {
  it('lead into no inner network, however the address is spelt', async () => {
    const inner = [
      ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '0.0.0.0', 'localhost'],
      ...[
        '10.0.0.1',
        '172.16.0.1',
        '172.31.255.255',
        '192.168.1.1',
        '169.254.169.254',
        '100.64.0.1',
        '①⑥⑨.254.169.254',
      ],
      ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]', '[fd00::1]', '[fe80::1]', '[64:ff9b::7f00:1]'],
      ...['[2002:7f00:1::]', '[fec0::1]', '[::127.0.0.1]', '255.255.255.255', '224.0.0.1'],
    ];
    for (const host of inner) {
      assert.equal(await mayFollow(new URL(PUBLIC), new URL(`https://${host}/x`)), false, host);
      // One that stands inside itself may lead to its neighbours.
      assert.equal(await mayFollow(new URL('http://127.0.0.1:1/api'), new URL(`http://${host}/x`)), true, host);
    }
    for (const host of ['140.82.121.9', '[2606:50c0:8000::153]', '172.32.0.1', '100.128.0.1', '11.0.0.1']) {
      assert.equal(await mayFollow(new URL(PUBLIC), new URL(`https://${host}/x`)), true, host);
    }
  });

  it('lose neither their secrecy nor take credentials along', async () => {
    for (const to of [
      'http://140.82.121.9/x',
      'http://140.82.121.6/x',
      'file:///etc/passwd',
      'ftp://140.82.121.9/x',
      'data:,x',
      'https://a:b@140.82.121.9/',
    ]) {
      assert.equal(await mayFollow(new URL(PUBLIC), new URL(to)), false, to);
    }
    assert.equal(await mayFollow(new URL('http://140.82.121.6/'), new URL('http://140.82.121.9/x')), true);
    assert.equal(isInnerAddress('no address'), true);
  });
});
