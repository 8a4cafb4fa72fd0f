/**
 * Webhooks through the running service: the platform's own payloads, signed and sent to hosting's URL, and what becomes
 * of them in the graph and on the pull request.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScmHost } from '../../local/scm-host/start-scm-host.ts';
import { makeRepository } from '../support/repositories.ts';
import type { TestRepository } from '../support/repositories.ts';
import { baseUrl, finishedJob, loggedInUser, scmHost, serviceVariable } from '../support/services.ts';
import type { TestUser } from '../support/services.ts';

type Body = Record<string, unknown>;

describe('journey: webhook', function () {
  this.timeout(300_000);
  let source: TestRepository;
  let ada: TestUser;
  let host: ScmHost;
  const name = 'shop';

  before(async () => {
    host = await scmHost();
    ada = await loggedInUser(`hook${process.pid}${Date.now() % 1_000_000}`);
    source = makeRepository({
      'shop/cart.py': 'from shop.price import total_of\n\n\ndef checkout(cart):\n    return total_of(cart)\n',
      'shop/price.py': 'def total_of(items):\n    return sum(items)\n',
    });
    await host.addRepository({ owner: ada.login, name, from: source.path });
  });
  after(() => source.remove());

  async function deliver(event: string, payload: Body, delivery?: string): Promise<Body> {
    const target = { url: `${baseUrl()}/api/v1/webhook/onComment`, secret: serviceVariable('SCM_WEBHOOK_SECRET') };
    const { status, text } = await host.sendWebhook(target, event, payload, delivery);
    assert.equal(status, 200, text);
    return JSON.parse(text) as Body;
  }
  const callers = async (symbol: string) => {
    const path = `find_callers?symbol_name=${symbol}&repo_owner=${ada.login}&repo_name=${name}`;
    const found = (await ada.client.get(`/api/v1/query/${path}`)) as { callers: { caller: string }[] };
    return found.callers.map(({ caller }) => caller).sort();
  };

  it('refuses what is not signed by the platform', async () => {
    const forged = { url: `${baseUrl()}/api/v1/webhook/onComment`, secret: 'a guess' };
    assert.equal((await host.sendWebhook(forged, 'push', {})).status, 403);
  });

  it('brings a push to the graph, once', async () => {
    const started = (await ada.client.post('/api/v1/ingest/scm', { owner: ada.login, repo_name: name })) as Body;
    await finishedJob(ada.client, String(started['job_id']));
    assert.deepEqual(await callers('total_of'), ['checkout']);

    const before = source.git('rev-parse', 'HEAD');
    const after = source.commit({
      'shop/refund.py': 'from shop.price import total_of\n\n\ndef refund(cart):\n    return -total_of(cart)\n',
    });
    const payload = await host.payloads.push(ada.login, name, 'main', { before, after });
    const answer = await deliver('push', payload, 'push-1');
    assert.match(String(answer['job_id']), /^inc-push-/);
    assert.deepEqual(await deliver('push', payload, 'push-1'), answer);
    const job = await finishedJob(ada.client, String(answer['job_id']));
    assert.deepEqual(
      [job['status'], job['kind'], job['commit_sha']],
      ['completed', 'push', after],
      JSON.stringify(job),
    );
    assert.deepEqual(await callers('total_of'), ['checkout', 'refund']);
  });

  it('answers an unknown command on the pull request, and brings its merge to the graph', async () => {
    source.git('checkout', '--quiet', '-b', 'discount');
    source.commit({
      'shop/price.py': 'def total_of(items):\n    return half(sum(items))\n\n\ndef half(n):\n    return n / 2\n',
    });
    source.git('checkout', '--quiet', 'main');
    host.addInstallation({ login: ada.login });
    const at = { owner: ada.login, name };
    const { number } = await host.openPull({
      ...at,
      head: 'discount',
      base: 'main',
      by: ada.login,
      title: 'Half price',
    });
    await deliver('pull_request', await host.payloads.pullRequest(ada.login, name, number, 'opened'));

    const { id } = await host.comment({ ...at, number, by: ada.login, body: '@reviewgraph make tea' });
    const helped = await deliver('issue_comment', await host.payloads.issueComment(ada.login, name, id));
    assert.deepEqual(helped, { status: 'processing', pr: `${ada.login}/${name}#${number}`, action: 'help' });
    const posted = () => host.written(ada.login, name, number).comments.filter(({ body }) => /full review/.test(body));
    while (posted().length === 0) await sleep(200);
    assert.equal(posted().length, 1);

    await host.mergePull({ ...at, number, by: ada.login });
    const merged = await deliver('pull_request', await host.payloads.pullRequest(ada.login, name, number, 'closed'));
    assert.deepEqual([merged['pr'], merged['action']], [`${ada.login}/${name}#${number}`, 'graph_update']);
    const job = await finishedJob(ada.client, String(merged['job_id']));
    assert.equal(job['status'], 'completed', JSON.stringify(job));
    assert.deepEqual(await callers('half'), ['total_of']);
    const pulls = (await ada.client.get(`/api/v1/repos/${ada.login}/${name}/prs`)) as Body[];
    assert.deepEqual(
      pulls.map((pull) => [pull['number'], pull['title'], pull['state']]),
      [[number, 'Half price', 'merged']],
    );
  });
});
