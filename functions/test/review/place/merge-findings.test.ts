import assert from 'node:assert/strict';
import type { SourcedFinding } from '../../../src/model/findings.ts';
import { fingerprintsOf } from '../../../src/review/place/fingerprint.ts';
import { mergeFindings } from '../../../src/review/place/merge-findings.ts';
import type { PlacedFinding } from '../../../src/review/place/place-findings.ts';
import { findingOf, place } from '../../support/findings.ts';
import { randomNumbers } from '../../support/random-numbers.ts';

function placed(given: Partial<SourcedFinding>, at: Partial<PlacedFinding> = {}): PlacedFinding {
  const finding = findingOf(given);
  const { path, side, line_start, line_end } = finding;
  const where = { path, side, line_start, line_end, hunk: 0, snippet: 'total += item.price' };
  return {
    finding,
    label: 'inline',
    reason: null,
    ...where,
    suggestion: null,
    committable: false,
    unverified: [],
    ...at,
  };
}

const LINE = { line_start: 12, line_end: 12 };
/** One bug in the words of three. */
const SAME = [
  {
    ...LINE,
    title: 'Quantity is ignored in total',
    description: 'Each item price is added once, its quantity never counts.',
    severity: 'high',
  },
  {
    line_start: 11,
    line_end: 13,
    title: 'Total misses quantities',
    description: 'The price of an item must be multiplied by its quantity.',
    severity: 'critical',
    confidence: 8,
  },
  {
    ...LINE,
    title: 'Wrong total for several items',
    description: 'Adding item.price ignores how many: the quantity is dropped.',
    severity: 'medium',
  },
] as const;

describe('review/merge-findings', () => {
  it('makes one of three that say the same in other words, with the highest severity and confidence', () => {
    const { kept, merged } = mergeFindings(SAME.map((one) => placed(one)));
    assert.deepEqual(kept.map(({ finding }) => [finding.title, finding.severity, finding.confidence]), [['Total misses quantities', 'critical', 9]]); // prettier-ignore
    assert.equal(merged.length, 2);
    assert.ok(merged.every(({ into }) => into === kept[0]));
  });

  it('keeps apart what is about something else, elsewhere, or on the other side', () => {
    const others = [
      { ...LINE, title: 'Floating point money', description: 'Sums of floats round badly; use integers of cents.' },
      { ...SAME[0], line_start: 40, line_end: 40 },
      { ...SAME[0], path: 'b.py' },
      { ...SAME[0], side: 'LEFT' as const },
    ];
    const { kept, merged } = mergeFindings([SAME[0], ...others].map((one) => placed(one)));
    assert.deepEqual([kept.length, merged.length], [5, 0]);
  });

  it('merges across categories only what is very alike', () => {
    const security = { ...SAME[0], category: 'security' as const };
    assert.equal(mergeFindings([placed(SAME[0]), placed(security)]).kept.length, 1);
    const slow = {
      ...LINE,
      title: 'Slow total',
      description: 'Each price is loaded by a query of its own.',
      category: 'performance' as const,
    };
    assert.equal(mergeFindings([placed(SAME[0]), placed(slow)]).kept.length, 2);
  });

  it('keeps apart two causes on one line whose words are those of the line', () => {
    const snippet = "const LANGUAGES = (process.env.LANGUAGES || 'tr,en').split(',');";
    const causes = [
      {
        ...LINE,
        title: 'LANGUAGES keeps whitespace and empty entries',
        description: 'Splitting process.env.LANGUAGES by commas keeps whitespace and empty entries as languages.',
      },
      {
        ...LINE,
        title: 'Default of LANGUAGES mismatches the documented one',
        description: "process.env.LANGUAGES falls back to 'tr,en', while the documents promise English alone.",
      },
    ];
    assert.equal(mergeFindings(causes.map((one) => placed(one, { snippet }))).kept.length, 2);
    // One agent that speaks twice means two things, unless it repeats itself.
    const [first, second] = SAME;
    const alike = [first, { ...second, ...LINE }].map((one) => placed({ ...one, by: 'generalist' }));
    assert.equal(mergeFindings(alike).kept.length, 2);
    assert.equal(mergeFindings([first, first].map((one) => placed({ ...one, by: 'generalist' }))).kept.length, 1);
  });

  /** Code; title and description of two specialists each. */
  const CAUSES: [snippet: string, one: [string, string], other: [string, string]][] = [
    ['defer f.Close()', ['Error of Close is ignored', 'For files that are written, Close can return an error that means data was lost.'], ['Files stay open until the function returns', 'The defer is within a loop, so all files stay open until the function returns.']], // prettier-ignore
    ['password == stored', ['Timing attack', 'Comparing the password with == takes longer the more characters agree; use a constant-time comparison.'], ['Passwords are stored in plain text', 'The stored value is compared as it is, so passwords are in the database unhashed.']], // prettier-ignore
    ['cache[key] = value', ['Race condition on cache', 'Two threads write the cache at the same time without a lock.'], ['Cached value is mutable', 'Callers get the same object and change it, so the cache holds what they changed.']], // prettier-ignore
    ['for i in range(0, len(items)):', ['Loop starts at the wrong index', 'Items are numbered from one in the caller, so the first item is processed twice.'], ['Loop mutates the list it iterates over', 'Items are removed from the list inside the loop, so every second item is skipped.']], // prettier-ignore
    ['char buf[16]; strcpy(buf, name);', ['Buffer overflow', 'name may be longer than 15 characters, and strcpy writes past buf.'], ['Buffer is returned to the caller', 'buf lives on the stack, and the pointer that is returned later is dangling.']], // prettier-ignore
    ['retry(5, () => send(mail))', ['Mail may be sent twice', 'A timeout after the server took the mail leads to a retry that sends it again.'], ['No wait between retries', 'The five retries follow each other at once, and a busy server is only made busier.']], // prettier-ignore
    ['resp, err := http.Get(url)', ['Response body is never closed', 'The response of http.Get holds a connection until its body is closed; this leaks one connection per call.'], ['No timeout on the HTTP request', 'http.Get uses the default client, which has no timeout; a slow server blocks the goroutine forever.']], // prettier-ignore
  ];
  const REPEATED: typeof CAUSES = [
    ['resp, err := http.Get(url)', ['Response body leak', 'The body of resp is never closed, so connections leak.'], ['resp.Body is not closed', 'Missing defer resp.Body.Close() leaks the connection.']], // prettier-ignore
    ['user.profile.name', ['Null dereference', 'profile can be null for new users.'], ['profile may be undefined', 'For new users profile is null, so reading name throws.']], // prettier-ignore
    ['md5(password)', ['MD5 is too weak for passwords', 'Use bcrypt or argon2.'], ['Weak password hash', 'md5 is fast to brute-force; use argon2 or bcrypt.']], // prettier-ignore
    ['let x = v[i + 1];', ['Index out of bounds', 'For the last i, i + 1 is past the end of v.'], ['Off by one', 'i + 1 is out of bounds at the last element and panics.']], // prettier-ignore
    ['res.redirect(req.query.next)', ['Open redirect', 'next is taken from the query, so a link can lead to any site.'], ['Unvalidated redirect target', 'req.query.next can lead to a foreign site; allow only local paths.']], // prettier-ignore
    ['mutex.Lock()', ['Mutex is never unlocked on the error path', 'The early return leaves the mutex locked and the next call deadlocks.'], ['Deadlock after an error', 'When the function returns early, mutex stays locked.']], // prettier-ignore
  ];
  for (const [pairs, count] of [
    [CAUSES, 2],
    [REPEATED, 1],
  ] as const)
    // prettier-ignore
    for (const [snippet, ...said] of pairs)
      it(`finds ${count === 1 ? 'one cause' : 'two causes'} in what is said of ${snippet}`, () => {
        const both = said.map(([title, description], at) =>
          placed({ ...LINE, title, description, by: `specialist ${at}` }, { snippet }),
        );
        assert.equal(mergeFindings(both).kept.length, count);
      });

  it('prints one explanation beside a linter’s, however many specialists have one', () => {
    const lint = placed({
      ...LINE,
      title: 'bare except',
      source: 'python_linter',
      rule: 'E722',
      description: 'Rule E722.',
    });
    const said = 'The bare except swallows every error.';
    const models = ['correctness', 'security', 'design'].map((by) =>
      placed({ ...LINE, title: 'Bare except swallows errors', description: said, by }),
    );
    const [one, ...more] = mergeFindings([lint, ...models]).kept;
    assert.deepEqual([one?.finding.description, more], [`${said}\n\nRule E722.`, []]);
  });

  it('lets a linter tell its own findings apart', () => {
    const lint = { ...LINE, source: 'python_linter', rule: 'F401', title: 'unused import' } as const;
    const all = [
      placed(lint),
      placed(lint),
      placed({ ...lint, rule: 'E501' }),
      placed({ ...lint, title: 'unused import os' }),
    ];
    assert.equal(mergeFindings(all).kept.length, 3);
  });

  it('takes a model’s finding into the linter’s that means the same, with its words and severity', () => {
    const lint = placed({
      ...LINE,
      title: 'Do not use bare `except`',
      description: 'Python linter, rule E722.',
      severity: 'medium',
      confidence: 10,
      source: 'python_linter',
      rule: 'E722',
    });
    const model = placed(
      {
        ...LINE,
        title: 'Every error is swallowed here',
        description: 'The caller goes on as if all were well.',
        severity: 'critical',
      },
      { suggestion: 'except KeyError:', committable: true },
    );
    for (const both of [
      [lint, model],
      [model, lint],
    ]) {
      const { kept, merged } = mergeFindings(both);
      assert.deepEqual([kept.length, merged.length], [1, 1]);
      const [one] = kept;
      assert.deepEqual([one?.finding.rule, one?.finding.severity, one?.suggestion, one?.committable], ['E722', 'critical', 'except KeyError:', true]); // prettier-ignore
      assert.equal(one?.finding.description, 'The caller goes on as if all were well.\n\nPython linter, rule E722.');
    }
    // Its name is that of the run in which the model said nothing.
    assert.deepEqual(fingerprintsOf(mergeFindings([lint, model]).kept), fingerprintsOf([lint]));
  });

  it('keeps apart a rule and a finding of another kind on one line', () => {
    const lint = { ...LINE, title: '`os` imported but unused', source: 'python_linter', rule: 'F401' } as const;
    const model = { ...LINE, title: 'Path traversal', description: 'The name may lead out of the folder.' };
    assert.equal(mergeFindings([placed(lint), placed(model)]).kept.length, 2);
  });

  it('gives the same for every order', () => {
    const random = randomNumbers(3);
    const all = [...SAME, { ...LINE, title: 'Other', description: 'else' }, { path: 'b.py', title: 'Third' }].map(
      (one) => placed(one),
    );
    const expected = mergeFindings(all).kept;
    for (let round = 0; round < 50; round++) assert.deepEqual(mergeFindings(random.shuffled(all)).kept, expected);
  });

  it('merges nothing into what was dropped', () => {
    const dropped = placed(SAME[0], { label: 'dropped', reason: 'no such file' });
    assert.equal(mergeFindings([dropped, placed(SAME[1])]).kept.length, 2);
  });
});

describe('review/fingerprint', () => {
  const code = 'def f():\n    total = compute()\n    return total\n';
  const nameIn = async (before: string, after: string, given: Partial<SourcedFinding> = {}) => {
    const found = await place({ 'a.py': before }, { 'a.py': after }, [{ quote: 'total = compute()', ...given }]);
    assert.equal(found[0]?.label, 'inline');
    return fingerprintsOf(found)[0];
  };

  it('stays when lines are added above and when a model words it otherwise', async () => {
    const first = await nameIn('', code);
    assert.equal(
      await nameIn('', `import os\n\n${code}`, { title: 'Said otherwise', description: 'x', severity: 'low' }),
      first,
    );
    assert.equal(await nameIn('', code.replace('    total', '        total')), first);
  });

  it('is another one for other code, another file, kind or rule', async () => {
    const names = [
      await nameIn('', code),
      await nameIn('', code, { quote: 'return total' }),
      await nameIn('', code, { category: 'style' }),
      await nameIn('', code, { source: 'python_linter', rule: 'F841', line_start: 2 }),
      await nameIn('', code, { source: 'python_linter', rule: 'F842', line_start: 2 }),
    ];
    assert.equal(new Set(names).size, names.length);
  });

  it('tells equal lines apart by their order, whatever the order of the findings', async () => {
    const twice = 'import os\nimport os\n';
    const lint = { source: 'python_linter', rule: 'F811', quote: '' } as const;
    const found = await place({ 'a.py': '' }, { 'a.py': twice }, [
      { ...lint, line_start: 2 },
      { ...lint, line_start: 1 },
    ]);
    const names = fingerprintsOf(found);
    assert.equal(new Set(names).size, 2);
    assert.deepEqual(fingerprintsOf([...found].reverse()), [...names].reverse());
  });
});
