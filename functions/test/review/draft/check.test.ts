import assert from 'node:assert/strict';
import { draftCheck, type CheckInput } from '../../../src/review/draft/check.ts';

const found = (severity: 'critical' | 'high' | 'medium' | 'low', fields: object = {}): CheckInput['found'][number] => ({
  ...{ path: 'a.py', line_start: 3, line_end: 4, side: 'RIGHT', severity, title: 'T', description: 'D' },
  ...fields,
});
const check = (fields: Partial<CheckInput> = {}) =>
  draftCheck({ run: 3, failsFrom: 'high', open: [], found: [], incomplete: [], filesChanged: 2, ...fields });

describe('review/draft/check', () => {
  it('fails from a severity on, and never when it is neutral', () => {
    assert.equal(check().state, 'success');
    assert.equal(check({ open: [found('medium')] }).state, 'success');
    assert.equal(check({ open: [found('high')] }).state, 'failure');
    assert.equal(check({ open: [found('critical')], failsFrom: 'critical' }).state, 'failure');
    assert.equal(check({ open: [found('high')], failsFrom: 'critical' }).state, 'success');
    assert.equal(check({ open: [found('critical')], failsFrom: 'neutral' }).state, 'neutral');
  });

  it('is no success for a review that is not whole', () => {
    const incomplete = ['the model could not be asked'];
    assert.equal(check({ incomplete }).state, 'incomplete');
    assert.equal(check({ incomplete, failsFrom: 'neutral' }).state, 'incomplete');
    assert.equal(check({ incomplete, open: [found('high')] }).state, 'failure');
    assert.match(check({ incomplete }).title, /^Incomplete; No open findings$/);
    assert.match(check({ incomplete }).summary, /- the model could not be asked/);
  });

  it('counts what is open, and shows what was found on lines of the head', () => {
    const open = [found('high'), found('low'), found('low')];
    const { title, annotations, summary } = check({
      open,
      found: [found('high'), found('medium'), found('low', { line_end: 1 }), found('low', { side: 'LEFT' })],
    });
    assert.equal(title, '3 open findings: 1 high, 2 low');
    assert.match(summary, /review run 3 looked at 2 changed files/);
    assert.deepEqual(
      annotations.map(({ startLine, endLine, level }) => [startLine, endLine, level]),
      [
        [3, 4, 'failure'],
        [3, 4, 'warning'],
        [3, 3, 'notice'],
      ],
    );
    assert.equal(check({ found: Array.from({ length: 500 }, () => found('low')) }).annotations.length, 200);
  });

  it('shows no secret', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const drafted = check({ found: [found('low', { title: secret, description: secret })], incomplete: [secret] });
    assert.doesNotMatch(JSON.stringify(drafted), new RegExp(secret));
  });
});
