/** What every delivery goes through, whatever its event: signature, headers, body forms, redelivery. */
import assert from 'node:assert/strict';
import { startService } from '../../support/service.ts';
import type { TestService } from '../../support/service.ts';
import { signatureOf, webhookOf, WEBHOOK_PATH } from '../../support/webhook.ts';

describe('POST /webhook/onComment', () => {
  let service: TestService;
  before(async () => {
    service = await startService({ settings: { webhookSecrets: ['webhook-test-secret', 'older-secret'] } });
  });
  after(() => service.close());

  const post = (body: string, headers: Record<string, string>) =>
    service.call('POST', WEBHOOK_PATH, { body, headers: { 'X-Scm-Event': 'ping', ...headers } });
  const hookOf = (name: string) => webhookOf(service, 'hooks', name);

  it('refuses a missing, malformed, foreign or wrong signature before it reads anything', async () => {
    const body = 'no json at all';
    const good = signatureOf(body);
    const refused: Record<string, string>[] = [
      {},
      { 'X-Scm-Signature-256': '' },
      { 'X-Scm-Signature-256': good.slice('sha256='.length) },
      { 'X-Scm-Signature-256': good.replace('sha256=', 'sha1=') },
      { 'X-Scm-Signature-256': `${good}0` },
      { 'X-Scm-Signature-256': good.slice(0, -1) },
      { 'X-Scm-Signature-256': signatureOf(body, 'another secret') },
      { 'X-Scm-Signature-256': signatureOf(`${body} `) },
      // The interface's own header counts alone.
      { 'X-Scm-Signature-256': 'sha256=0', 'X-Hub-Signature-256': good },
    ];
    for (const headers of refused) {
      const answer = await post(body, headers);
      assert.equal(answer.status, 403, JSON.stringify(headers));
      assert.deepEqual(answer.body, { detail: 'The signature is missing or does not fit the body' });
    }
  });

  it('accepts every secret while one is rotated', async () => {
    for (const secret of ['webhook-test-secret', 'older-secret']) {
      const answer = await post('{}', { 'X-Scm-Signature-256': signatureOf('{}', secret) });
      assert.deepEqual([answer.status, answer.body], [200, { status: 'ignored' }]);
    }
  });

  it('is not there without a secret', async () => {
    const bare = await startService({ settings: { webhookSecrets: [] } });
    const answer = await bare.call('POST', WEBHOOK_PATH, {
      body: '{}',
      headers: { 'X-Scm-Event': 'push', 'X-Scm-Signature-256': signatureOf('{}', '') },
    });
    await bare.close();
    assert.equal(answer.status, 503);
    assert.match(String((answer.body as { detail: string }).detail), /SCM_WEBHOOK_SECRET/);
  });

  it('checks the bytes as they came, not a second spelling of them', async () => {
    const hook = hookOf('bytes');
    const odd = `{"zen":"😊 \u2028 \\u00e9 \\/ ","ref":"refs/tags/v1","before":"${'a'.repeat(40)}", "after":"${'b'.repeat(40)}","repository":{"full_name":"hooks\\/bytes"}}`;
    assert.notEqual(JSON.stringify(JSON.parse(odd)), odd);
    assert.equal((await hook.send('push', odd)).status, 200);
    const rewritten = JSON.stringify(JSON.parse(odd));
    const answer = await post(rewritten, { 'X-Scm-Signature-256': signatureOf(odd) });
    assert.equal(answer.status, 403);
  });

  it('knows the headers of GitHub, Gitea and Forgejo', async () => {
    const hook = hookOf('aliases');
    await hook.indexed();
    const digits = (body: string) => signatureOf(body).slice('sha256='.length);
    const families = [
      (body: string) => ({
        'X-GitHub-Event': 'push',
        'X-GitHub-Delivery': 'gh-1',
        'X-Hub-Signature-256': signatureOf(body),
      }),
      (body: string) => ({ 'X-Gitea-Event': 'push', 'X-Gitea-Delivery': 'gt-1', 'X-Gitea-Signature': digits(body) }),
      (body: string) => ({
        'X-Forgejo-Event': 'push',
        'X-Forgejo-Delivery': 'fj-1',
        'X-Forgejo-Signature': digits(body),
      }),
    ];
    const ids = new Set<unknown>();
    for (const headersOf of families) {
      const body = JSON.stringify(hook.push());
      const answer = await service.call('POST', WEBHOOK_PATH, { body, headers: headersOf(body) });
      assert.equal(answer.status, 200, answer.text);
      ids.add((answer.body as { job_id: string }).job_id);
    }
    assert.equal(ids.size, 1, 'one update that has not started is enough for all');
  });

  it('reads form-encoded deliveries', async () => {
    const hook = hookOf('form');
    await hook.indexed();
    const body = new URLSearchParams({ payload: JSON.stringify(hook.push({ note: 'a+b & ü' })) }).toString();
    const answer = await hook.send('push', body, { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } });
    assert.equal((answer.body as { status: string }).status, 'processing', answer.text);
  });

  it('asks for the event’s name, and ignores every event it has no rule for', async () => {
    const headers = { 'X-Scm-Signature-256': signatureOf('{}') };
    const nameless = await service.call('POST', WEBHOOK_PATH, { body: '{}', headers });
    assert.equal(nameless.status, 422);
    assert.deepEqual((nameless.body as { detail: { loc: string[] }[] }).detail[0]?.loc, ['header', 'X-Scm-Event']);
    for (const event of ['ping', 'star', 'issues', 'toString', '__proto__', 'pull_request_review']) {
      const answer = await post('{}', { ...headers, 'X-Scm-Event': event });
      assert.deepEqual([answer.status, answer.body], [200, { status: 'ignored' }], event);
    }
  });

  it('says what a payload lacks', async () => {
    const hook = hookOf('lacking');
    assert.equal((await hook.send('push', 'payload={}')).status, 400);
    const answer = await hook.send('push', { ref: 'refs/heads/main', repository: { full_name: '../etc' } });
    assert.equal(answer.status, 422);
    const places = (answer.body as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc.join('.'));
    assert.deepEqual(places.sort(), ['body.after', 'body.before', 'body.repository.full_name']);
  });

  it('takes 25 MiB and no more', async () => {
    const hook = hookOf('large');
    const padding = 'x'.repeat(2 * 1024 * 1024);
    assert.equal((await hook.send('star', { padding })).status, 200);
    assert.equal((await hook.send('star', 'x'.repeat(25 * 1024 * 1024 + 1))).status, 413);
  });

  it('answers by a function’s own URL too, and no other method', async () => {
    const headers = { 'X-Scm-Event': 'ping', 'X-Scm-Signature-256': signatureOf('{}') };
    const direct = await service.call('POST', '/direct/webhook/onComment', { body: '{}', headers });
    assert.deepEqual([direct.status, direct.body], [200, { status: 'ignored' }]);
    const get = await service.call('GET', WEBHOOK_PATH);
    assert.deepEqual([get.status, get.headers.get('allow')], [405, 'POST']);
  });

  it('answers a redelivery as it answered first, and starts nothing', async () => {
    const hook = hookOf('again');
    await hook.indexed();
    const first = await hook.send('push', hook.push(), { delivery: 'again-1' });
    const count = hook.tasks('updateGraph').length;
    const second = await hook.send('push', hook.push(), { delivery: 'again-1' });
    assert.deepEqual([second.status, second.body], [200, first.body]);
    assert.equal(hook.tasks('updateGraph').length, count);

    const unknown = hookOf('again-later');
    const before = await unknown.send('push', unknown.push(), { delivery: 'again-2' });
    assert.equal((before.body as { status: string }).status, 'ignored');
    await unknown.indexed();
    const after = await unknown.send('push', unknown.push(), { delivery: 'again-2' });
    assert.deepEqual(after.body, before.body);
  });

  it('makes one job of a delivery that comes ten times at once', async () => {
    const hook = hookOf('storm');
    await hook.indexed();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => hook.send('push', hook.push(), { delivery: 'storm-1' })),
    );
    const ids = new Set(answers.map(({ body }) => (body as { job_id: string }).job_id));
    assert.equal(ids.size, 1);
    const tasks = hook.tasks('updateGraph').filter(({ job_id }) => ids.has(String(job_id)));
    assert.equal(tasks.length, 1);
  });

  it('answers two hundred pushes at once, and makes one job of them', async () => {
    const hook = hookOf('flood');
    await hook.indexed();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        hook.send('push', hook.push(), { delivery: at % 2 === 0 ? 'flood' : `flood-${at}` }),
      ),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    const ids = new Set(answers.map(({ body }) => (body as { job_id: string }).job_id));
    assert.equal(ids.size, 1);
    assert.equal(hook.tasks('updateGraph').filter(({ job_id }) => ids.has(String(job_id))).length, 1);
  });

  it('enqueues at a redelivery what could not be enqueued before', async () => {
    const hook = hookOf('queue-down');
    await hook.indexed();
    service.tasks.down = true;
    const first = await hook.send('push', hook.push(), { delivery: 'down-1' });
    const command = hook.comment('@reviewgraph review');
    const refused = await hook.send('issue_comment', command, { delivery: 'down-2' });
    service.tasks.down = false;
    const { job_id } = first.body as { job_id: string };
    assert.equal((await service.ports.store.get(`jobs/${job_id}`))?.['status'], 'pending');
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5']);

    assert.deepEqual((await hook.send('push', hook.push(), { delivery: 'down-1' })).body, first.body);
    assert.equal((await service.ports.store.get(`jobs/${job_id}`))?.['status'], 'dispatched');
    assert.equal(hook.tasks('updateGraph').filter((task) => task['job_id'] === job_id).length, 1);
    const again = await hook.send('issue_comment', command, { delivery: 'down-2' });
    assert.deepEqual(again.body, { status: 'processing', pr: `${hook.repoId}#7`, action: 'review' });
    const runs = hook.tasks('reviewPullRequest').filter((task) => task['repo_key'] === hook.repoKey);
    assert.deepEqual(runs, [{ repo_key: hook.repoKey, pr_number: 7, run_number: 1 }]);
  });

  it('asks the platform nothing before it answers: whoever sent the event waits for seconds only', async () => {
    const hook = hookOf('silent');
    await hook.indexed();
    const unknown = hookOf('silent-unknown');
    // The graph of this service cannot be reached either.
    service.host.fail({ path: /./, status: 500 });
    const answers = [
      await hook.send('push', hook.push()),
      await hook.send(
        'pull_request',
        hook.pullRequest('closed', { merged: true, merged_at: '2026-01-05T10:00:00Z' }, 8),
      ),
      await hook.send('issue_comment', hook.comment('@reviewgraph full review')),
      await hook.send('issue_comment', hook.comment('@reviewgraph make tea', { number: 9 })),
      await unknown.send('issue_comment', unknown.comment('@reviewgraph review')),
    ];
    assert.deepEqual(
      answers.map(({ status, body }) => `${status} ${(body as { status: string }).status}`),
      [...Array.from({ length: 4 }, () => '200 processing'), '200 ignored'],
    );
    assert.equal(service.host.clearFaults(), 1);
  });
});
