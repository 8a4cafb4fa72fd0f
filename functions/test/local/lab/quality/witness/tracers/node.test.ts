import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { runTraced } from '../../../../../../local/lab/quality/witness/run-traced.ts';
import type { TracedCall } from '../../../../../../local/lab/quality/witness/trace-records.ts';
import { makeFolder, writeFiles } from '../../../../../support/repositories.ts';

const SOURCE = [
  'interface Job { run(n: number): number }',
  '',
  'type Unused = { a: string };',
  'export class Task implements Job {',
  '  constructor(private readonly by: number) {}',
  '',
  '  run(n: number): number {',
  '    return times(n, this.by);',
  '  }',
  '}',
  'const times = (a: number, b: number): number => a * b;',
  'export function all(): number {',
  '  return new Task(2)',
  '    .run(3);',
  '}',
  '',
].join('\n');

/** `src/task.ts:12 → src/task.ts:7`, by first lines. */
function lines(calls: TracedCall[]): string[] {
  return calls
    .filter(({ caller }) => (caller?.path ?? '') !== '')
    .map(({ caller, callee, way }) => `${caller?.path}:${caller?.line} → ${callee.path}:${callee.line} ${way}`)
    .sort();
}

describe('local/quality: the tracer of Node', function () {
  this.timeout(120_000);
  let folder: string;

  beforeEach(() => {
    folder = makeFolder();
    writeFiles(folder, { 'src/task.ts': SOURCE, 'package.json': '{ "type": "commonjs" }\n' });
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const traced = async (command: string): Promise<TracedCall[]> => {
    const run = await runTraced({ folder, command, paths: ['src/task.ts', 'main.cjs'], seconds: 60, quiet: true });
    assert.deepEqual([run.status, run.trace.refused], [0, []]);
    return run.trace.calls;
  };
  const EXPECTED = [
    'main.cjs:0 → src/task.ts:12 direct',
    'src/task.ts:12 → src/task.ts:5 direct',
    'src/task.ts:12 → src/task.ts:7 direct',
    'src/task.ts:7 → src/task.ts:11 direct',
  ];

  for (const [sourcemap, name] of [
    ['inline', 'a comment'],
    ['external', 'a file beside it'],
  ] as const) {
    it(`traces compiled code back by the map in ${name}`, async () => {
      const made = await transform(SOURCE, {
        loader: 'ts',
        format: 'cjs',
        minify: true,
        sourcemap,
        sourcefile: '../src/task.ts',
      });
      mkdirSync(join(folder, 'dist'));
      const link = sourcemap === 'external' ? '\n//# sourceMappingURL=task.js.map\n' : '';
      writeFileSync(join(folder, 'dist', 'task.js'), made.code + link);
      writeFileSync(join(folder, 'dist', 'task.js.map'), made.map);
      writeFiles(folder, { 'main.cjs': "if (require('./dist/task.js').all() !== 6) process.exitCode = 1;\n" });
      assert.deepEqual(lines(await traced(`"${process.execPath}" main.cjs`)), EXPECTED);
    });
  }

  it('traces text that a program evaluates in a function of its own, as test runners do', async () => {
    const made = await transform(SOURCE, { loader: 'ts', format: 'cjs', sourcemap: 'inline', sourcefile: 'task.ts' });
    writeFileSync(join(folder, 'made.txt'), made.code);
    writeFiles(folder, {
      'main.cjs': [
        "const vm = require('node:vm');",
        "const head = '(function (module, exports) {';",
        "const code = head + require('node:fs').readFileSync('made.txt', 'utf8') + '\\n})';",
        "const options = { filename: process.cwd() + '/src/task.ts', columnOffset: -head.length };",
        'function load(wrapper) { const module = { exports: {} }; wrapper(module, module.exports); return module.exports; }',
        'const here = load(vm.runInThisContext(code, options));',
        'const there = load(new vm.Script(code, options).runInContext(vm.createContext({})));',
        'if (here.all() + there.all() !== 12) process.exitCode = 1;',
        '',
      ].join('\n'),
    });
    const calls = lines(await traced(`"${process.execPath}" main.cjs`)).filter((call) => !call.includes(':0 → main'));
    for (const call of EXPECTED) assert.ok(calls.includes(call), `${call} is not in ${calls.join(', ')}`);
  });

  it('follows processes and threads that a program starts', async () => {
    writeFiles(folder, {
      'main.cjs': [
        "const { Worker, isMainThread } = require('node:worker_threads');",
        "const { spawnSync } = require('node:child_process');",
        'function inThread() { return 1; }',
        'function inProcess() { return 2; }',
        'if (!isMainThread) inThread();',
        "else if (process.argv[2] === 'child') inProcess();",
        "else { spawnSync(process.execPath, [__filename, 'child']); new Worker(__filename); }",
        '',
      ].join('\n'),
    });
    assert.deepEqual(lines(await traced(`"${process.execPath}" main.cjs`)), [
      'main.cjs:0 → main.cjs:3 direct',
      'main.cjs:0 → main.cjs:4 direct',
    ]);
  });
});
