/** Facts about a pull request over HTTP: of the newest run that has any, and for nobody who may not read it. */
import assert from 'node:assert/strict';
import { runSteps } from '../../../../src/jobs/reviews/run-steps.ts';
import type { CommitFacts } from '../../../../src/model/change-facts.ts';
import { changeFacts } from '../../../support/change-facts.ts';
import { indexedRepository } from '../../../support/review-history.ts';
import { startService } from '../../../support/service.ts';
import type { TestService, TestUser } from '../../../support/service.ts';

describe('GET …/prs/{n}/facts', function () {
  this.timeout(60_000);
  let service: TestService;
  let ada: TestUser;
  let bob: TestUser;
  let facts: CommitFacts;

  before(async () => {
    service = await startService();
    ada = await service.user('ada');
    bob = await service.user('bob');
    const { store } = service.ports;
    const engine = await indexedRepository(store, 'ada', 'engine', { indexed_by: ada.uid, private: true });
    await store.set(`users/${ada.uid}/grants/private`, { repo_ids: ['ada/engine'] });
    await engine.pull(1);
    for (const run of [1, 2, 3]) await engine.run(1, run);
    await engine.pull(2);
    const base = { 'a.py': 'def f(x):\n    return x\n', 'b.py': 'from a import f\nf(1)\n' };
    const found = await changeFacts(base, { ...base, 'a.py': 'def f(x, y):\n    return x\n' });
    facts = { base: '1'.repeat(40), head: '2'.repeat(40), ...found };
    const stepsOf = (run_number: number) => runSteps(service.ports, { repo_key: engine.key, pr_number: 1, run_number });
    await stepsOf(1).remember('facts', { ...facts, head: '0'.repeat(40) });
    await stepsOf(2).remember('facts', facts);
  });
  after(() => service.close());

  const ask = (pull: number | string, as = ada, query = '') => service.call('GET', `/api/v1/repos/ada/engine/prs/${pull}/facts${query}`, { as }); // prettier-ignore

  it('gives those of the newest run that has any', async () => {
    const { status, body } = await ask(1);
    assert.equal(status, 200);
    assert.deepEqual(body, facts);
    assert.deepEqual(facts.broken.map(({ path, line }) => `${path}:${line}`), ['b.py:2']); // prettier-ignore
  });

  it('gives those of the run that is named, and of no other', async () => {
    const { status, body } = await ask('1', ada, '?run_number=1');
    assert.equal(status, 200);
    assert.deepEqual(body, { ...facts, head: '0'.repeat(40) });
    assert.deepEqual((await ask(1, ada, '?run_number=2')).body, facts);
    for (const run of [3, 99]) assert.equal((await ask(1, ada, `?run_number=${run}`)).status, 404);
    assert.equal((await ask(1, bob, '?run_number=1')).status, 404);
    assert.equal((await ask(1, ada, '?run_number=0')).status, 422);
  });

  it('says what there is none of, and nothing to those who may not read it', async () => {
    const none = await ask(2);
    assert.deepEqual([none.status, (none.body as { detail: string }).detail], [404, 'Pull request #2 has no facts yet: its next review gathers them']); // prettier-ignore
    assert.equal((await ask(9)).status, 404);
    assert.equal((await ask(1, bob)).status, 404);
    assert.equal((await ask(0)).status, 422);
    assert.equal((await ask('x')).status, 422);
  });
});
