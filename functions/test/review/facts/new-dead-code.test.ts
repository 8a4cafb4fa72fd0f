/** Functions that a change leaves without a use, by tier, and those that something may call all the same. */
import assert from 'node:assert/strict';
import { changeFacts, withTexts } from '../../support/change-facts.ts';

type Texts = Record<string, string>;

async function dead(base: Texts, changes: Texts): Promise<string[]> {
  const found = (await changeFacts(base, withTexts(base, changes))).dead;
  return found.map(({ path, qualified_name: name, tier }) => `${path} ${name} ${tier}`);
}

describe('review/facts new dead code', function () {
  this.timeout(240_000);

  it('is new and called by nothing, or by tests alone, the surest first', async () => {
    const base = { 'a.py': 'def main():\n    return 1\n', 'tests/test_a.py': 'import a\n' };
    const changes = {
      'a.py': `${base['a.py']}\n\ndef _never():\n    return 2\n\n\ndef _used():\n    return 3\n\n\ndef open_to_all():\n    return _used()\n\n\ndef _tested():\n    return 4\n`,
      'tests/test_a.py': 'import a\n\n\ndef test_it():\n    assert a._tested() == 4\n',
    };
    assert.deepEqual(await dead(base, changes), [
      'a.py _never never_called',
      'a.py _tested tests_only',
      'a.py open_to_all exported',
    ]);
  });

  it('has lost its last use', async () => {
    const base = {
      'a.ts': "import { only, still } from './b';\nexport function run() {\n  return only() + still();\n}\n",
      'b.ts':
        'export function only() {\n  return helper();\n}\nexport function still() {\n  return 1;\n}\nfunction helper() {\n  return 2;\n}\n',
      'c.ts': "import { still } from './b';\nexport const c = () => still();\n",
    };
    assert.deepEqual(await dead(base, { 'a.ts': 'export function run() {\n  return 3;\n}\n' }), ['b.ts only exported']);
    assert.deepEqual(await dead(base, { 'b.ts': base['b.ts'].replace('helper();\n}\nexport', '2;\n}\nexport') }), [
      'b.ts helper never_called',
    ]);
  });

  it('is none in what a base class, a decorator, a runtime or a name in pieces may call', async () => {
    const base = { 'a.py': 'class Base:\n    pass\n', 'b.rb': 'class A\nend\n' };
    const changes = {
      'a.py':
        'class Base:\n    pass\n\n\nclass More(Base):\n    def _hook(self):\n        return 1\n\n    def __len__(self):\n        return 2\n\n\n@register\ndef _handler():\n    return 3\n',
      'b.rb': 'class A\n  def _parse_json\n    1\n  end\n\n  def run(kind)\n    send("_parse_#{kind}")\n  end\nend\n',
    };
    const found = await dead({ ...base, 'c.rb': 'def go(a, kind)\n  a.send("_parse_#{kind}")\nend\n' }, changes);
    assert.deepEqual(found.filter((line) => !line.endsWith('exported')), []); // prettier-ignore
  });

  it('knows what a file keeps to itself: Go, Rust and TypeScript', async () => {
    const found = await dead(
      { 'a.go': 'package a\n\nfunc Run() int { return 1 }\n', 'a.rs': 'pub fn run() -> i32 {\n    1\n}\n', 'a.ts': 'export const run = () => 1;\n' },
      {
        'a.go': 'package a\n\nfunc Run() int { return 1 }\n\nfunc hidden() int { return 2 }\n\nfunc Shown() int { return 3 }\n',
        'a.rs': 'pub fn run() -> i32 {\n    1\n}\n\nfn concealed() -> i32 {\n    2\n}\n',
        'a.ts': 'export const run = () => 1;\n\nfunction obscure() {\n  return 2;\n}\n',
      },
    ); // prettier-ignore
    assert.deepEqual(found, [
      'a.go hidden never_called',
      'a.rs concealed never_called',
      'a.ts obscure never_called',
      'a.go Shown exported',
    ]);
  });
});
