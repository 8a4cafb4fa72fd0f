/**
 * What a change of some files is resolved to without the others is what resolving all gives: over random edits of the
 * labelled programs of every language, for the edges of each file and for what it depends on.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createInlineExtractor } from '../../src/extract/pool/inline-extractor.ts';
import { loadRegistry } from '../../src/extract/compile/registry.ts';
import type { FileFacts } from '../../src/model/facts.ts';
import type { Dependence, ResolvedFile, ResolvedGraph } from '../../src/model/graph.ts';
import type { FileOutline } from '../../src/resolve/resolve-asked.ts';
import { resolveChange } from '../../src/resolve/resolve-change.ts';
import { resolveGraph } from '../../src/resolve/resolve.ts';
import { tries } from '../support/tries.ts';
import { programNames, readProgram } from './labelled-programs.ts';
import { allCases } from './read-cases.ts';

const repoId = 'test/change';
const registry = loadRegistry();
const extractor = createInlineExtractor(registry);

type Texts = Record<string, string>;
type Program = Map<string, FileFacts>;

async function factsOf(path: string, text: string): Promise<FileFacts | undefined> {
  const language = registry.languageOf(path, text);
  return language === undefined ? undefined : extractor.extract({ path, language, text });
}

async function programOf(texts: Texts, known: Program = new Map(), same: Texts = {}): Promise<Program> {
  const program: Program = new Map();
  for (const [path, text] of Object.entries(texts)) {
    const facts = same[path] === text ? known.get(path) : await factsOf(path, text);
    if (facts !== undefined) program.set(path, facts);
  }
  return program;
}

function resolveAll(program: Program): ResolvedGraph {
  return resolveGraph({ repoId, files: [...program.values()], manifests: [] });
}

function outlineOf({ path, language, module }: FileFacts): FileOutline {
  return { path, language, module };
}

/** Edges in any order, and what the file depends on. */
function told({ edges, calls, dependence }: ResolvedFile): unknown {
  const lines = edges.map((edge) => JSON.stringify(edge)).sort();
  const shared = dependence.shared.map((keys) => [...keys].join()).sort();
  return { lines, calls, inputs: [...dependence.inputs], shared, provides: [...dependence.provides] };
}

interface Answer {
  files: Map<string, ResolvedFile>;
  read: Set<string>;
}

/** `undefined` when all files had to be resolved. */
async function change(was: Program, resolved: ResolvedGraph, now: Program, most?: number): Promise<Answer | undefined> {
  const before = new Map<string, FileOutline & { dependence: Dependence }>();
  for (const { path, dependence } of resolved.files) {
    const facts = was.get(path);
    if (facts !== undefined) before.set(path, { ...outlineOf(facts), dependence });
  }
  const read = new Set<string>();
  const found = await resolveChange({
    repoId,
    manifests: [],
    ...(most === undefined ? {} : { most }),
    files: [...now.values()].map(outlineOf),
    before,
    changed: new Set([...now].filter(([path, facts]) => was.get(path) !== facts).map(([path]) => path)),
    readFacts: async (paths) => {
      for (const path of paths) read.add(path);
      return paths.flatMap((path) => now.get(path) ?? []);
    },
  });
  return found && { files: new Map(found.files.map((file) => [file.path, file])), read };
}

async function assertSame(was: Program, now: Program, most?: number): Promise<Answer | undefined> {
  const resolved = resolveAll(was);
  const answer = await change(was, resolved, now, most);
  if (answer === undefined) return undefined;
  const kept = new Map(resolved.files.map((file) => [file.path, file]));
  for (const file of resolveAll(now).files) {
    const own: ResolvedFile | undefined = answer.files.get(file.path) ?? kept.get(file.path);
    assert.ok(own !== undefined, `${file.path} has no edges`);
    assert.deepEqual(told(own), told(file), file.path);
  }
  return answer;
}

/** A line is taken away, given to another file, or doubled; a file goes, or moves. */
const editOf = (texts: Texts): fc.Arbitrary<Texts> =>
  fc
    .record({
      what: fc.constantFrom('remove', 'remove', 'take', 'take', 'double', 'delete', 'move'),
      file: fc.nat(),
      other: fc.nat(),
      line: fc.nat(),
      at: fc.nat(),
    })
    .map(({ what, file, other, line, at }) => {
      const paths = Object.keys(texts);
      const path = paths[file % paths.length] ?? '';
      const lines = (texts[path] ?? '').split('\n');
      const from = (texts[paths[other % paths.length] ?? ''] ?? '').split('\n');
      const place = line % lines.length;
      const next = { ...texts };
      if (what === 'remove') lines.splice(place, 1);
      else if (what === 'take') lines.splice(place, 0, from[at % from.length] ?? '');
      else if (what === 'double') lines.push(...lines);
      next[path] = lines.join('\n');
      if (what === 'delete' || what === 'move') delete next[path];
      if (what === 'move') next[path.replace(/(^|\/)(?=[^/]*$)/, '$1moved_')] = lines.join('\n');
      return next;
    });

describe('resolve/resolve-change', function () {
  this.timeout(300_000);

  for (const name of programNames().sort()) {
    it(`gives what resolving all files gives, after random edits: ${name}`, async () => {
      const texts = readProgram(name);
      const was = await programOf(texts);
      await fc.assert(
        fc.asyncProperty(editOf(texts), async (next) => {
          await assertSame(was, await programOf(next, was, texts));
        }),
        { numRuns: tries(4, 25), endOnFailure: true },
      );
    });
  }

  it('gives what resolving all files gives, by groups that may not hold all of it, after random edits', async () => {
    const answers = { whole: 0, given: 0 };
    for (const name of programNames().sort()) {
      const texts = readProgram(name);
      const was = await programOf(texts);
      if (was.size < 4) continue;
      await fc.assert(
        fc.asyncProperty(editOf(texts), fc.double({ min: 0.3, max: 0.9, noNaN: true }), async (next, share) => {
          const now = await programOf(next, was, texts);
          const answer = await assertSame(was, now, Math.ceil(now.size * share));
          answers[answer === undefined ? 'whole' : 'given'] += 1;
        }),
        { numRuns: tries(3, 25), endOnFailure: true },
      );
    }
    assert.ok(answers.given > answers.whole, JSON.stringify(answers));
  });

  it('gives what resolving all files gives, after any line of a program that uses a framework is taken away', async () => {
    const groups = [
      ...(allCases().get('cases/frameworks.txt') ?? []),
      ...(allCases().get('cases/ecmascript-values.txt') ?? []).filter(({ title }) => title.startsWith('members from')),
    ];
    const programs = groups.flatMap(({ cases }) => cases.map(({ files }) => files));
    assert.ok(programs.length > 8);
    for (const texts of programs) {
      const was = await programOf(texts);
      for (const [path, text] of Object.entries(texts)) {
        const lines = text.split('\n');
        for (const at of lines.keys()) {
          const next = { ...texts, [path]: lines.toSpliced(at, 1).join('\n') };
          await assertSame(was, await programOf(next, was, texts));
        }
      }
    }
  });

  const chain: Texts = {
    'a.py': 'from b import b\n\ndef a():\n    return b()\n',
    'b.py': 'from c import C\n\ndef b():\n    return C()\n',
    'c.py': 'class C:\n    def run(self):\n        pass\n',
    'user.py': 'from a import a\n\ndef use():\n    a().run()\n',
    'apart.py': 'import os\n\ndef apart():\n    os.getcwd()\n',
    'hooks.py': 'def call(hook):\n    hook()\n',
  };

  it('leaves alone, and unread, what the change cannot reach', async () => {
    const was = await programOf(chain);
    const next = { ...chain, 'apart.py': 'import os\n\ndef apart():\n    os.getpid()\n\ndef other():\n    apart()\n' };
    const answer = await assertSame(was, await programOf(next, was, chain));
    assert.deepEqual([...(answer?.files.keys() ?? [])], ['apart.py']);
    assert.deepEqual([...(answer?.read ?? [])], ['apart.py']);
  });

  it('reaches through as many hands as a value goes', async () => {
    const was = await programOf(chain);
    const next = { ...chain, 'b.py': 'def b():\n    return None\n' };
    const answer = await assertSame(was, await programOf(next, was, chain));
    assert.equal(answer?.files.has('user.py'), true);
    assert.equal(answer?.files.has('apart.py'), false);
  });

  it('reaches whoever looked for a name in vain', async () => {
    const texts = { 'm.go': 'package m\n\nfunc Run() {\n\thelp()\n}\n', 'n.go': 'package m\n\nfunc other() {}\n' };
    const was = await programOf(texts);
    const next = { ...texts, 'h.go': 'package m\n\nfunc help() {}\n' };
    const answer = await assertSame(was, await programOf(next, was, texts));
    assert.deepEqual([...(answer?.files.keys() ?? [])].sort(), ['h.go', 'm.go']);
  });

  it('reaches whoever a value is given to for the first time', async () => {
    const was = await programOf(chain);
    const next = { ...chain, 'apart.py': 'from hooks import call\n\ndef apart():\n    pass\n\ncall(apart)\n' };
    const answer = await assertSame(was, await programOf(next, was, chain));
    assert.ok(answer?.files.get('hooks.py')?.edges.some(({ type }) => type === 'CALLS'));
  });

  it('reaches whoever has what another file puts into an object or a class', async () => {
    const texts = {
      'o.js': 'export const o = {};\nexport class K {}\nexport function f() {}\n',
      'use.js': "import { o, K } from './o.js';\nexport function use() {\n  o.run();\n  new K().go();\n}\n",
      'put.js': "import { o, K, f } from './o.js';\n",
    };
    const was = await programOf(texts);
    const next = { ...texts, 'put.js': `${texts['put.js']}o.run = f;\nK.prototype.go = f;\n` };
    const answer = await assertSame(was, await programOf(next, was, texts));
    const calls = answer?.files.get('use.js')?.edges.filter(({ type }) => type === 'CALLS') ?? [];
    assert.ok(calls.some(({ to }) => to.includes('o.js')));
  });

  it('asks of a name that the language calls whether any class has it, and not for each class that does', async () => {
    const sized = (name: string) => `class ${name}:\n    def __len__(self):\n        return 1\n`;
    const user = 'def use(x):\n    return len(x)\n';
    const texts = { 'one.py': sized('One'), 'two.py': sized('Two'), 'three.py': 'THREE = 3\n', 'user.py': user };
    const was = await programOf(texts);
    const edited = { ...texts, 'user.py': `from one import One\n\n${user}\nuse(One())\n` };
    const answer = await assertSame(was, await programOf(edited, was, texts));
    assert.deepEqual([...(answer?.read ?? [])].sort(), ['one.py', 'user.py']);
    assert.ok(answer?.files.get('user.py')?.edges.some(({ to }) => to.endsWith('One.__len__')));

    const third = await assertSame(was, await programOf({ ...texts, 'three.py': sized('Three') }, was, texts));
    assert.deepEqual([...(third?.files.keys() ?? [])], ['three.py']);
    const none = { ...texts, 'one.py': 'ONE = 1\n', 'two.py': 'TWO = 2\n' };
    const before = await programOf(none);
    const first = await assertSame(before, await programOf({ ...none, 'two.py': sized('Two') }, before, none));
    assert.deepEqual([...(first?.files.keys() ?? [])].sort(), ['two.py', 'user.py']);
  });

  it('asks for all files when more than half of many are needed', async () => {
    const many: Texts = { 'base.py': 'class Base:\n    def run(self):\n        pass\n' };
    for (let n = 0; n < 120; n++) many[`u${n}.py`] = `from base import Base\n\ndef use${n}():\n    Base().run()\n`;
    const was = await programOf(many);
    const next = { ...many, 'base.py': 'class Base:\n    def walk(self):\n        pass\n' };
    assert.equal(await assertSame(was, await programOf(next, was, many)), undefined);
  });

  it('asks for all files when there is a language more', async () => {
    const was = await programOf(chain);
    const next = { ...chain, 'b.ts': 'export function b() {}\n' };
    assert.equal(await assertSame(was, await programOf(next, was, chain)), undefined);
  });

  it('asks for all files when a folder becomes a package of Python', async () => {
    const was = await programOf(chain);
    assert.equal(await assertSame(was, await programOf({ ...chain, '__init__.py': '' }, was, chain)), undefined);
  });
});
