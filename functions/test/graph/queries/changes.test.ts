import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { accessOf, scopeOf } from '../../../src/graph/access.ts';
import { MOST_COMMITS } from '../../../src/graph/kept/past-files.ts';
import { changes } from '../../../src/graph/queries/changes.ts';
import { memoryReader } from '../../../src/graph/reader/memory-reader.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import { syncRepository } from '../../../src/jobs/sync/sync.ts';
import { AppError } from '../../../src/model/errors.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { failsWith } from '../../support/failures.ts';
import { memoryGraphOf } from '../../support/memory-graph.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';
import { plainSources, snapshotOf } from '../../support/plain-sources.ts';
import { randomNumbers } from '../../support/random-numbers.ts';
import { tries } from '../../support/tries.ts';

type Files = Record<string, string>;

const CART = [
  'RATE = 2',
  'class Cart:',
  '    def total(self, items):',
  '        return sum(items)',
  '    def empty(self):',
  '        return 0',
  'def price(item):',
  '    return item * RATE',
  '',
].join('\n');
const MAIN = 'from cart import price\ndef main():\n    return price(1)\ndef gone():\n    return 2\n';

describe('graph/queries changes', function () {
  this.timeout(300_000);
  let graph: GraphPort;
  const sources = plainSources();
  const made: string[] = [];

  before(async () => {
    graph = await testGraph();
  });
  after(async () => {
    for (const repoId of made) await deleteRepository(graph, repoId);
  });

  function repository() {
    const repoId = testRepoId('changes');
    made.push(repoId);
    const scope = scopeOf({ privateRepoIds: [repoId], hiddenRepoIds: [] }, repoId);
    return {
      repoId,
      async sync(files: Files, through: GraphPort = graph, clearExisting = false): Promise<string> {
        const snapshot = { ...snapshotOf(files), commit: commitOf(files) };
        const ports = { graph: through, clock: { now: () => new Date() } };
        const access = accessOf(repoId, true);
        await syncRepository({ ports, repoId, snapshot, access, branch: 'main', sources, clearExisting });
        return snapshot.commit;
      },
      async between(from?: string, to?: string, more: object = {}) {
        const input = changes.input.parse({ ...(from && { from }), ...(to && { to }), ...more });
        return changes.output.parse(await changes.run(graph, scope, input));
      },
    };
  }
  const commitOf = (files: Files) =>
    createHash('sha1')
      .update(JSON.stringify(Object.entries(files).sort()))
      .digest('hex');
  const lines = ({ results }: Awaited<ReturnType<ReturnType<typeof repository>['between']>>) =>
    results.map(
      ({ how, path, qualified_name: name, was, signature_changed: signature, body_changed: body }) =>
        `${how} ${path}#${name}${was === null ? '' : ` from ${was.path}#${was.qualified_name}`}${signature ? ' signature' : ''}${body ? ' body' : ''}`,
    );

  it('tells what came, went, moved and changed, and by how many it is called', async () => {
    const { repoId, sync, between } = repository();
    const first = await sync({ 'cart.py': CART, 'main.py': MAIN });
    assert.deepEqual(lines(await between()), []);
    const second = await sync({
      'cart.py': `# A line more\n${CART.replace('price(item)', 'price(item, count)').replace('return 0', 'return None')}`,
      'main.py': MAIN.replace('def gone():\n    return 2\n', 'def added():\n    return main()\n'),
      'other.py': 'class Box:\n    def gone(self):\n        pass\n',
    });
    const found = await between(first, second);
    assert.deepEqual(lines(found), [
      'changed cart.py#Cart.empty body',
      'changed cart.py#price signature body',
      'added main.py#added',
      'removed main.py#gone',
      'added other.py#Box',
      'added other.py#Box.gone',
    ]);
    assert.deepEqual(found.counts, { added: 3, removed: 1, moved: 0, changed: 2 });
    assert.deepEqual([found.from.commit, found.to.commit, found.unknown_files], [first, second, 0]);
    assert.equal(found.results.find(({ qualified_name: name }) => name === 'price')?.callers, 1);
    assert.equal(found.results.find(({ how }) => how === 'removed')?.callers, null);
    assert.deepEqual((await between()).results, found.results, 'the last two unless told otherwise');
    assert.deepEqual(lines(await between(second.slice(0, 8), first)).length, 6);
    assert.ok(found.results.every(({ symbol_id: id }) => id.startsWith(`${repoId} `)));
  });

  it('follows a symbol into another class, and a file to another name', async () => {
    const { sync, between } = repository();
    const first = await sync({ 'cart.py': CART, 'main.py': MAIN });
    const moved = CART.replace('    def empty(self):\n        return 0\n', '');
    const second = await sync({
      'shop/cart.py': moved.replace('return item * RATE', 'return item * RATE + 1'),
      'main.py': `${MAIN}class Rest:\n    def empty(self):\n        return 0\n`,
    });
    assert.deepEqual(lines(await between(first, second)), [
      'added main.py#Rest',
      'moved main.py#Rest.empty from cart.py#Cart.empty',
      'moved shop/cart.py#RATE from cart.py#RATE',
      'moved shop/cart.py#Cart from cart.py#Cart',
      'moved shop/cart.py#Cart.total from cart.py#Cart.total',
      'moved shop/cart.py#price from cart.py#price body',
    ]);
  });

  it('says the same of two commits whatever was indexed between them, and where runs died', async () => {
    const numbers = randomNumbers(Number(process.env['PROPERTY_SEED'] ?? 7));
    for (let history = 0; history < tries(2, 12); history++) {
      const long = repository();
      const states: Files[] = [];
      let files: Files = { 'a.py': 'def a():\n    return 0\n' };
      for (let step = 0; step < 6; step++) {
        files = edited(files, numbers.below, step);
        if (numbers.below(3) === 0)
          await long.sync(edited(files, numbers.below, step + 50), dying(numbers.below(6))).catch(died);
        await long.sync(files);
        states.push(files);
      }
      for (let pair = 0; pair < 3; pair++) {
        const [from, to] = [states[numbers.below(states.length)] ?? {}, states[numbers.below(states.length)] ?? {}];
        const short = repository();
        await short.sync(from);
        await short.sync(to);
        const [found, wanted] = [
          await long.between(commitOf(from), commitOf(to), { limit: 100 }),
          await short.between(commitOf(from), commitOf(to), { limit: 100 }),
        ];
        assert.deepEqual(lines(found), lines(wanted), `history ${history}, pair ${pair}`);
      }
    }
  });

  it('keeps the last commits alone, and none that was cleared away', async () => {
    const { repoId, sync, between } = repository();
    const all: string[] = [];
    for (let at = 0; at < MOST_COMMITS + 2; at++) all.push(await sync({ 'a.py': `def a():\n    return ${at}\n` }));
    const { commits, total } = await between(all[2]);
    assert.deepEqual([commits.length, commits[0]?.commit, total], [MOST_COMMITS, all.at(-1), 1]);
    await assert.rejects(between(all[1]), failsWith('not_found', /not among those/));
    const kept = 'MATCH (p:PastFile) WHERE p.repo_id = $repo_id RETURN count(p) AS count';
    assert.equal((await graph.read(kept, { repo_id: repoId }))[0]?.['count'], MOST_COMMITS - 1);
    await sync({ 'a.py': 'def a():\n    return 0\n' }, graph, true);
    assert.equal((await between()).commits.length, 1);
    assert.equal((await graph.read(kept, { repo_id: repoId }))[0]?.['count'], 0);
  });

  it('says of a file that was indexed by earlier code that it is not known', async () => {
    const { repoId, sync, between } = repository();
    await sync({ 'a.py': 'def a():\n    return 0\n' });
    await graph.run(`MATCH (s:FileState) WHERE s.repo_id = '${repoId}' REMOVE s.symbols, s.born`);
    await sync({ 'a.py': 'def a():\n    return 1\n', 'b.py': 'def b():\n    return 1\n' });
    const found = await between();
    assert.deepEqual([lines(found), found.unknown_files], [['added b.py#b'], 1]);
  });

  it('answers of a folder that nothing else is kept', async () => {
    const reader = memoryReader(await memoryGraphOf('ada/one', { 'cart.py': CART }));
    await assert.rejects(
      changes.answer(reader, changes.input.parse({ from: 'abcdef12' })),
      failsWith('not_found', /./),
    );
  });

  /** Ends with its nth write. */
  function dying(writes: number): GraphPort {
    let left = writes;
    return {
      ...graph,
      write: (statements) => {
        if (left-- > 0) return graph.write(statements);
        return Promise.reject(new AppError('graph_unavailable', 'The worker has died'));
      },
    };
  }
  function died(error: unknown): void {
    assert.ok(error instanceof AppError && error.code === 'graph_unavailable', String(error));
  }

  /** Some file written, changed, renamed or removed. */
  function edited(files: Files, below: (bound: number) => number, step: number): Files {
    const { ...now } = files;
    const paths = Object.keys(now);
    const path = paths[below(paths.length)];
    const what = below(5);
    if (path === undefined || what === 0) now[`f${step}.py`] = `def f${step}():\n    return ${step}\n`;
    else if (what === 1) now[path] = `${now[path] ?? ''}def g${step}():\n    return ${below(3)}\n`;
    else if (what === 2) now[path] = (now[path] ?? '').replace(/return \d+/, `return ${step + 10}`);
    else if (what === 3) now[path] = `# ${step}\n${now[path] ?? ''}`;
    else {
      if (below(2) === 0) now[`dir/${step}.py`] = now[path] ?? '';
      Reflect.deleteProperty(now, path);
    }
    return now;
  }
});
