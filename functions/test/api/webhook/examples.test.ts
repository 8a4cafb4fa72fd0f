/** Payloads that GitHub really sent, as its client library's authors collect them: each is answered, none is a crash. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { pullRequestSchema } from '../../../src/model/reviews.ts';
import { alteredJson } from '../../support/altered-json.ts';
import { randomNumbers } from '../../support/random-numbers.ts';
import { startService } from '../../support/service.ts';
import type { TestService } from '../../support/service.ts';
import { webhookOf } from '../../support/webhook.ts';
import { repositoryPath } from '../../support/document-paths.ts';

const examplesSchema = z.array(z.object({ name: z.string(), examples: z.array(z.record(z.string(), z.unknown())) }));
// A JSON module; an import attribute for it would have to be repeated to the type checker.
const EVENTS = examplesSchema.parse(createRequire(import.meta.url)('@octokit/webhooks-examples'));

const named = z.object({ repository: z.object({ full_name: z.string() }) });

describe('webhook: payloads as they are', function () {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.close());

  async function sendAll(count: (event: string, status: unknown) => void): Promise<void> {
    const hook = webhookOf(service, 'examples', 'sender');
    for (const { name, examples } of EVENTS) {
      for (const [i, payload] of examples.entries()) {
        const answer = await hook.send(name, payload);
        assert.equal(answer.status, 200, `${name} ${i}: ${answer.text}`);
        const { status, reason } = answer.body as { status: string; reason?: string };
        assert.ok(status === 'ignored' || status === 'processing', `${name} ${i}`);
        const handled = ['push', 'pull_request', 'issue_comment'].includes(name);
        assert.equal(typeof reason, handled && status === 'ignored' ? 'string' : 'undefined', `${name} ${i}`);
        count(name, status);
      }
    }
  }

  it('are all answered where nothing is indexed, and start nothing', async () => {
    const processing: string[] = [];
    await sendAll((event, status) => {
      if (status === 'processing') processing.push(event);
    });
    assert.deepEqual(processing, []);
    assert.deepEqual(service.tasks.tasks, []);
    assert.deepEqual(
      service.log.filter(({ level }) => level === 'error'),
      [],
    );
  });

  const example = (event: string, action?: string): Record<string, unknown> => {
    const all = EVENTS.find(({ name }) => name === event)?.examples ?? [];
    const found = all.find((each) => action === undefined || each['action'] === action);
    assert.ok(found, `${event} ${action ?? ''}`);
    return structuredClone(found);
  };
  const part = (payload: Record<string, unknown>, name: string) => payload[name] as Record<string, unknown>;

  it('are all answered where their repositories are indexed, and keep the pull requests they tell of', async () => {
    const names = new Set(
      EVENTS.flatMap(({ examples }) => examples.map((each) => named.safeParse(each).data?.repository.full_name ?? '')),
    );
    names.delete('');
    for (const full of names) {
      const [owner = '', name = ''] = full.split('/');
      await webhookOf(service, owner, name).indexed({ branch: 'master', default_branch: 'master' });
    }
    await sendAll(() => undefined);
    assert.deepEqual(
      service.log.filter(({ level }) => level === 'error'),
      [],
    );
    const pull = await webhookOf(service, 'Codertocat', 'Hello-World').pull(2);
    assert.deepEqual(
      [pull?.['title'], pull?.['author'], pull?.['head_ref'], pull?.['base_ref'], pull?.['from_fork']],
      ['Update the README with new information.', 'Codertocat', 'changes', 'master', false],
    );
  });

  it('start what they should, once they tell of it', async () => {
    const hook = webhookOf(service, 'Codertocat', 'Hello-World');
    await hook.indexed({ branch: 'master', default_branch: 'master' });
    const merged = example('pull_request', 'closed');
    Object.assign(part(merged, 'pull_request'), { merged: true, merged_at: '2030-01-01T00:00:00Z' });
    const merge = (await hook.send('pull_request', merged)).body as Record<string, unknown>;
    assert.deepEqual([merge['pr'], merge['action']], ['Codertocat/Hello-World#2', 'graph_update']);

    const pushed = { ...example('push'), ref: 'refs/heads/master', before: 'a'.repeat(40), deleted: false };
    const push = (await hook.send('push', pushed)).body as Record<string, unknown>;
    assert.deepEqual([push['status'], push['repo']], ['processing', 'Codertocat/Hello-World']);

    const commented = example('issue_comment', 'created');
    Object.assign(part(commented, 'issue'), { pull_request: { html_url: 'https://github.com/x' } });
    Object.assign(part(commented, 'comment'), { body: '@reviewgraph full review' });
    const comment = (await hook.send('issue_comment', commented)).body as Record<string, unknown>;
    assert.deepEqual([comment['status'], comment['action']], ['processing', 'review']);
  });

  it('are answered or refused when they are altered at random, and leave documents that can be read', async () => {
    const random = randomNumbers(6);
    const hook = webhookOf(service, 'Codertocat', 'Hello-World');
    await hook.indexed({ branch: 'master', default_branch: 'master' });
    const handled = EVENTS.filter(({ name }) =>
      /^(push|pull_request|issue_comment|repository|installation)$/.test(name),
    );
    const others = EVENTS.filter((event) => !handled.includes(event));
    const refused: string[] = [];
    const statuses = new Set<string>();
    for (let round = 0; round < 600; round++) {
      const { name, examples } = random.pick(round % 6 === 0 ? others : handled);
      const payload = alteredJson(random, telling(name, structuredClone(random.pick(examples)), round));
      const { status, text, body } = await hook.send(name, payload, { delivery: `altered-${round}` });
      statuses.add(status === 200 ? String((body as { status: unknown }).status) : String(status));
      if (status !== 200 && status !== 422) refused.push(`${round} ${name}: ${status} ${text.slice(0, 200)}`);
    }
    assert.deepEqual(refused, []);
    assert.deepEqual(
      service.log.filter(({ level }) => level === 'error'),
      [],
    );
    assert.deepEqual([...statuses].sort(), ['422', 'ignored', 'processing']);
    // What was kept of them does not stand in the way of what comes next, though some may have called it private.
    await hook.indexed({ branch: 'master', default_branch: 'master' });
    const path = `/api/v1/repos/Codertocat/Hello-World/prs`;
    const answer = await service.call('GET', path, { as: await service.user('reader') });
    assert.equal(answer.status, 200, answer.text);
    const pulls = await service.ports.store.query({ collection: `${repositoryPath(hook.repoKey)}/prs` });
    assert.ok(pulls.length > 0);
    for (const { doc } of pulls) pullRequestSchema.parse(doc);
  });

  /** Most examples are ignored: so that alterations reach what is behind the rules, these tell of work to do. */
  function telling(event: string, payload: Record<string, unknown>, id: number): Record<string, unknown> {
    if (event === 'push') Object.assign(payload, { ref: 'refs/heads/master', before: 'a'.repeat(40), deleted: false });
    if (event === 'pull_request' && id % 2 === 0) {
      payload['action'] = 'closed';
      Object.assign(part(payload, 'pull_request'), { merged: true, merged_at: '2030-01-01T00:00:00Z' });
    }
    if (event === 'issue_comment') {
      payload['action'] = 'created';
      Object.assign(part(payload, 'issue'), { number: id + 1, pull_request: { html_url: '' } });
      Object.assign(part(payload, 'comment'), { id: id + 1, body: '@reviewgraph review' });
    }
    return payload;
  }
});
