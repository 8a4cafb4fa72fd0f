/** A delivery that people send themselves: what is told of it is what arrived, wherever the address leads. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOwnWebhook } from '../../../src/adapters/own-webhook.ts';
import { systemClock } from '../../../src/adapters/clock.ts';
import { createDoctorApi } from '../../../src/api/routes/doctor.ts';
import type { Ports, Settings } from '../../../src/ports.ts';
import { indexedRepository } from '../../support/review-history.ts';
import { startService, type TestService, type TestUser } from '../../support/service.ts';

const PATH = '/api/v1/doctor/test';

interface Verdict {
  outcome: string;
  url: string;
  delivery: string;
  http_status: number | null;
  fix: string | null;
}

describe('POST /doctor/test', () => {
  let service: TestService;
  let ada: TestUser;
  let bob: TestUser;

  before(async () => {
    service = await startService({ settings: { gatewayConfigured: true } });
    ada = await service.user('ada');
    bob = await service.user('bob');
    await indexedRepository(service.ports.store, 'ada', 'engine', { indexed_by: ada.uid });
    await indexedRepository(service.ports.store, 'bob', 'own', { indexed_by: bob.uid });
  });
  after(() => service.close());

  const body = { owner: 'ada', repo_name: 'engine' };
  const send = async (as: TestUser, of: object = body) => service.call('POST', PATH, { as, body: of });

  it('arrives, and is noted as nothing that the platform sent', async () => {
    const answer = await send(ada);
    const test = answer.body as Verdict;
    assert.deepEqual([answer.status, test.outcome, test.http_status, test.fix], [200, 'arrived', 200, null]);
    assert.equal(test.url, `${service.baseUrl}/api/v1/webhook/onComment`);
    const doctor = await service.call('GET', '/api/v1/doctor?repo_owner=ada&repo_name=engine', { as: ada });
    const [engine] = (
      doctor.body as {
        repositories: { deliveries: Record<string, unknown>[]; problems: { problem: string }[] }[];
      }
    ).repositories;
    assert.deepEqual(
      engine?.deliveries.map(({ event, action, delivery, status }) => [event, action, delivery, status]),
      [['ping', 'test', test.delivery, 'ignored']],
    );
    assert.match(engine?.problems[0]?.problem ?? '', /No webhook of this repository has arrived/);
  });

  it('is for those who may write the repository, five times an hour each', async () => {
    const statuses = [];
    for (let round = 0; round < 5; round++) statuses.push((await send(bob, { owner: 'bob', repo_name: 'own' })).status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 200]);
    const sixth = await send(bob, { owner: 'bob', repo_name: 'own' });
    assert.equal(sixth.status, 429);
    assert.ok(Number(sixth.headers.get('retry-after')) > 3000, 'until the first is an hour old');
    assert.equal((await send(bob)).status, 403);
    assert.equal((await send(ada, { owner: 'ada', repo_name: 'nothing' })).status, 404);
    assert.equal((await send(ada, { owner: 'a b', repo_name: 'engine' })).status, 422);
    assert.equal((await send(ada, { ...body, url: 'https://elsewhere.example' })).status, 422);
    service.advance(3_600_000);
    assert.equal((await send(bob, { owner: 'bob', repo_name: 'own' })).status, 200);
  });

  it('tells a reading token that it may not', async () => {
    const token = async (scopes: string[]) => {
      const made = await service.call('POST', '/api/v1/auth/tokens', {
        as: ada,
        body: { name: 'ci', scopes, expires_in_days: 1 },
      });
      return { ...ada, idToken: (made.body as { token: string }).token };
    };
    assert.equal((await send(await token(['read']))).status, 403);
    assert.equal((await send(await token(['read', 'review']))).status, 200);
  });

  describe('elsewhere', () => {
    let other: Server;
    let answers: { status: number; headers?: Record<string, string> };
    let met: IncomingHttpHeaders[];
    let address: string;

    before(async () => {
      other = createServer((request, response) => {
        met.push(request.headers);
        response.writeHead(answers.status, answers.headers).end('{"status":"ignored"}');
      });
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    });
    after(() => new Promise((resolve) => other.close(resolve)));
    beforeEach(() => {
      met = [];
      service.advance(3_600_000);
    });

    /** The doctor of a deployment that was told another address, or other secrets. */
    async function told(origin: string, more: Partial<Settings> = {}): Promise<Verdict> {
      const settings = { ...service.ports.settings, ...more };
      const { webhookSecrets: secrets, webhookTokens: tokens, scmKind: kind } = settings;
      const ownWebhook = createOwnWebhook({ origin: () => origin, kind, secrets, tokens, clock: systemClock() });
      const ports: Ports = { ...service.ports, ownWebhook, settings };
      const answer = await createDoctorApi(ports).request(`http://x${PATH}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${ada.idToken}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      assert.equal(answer.status, 200);
      return (await answer.json()) as Verdict;
    }

    it('is told from here, whatever is answered there', async () => {
      for (const [status, outcome] of [
        [200, 'elsewhere'],
        [404, 'elsewhere'],
        [302, 'elsewhere'],
        [403, 'refused'],
      ] as const) {
        answers = { status, headers: { Location: service.baseUrl + PATH } };
        const test = await told(address);
        assert.deepEqual([test.outcome, test.http_status], [outcome, status]);
        assert.match(test.fix ?? '', /PUBLIC_URL/);
      }
      assert.equal(met.length, 4, 'nothing is followed');
      assert.equal((await told('http://127.0.0.1:9')).outcome, 'unreachable');
      service.advance(3_600_000);
      const unsigned = await told(address, { webhookSecrets: [] });
      assert.deepEqual([unsigned.outcome, unsigned.http_status], ['not_sent', null]);
    });

    it('is signed as each platform signs', async () => {
      answers = { status: 200 };
      const gitlab = { scmKind: 'gitlab' as const };
      const key = Buffer.from('a signing token').toString('base64');
      await told(address, { ...gitlab, webhookSecrets: [], webhookTokens: ['token-of-the-hook', 'an older one'] });
      await told(address, { ...gitlab, webhookSecrets: [`whsec_${key}`], webhookTokens: ['token-of-the-hook'] });
      await told(address);
      const [byToken, signed, usual] = met;
      assert.equal(byToken?.['x-gitlab-token'], 'token-of-the-hook');
      const { 'webhook-id': id, 'webhook-timestamp': time } = signed ?? {};
      const repository = { full_name: 'ada/engine', name: 'engine', owner: { login: 'ada' } };
      const text = JSON.stringify({ action: 'test', repository });
      const expected = createHmac('sha256', 'a signing token')
        .update(`${String(id)}.${String(time)}.${text}`)
        .digest('base64');
      assert.equal(signed?.['webhook-signature'], `v1,${expected}`);
      assert.equal(signed['x-gitlab-token'], undefined);
      assert.match(String(usual?.['x-scm-signature-256']), /^sha256=[0-9a-f]{64}$/);
    });
  });

  it('arrives on GitLab by token and by signature', async () => {
    for (const settings of [
      { webhookSecrets: [], webhookTokens: ['token-of-the-hook'] },
      { webhookSecrets: [`whsec_${Buffer.from('a signing token').toString('base64')}`], webhookTokens: [] },
    ]) {
      const gitlab = await startService({ settings: { scmKind: 'gitlab', ...settings } });
      try {
        const eve = await gitlab.user('eve');
        await indexedRepository(gitlab.ports.store, 'group/sub', 'engine', { indexed_by: eve.uid });
        const answer = await gitlab.call('POST', PATH, {
          as: eve,
          body: { owner: 'group/sub', repo_name: 'engine' },
        });
        assert.equal((answer.body as Verdict).outcome, 'arrived', answer.text);
        // What has to be set is said in the platform's own words.
        const { text } = await gitlab.call('GET', '/api/v1/doctor', { as: eve });
        assert.match(text, /"Merge request events"/);
        assert.match(text, /secret token that SCM_WEBHOOK_TOKEN holds/);
      } finally {
        await gitlab.close();
      }
    }
  });
});
