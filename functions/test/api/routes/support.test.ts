/** Questions to the operator: stored with who asked, within their limits. */
import assert from 'node:assert/strict';
import { startService } from '../../support/service.ts';
import type { TestService, TestUser } from '../../support/service.ts';

describe('support group', () => {
  let service: TestService;
  let ada: TestUser;

  before(async () => {
    service = await startService();
    ada = await service.user('ada');
  });
  after(() => service.close());

  const ask = (body: unknown, as: TestUser | undefined = ada) =>
    service.call('POST', '/api/v1/support/query', { as, body });

  it('stores the question and says under which id', async () => {
    const answer = await ask({ subject: ' Private forks ', message: 'Are they indexed?' });
    assert.equal(answer.status, 201, answer.text);
    const { query_id: id, message } = answer.body as { query_id: string; message: string };
    assert.ok(message.length > 0);
    const stored = await service.ports.store.get(`support_queries/${id}`);
    assert.equal(stored?.['uid'], ada.uid);
    assert.equal(stored?.['subject'], 'Private forks');
    assert.equal(stored?.['message'], 'Are they indexed?');
  });

  it('refuses what is empty, too long, no text, missing or unsigned', async () => {
    const good = { subject: 's'.repeat(200), message: 'm'.repeat(5_000) };
    assert.equal((await ask(good)).status, 201);
    assert.equal((await ask({ ...good, subject: 's'.repeat(201) })).status, 422);
    assert.equal((await ask({ ...good, message: 'm'.repeat(5_001) })).status, 422);
    assert.equal((await ask({ ...good, subject: '  ' })).status, 422);
    assert.equal((await ask({ message: 'm' })).status, 422);
    assert.equal((await ask({ ...good, message: 'half a character: \ud83c' })).status, 422);
    assert.equal((await service.call('POST', '/api/v1/support/query', { body: good })).status, 401);
  });

  it('keeps no more than sixty of one user within an hour, also of those that come at once', async () => {
    service.stopClock();
    const bob = await service.user('bob');
    const question = { subject: 's', message: 'm' };
    const earlier = Array.from({ length: 58 }, () => service.ports.clock.now().toISOString());
    await service.ports.store.set(`support_limits/${bob.uid}`, { started: earlier });
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(question, bob)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    assert.deepEqual(refused?.body, { detail: 'At most 60 questions an hour' });
    assert.equal(refused.headers.get('retry-after'), '3600');
    assert.equal((await ask(question)).status, 201, 'nobody else');
    service.advance(3_600_000);
    assert.equal((await ask(question, bob)).status, 201);
  });
});
