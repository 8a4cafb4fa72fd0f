/**
 * Sources that are made to be expensive: what resolution does with twice as much of them is not four times as much. Work is
 * counted, not timed: links between answers, names that a file is said to offer, and looks at what functions take and at what
 * assignments reach.
 */
import assert from 'node:assert/strict';
import { buildProgram } from '../../src/resolve/program/program.ts';
import { solve } from '../../src/resolve/resolve.ts';
import { inOneGo } from '../../src/resolve/tracking/steps.ts';
import { graphOf } from '../support/graph-of.ts';

async function workOf(
  path: string,
  text: string,
): Promise<{ links: number; offers: number; looks: number; reaches: number }> {
  const { facts } = await graphOf({ [path]: text });
  const program = buildProgram(facts);
  const { trace } = program;
  const work = { links: 0, offers: 0, looks: 0, reaches: 0 };
  const { link, offer } = { link: trace.addDependency.bind(trace), offer: trace.provide.bind(trace) };
  trace.addDependency = (from, to) => {
    work.links++;
    link(from, to);
  };
  trace.provide = (file, key) => {
    work.offers++;
    offer(file, key);
  };
  for (const definition of facts.flatMap(({ definitions }) => definitions)) {
    const { parameters } = definition;
    Object.defineProperty(definition, 'parameters', {
      get() {
        work.looks++;
        return parameters;
      },
    });
  }
  for (const binding of facts.flatMap(({ bindings }) => bindings)) {
    const { reach } = binding;
    Object.defineProperty(binding, 'reach', {
      get() {
        work.reaches++;
        return reach;
      },
    });
  }
  const { edgesOf } = inOneGo(solve(program, 'o/r', []));
  program.files.map(edgesOf);
  return work;
}

describe('resolution', () => {
  it('asks many declarations of one name once, whoever says the name', async () => {
    const records = (count: number): string =>
      [
        'module A where',
        ...Array.from({ length: count }, (_, i) => `data R${i} = R${i} { fld :: Int }\nu${i} r = fld r`),
      ].join('\n');
    const [once, twice] = [await workOf('A.hs', records(60)), await workOf('A.hs', records(120))];
    assert.ok(twice.links < 2.5 * once.links, `${once.links} links, then ${twice.links}`);
  });

  it('opens namespaces that stand in each other once', async () => {
    const nested = (depth: number): string =>
      `${Array.from({ length: depth }, (_, i) => `namespace N${i} { class C${i} { } `).join('\n')}${'}'.repeat(depth)}`;
    const [once, twice] = [await workOf('A.cs', nested(30)), await workOf('A.cs', nested(60))];
    assert.ok(twice.offers < 2.5 * once.offers, `${once.offers} offers, then ${twice.offers}`);
  });

  it('puts overloads together once for all calls: each call chooses among all, and does no more', async () => {
    const overloaded = (count: number): string => {
      const names = Array.from({ length: count }, (_, i) => i);
      return [
        ...names.map((i) => `class T${i} {}`),
        `class Top { ${names.map((i) => `static void m(T${i} a, int b) {}`).join('\n')} }`,
        `class O extends Top { ${names.map((i) => `static void m(T${i} a) {}`).join('\n')} }`,
        `class P { ${names.map((i) => `void c${i}() { O.m(new T${i}()); }`).join('\n')} }`,
      ].join('\n');
    };
    const [once, twice] = [await workOf('O.java', overloaded(30)), await workOf('O.java', overloaded(60))];
    assert.ok(twice.looks < 5 * once.looks, `${once.looks} looks, then ${twice.looks}`);
  });

  it('looks no further up from a use than where the values end that reach it, or are too many', async () => {
    const head = 'class A:\n    def f(self): return self\n    def g(self): pass\ndef run():\n    x = A()\n';
    const again = (count: number): string => head + '    x = x.f()\n    x.g()\n'.repeat(count);
    const branches = (count: number): string => head + '    if c:\n        x = A()\n    x.g()\n'.repeat(count);
    for (const text of [again, branches]) {
      const [once, twice] = [await workOf('a.py', text(200)), await workOf('a.py', text(400))];
      assert.ok(once.reaches > 200);
      assert.ok(twice.reaches < 2.5 * once.reaches, `${once.reaches} looks, then ${twice.reaches}`);
      assert.ok(twice.links < 2.5 * once.links, `${once.links} links, then ${twice.links}`);
    }
  });
});
