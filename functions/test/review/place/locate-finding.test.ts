/** Quotes as models write them, and the lines that are meant. */
import assert from 'node:assert/strict';
import type { SourcedFinding } from '../../../src/model/findings.ts';
import { place } from '../../support/findings.ts';

const CODE = `def total(items):
    result = 0
    for item in items:
        result += item.price
        log("added", item)
    name = 'Ada\\'s "best" cart'
    if result < 0 and name:
        return None
    return result
`;

async function placeAt(code: string, finding: Partial<SourcedFinding>, before = ''): Promise<string> {
  const [placed] = await place({ 'a.py': before }, { 'a.py': code }, [finding]);
  assert.ok(placed);
  const { label, line_start: start, line_end: end, reason } = placed;
  return `${label} ${start}-${end}${label === 'inline' ? '' : `: ${reason ?? ''}`}`;
}

describe('review/locate-finding', () => {
  it('finds quotes whose middle was left out, within the stated lines', async () => {
    for (const mark of ['    # ...', '    # ... existing code ...', '...', '    …', '    # [...]', '// ...']) {
      const quote = `def total(items):\n${mark}\n    return result`;
      assert.equal(await placeAt(CODE, { quote, line_start: 1, line_end: 9 }), 'inline 1-9', mark);
    }
    const twice = `def total(items):\n    # ...\n        log("added", item)\n    # ...\n    return result`;
    assert.equal(await placeAt(CODE, { quote: twice, line_start: 1, line_end: 9 }), 'inline 1-9');
    assert.equal(await placeAt(CODE, { quote: 'if result < 0 ...:', line_start: 7 }), 'inline 7-7');
  });

  it('finds quotes with typographic signs, entities and escapes, within the stated lines', async () => {
    for (const quote of [
      'log(“added”, item)',
      'log(&quot;added&quot;, item)',
      'log(\\"added\\", item)',
      'log(„added“,\u00a0item)',
    ]) {
      assert.equal(await placeAt(CODE, { quote, line_start: 5 }), 'inline 5-5', quote);
    }
    assert.equal(await placeAt(CODE, { quote: 'if result &lt; 0 and name:', line_start: 7 }), 'inline 7-7');
    assert.equal(
      await placeAt(CODE, { quote: 'result = 0\\n    for item in items:', line_start: 2, line_end: 3 }),
      'inline 2-3',
    );
  });

  it('reads the forms in which people and models write a path, where one changed file alone can be meant', async () => {
    const files = { 'src/a.ts': 'const a = 1;\n', 'lib/b.ts': 'const b = 1;\n' };
    const at = async (path: string, quote: string) => {
      const [placed] = await place({}, files, [{ path, quote }]);
      return `${placed?.label} ${placed?.path}${placed?.label === 'dropped' ? `: ${placed.reason}` : ''}`;
    };
    for (const form of [
      'src/a.ts:1',
      'src/a.ts:1-3',
      'src/a.ts#L1',
      '`src/a.ts`',
      'src\\a.ts',
      'shop/src/a.ts',
      'src/A.ts',
    ])
      assert.equal(await at(form, 'const a = 1;'), 'inline src/a.ts', form);
    for (const form of ['rc/a.ts', 'src/a.tsx', 'src'])
      assert.equal(await at(form, 'const c = 1;'), `dropped ${form}: there is no file ${form}`);
  });

  it('finds quotes between marks of code, and with other line breaks, within the stated lines', async () => {
    assert.equal(await placeAt(CODE, { quote: '`log("added", item)`', line_start: 5 }), 'inline 5-5');
    const call = 'def f():\n    return compute(\n        first,\n        second,\n    )\n';
    const flat = 'return compute(first, second,)';
    assert.equal(await placeAt(call, { quote: flat, line_start: 2, line_end: 5 }), 'inline 2-5');
    assert.equal(await placeAt(call, { quote: flat, line_start: 1, line_end: 1 }), 'dropped 1-1: its quote is not in the file'); // prettier-ignore
    const wide = 'def g():\n    return compute(first, second)\n';
    assert.equal(
      await placeAt(wide, { quote: 'return compute(\n    first,\n    second)', line_start: 2 }),
      'inline 2-2',
    );
    assert.match(await placeAt(wide, { quote: 'return compute(\n    first,\n    third)', line_start: 2 }), /^dropped/);
  });

  it('puts a quote with a gap into the walkthrough when its parts are elsewhere, and drops one that is invented', async () => {
    const far = `${CODE}${'x = 1\n'.repeat(60)}`;
    const quote = `def total(items):\n    # ...\n    return nothing`;
    assert.match(await placeAt(far, { quote, line_start: 40, line_end: 44 }), /^outside_diff .*leaves something out/);
    assert.match(
      await placeAt(far, { quote: 'def invented():\n    # ...\n    return 7', line_start: 1, line_end: 9 }),
      /^dropped/,
    );
    assert.match(await placeAt(far, { quote: 'log(“other”, thing)', line_start: 5 }), /^dropped/);
  });

  it('takes the near one of equal lines, not the changed one', async () => {
    const lines = Array.from({ length: 300 }, (_, at) => `value_${at} = ${at}\n`);
    lines[199] = 'same = call()\n';
    const before = lines.join('');
    const after = [...lines.slice(0, 9), 'same = call()\n', ...lines.slice(9)].join('');
    const quote = 'same = call()';
    assert.match(await placeAt(after, { quote, line_start: 201 }, before), /^outside_diff 201-201/);
    assert.match(await placeAt(after, { quote, line_start: 199 }, before), /^outside_diff 201-201/);
    assert.equal(await placeAt(after, { quote, line_start: 12 }, before), 'inline 10-10');
    // Far from both, the changed one is meant.
    assert.equal(await placeAt(after, { quote, line_start: 100 }, before), 'inline 10-10');
  });

  it('takes a number for a line number only where it is one', async () => {
    const code = 'codes = {\n    403: "forbidden",\n    404: "not found",\n}\nx = "not found",\n';
    assert.equal(await placeAt(code, { quote: '    404: "not found",', line_start: 3 }), 'inline 3-3');
    assert.equal(await placeAt(code, { quote: '3:     404: "not found",', line_start: 3 }), 'inline 3-3');
    assert.match(await placeAt(code, { quote: '404: x = "not found",', line_start: 3 }), /^dropped/);
  });

  it('says truly why a finding on a file that is not reviewed is dropped', async () => {
    const files = { 'a.py': 'x = 1\n', 'ci.yml': 'run: all\n', 'logo.png': '\0png', 'go.mod': 'module x\n' };
    const before = { 'a.py': '', 'ci.yml': 'run: some\n', 'logo.png': '\0', 'go.mod': 'module y\n' };
    for (const [path, quote] of [
      ['logo.png', '\u2030PNG'],
      ['ci.yml', 'nothing like it'],
    ] as const) {
      const [placed] = await place(before, files, [{ path, quote, line_start: 1 }], {
        reasonNotReviewed: (asked) => (asked === 'ci.yml' ? 'unsupported language' : undefined),
      });
      assert.equal(placed?.label, 'dropped');
      assert.equal(placed.reason, `${path} is not reviewed (${path === 'ci.yml' ? 'unsupported language' : 'binary'})`);
    }
    // Whatever the finding quotes, or nothing: nobody has read the file, and its lines are not to be shown.
    const reason = 'unsupported language';
    for (const quote of ['run: all', '', 'x = 1']) {
      for (const path of ['ci.yml', 'b/ci.yml', './ci.yml']) {
        const [placed] = await place(before, files, [{ path, quote, line_start: 1 }], {
          reasonNotReviewed: (asked) => (asked === 'ci.yml' ? reason : undefined),
        });
        assert.deepEqual([placed?.label, placed?.reason], ['dropped', `ci.yml is not reviewed (${reason})`], `${path} ${quote}`); // prettier-ignore
      }
    }
    const [unchanged] = await place(before, { ...files, 'ci.yml': 'run: some\n' }, [{ path: 'ci.yml', quote: 'run: some' }], { reasonNotReviewed: () => reason }); // prettier-ignore
    assert.equal(unchanged?.reason, `ci.yml is not reviewed (${reason})`);
    const [unread] = await place({}, { 'a.py': 'x\n' }, [{ path: 'big.bin', quote: 'x = 1' }], {
      hasPath: () => true,
      readHead: () => Promise.resolve(undefined),
    });
    assert.equal(unread?.reason, 'big.bin could not be read: no text, or too large');
  });
});
