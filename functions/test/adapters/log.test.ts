import assert from 'node:assert/strict';
import { redactDeep } from '../../src/adapters/log.ts';
import { redact } from '../../src/model/redact.ts';

describe('redact', () => {
  it('takes secrets out by their shape', () => {
    const cases: [text: string, hidden: string][] = [
      ['clone of https://x-access-token:gho_abcdefghijklmnop@host/a.git failed', 'gho_'],
      ['clone of https://user:hunter2pass@host/a.git failed', 'hunter2'],
      ['Authorization: Bearer abcdefghijklmnop.qrs', 'abcdefghijklmnop'],
      ['authorization: "token ghp_0123456789abcdef"', 'ghp_'],
      ['id eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2ln end', 'eyJ'],
      ['key sk-proj-0123456789abcdef', 'sk-'],
      ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----', 'MIIE'],
      ['-----BEGIN PRIVATE KEY-----\ncut off MIIE', 'MIIE'],
    ];
    for (const [text, hidden] of cases) {
      const out = redact(text);
      assert.ok(!out.includes(hidden), out);
      assert.ok(out.includes('[redacted]'), out);
    }
  });

  it('takes known values out, and leaves ordinary text alone', () => {
    assert.equal(redact('the key is pa$$word.1 here', ['pa$$word.1']), 'the key is [redacted] here');
    const rotated = ['new-secret-of-today, old-secret-of-before'];
    for (const each of ['new-secret-of-today', 'old-secret-of-before', encodeURIComponent('old-secret-of-before')])
      assert.equal(redact(`signed with ${each}.`, rotated), 'signed with [redacted].');
    const text = 'Branch main of https://host/ada/engine.git not found: token expired after 3600 s, see basic auth';
    assert.equal(redact(text, ['', 'main']), text);
  });
});

describe('redactDeep', () => {
  it('reaches every string, keeps errors readable and ends at cycles', () => {
    const cycle: Record<string, unknown> = { at: new Date(0), n: 1n, f: () => 1 };
    cycle['self'] = cycle;
    const error = new Error('failed with gho_abcdefghijklmnop', { cause: new Error('Bearer abcdefghijklmnop') });
    const keys = { gho_abcdefghijklmnop: 1 };
    const text = JSON.stringify(redactDeep({ list: [{ deep: 'gho_abcdefghijklmnop' }], keys, error, cycle }, []));
    assert.ok(!text.includes('abcdefghijklmnop'), text);
    assert.match(text, /failed with \[redacted\]/);
    assert.match(text, /log\.test\.ts/);
    assert.match(text, /1970-01-01/);
  });
});
