/** What conditions say of a variable, where they hold: `if (x instanceof Dog) { x.bark(); }`. */
import { runCases } from './cases.ts';

const FORMS =
  'function f(x) { if (x instanceof A) { x.m(); } else if (x instanceof B && x) { x.n(); } x.m(); }\n' +
  'function g(x) { if (!(x instanceof A)) { return; } x.m(); }\n' +
  'function h(x) { if (!(x instanceof A)) throw x; x.m(); }\n' +
  'function i(x) { return x instanceof A ? x.m() : x.n(); }\n' +
  'function j(x) { return x instanceof B && x.n(); }\n';

const CALLS = ['f -> A.m', 'f -> B.n', 'g -> A.m', 'h -> A.m', 'i -> A.m', 'j -> B.n'];

runCases('what conditions say of a variable', [
  {
    it: 'JavaScript: holds where the condition does',
    files: { 'a.js': `class A { m() {} }\nclass B { m() {} n() {} }\n${FORMS}` },
    calls: CALLS.map((call) => `a.js#${call.replace('-> ', '-> a.js#')}`),
    only: true,
  },
  {
    it: 'TypeScript: says more than a declared type',
    files: {
      'a.ts':
        'class A { m() {} }\nclass B { m() {} n() {} }\nfunction f(x: A | B) { if (x instanceof A) { x.m(); } }\nfunction g(x: unknown) { if (!(x instanceof B)) return; x.n(); }\n',
    },
    calls: ['a.ts#f -> a.ts#A.m', 'a.ts#g -> a.ts#B.n'],
    only: true,
  },
]);
