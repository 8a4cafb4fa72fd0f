import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withFiles } from '../../../src/adapters/lint/lint-tool.ts';
import { runWasi } from '../../../src/adapters/lint/run-wasi.ts';
import { secretCandidates } from '../../../src/adapters/lint/secret-candidates.ts';
import { plantedSecrets } from '../../support/planted-secrets.ts';

const GITLEAKS = fileURLToPath(new URL('../../../linters/gitleaks/gitleaks.wasm.br', import.meta.url));

/** Ways in which a secret stands in a file. */
const WAYS: ((line: string, value: string) => string)[] = [
  (line) => line,
  (_, value) => `api_key:\n    "${value}"`,
  (_, value) => `client.connect(user, secret_token='${value}', retries=3)`,
  (_, value) => `{"access_token" : "${value}", "n": 1}`,
  (_, value) => `curl -X POST \\\n  -H "Authorization: Bearer ${value}" \\\n  https://host.test/`,
  (_, value) => `export API_KEY=${value} # set`,
  (_, value) => `url = "https://host.test/?token=${value}&x=1"`,
  (_, value) => `blob = "${Buffer.from(`password: ${value}`).toString('base64')}"`,
];
const AROUND = [
  'def total(items):',
  '    return sum(item.price for item in items)',
  '',
  '# Nothing of note',
  'print(1)',
];

describe('adapters/secret-candidates', function () {
  this.timeout(120_000);

  /** What the scanner finds in each text: rules and secrets. */
  const found = (texts: readonly { path: string; text: string }[]) =>
    withFiles([], async (folder) => {
      writeFileSync(join(folder, 'texts.json'), JSON.stringify({ decode: 3, texts }));
      const run = await runWasi({ program: GITLEAKS, folder, args: ['/src/texts.json'], timeoutMs: 100_000 });
      assert.ok(run.status === 'ended' && run.code === 0);
      const told = JSON.parse(run.stdout) as { text: number; rule: string; secret: string }[];
      return told.map(({ text, rule, secret }) => `${text} ${rule} ${secret}`).sort();
    });

  it('hold all that is found in the whole texts', async () => {
    const texts = plantedSecrets('candidates').map(({ line, value }, at) => {
      const way = WAYS[at % WAYS.length] ?? WAYS[0];
      const lines = [...AROUND, ...(way?.(line, value) ?? line).split('\n'), ...AROUND];
      return { path: 'a.py', text: lines.join('\n') };
    });
    const whole = await found(texts);
    assert.ok(whole.length >= texts.length / 2, `${whole.length} of ${texts.length}`);
    const given = texts.map(({ path, text }) => ({ path, text: secretCandidates(path, text)?.text ?? '' }));
    assert.deepEqual(await found(given), whole);
  });

  it('are no lines of what holds nothing', () => {
    const plain = `${AROUND.join('\n')}\nimport { token } from './token.ts';\nkey = items[0].key\nmax_tokens = 100\n`;
    assert.equal(secretCandidates('a.py', plain), undefined);
    assert.equal(secretCandidates('a.py', ''), undefined);
  });

  it('know where they stand in the whole text', () => {
    const value = plantedSecrets('places')[0]?.value ?? '';
    const text = `${'x = 1\n'.repeat(50)}a = "${value}"\n${'y = 2\n'.repeat(50)}b = "é${value}"`;
    const lines = secretCandidates('a.py', text);
    assert.ok(lines !== undefined && lines.text.length < text.length / 2);
    const at = [lines.text.indexOf(value), lines.text.lastIndexOf(value)];
    assert.deepEqual(
      at.map((offset) => lines.originalOf(offset)),
      [text.indexOf(value), text.lastIndexOf(value)],
    );
  });

  it('are those of the lines that are asked about', () => {
    const value = plantedSecrets('asked')[0]?.value ?? '';
    const text = `a = "${value}"\nx = 1\nx = 2\nx = 3\nb = "${value}"\n`;
    const parts = (...lines: [number, number][]) =>
      secretCandidates('a.py', text, lines)
        ?.text.split('\n')
        .filter((line) => line.includes('='));
    assert.deepEqual(parts([5, 5]), [`b = "${value}"`]);
    assert.deepEqual(parts([1, 2], [4, 5])?.length, 2);
    assert.equal(parts([2, 4]), undefined);
    assert.equal(parts(), undefined);
  });

  it('are found in texts that are made to take for ever', () => {
    const tried = ['=', 'key=', 'ey.', 'a1b2c3=', '-----BEGIN PRIVATE KEY', 'curl ', '%41', 'password:', '\\u0041'];
    // Whatever is slow here ends the test.
    const hold = tried.filter((part) => secretCandidates('a.py', part.repeat(500_000 / part.length)) !== undefined);
    assert.deepEqual(
      hold,
      tried.slice(1).filter((part) => part !== 'a1b2c3='),
    );
  });
});
