import assert from 'node:assert/strict';
import { createLinters } from '../../../src/adapters/lint/lint.ts';
import type { SecretReport } from '../../../src/model/secrets.ts';
import { plantedSecrets } from '../../support/planted-secrets.ts';

describe('adapters/find-secrets', function () {
  this.timeout(120_000);
  const linters = createLinters();
  const secrets = plantedSecrets('scanner');
  const [first] = secrets;
  const value = first?.value ?? '';

  /** What is found in each of the texts. */
  async function foundIn(texts: Record<string, string>): Promise<Record<string, string[]>> {
    const given = Object.entries(texts).map(([path, text]) => ({ path, text }));
    const { found, unread } = await linters.findSecrets({ texts: given });
    assert.deepEqual(unread, []);
    return Object.fromEntries(
      given.map(({ path, text }, at) => [
        path,
        found.filter((each) => each.text === at).map(({ start, end }) => text.slice(start, end)),
      ]),
    );
  }

  it('finds each kind by its own rule, with the place where it stands', async () => {
    assert.ok(secrets.length >= 50);
    const lines = secrets.map(({ line }) => line);
    const text = `"""Größe 😀"""\r\n${lines.join('\n\n')}\n`;
    const { found, unread } = await linters.findSecrets({ texts: [{ path: 'a.py', text }] });
    assert.deepEqual(unread, []);
    const missed = secrets.filter(
      (secret) =>
        !found.some(
          ({ rule, start, end }) => rule === secret.rule && text.slice(start, end).includes(secret.value.slice(-12)),
        ),
    );
    assert.deepEqual(
      missed.map(({ rule }) => rule),
      [],
    );
    for (const { start, end, value: told } of found) assert.equal(text.slice(start, end), told);
  });

  it('finds nothing in what only looks like one', async () => {
    const texts = {
      'a.py': 'api_key = os.environ["API_KEY"]\npassword = getpass()\ntoken = "changeme"\nsecret = "${SECRET}"\n',
      'b.ts': 'const key = `${user}-${id}`;\nexport const accessToken = process.env.ACCESS_TOKEN;\n',
      'c.yml': 'uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683\npassword: ${{ secrets.PASSWORD }}\n',
    };
    assert.deepEqual(await foundIn(texts), { 'a.py': [], 'b.ts': [], 'c.yml': [] });
  });

  it('finds what is encoded, at the end of a file, and on a very long line', async () => {
    const encoded = Buffer.from(`token: ${value}\n`).toString('base64');
    const twice = Buffer.from(encoded).toString('base64');
    const found = await foundIn({
      'encoded.py': `A = 1\nB = "${encoded}"\nC = 2\n`,
      'twice.py': `B = "${twice}"`,
      'end.py': `x = 1\ny = "${value}"`,
      'long.js': `${'a=1;'.repeat(30_000)}b="${value}";${'c=2;'.repeat(5_000)}`,
      'surrogate.py': `x = "\ud800 é"\ny = "${value}"\n`,
      'crlf.py': `x = 1\r\ny = "${value}"\r\n`,
    });
    assert.deepEqual(found['end.py'], [value]);
    assert.deepEqual(found['long.js'], [value]);
    assert.deepEqual(found['surrogate.py'], [value]);
    assert.deepEqual(found['crlf.py'], [value]);
    for (const [path, whole] of [
      ['encoded.py', encoded],
      ['twice.py', twice],
    ] as const) {
      assert.equal(found[path]?.length, 1, path);
      assert.ok(whole.includes(found[path]?.[0]?.slice(2, -2) ?? '-'), path);
    }
  });

  it('takes no word of a comment, an ignore file or a configuration for it', async () => {
    const found = await foundIn({
      '.gitleaksignore': 'a.py:github-pat:1\n',
      '.gitleaks.toml': '[allowlist]\npaths = [".*"]\n',
      'a.py': `x = "${value}"  # gitleaks:allow\n`,
    });
    assert.deepEqual(found['a.py'], [value]);
  });

  it('gives up a text that takes too long, and says so', async () => {
    const hurried = createLinters({ runMs: 1 });
    const report: SecretReport = await hurried.findSecrets({ texts: [{ path: 'a.py', text: `x = "${value}"` }] });
    assert.deepEqual(report.found, []);
    assert.deepEqual(
      report.unread.map(({ text, reason }) => [text, reason]),
      [[0, 'the scanner failed: no answer within 1 ms']],
    );
    const late = await createLinters({ totalMs: 0 }).findSecrets({ texts: [{ path: 'a.py', text: value }] });
    assert.deepEqual(late.unread, [{ text: 0, reason: 'the time for it was over' }]);
  });

  it('ends at once when it is told to', async () => {
    const { unread } = await linters.findSecrets({
      texts: [{ path: 'a.py', text: value }],
      signal: AbortSignal.abort(),
    });
    assert.deepEqual(unread, [{ text: 0, reason: 'the scanner failed: stopped' }]);
  });
});
