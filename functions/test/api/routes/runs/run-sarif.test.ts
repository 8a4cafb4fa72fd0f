/** A run's SARIF over HTTP: of whole runs, of failed and incomplete ones, and of none. */
import assert from 'node:assert/strict';
import type { SarifLog } from '../../../../src/review/sarif/sarif-log.ts';
import { indexedRepository } from '../../../support/review-history.ts';
import { sarifProblems } from '../../../support/sarif-schema.ts';
import { startService } from '../../../support/service.ts';
import type { TestService, TestUser } from '../../../support/service.ts';

describe('GET …/reviews/{run}/sarif', () => {
  let service: TestService;
  let ada: TestUser;
  let bob: TestUser;

  before(async () => {
    service = await startService();
    ada = await service.user('ada');
    bob = await service.user('bob');
    const { store } = service.ports;
    const engine = await indexedRepository(store, 'ada', 'engine', { indexed_by: ada.uid, private: true });
    await store.set(`users/${ada.uid}/grants/private`, { repo_ids: ['ada/engine'] });
    await engine.pull(1, { url: 'https://code.example.com/ada/engine/-/merge_requests/1' });
    await engine.run(1, 1);
    await engine.run(1, 2, { incomplete: ['1 changed file was looked at in part or not at all'] });
    await engine.run(1, 3, { status: 'failed', error_message: 'The platform refused ghp_0123456789abcdefghij' });
    await engine.run(1, 4, { status: 'running', completed_at: null });
    await engine.issue(1, 'low', { severity: 'low', run_numbers: [1, 2] });
    await engine.issue(1, 'worst', { severity: 'critical', run_numbers: [1] });
  });
  after(() => service.close());

  const ask = (run: number, as = ada) =>
    service.call('GET', `/api/v1/repos/ada/engine/prs/1/reviews/${run}/sarif`, { as });
  const runOf = async (number: number) => {
    const { body, status, text } = await ask(number);
    assert.equal(status, 200, text);
    assert.deepEqual(sarifProblems(body), []);
    return (body as SarifLog).runs[0] ?? assert.fail();
  };

  it('has what the run found, the worst first', async () => {
    const { results, invocations, versionControlProvenance } = await runOf(1);
    assert.deepEqual(
      results.map(({ partialFingerprints }) => Object.values(partialFingerprints)),
      [['worst'], ['low']],
    );
    assert.equal(invocations[0]?.executionSuccessful, true);
    assert.equal(versionControlProvenance[0]?.repositoryUri, 'https://code.example.com/ada/engine');
  });

  it('says of a run that is not whole why it is not', async () => {
    for (const [number, said] of [
      [2, /looked at in part/],
      [3, /^The platform refused \[redacted\]$/],
    ] as const) {
      const [invocation] = (await runOf(number)).invocations;
      assert.equal(invocation?.executionSuccessful, false);
      assert.match(invocation.toolExecutionNotifications[0]?.message.text ?? '', said);
    }
  });

  it('is none before the run has ended, of no run, and for those who may not read it', async () => {
    assert.deepEqual([(await ask(4)).status, (await ask(9)).status, (await ask(1, bob)).status], [409, 404, 404]);
  });
});
