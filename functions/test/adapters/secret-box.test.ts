import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { secretBox } from '../../src/adapters/secret-box.ts';

const key = () => randomBytes(32).toString('base64');

describe('secretBox', () => {
  it('opens what it sealed, and only for the same context', () => {
    const box = secretBox(key());
    const sealed = box.seal('gho_secret ünïcode', 'user:ada');
    assert.ok(!sealed.includes('gho_secret'));
    assert.equal(box.open(sealed, 'user:ada'), 'gho_secret ünïcode');
    assert.equal(box.open(sealed, 'user:eve'), undefined);
  });

  it('seals the same text differently each time', () => {
    const box = secretBox(key());
    assert.notEqual(box.seal('x', 'c'), box.seal('x', 'c'));
  });

  it('refuses any changed byte', () => {
    const box = secretBox(key());
    const sealed = box.seal('token', 'c');
    const [name = '', nonce = '', body = ''] = sealed.split('.');
    const changed = Buffer.from(body, 'base64url');
    for (let at = 0; at < changed.length; at += 1) {
      const copy = Buffer.from(changed);
      copy[at] = (copy[at] ?? 0) ^ 1;
      assert.equal(box.open(`${name}.${nonce}.${copy.toString('base64url')}`, 'c'), undefined);
    }
    for (const text of ['', 'x', `${name}.${nonce}`, `${name}..${body}`, sealed.slice(0, -1)]) {
      assert.equal(box.open(text, 'c'), undefined);
    }
  });

  it('opens values of an old key after a new one was put before it', () => {
    const [old, fresh] = [key(), key()];
    const sealed = secretBox(old).seal('token', 'c');
    const rotated = secretBox(`${fresh}, ${old}`);
    assert.equal(rotated.open(sealed, 'c'), 'token');
    assert.equal(secretBox(fresh).open(rotated.seal('token', 'c'), 'c'), 'token');
    assert.equal(secretBox(fresh).open(sealed, 'c'), undefined);
  });

  it('refuses keys that are not 32 bytes', () => {
    for (const bad of ['', 'unset', randomBytes(16).toString('base64'), `${key()},short`]) {
      assert.throws(() => secretBox(bad), { code: 'not_configured' });
    }
  });
});
