/**
 * A small repository in several languages whose files each have several versions, chosen so that an edit in one file
 * changes the edges of others: moved and renamed functions, partial types, conformance declared in a third file,
 * re-exports, packages that come and go.
 */
import fc from 'fast-check';

const VERSIONS: Record<string, string[]> = {
  'pkg/__init__.py': ['', 'from .core import run\n', 'from .core import Engine as Motor\n'],
  'pkg/core.py': [
    'class Engine:\n    def start(self):\n        return self.check()\n    def check(self):\n        return 1\n\ndef run():\n    e = Engine()\n    return e.start()\n',
    'class Base:\n    def check(self):\n        return 2\n\nclass Engine(Base):\n    def start(self):\n        return self.check()\n\ndef run():\n    return Engine().start()\n',
    'def run():\n    return stop()\n\ndef stop():\n    return 0\n',
    'LIMIT = 3\n# nothing but a constant\n',
  ],
  'pkg/use.py': [
    'from pkg.core import run, Engine\n\ndef go():\n    if run():\n        return Engine().check()\n',
    'from pkg import run\n\nrun()\n',
    'import os\nfrom pkg import core\n\ndef go():\n    core.run()\n    os.getcwd()\n',
  ],
  'web/a.ts': [
    "import { b } from './b';\nexport function a(): number { return b(); }\n",
    "export { b as c } from './b';\nexport class A { m() { return 1; } }\n",
    'export const a = () => 1;\n',
  ],
  'web/b.ts': [
    'export function b(): number { return 1; }\nexport default b;\n',
    "import { a } from './a';\nexport const b = () => a();\n",
    "import { A } from './a';\nexport class B extends A { n() { return this.m(); } }\nexport function b() { return new B().n(); }\n",
  ],
  'cmd/types.go': [
    'package cmd\n\ntype App struct{ name string }\n',
    'package cmd\n\ntype App struct{}\ntype Tool struct{ app App }\n',
  ],
  'cmd/run.go': [
    'package cmd\n\nfunc (a *App) Run() int { return help() }\n\nfunc help() int { return 1 }\n',
    'package cmd\n\nfunc (t *Tool) Run() int { return t.app.Go() }\n\nfunc (a App) Go() int { return 2 }\n',
  ],
  'S.swift': ['struct S {\n  func a() {}\n}\n', 'struct T {\n  func a() {}\n}\n'],
  'P.swift': ['protocol P {\n  func a()\n}\n'],
  'X.swift': ['extension S: P {\n  func b() { a() }\n}\n', 'extension T: P {}\n'],
  'go.mod': ['module example.com/app\n', 'module example.com/other\n'],
  'notes.md': ['# notes\n', '# other notes\n'],
};

export type FileTexts = Record<string, string>;

const path = fc.constantFrom(...Object.keys(VERSIONS));

/** Any state of the repository: each file absent or in one of its versions. */
export const repositoryState: fc.Arbitrary<FileTexts> = fc
  .record(
    Object.fromEntries(
      Object.entries(VERSIONS).map(([name, texts]) => [name, fc.option(fc.constantFrom(...texts), { freq: 4 })]),
    ),
  )
  .map((chosen) =>
    Object.fromEntries(Object.entries(chosen).filter((entry): entry is [string, string] => entry[1] !== null)),
  );

type Edit =
  | { edit: 'change'; path: string; version: number }
  | { edit: 'delete'; path: string }
  | { edit: 'rename'; path: string; to: string }
  | { edit: 'shift'; path: string }
  | { edit: 'switch'; state: FileTexts };

const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ edit: fc.constant('change' as const), path, version: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ edit: fc.constant('delete' as const), path }) },
  {
    weight: 2,
    arbitrary: fc.record({
      edit: fc.constant('rename' as const),
      path,
      to: fc.constantFrom('moved', 'pkg/moved', 'web/moved'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ edit: fc.constant('shift' as const), path }) },
  { weight: 1, arbitrary: fc.record({ edit: fc.constant('switch' as const), state: repositoryState }) },
);

/** One commit: one to three edits. */
export const commitEdits = fc.array(edit, { minLength: 1, maxLength: 3 });

export function applyEdits(files: FileTexts, edits: Edit[]): FileTexts {
  let after = { ...files };
  for (const change of edits) {
    if (change.edit === 'switch') {
      after = { ...change.state };
      continue;
    }
    const text = after[change.path];
    const texts = VERSIONS[change.path] ?? [];
    if (change.edit === 'change') after[change.path] = texts[change.version % texts.length] ?? '';
    else if (text === undefined) continue;
    else if (change.edit === 'shift') after[change.path] = `\n${text}`;
    else {
      delete after[change.path];
      if (change.edit === 'rename') after[`${change.to}${change.path.slice(change.path.lastIndexOf('.'))}`] = text;
    }
  }
  return after;
}

/** The first version of every file. */
export function firstState(): FileTexts {
  return Object.fromEntries(Object.entries(VERSIONS).map(([name, texts]) => [name, texts[0] ?? '']));
}

/** The second version where there is one, some files gone. */
export function secondState(): FileTexts {
  const state = Object.fromEntries(Object.entries(VERSIONS).map(([name, texts]) => [name, texts[1] ?? texts[0] ?? '']));
  delete state['S.swift'];
  delete state['pkg/use.py'];
  return state;
}
