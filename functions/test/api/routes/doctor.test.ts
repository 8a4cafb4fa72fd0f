/** What people learn of webhooks that came: each of its own repositories, operators what was refused. */
import assert from 'node:assert/strict';
import { noteRefused, noteTaken } from '../../../src/jobs/reviews/checks/note-refused.ts';
import { AppError } from '../../../src/model/errors.ts';
import { repoKeyOf } from '../../../src/model/repositories.ts';
import { indexedRepository } from '../../support/review-history.ts';
import { startService } from '../../support/service.ts';
import type { TestService, TestUser } from '../../support/service.ts';
import { webhookOf } from '../../support/webhook.ts';

interface Doctor {
  repositories: {
    repo_name: string;
    deliveries: Record<string, unknown>[];
    problems: { problem: string; fix: string }[];
  }[];
  refused: { reason: string; event: string | null }[] | null;
}

describe('GET /doctor', () => {
  let service: TestService;
  let ada: TestUser;
  let bob: TestUser;

  before(async () => {
    service = await startService({ settings: { operators: ['ada'], gatewayConfigured: true } });
    ada = await service.user('ada');
    bob = await service.user('bob');
    await indexedRepository(service.ports.store, 'ada', 'engine', { indexed_by: ada.uid });
    await indexedRepository(service.ports.store, 'ada', 'quiet', { indexed_by: ada.uid });
    await indexedRepository(service.ports.store, 'bob', 'own', { indexed_by: bob.uid });
  });
  after(() => service.close());

  const doctor = async (as: TestUser, query = '') =>
    (await service.call('GET', `/api/v1/doctor${query}`, { as })).body as Doctor;
  const ENGINE = '?repo_owner=ada&repo_name=engine';

  it('tells what became of each delivery, the newest first, and no body', async () => {
    const hook = webhookOf(service, 'ada', 'engine');
    await hook.send('push', hook.push({ ref: 'refs/heads/other' }), { delivery: 'd-1' });
    await hook.send('issue_comment', hook.comment('hello'), { delivery: 'd-2' });
    await hook.send('push', hook.push(), { delivery: 'd-3' });
    const [engine] = (await doctor(ada, ENGINE)).repositories;
    assert.deepEqual(
      engine?.deliveries.map(({ delivery, event, action, status, reason }) => [
        delivery,
        event,
        action,
        status,
        reason,
      ]),
      [
        ['d-3', 'push', null, 'processing', null],
        ['d-2', 'issue_comment', 'created', 'ignored', 'The comment does not mention @reviewgraph'],
        ['d-1', 'push', null, 'ignored', 'Not the indexed branch: the graph holds main'],
      ],
    );
    assert.match(String(engine?.deliveries[0]?.['job_id']), /^inc-push-/);
    assert.deepEqual(engine?.problems, []);
  });

  it('tells what is wrong, and how it is mended', async () => {
    const { repositories } = await doctor(ada);
    assert.deepEqual(
      repositories.map(({ repo_name, problems }) => [repo_name, problems.map(({ problem }) => problem)]),
      [
        ['engine', []],
        ['quiet', ['No webhook of this repository has arrived within the last 8 days.']],
      ],
    );
  });

  it('tells what the platform did not take, and what it needs', async () => {
    const run = { repo_key: repoKeyOf('ada', 'engine'), owner: 'ada', repo_name: 'engine', pr_number: 7 };
    const refused = (reason: string) => new AppError('bad_request', reason);
    await noteRefused(service.ports, run, 'check', refused('The platform takes neither'));
    await noteRefused(service.ports, run, 'code scanning', refused('The platform failed'));
    const [engine] = (await doctor(ada, ENGINE)).repositories;
    assert.equal(engine?.deliveries[0]?.['reason'], 'The platform failed');
    assert.match(
      engine?.problems[0]?.problem ?? '',
      /^The platform did not take a check .*: The platform takes neither/,
    );
    assert.match(engine?.problems[0]?.fix ?? '', /Checks: write/);
    assert.match(engine?.problems[1]?.fix ?? '', /Code scanning alerts: write/);

    // Until it takes one of the kind.
    await noteTaken(service.ports, run, 'check');
    const [then] = (await doctor(ada, ENGINE)).repositories;
    assert.deepEqual(
      then?.problems.map(({ problem }) => /take (.*?) \(/.exec(problem)?.[1]),
      ['findings for code scanning'],
    );
    await noteTaken(service.ports, run, 'code scanning');
    assert.deepEqual((await doctor(ada, ENGINE)).repositories[0]?.problems, []);
  });

  it('tells operators alone what was refused', async () => {
    const hook = webhookOf(service, 'ada', 'engine');
    const headers = { 'X-Scm-Signature-256': `sha256=${'0'.repeat(64)}` };
    for (let round = 0; round < 3; round++) await hook.send('push', hook.push(), { headers });
    const reason = 'The signature is missing or does not fit the body';
    assert.deepEqual(
      (await doctor(ada)).refused?.map((each) => [each.event, each.reason]),
      [['push', reason]],
    );
    assert.equal((await doctor(bob)).refused, null);
  });

  it('shows a repository to those who may write it', async () => {
    assert.deepEqual(
      (await doctor(bob)).repositories.map(({ repo_name }) => repo_name),
      ['own'],
    );
    for (const [query, status] of [
      [ENGINE, 403],
      ['?repo_owner=ada&repo_name=nothing', 404],
      ['?repo_owner=ada', 400],
      ['?repo_owner=a%2Fb&repo_name=x', 422],
    ] as const) {
      assert.equal((await service.call('GET', `/api/v1/doctor${query}`, { as: bob })).status, status, query);
    }
  });
});
