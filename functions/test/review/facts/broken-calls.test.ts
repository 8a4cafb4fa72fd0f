/** Calls that no longer fit, in several languages; and what looks like one and is none. */
import assert from 'node:assert/strict';
import { changeFacts, withTexts } from '../../support/change-facts.ts';

type Texts = Record<string, string>;

async function broken(base: Texts, changes: Texts): Promise<string[]> {
  const { broken: found } = await changeFacts(base, withTexts(base, changes));
  return found.map(({ path, line, reason }) => `${path}:${line} ${reason}`);
}

describe('review/facts broken calls', function () {
  this.timeout(240_000);

  it('give a literal where another kind of value is declared now', async () => {
    const cases: [file: string, before: string, after: string, user: string, call: string][] = [
      ['a.py', 'def size(of: str) -> int:\n    return len(of)\n', 'def size(of: int) -> int:\n    return of\n', 'b.py', 'from a import size\n\n\ndef use():\n    return size("x")\n'],
      ['a.ts', 'export function size(of: string): number {\n  return of.length;\n}\n', 'export function size(of: number): number {\n  return of;\n}\n', 'b.ts', "import { size } from './a';\n\n\nexport function use() {\n  return size('x');\n}\n"],
      ['A.java', 'class A {\n  static int size(String of) { return 1; }\n}\n', 'class A {\n  static int size(int of) { return of; }\n}\n', 'B.java', 'class B {\n  int use() {\n\n\n    return A.size("x");\n  }\n}\n'],
      ['a.go', 'package a\n\nfunc size(of string) int { return 1 }\n', 'package a\n\nfunc size(of int) int { return of }\n', 'b.go', 'package a\n\n\nfunc use() int {\n\treturn size("x")\n}\n'],
    ]; // prettier-ignore
    for (const [file, before, after, user, call] of cases) {
      const said = await broken({ [file]: before, [user]: call }, { [file]: after });
      assert.deepEqual(said, [`${user}:5 gives a text where a number is declared now`], file);
      assert.deepEqual(await broken({ [file]: before, [user]: call.replace(/["']x["']/, 'x') }, { [file]: after }), []);
    }
  });

  it('wait for nothing where the function is async now', async () => {
    const base = {
      'a.ts': 'export function load(id: number) {\n  return { id };\n}\n',
      'b.ts':
        "import { load } from './a';\nexport function one() {\n  return load(1).id;\n}\nexport function two() {\n  return load(2);\n}\nexport function three() {\n  load(3);\n}\n",
    };
    const after = { 'a.ts': base['a.ts'].replace('export function', 'export async function') };
    const why = 'it is async now, and nothing waits for it here';
    assert.deepEqual(await broken(base, after), [`b.ts:9 ${why}`]);
    const python = {
      'a.py': 'def load(i):\n    return i\n',
      'b.py':
        'from a import load\n\n\ndef one():\n    load(1)\n\n\nasync def two():\n    x = load(2)\n    return await x\n',
    };
    assert.deepEqual(await broken(python, { 'a.py': 'async def load(i):\n    return i\n' }), [`b.py:5 ${why}`]);
    const kotlin = {
      'A.kt': 'fun load(i: Int): Int {\n  return i\n}\n',
      'B.kt': 'fun use() {\n  load(1)\n}\n',
    };
    assert.deepEqual(await broken(kotlin, { 'A.kt': `suspend ${kotlin['A.kt']}` }), []);
  });

  it('name an argument that no parameter is called by any more, or lack one that has to be named', async () => {
    const base = {
      'a.py': 'def f(a, size=1):\n    return a + size\n',
      'b.py': 'from a import f\n\n\ndef one():\n    return f(1, size=2)\n\n\ndef two():\n    return f(1)\n',
    };
    assert.deepEqual(await broken(base, { 'a.py': 'def f(a, width=1):\n    return a + width\n' }), [
      'b.py:5 gives `size`, and no parameter is called so now',
    ]);
    assert.deepEqual(await broken(base, { 'a.py': 'def f(a, size=1, *, unit):\n    return a + size + unit\n' }), [
      'b.py:5 does not give `unit`, which is needed now',
      'b.py:9 does not give `unit`, which is needed now',
    ]);
  });

  it('are private now', async () => {
    const base = {
      'A.java': 'class A {\n  int f() { return 1; }\n  int g() { return f(); }\n}\n',
      'B.java': 'class B {\n  int use(A a) { return a.f(); }\n}\n',
    };
    assert.deepEqual(await broken(base, { 'A.java': base['A.java'].replace('  int f', '  private int f') }), [
      'B.java:2 it is private now',
    ]);
  });

  it('are none where a base class, an overload or a new parameter with a default takes them', async () => {
    const inherited = {
      'a.py':
        'class Base:\n    def run(self):\n        return 1\n\n\nclass More(Base):\n    def run(self):\n        return 2\n',
      'b.py': 'from a import More\n\n\ndef use():\n    return More().run()\n',
    };
    const lifted = inherited['a.py'].replace('\n    def run(self):\n        return 2\n', '\n    pass\n');
    assert.deepEqual(await broken(inherited, { 'a.py': lifted }), []);
    const overloads = {
      'A.java': 'class A {\n  static int f(int a) { return a; }\n}\n',
      'B.java': 'class B {\n  int use() { return A.f(1); }\n}\n',
    };
    const two =
      'class A {\n  static int f(int a) { return f(a, 2); }\n  static int f(int a, int b) { return a + b; }\n}\n';
    assert.deepEqual(await broken(overloads, { 'A.java': two }), []);
    const typed = {
      'a.ts':
        'export function f(a: number): number;\nexport function f(a: string): number;\nexport function f(a: unknown): number {\n  return 1;\n}\n',
      'b.ts': "import { f } from './a';\nexport const x = () => f('x');\n",
    };
    const more = typed['a.ts'].replace('f(a: string)', 'f(a: string, b: number)').replace('f(a: unknown)', 'f(a: unknown, b?: number)'); // prettier-ignore
    assert.deepEqual(await broken(typed, { 'a.ts': more }), []);
    const c = {
      'a.h': 'int f(int a, int b = 2);\n',
      'a.cpp': '#include "a.h"\nint f(int a, int b) {\n  return a + b;\n}\n',
      'b.cpp': '#include "a.h"\nint use() {\n  return f(1, 2);\n}\n',
    };
    const third = { 'a.h': 'int f(int a, int b = 2, int c = 3);\n', 'a.cpp': c['a.cpp'].replace('int b)', 'int b, int c)') }; // prettier-ignore
    assert.deepEqual(await broken(c, third), []);
  });
});
