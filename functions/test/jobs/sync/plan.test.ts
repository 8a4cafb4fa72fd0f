import assert from 'node:assert/strict';
import { planSync } from '../../../src/jobs/sync/plan.ts';
import type { TreeEntry } from '../../../src/ports.ts';

const plan = (entries: TreeEntry[]) =>
  planSync(
    entries,
    new Map(),
    () => 'v',
    ({ path }) => (path.endsWith('.md') ? 'no source' : undefined),
  );
const files = (count: number, of: Partial<TreeEntry> & { ending: string }): TreeEntry[] =>
  Array.from({ length: count }, (_, at) => ({ path: `${at}${of.ending}`, oid: 'a', kind: 'file', size: of.size ?? 1 }));

describe('planSync', () => {
  it('refuses more source than can be indexed, whatever else there is', () => {
    assert.equal(
      plan([...files(150_000, { ending: '.py' }), ...files(150_000, { ending: '.md' })]).changed.length,
      150_000,
    );
    assert.throws(() => plan(files(150_001, { ending: '.py' })), { code: 'too_large', message: /150000 source files/ });
    const large = 1_000_000;
    assert.equal(plan(files(4_000, { ending: '.py', size: large })).changed.length, 4_000);
    assert.throws(() => plan(files(4_001, { ending: '.py', size: large })), { code: 'too_large', message: /4 GB/ });
  });
});
