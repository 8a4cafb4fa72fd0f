import assert from 'node:assert/strict';
import { redact } from '../../src/model/redact.ts';
import { hostileTexts } from '../support/hostile-texts.ts';

describe('model/redact', () => {
  // Put together here, so that no scanner takes this file for a leak.
  const shaped = [
    `https://x:${'p'.repeat(12)}@host/a.git`,
    `Bearer ${'abcdefgh'.repeat(3)}`,
    `Authorization: Basic ${'dXNlcjpwYXNz'.repeat(2)}1`,
    `gho_${'1a'.repeat(18)}`,
    `github_pat_${'1a'.repeat(20)}`,
    `glpat-${'1a'.repeat(10)}`,
    `sk-${'1a'.repeat(20)}`,
    `sk_live_${'1a'.repeat(12)}`,
    `npm_${'1a'.repeat(18)}`,
    `xoxb-${'1'.repeat(12)}`,
    `AKIA${'ABCD1234'.repeat(2)}`,
    `AIza${'a1_-b'.repeat(7)}`,
    `SG.${'a1'.repeat(11)}.${'b2'.repeat(20)}`,
    `https://hooks.slack.com/services/${'T00/B00/x1y2'}`,
    `eyJ${'hbGci'.repeat(3)}.${'eyJz'.repeat(3)}.${'abc1'.repeat(3)}`,
    `AccountKey=${'aB3+'.repeat(10)}==`,
    `-----BEGIN RSA PRIVATE KEY-----\n${'MIIE'.repeat(8)}\n-----END RSA PRIVATE KEY-----`,
    `api_key = "${'9f8e7d6c'.repeat(3)}"`,
    `"client_secret": "${'a1b2c3d4'.repeat(3)}"`,
  ];
  for (const secret of shaped) {
    it(`takes out ${secret.slice(0, 12)}…`, () => {
      const out = redact(`before ${secret} after`);
      assert.match(out, /^before .*\[redacted\].* after$/s);
      const random = secret.split(/[\s"=@:/.]+/).filter((part) => /\d/.test(part) || /(.)\1{5}/.test(part));
      for (const part of random) assert.ok(!out.includes(part), out);
    });
  }

  it('leaves words, code and ids alone', () => {
    const text = [
      'Uses basic authentication, bearer authentication and token verification-steps.',
      'password = "correct horse battery staple"; token = get_token(request)',
      'commit 4686cf8c0c4f10810626247ec2b1eeb7f54cd4f2, secret: string, AKIA is a prefix',
      'api_key: process.env.API_KEY, mailto:ada@example.com',
    ].join('\n');
    assert.equal(redact(text), text);
  });

  it("takes out an address's password however odd its scheme", () => {
    assert.equal(
      redact('git+ssh://ada:pw@host/x and a.b-c+d://u@h'),
      'git+ssh://[redacted]@host/x and a.b-c+d://[redacted]@h',
    );
  });

  it('takes out known values in whatever form they come', () => {
    const secret = 'p@ss/word+1';
    const forms = [
      secret,
      'p@ss/\nword+1',
      'p@ss/word\\n+1',
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
    ];
    for (const form of forms)
      assert.equal(redact(`<${form}>`, [`${secret}\n`]).replace(/=+>/, '>'), '<[redacted]>', form);
    assert.equal(redact('a short one', ['short']), 'a short one');
  });

  it('takes out each of several values, and those of headers', () => {
    const known = ['the-first-key,the-second-key', 'x-api-key=the-vendor-key,x-team=my-own-team'];
    assert.equal(
      redact('the-second-key or the-vendor-key of my-own-team', known),
      '[redacted] or [redacted] of [redacted]',
    );
  });

  it('ends for texts that are made to take for ever', () => {
    for (const text of hostileTexts(200_000)) assert.ok(redact(text, ['a-known-secret']).length > 0);
  });
});
