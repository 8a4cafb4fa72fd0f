import assert from 'node:assert/strict';
import { readCases } from './read-cases.ts';

const HEAD = 'What the file is about.\n\n# Calls\n> why\n';
const PROGRAM = '## finds f\n> note\n=== a.py\ndef f(): pass\n\n# a comment\nf()\n';
const TWO_FILES = '## finds f\n=== a.py\ndef f(): pass\n=== pkg/__init__.py\n=== expect\n';

function expectationsOf(lines: string): unknown[] {
  const [group] = readCases('cases/x.txt', `${HEAD}${PROGRAM}=== expect\n${lines}`);
  return group?.cases[0]?.expected.map(({ says }) => says) ?? [];
}

function refusalOf(text: string): string {
  try {
    readCases('cases/x.txt', text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'accepted';
}

describe('case files', () => {
  it('are read with their programs as they stand, and their lines', () => {
    assert.deepEqual(
      readCases(
        'cases/x.txt',
        `${HEAD}\n${PROGRAM}=== expect\na.py --> f\n\n${TWO_FILES.replace('f\n', 'g\n')}no calls\n`,
      ),
      [
        {
          title: 'Calls',
          cases: [
            {
              title: 'finds f',
              files: { 'a.py': 'def f(): pass\n\n# a comment\nf()\n' },
              expected: [
                { at: 14, text: 'a.py --> f', says: { kind: 'call', from: 'a.py', to: 'a.py#f', sites: undefined } },
              ],
            },
            {
              title: 'finds g',
              files: { 'a.py': 'def f(): pass\n', 'pkg/__init__.py': '' },
              expected: [{ at: 21, text: 'no calls', says: { kind: 'no-other-calls' } }],
            },
          ],
        },
      ],
    );
  });

  it('say everything that a graph can be asked', () => {
    assert.deepEqual(expectationsOf('f --> A.m(Int,() -> Void) at 4, 15\nno other calls\n'), [
      { kind: 'call', from: 'a.py#f', to: 'a.py#A.m(Int,() -> Void)', sites: [4, 15] },
      { kind: 'no-other-calls' },
    ]);
    assert.deepEqual(expectationsOf('imports a.py --> module python:os.path\ninherits B --> A\n'), [
      { kind: 'edge', type: 'IMPORTS', from: 'a.py', to: 'module python:os.path' },
      { kind: 'edge', type: 'INHERITS', from: 'a.py#B', to: 'a.py#A' },
    ]);
    assert.deepEqual(expectationsOf('no f --> A.*\nno contains * --> A\nno edge A --> *\nno edge at *X*\n'), [
      { kind: 'no-edge', type: 'CALLS', from: 'a.py#f', to: 'a.py#A.*' },
      { kind: 'no-edge', type: 'CONTAINS', from: '*', to: 'a.py#A' },
      { kind: 'no-edge', type: undefined, from: 'a.py#A', to: '*' },
      { kind: 'no-edge-at', end: 'a.py#*X*' },
    ]);
    assert.deepEqual(expectationsOf('functions f 1, f.g 2\nnode f at 3 with @d(1) @e\nnode f at 1\n'), [
      { kind: 'functions', are: ['f 1', 'f.g 2'] },
      { kind: 'node', id: 'a.py#f', line: 3, decorators: ['@d(1)', '@e'] },
      { kind: 'node', id: 'a.py#f', line: 1, decorators: [] },
    ]);
    assert.deepEqual(expectationsOf('counts a.py: 4 sites, 2 resolved, 1 external, 0 ambiguous, 1 unresolved\n'), [
      { kind: 'counts', path: 'a.py', are: { sites: 4, resolved: 2, external: 1, ambiguous: 0, unresolved: 1 } },
    ]);
  });

  const wrong: [what: string, text: string, message: RegExp][] = [
    [
      'an expectation that is none',
      `${HEAD}${PROGRAM}=== expect\nf calls g\n`,
      /^cases\/x\.txt:13: "f calls g" is no expectation/,
    ],
    [
      'an unknown type of edge',
      `${HEAD}${PROGRAM}=== expect\nextends B --> A\n`,
      /^cases\/x\.txt:13: "extends" is no type of edge: write contains,/,
    ],
    [
      'a wrong count',
      `${HEAD}${PROGRAM}=== expect\ncounts a.py: 4 sites\n`,
      /^cases\/x\.txt:13: "4 sites" are no counts/,
    ],
    [
      'counts of another file',
      `${HEAD}${PROGRAM}=== expect\ncounts b.py: 4 sites\n`,
      /^cases\/x\.txt:13: "b\.py" is no path/,
    ],
    ['a wrong node', `${HEAD}${PROGRAM}=== expect\nnode f\n`, /^cases\/x\.txt:13: "f" is no node/],
    [
      'a function without complexity',
      `${HEAD}${PROGRAM}=== expect\nfunctions f\n`,
      /^cases\/x\.txt:13: "f" is no function/,
    ],
    [
      'a path that is not needed',
      `${HEAD}${PROGRAM}=== expect\na.py#f --> g\n`,
      /^cases\/x\.txt:13: .*leave "a\.py#" out/,
    ],
    ['a name without its path', `${HEAD}${TWO_FILES}f --> a.py#f\n`, /^cases\/x\.txt:10: "f" begins with no path/],
    [
      'no calls below calls',
      `${HEAD}${PROGRAM}=== expect\nf --> g\nno calls\n`,
      /^cases\/x\.txt:14: .*"no other calls"/,
    ],
    ['no other calls below none', `${HEAD}${PROGRAM}=== expect\nno other calls\n`, /^cases\/x\.txt:13: .*"no calls"/],
    [
      'a call below the last',
      `${HEAD}${PROGRAM}=== expect\nno calls\nf --> g\n`,
      /^cases\/x\.txt:14: the calls of a case stand above/,
    ],
    ['a case without expectations', `${HEAD}${PROGRAM}`, /^cases\/x\.txt:12: the case "finds f" expects nothing/],
    ['expectations without a file', `${HEAD}## t\n=== expect\nno calls\n`, /^cases\/x\.txt:6: a case has files/],
    [
      'a file behind expectations',
      `${HEAD}${PROGRAM}=== expect\nno calls\n=== b.py\n`,
      /^cases\/x\.txt:14: what is expected ends a case/,
    ],
    ['two files of one path', `${HEAD}${PROGRAM}=== a.py\n`, /^cases\/x\.txt:12: the case has a file a\.py already/],
    [
      'two cases of one title',
      `${HEAD}${PROGRAM}=== expect\nno calls\n${PROGRAM}`,
      /^cases\/x\.txt:14: there is a case "finds f" already/,
    ],
    ['a mark without a path', `${HEAD}## t\n===\n`, /^cases\/x\.txt:6: a file begins with "=== path"/],
    ['a line outside of files', `${HEAD}f --> g\n`, /^cases\/x\.txt:5: "f --> g" is no part of a case/],
    ['a case outside of groups', '## t\n', /^cases\/x\.txt:1: a case stands in a group/],
    ['a file outside of cases', `${HEAD}=== a.py\n`, /^cases\/x\.txt:5: a file stands in a case/],
    ['a group without a case', `${HEAD}# more\n`, /^cases\/x\.txt:5: the group "Calls" has no case/],
    ['a file without a group', 'Nothing.\n', /^cases\/x\.txt:2: there is no group/],
  ];
  for (const [what, text, message] of wrong)
    it(`refuse ${what}, and say where it stands`, () => {
      assert.match(refusalOf(text), message);
    });
});
