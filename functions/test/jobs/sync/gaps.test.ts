import assert from 'node:assert/strict';
import { gapsOf, gapsSchema, type FileGaps } from '../../../src/jobs/sync/gaps.ts';
import type { Problem } from '../../../src/model/facts.ts';

const calls = (unresolved: number, ambiguous = 0) => {
  const sites = unresolved + ambiguous + 3;
  return { sites, resolved: 2, external: 1, ambiguous, unresolved };
};

function file(path: string, own: FileGaps['calls'], ...kinds: NonNullable<Problem['kind']>[]): FileGaps {
  const problems = kinds.map((kind): Problem => ({ path, line: null, message: 'it is so', kind }));
  return { path, language: 'python', calls: own, problems };
}

describe('gapsOf', () => {
  it('counts what is not known by kind and file, the worst file first', () => {
    const gaps = gapsOf([
      file('whole.py', calls(0)),
      file('calls.py', calls(9, 2)),
      file('broken.py', calls(1), 'syntax', 'syntax'),
      file('cut.py', undefined, 'partly_extracted'),
    ]);
    assert.deepEqual(gapsSchema.parse(gaps), {
      kinds: {
        partly_extracted: { files: 1, count: 1 },
        syntax: { files: 1, count: 2 },
        unresolved_calls: { files: 2, count: 10 },
        ambiguous_calls: { files: 1, count: 2 },
      },
      files: [
        { path: 'cut.py', language: 'python', kinds: { partly_extracted: 1 } },
        { path: 'broken.py', language: 'python', kinds: { syntax: 2, unresolved_calls: 1 } },
        { path: 'calls.py', language: 'python', kinds: { unresolved_calls: 9, ambiguous_calls: 2 } },
      ],
      files_total: 3,
    });
  });

  it('shows some of many, and counts all', () => {
    const gaps = gapsOf(Array.from({ length: 300 }, (_, at) => file(`${'文'.repeat(4_000)}${at}.py`, calls(1))));
    assert.deepEqual([gaps.files.length, gaps.files_total], [100, 300]);
    assert.deepEqual(gaps.kinds, { unresolved_calls: { files: 300, count: 300 } });
    // Firestore's limit for a document is 1 MiB.
    assert.ok(Buffer.byteLength(JSON.stringify(gaps)) < 500_000);
  });

  it('knows what was stored before kinds were told', () => {
    const problem = { path: 'old.py', line: 3, message: 'Syntax error near `def`' };
    assert.deepEqual(gapsOf([{ path: 'old.py', language: 'python', calls: undefined, problems: [problem] }]).kinds, {
      syntax: { files: 1, count: 1 },
    });
  });
});
