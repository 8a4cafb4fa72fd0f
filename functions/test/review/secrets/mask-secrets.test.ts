/** Secrets of a change, masked on both sides, with a scanner that knows them by their form. */
import assert from 'node:assert/strict';
import type { SecretReport, SecretRequest } from '../../../src/model/secrets.ts';
import { selectFiles } from '../../../src/review/diff/changed-files.ts';
import { patchText } from '../../../src/review/diff/hunks.ts';
import { maskSecrets, type MaskedChange } from '../../../src/review/secrets/mask-secrets.ts';
import { secretFindings } from '../../../src/review/secrets/secret-findings.ts';
import { diffOfTexts } from '../../support/findings.ts';
import { createLinters } from '../../../src/adapters/lint/lint.ts';
import { plantedSecrets } from '../../support/planted-secrets.ts';

describe('review/secrets', function () {
  this.timeout(120_000);
  const linters = createLinters();
  const [one = '', two = '', pem = ''] = [0, 5, -1].map((at) => plantedSecrets('mask').at(at)?.value);

  async function maskedChange(
    before: Record<string, string>,
    after: Record<string, string>,
    others: string[] = [],
    findSecrets = linters.findSecrets,
  ): Promise<MaskedChange & { text: string }> {
    const change = await maskSecrets({ linters: { findSecrets }, diffs: await diffOfTexts(before, after), others });
    // Blobs of these trees are named by their text.
    const diffs = change.diffs.map((diff) => ({ ...diff, oldOid: null, newOid: null }));
    return { ...change, text: JSON.stringify({ ...change, diffs, secrets: { ...change.secrets, values: [] } }) };
  }
  const patchOf = ({ diffs }: MaskedChange, path: string) =>
    patchText(diffs.find((diff) => diff.path === path)?.hunks ?? []);

  it('are masked in added, removed and unchanged lines, and in both whole texts', async () => {
    const far = 'x = 1\n'.repeat(20);
    const change = await maskedChange(
      { 'a.py': `OLD = "${one}"\nKEPT = "${two}"\n${far}SAME = "${two}"\n` },
      { 'a.py': `NEW = "${two}"\nKEPT = "${two}"\n${far}SAME = "${two}"\n` },
    );
    assert.match(patchOf(change, 'a.py'), /^-OLD = "REDACTEDx+"\n\+NEW = "REDACTEDx+"\n KEPT = "REDACTEDx+"$/m);
    assert.ok(!change.text.includes(one.slice(4)) && !change.text.includes(two.slice(4)));
    // Told are those of the file at head; which of them are on added lines is known by the hunks.
    assert.deepEqual(
      change.secrets.places.map(({ line_start: line, rule }) => [line, rule]),
      [
        [1, 'gitlab-pat'],
        [2, 'gitlab-pat'],
        [23, 'gitlab-pat'],
      ],
    );
    const { findings } = secretFindings(selectFiles(change.diffs).reviewed, change.secrets.places);
    assert.deepEqual(
      findings.map(({ line_start: line, source, severity, quote, suggestion }) => [
        line,
        source,
        severity,
        quote,
        suggestion,
      ]),
      [[1, 'secrets', 'critical', `NEW = "REDACTED${'x'.repeat(two.length - 8)}"`, null]],
    );
  });

  it('are found in a renamed file by what it adds, and masked by what it had', async () => {
    const body = Array.from({ length: 30 }, (_, at) => `line_${at} = ${at}`).join('\n');
    const change = await maskedChange(
      { 'old.py': `${body}\nA = "${one}"\n` },
      { 'new.py': `${body}\nA = "${one}"\nB = "${two}"\n` },
    );
    assert.equal(change.diffs[0]?.status, 'renamed');
    const { findings } = secretFindings(selectFiles(change.diffs).reviewed, change.secrets.places);
    assert.deepEqual(
      findings.map(({ path, line_start: line }) => [path, line]),
      [['new.py', 32]],
    );
    assert.ok(!change.text.includes(one.slice(4)));
  });

  it('of several lines are one finding, on the first line that is added', async () => {
    const change = await maskedChange(
      {},
      { 'k.py': `A = 1\nPEM = """-----BEGIN RSA PRIVATE KEY-----\n${pem}\n-----END RSA PRIVATE KEY-----"""\n` },
    );
    const { findings } = secretFindings(selectFiles(change.diffs).reviewed, change.secrets.places);
    assert.deepEqual(
      findings.map(({ line_start: from, line_end: to, rule }) => [from, to, rule]),
      [[2, 2, 'private-key']],
    );
    for (const line of pem.split('\n')) assert.ok(!change.text.includes(line));
    assert.equal(change.diffs[0]?.newText?.split('\n').length, 16);
  });

  it('are masked wherever their value stands, also in what else is shown', async () => {
    const change = await maskedChange(
      { 'b.py': 'x = 1\n' },
      { 'a.py': `api_token = "${one}"\n`, 'b.py': `x = 1\nprint("${one}")\n` },
      [`Use ${one}`, 'Nothing'],
    );
    assert.ok(!change.text.includes(one.slice(4)));
    assert.deepEqual(change.others, [`Use REDACTED${'x'.repeat(one.length - 8)}`, 'Nothing']);
    assert.ok(change.secrets.values.includes(one));
  });

  it('are not told where a comment allows them, and masked all the same', async () => {
    const change = await maskedChange({}, { 'a.py': `A = "${one}"  # gitleaks:allow\n` });
    assert.deepEqual(change.secrets.places, []);
    assert.ok(!change.text.includes(one.slice(4)));
  });

  it('in the path of a file keep that file from being shown or named', async () => {
    const change = await maskedChange({}, { [`keys/${one}.py`]: 'x = 1\n', 'a.py': 'y = 1\n' });
    assert.ok(!change.text.includes(one.slice(4)));
    const [hidden] = change.diffs.filter(({ path }) => path !== 'a.py');
    assert.deepEqual([hidden?.unread, hidden?.hunks], ['its path holds a secret', []]);
  });

  it('that could not be looked for keep a file from being shown', async () => {
    const findSecrets = ({ texts }: SecretRequest): Promise<SecretReport> =>
      Promise.resolve({
        found: [],
        unread: texts.flatMap(({ path }, text) => (path === 'bad.py' ? [{ text, reason: 'too long' }] : [])),
      });
    const change = await maskedChange({}, { 'bad.py': `A = "${one}"\nB = 2\n`, 'a.py': 'y = 1\n' }, [], findSecrets);
    assert.ok(!change.text.includes(one.slice(4)));
    assert.deepEqual(change.secrets.unread, [{ path: 'bad.py', reason: 'too long' }]);
    assert.ok(change.fileOf('bad.py')?.isWithheld);
    assert.deepEqual(change.diffs.find(({ path }) => path === 'bad.py')?.additions, 2);
  });
});
