/** Lines that stand for code that was left out, in the comments of many languages, and lines that only look so. */
import assert from 'node:assert/strict';
import { omissionsIn } from '../../../src/review/place/omissions.ts';

describe('review/omissions', () => {
  it('are known in the comments of every language', () => {
    const marks = [
      '// ',
      '# ',
      '-- ',
      '{- ',
      '/* ',
      '<!-- ',
      '; ',
      '% ',
      '(* ',
      '{/* ',
      '{{!-- ',
      '<%# ',
      '""" ',
      'REM ',
    ];
    const ends: Record<string, string> = {
      ...{
        '{- ': ' -}',
        '/* ': ' */',
        '<!-- ': ' -->',
        '(* ': ' *)',
        '{/* ': ' */}',
        '{{!-- ': ' --}}',
        '<%# ': ' %>',
        '""" ': ' """',
      },
    };
    const words = [
      ...['...', '…', '... existing code ...', 'rest of function unchanged', '(rest of the code)', 'same as before'],
      ...[
        'no changes below',
        '(no changes)',
        'leave the rest',
        'keep the rest as is',
        'keep everything else',
        'the rest stays',
      ],
      ...[
        'your existing logic',
        'etc.',
        'TODO: rest of implementation',
        '(unchanged)',
        '[...]',
        'snip',
        '---- unchanged ----',
      ],
      ...[
        'other props',
        '...other fields',
        'code omitted for brevity',
        'everything else is unchanged',
        'as above',
        'continued',
      ],
      ...[
        'more fields',
        'additional code',
        'existing',
        'unmodified',
        'not shown',
        'as is',
        'keep as is',
        'implementation',
      ],
      ...[
        'TODO: keep existing validation',
        '(same as original)',
        'lines 10-40 unchanged',
        'and so forth',
        '. . .',
        '8< ---',
      ],
      ...['既存のコード', '其余代码不变', 'resto del código', 'restlicher Code', 'reste du code', 'остальной код'],
      ...['remainder of function', 'existing switch cases', 'implementation continues', 'nothing else changes', 'rest'],
    ];
    for (const mark of marks) {
      for (const word of words) {
        const line = `    ${mark}${word}${ends[mark] ?? ''}`;
        assert.deepEqual(omissionsIn(line), [line.trim()]);
      }
    }
  });

  it('are known behind code, and in brackets', () => {
    for (const line of [
      '{# rest of block #}',
      '{% comment %} unchanged {% endcomment %}',
      '//! ...',
      ' * ...',
      'dnl rest',
      '" existing settings',
      "' existing code",
    ])
      // prettier-ignore
      assert.deepEqual(omissionsIn(line), [line.trim()]);
    for (const line of ['return x; // ... existing', 'pass  # ... rest', 'if (x) { ... }', 'f(/* ... */)', '...', '⋮'])
      assert.deepEqual(omissionsIn(line), [line]);
  });

  it('are none that say something of the code, or are code', () => {
    for (const line of [
      ...['// other tests call this method', '# handle the remaining items', '// previous value', '// see RFC 7231'],
      ...['# same origin only', '// existing users keep their plan', '// rest parameters are typed', '# leave early'],
      ...['// keep the connection open', '// no change in the balance is logged', '// continue with the next one'],
      ...['// see the docs above for details', '# remaining time in seconds', '// the rest of them are bots'],
      ...[
        '# This method stays the same for all subclasses of it since they share one table',
        '// returns more than one match',
      ],
      ...['return [...list];', 'f(...args)', 'x = ...', 'def f(): ...', 'type T = [...U];', 'rest = 1', "'a' + rest"],
    ])
      assert.deepEqual(omissionsIn(line), [], line);
  });
});
