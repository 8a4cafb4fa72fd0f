/** Facts about a small change, on the resolved graph of its base in memory. */
import assert from 'node:assert/strict';
import type { ChangeFacts } from '../../../src/model/change-facts.ts';
import { changeFacts, withTexts } from '../../support/change-facts.ts';

const BASE = {
  'shop/__init__.py': '',
  'shop/price.py':
    'def total_of(items, tax):\n    return sum(items) + tax\n\n\ndef discount(total):\n    return total / 2\n\n\ndef _hidden(x):\n    return x\n\n\ndef old_name(a):\n    if a:\n        return a * 3\n    return a\n',
  'shop/cart.py':
    'from shop.price import discount, old_name, total_of\n\n\ndef pay(items):\n    return discount(total_of(items, 3))\n\n\ndef rename(a):\n    return old_name(a)\n',
  'tests/test_price.py': 'from shop.price import total_of\n\n\ndef test_total():\n    assert total_of([1], 0) == 1\n',
  'tests/test_other.py': 'def test_other():\n    assert True\n',
};
const HEAD = {
  ...BASE,
  'shop/price.py':
    'def total_of(items, tax, currency):\n    if currency and tax:\n        return 0  # noqa\n    return sum(items) + tax\n\n\ndef new_name(a):\n    if a:\n        return a * 3\n    return a\n\n\ndef added(x):\n    return x + 1\n',
};

describe('review/facts', function () {
  this.timeout(120_000);
  let found: ChangeFacts;
  before(async () => {
    found = await changeFacts(BASE, HEAD);
  });

  it('name what changed, how, and how complex it was and is', () => {
    const shown = found.changed.map(({ qualified_name: name, how, complexity: { before, after } }) => [
      name,
      how,
      before,
      after,
    ]);
    assert.deepEqual(shown.sort(), [
      ['_hidden', 'removed', 1, null],
      ['added', 'added', null, 1],
      ['discount', 'removed', 1, null],
      ['new_name', 'renamed', 2, 2],
      ['total_of', 'modified', 1, 3],
    ]);
    const names = (list: readonly { qualified_name: string }[]) => list.map(({ qualified_name: name }) => name).sort();
    assert.deepEqual(names(found.public_api.added), ['added', 'new_name']);
    assert.deepEqual(names(found.public_api.removed), ['discount', 'old_name']);
    assert.deepEqual(names(found.public_api.changed), ['total_of']);
  });

  it('name callers outside the change, and the calls that no longer fit', () => {
    const direct = found.callers
      .filter(({ distance }) => distance === 1)
      .map(({ of, path, line }) => `${of} ${path}:${line}`);
    assert.deepEqual(direct.sort(), [
      'discount shop/cart.py:5',
      'old_name shop/cart.py:9',
      'total_of shop/cart.py:5',
      'total_of tests/test_price.py:5',
    ]);
    assert.deepEqual(found.broken.map(({ of, path, line, reason }) => `${of} ${path}:${line} ${reason}`).sort(), [
      'discount shop/cart.py:5 it is removed',
      'old_name shop/cart.py:9 it is called new_name now',
      'total_of shop/cart.py:5 gives 2 arguments, and 3 are needed now',
      'total_of tests/test_price.py:5 gives 2 arguments, and 3 are needed now',
    ]);
  });

  it('name the tests to run, the best first, and what silences linters', () => {
    assert.deepEqual(found.tests.map(({ path }) => path), ['tests/test_price.py']); // prettier-ignore
    assert.equal(found.tests[0]?.qualified_name, 'test_total');
    assert.deepEqual(found.suppressions, [{ path: 'shop/price.py', line: 3, text: '# noqa' }]);
  });

  it('take an overload with other parameters for the function that it was', async () => {
    const java = (second: string) => `class A {\n  int f(int a) { return a; }\n  int f(${second}) { return 2; }\n}\n`;
    const { changed } = await changeFacts({ 'A.java': java('String b') }, { 'A.java': java('String b, int c') });
    assert.deepEqual(
      changed.map(({ qualified_name: name, how, signature_changed: other }) => [name, how, other]),
      [['A.f', 'modified', true]],
    );
  });

  it('say nothing of a change without code', async () => {
    const { changed, callers, broken, tests } = await changeFacts(BASE, { ...BASE, 'README.md': 'x\n' });
    assert.deepEqual([changed, callers, broken, tests], [[], [], [], []]);
  });

  it('are of the lines of the merge base, whichever commit the graph is of', async () => {
    const later = withTexts(BASE, {
      'shop/cart.py': `# later\n\n${BASE['shop/cart.py'].replace('def rename(a):\n    return old_name(a)\n', '')}def later(a):\n    return old_name(a) + 1\n`,
    });
    const { callers } = await changeFacts(BASE, HEAD, later);
    const direct = callers.filter(({ distance, path }) => distance === 1 && path === 'shop/cart.py');
    // The call of later() is on no line of the merge base.
    assert.deepEqual(direct.map(({ of, line }) => `${of} ${line}`).sort(), ['discount 5', 'total_of 5']);
  });

  it('say what became of what was moved or renamed', async () => {
    const base = {
      'a.ts':
        'export function shared(list: number[], by: number): number {\n  let sum = 0;\n  for (const one of list) sum += one * by;\n  return sum;\n}\n',
      'use.ts': "import { shared } from './a';\nexport const four = () => shared([1], 4);\n",
    };
    const moved = { 'b.ts': base['a.ts'], 'use.ts': base['use.ts'] };
    const handedOn = await changeFacts(base, { ...moved, 'a.ts': "export { shared } from './b';\n" });
    assert.deepEqual(handedOn.broken, [], 'whoever imports the old file still gets it');
    assert.deepEqual(handedOn.changed.map(({ qualified_name: name, how, path }) => [name, how, path]), [['shared', 'renamed', 'b.ts']]); // prettier-ignore
    const calls = { 'a.ts': base['a.ts'].replace('function shared', 'function common').replace('return sum', 'return sum || shared([], 0)'), 'use.ts': base['use.ts'] }; // prettier-ignore
    const renamed = await changeFacts(base, calls);
    assert.deepEqual(renamed.broken.map(({ reason }) => reason), ['it is called common now'], 'a call hands nothing on'); // prettier-ignore
    const gone = await changeFacts(base, moved);
    assert.deepEqual(gone.broken.map(({ of, path, line, reason }) => `${of} ${path}:${line} ${reason}`).sort(), [
      'a.ts use.ts:1 imports this file, which is b.ts now',
    ]);
  });

  it('say nothing of an import of a package whose other files are there', async () => {
    const go = (name: string) => `package cart\n\nfunc ${name}() int { return 1 }\n`;
    const base = {
      'go.mod': 'module example.com/shop\n',
      'cart/cart.go': go('One'),
      'cart/more.go': go('Two'),
      'main.go': 'package main\n\nimport "example.com/shop/cart"\n\nfunc main() { cart.Two() }\n',
    };
    const { broken } = await changeFacts(
      base,
      withTexts(base, { 'cart/cart.go': undefined, 'cart/one.go': go('One') }),
    );
    assert.deepEqual(broken, []);
    const python = { 'p/__init__.py': '', 'p/a.py': 'def f(): return 1\n', 'u.py': 'from p.a import f\nf()\n' };
    const folder = await changeFacts(python, withTexts(python, { 'p/a.py': undefined, 'p/a/__init__.py': python['p/a.py'] })); // prettier-ignore
    assert.deepEqual(folder.broken, [], 'a package in place of a module');
  });
});
