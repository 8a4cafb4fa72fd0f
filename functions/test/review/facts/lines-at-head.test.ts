import assert from 'node:assert/strict';
import { placesAtHead } from '../../../src/review/facts/lines-at-head.ts';
import { diffOfTexts } from '../../support/findings.ts';
import { randomNumbers } from '../../support/random-numbers.ts';

describe('review/facts lines at head', () => {
  it('follow what stays, whatever comes and goes around it', async () => {
    const random = randomNumbers(7);
    for (let round = 0; round < 60; round++) {
      const before = Array.from({ length: 40 }, (_, at) => `line ${at}`);
      const after = before.flatMap((line, at): string[] => {
        const what = random.below(10);
        return what === 0 ? [] : what === 1 ? [`new ${at}`, line] : what === 2 ? [`other ${at}`] : [line];
      });
      const diffs = await diffOfTexts({ 'a.py': `${before.join('\n')}\n` }, { 'a.py': `${after.join('\n')}\n` });
      const atHead = placesAtHead(diffs);
      for (const [at, line] of before.entries()) {
        const now = after.indexOf(line);
        if (now >= 0) assert.deepEqual(atHead({ path: 'a.py', line: at + 1 }), { path: 'a.py', line: now + 1 }, line);
      }
    }
  });

  it('follow a file that is renamed, and leave others alone', async () => {
    const text = 'a = 1\nb = 2\nc = 3\nd = 4\ne = 5\n';
    const atHead = placesAtHead(await diffOfTexts({ 'a.py': text }, { 'b.py': `import x\n${text}` }));
    assert.deepEqual(atHead({ path: 'a.py', line: 4 }), { path: 'b.py', line: 5 });
    assert.deepEqual(atHead({ path: 'z.py', line: 4 }), { path: 'z.py', line: 4 });
  });
});
