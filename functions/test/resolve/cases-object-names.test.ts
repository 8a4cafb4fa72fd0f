/**
 * Names that every object of JavaScript has (`constructor`, `toString`) are names like others: no table of a language has
 * them, so functions and types of these names are from outside, and nothing is known of what they give or are given.
 */
import { casesOf, runCases, type Case, type Sample } from './cases.ts';

const NAMES = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];

/** Two classes, so that no name is the only one. */
const samplesOf = (name: string): Record<string, Sample> => ({
  javascript: {
    files: {
      'a.js': `import run from '${name}';\nclass Dog { bark() {} }\nclass Cat { bark() {} }\nrun(new Dog(), (dog) => dog.bark());\n`,
    },
    not: [/^CALLS .*\.bark$/],
  },
  typescript: {
    files: {
      'a.ts': `class Dog { bark() {} }\nclass Cat { bark() {} }\nfunction f(make: ${name}<Cat, Dog>) { make().bark(); }\n`,
    },
    not: [/^CALLS .*\.bark$/],
  },
  kotlin: {
    files: {
      'a.kt': `import ${name}.run\nclass Dog { fun bark() {} }\nclass Cat { fun bark() {} }\nfun f() { run(Dog()) { it.bark() } }\n`,
    },
    not: [/^CALLS .*\.bark$/],
  },
  csharp: {
    files: {
      'a.cs': `class Dog { public void Bark() {} }\nclass Cat { public void Bark() {} }\nclass C { void F(${name}<Cat, Dog> make) { make().Bark(); } }\n`,
    },
    not: [/^CALLS .*\.Bark$/],
  },
});

const cases: Case[] = NAMES.flatMap((name) => casesOf(`${name} is a name from outside`, samplesOf(name)));

runCases('Names of all objects', cases);
