import assert from 'node:assert/strict';
import { summaryLines } from '../../../../local/cli/output/summary.ts';

const place = { name: 'walk', path: 'src/walk.ts', line: 40 };

describe('local/summary', () => {
  it('shows what a job counted, languages by size', () => {
    const stats = {
      files_processed: 1_200,
      files_reused: 0,
      files_skipped: 1,
      functions_found: 1,
      classes_found: 2,
      variables_found: 0,
      imports_found: 3,
      languages: { lua: { files: 1, lines: 10 }, go: { files: 2, lines: 5_000 } },
      calls: {
        go: { sites: 3, resolved: 1, external: 1, ambiguous: 0, unresolved: 1 },
        lua: { sites: 1, resolved: 1, external: 0, ambiguous: 0, unresolved: 0 },
      },
      gaps: {
        kinds: { syntax: { files: 1, count: 4 }, unresolved_calls: { files: 1, count: 1 } },
        files: [{ path: 'src/a.go', language: 'go', kinds: { syntax: 4, unresolved_calls: 1 } }],
        files_total: 1,
      },
      errors: [{ path: 'src/a.go', line: 7, message: 'Syntax error near `{`' }],
      errors_total: 4,
      phase_ms: { files: 1_260, resolve: 40 },
    };
    const complex = [{ ...place, value: '27 (critical)' }];
    const called = [{ ...place, value: '12 callers' }];
    assert.deepEqual(summaryLines(stats, complex, called), [
      '  languages    go 2 files, 5,000 lines',
      '               lua 1 file, 10 lines',
      '  files        1,200 in the graph, 0 reused without parsing, 1 skipped',
      '  symbols      1 function, 2 classes, 0 variables, 3 imports',
      '  calls        4 sites: 2 resolved (50%), 1 external, 0 ambiguous, 1 unresolved',
      '  most complex 27 (critical)    walk  src/walk.ts:40',
      '  most called  12 callers       walk  src/walk.ts:40',
      '  not known    4 syntax errors in 1 file, 1 unresolved call in 1 file, most in src/a.go',
      '  problems     src/a.go:7 Syntax error near `{`',
      '               and 3 more (stats.errors of the job)',
      '  time         files 1.3 s, resolve 0.0 s',
    ]);
  });

  it('leaves out what it is not given', () => {
    assert.deepEqual(summaryLines(null, [], []), [
      '  files        0 in the graph, 0 reused without parsing, 0 skipped',
      '  symbols      0 functions, 0 classes, 0 variables, 0 imports',
    ]);
  });
});
