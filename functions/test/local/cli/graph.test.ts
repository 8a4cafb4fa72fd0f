import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const SCRIPT = fileURLToPath(new URL('../../../local/cli/graph.ts', import.meta.url));

describe('local/graph', () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'reviewgraph-graph-'));
    mkdirSync(join(folder, 'engine'));
    writeFileSync(join(folder, 'engine', 'a.py'), 'def f():\n    g()\n\n\ndef g():\n    unknown()\n\n\nf()\n');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** As npm runs it: in the package's folder, with the folder the user is in told aside. */
  function run(...args: string[]) {
    const env = { ...process.env, INIT_CWD: folder };
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], { env, encoding: 'utf8' });
    return { status, stdout, stderr };
  }

  it('prints one object, calls at the top level from the file', () => {
    const { status, stdout } = run('engine', '--json');
    assert.equal(status, 0);
    const graph = z
      .looseObject({
        nodes: z.array(z.looseObject({ id: z.string(), label: z.string(), qualified_name: z.string() })),
        edges: z.array(z.looseObject({ type: z.string(), from: z.string(), to: z.string() })),
        unresolved_calls: z.int(),
      })
      .parse(JSON.parse(stdout));
    const named = new Map(graph.nodes.map(({ id, label, qualified_name: name }) => [id, `${label} ${name}`]));
    const calls = graph.edges.filter(({ type }) => type === 'CALLS');
    assert.deepEqual(calls.map(({ from, to }) => [named.get(from), named.get(to)]).sort(), [
      ['File a.py', 'Function f'],
      ['Function f', 'Function g'],
    ]);
    assert.equal(graph.unresolved_calls, 1);
  });

  it('says in one sentence what is wrong with the folder', () => {
    for (const [argument, sentence] of [
      ['nowhere', `There is no folder ${join(folder, 'nowhere')}`],
      ['engine/a.py', `${join(folder, 'engine', 'a.py')} is not a folder`],
    ] as const) {
      assert.deepEqual(run(argument, '--json'), { status: 1, stdout: '', stderr: `${sentence}\n` });
    }
  });

  it('says how it is used when the arguments are wrong', () => {
    for (const args of [[], ['engine', 'engine'], ['engine', '--jsno']]) {
      const { status, stdout, stderr } = run(...args);
      assert.deepEqual([status, stdout], [2, ''], args.join(' '));
      assert.match(stderr, /\nUsage: .*graph -- <folder> \[--json\]\n$/);
    }
  });
});
