/**
 * A review as a team lives it, through the running service: index, open a pull request, command by a comment, read what
 * was posted, push a fix, review again, merge. The host is strict, the webhooks are signed, the model is scripted and
 * asks the real graph.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScmHost } from '../../local/scm-host/start-scm-host.ts';
import { makeRepository } from '../support/repositories.ts';
import type { TestRepository } from '../support/repositories.ts';
import { CART, FAULTY_PRICE, modelReply, PRICE } from '../support/review-service.ts';
import { baseUrl, finishedJob, loggedInUser, modelServer, scmHost, serviceVariable } from '../support/services.ts';
import type { TestUser } from '../support/services.ts';

type Body = Record<string, unknown>;

describe('journey: review', function () {
  this.timeout(300_000);
  const name = 'shop';
  let source: TestRepository;
  let ada: TestUser;
  let host: ScmHost;
  let number: number;

  before(async () => {
    host = await scmHost();
    ada = await loggedInUser(`rev${process.pid}${Date.now() % 1_000_000}`);
    source = makeRepository({ 'shop/price.py': PRICE, 'shop/cart.py': CART });
    await host.addRepository({ owner: ada.login, name, from: source.path });
  });
  after(() => source.remove());

  async function send(event: string, payload: Body): Promise<Body> {
    const target = { url: `${baseUrl()}/api/v1/webhook/onComment`, secret: serviceVariable('SCM_WEBHOOK_SECRET') };
    const { status, text } = await host.sendWebhook(target, event, payload);
    assert.equal(status, 200, text);
    return JSON.parse(text) as Body;
  }
  const tellPull = async (action: 'opened' | 'synchronize' | 'closed') =>
    send('pull_request', await host.payloads.pullRequest(ada.login, name, number, action));
  const get = (path: string) => ada.client.get(`/api/v1/repos/${ada.login}/${name}${path}`);

  /** The model's answers are for this one run: a question, then a review. */
  async function review(run: number): Promise<Body> {
    const model = await modelServer();
    model.script({
      when: ({ tools }) => tools !== undefined,
      toolCalls: [{ name: 'find_callers', arguments: '{"symbol_name":"total_of"}' }],
    });
    const reply = {
      get content() {
        const body = model.requests.at(-1)?.body;
        return body === undefined ? '' : (modelReply({ ...body, tools: undefined }).content ?? '');
      },
    };
    model.script(reply);
    const { id } = await host.comment({ owner: ada.login, name, number, by: ada.login, body: '@reviewgraph review' });
    const answer = await send('issue_comment', await host.payloads.issueComment(ada.login, name, id));
    assert.deepEqual(answer, { status: 'processing', pr: `${ada.login}/${name}#${number}`, action: 'review' });
    for (;;) {
      const detail = (await get(`/prs/${number}/reviews/${run}`)) as Body;
      if (detail['status'] === 'completed' || detail['status'] === 'failed') return detail;
      await sleep(300);
    }
  }
  const written = () => host.written(ada.login, name, number);
  const walkthroughs = () => written().comments.filter(({ body }) => body.startsWith('<!-- reviewgraph:walkthrough'));

  it('posts what is wrong on its lines, and the rest in one walkthrough', async () => {
    const started = (await ada.client.post('/api/v1/ingest/scm', { owner: ada.login, repo_name: name })) as Body;
    await finishedJob(ada.client, String(started['job_id']));
    source.git('checkout', '-q', '-b', 'change');
    source.commit({ 'shop/price.py': FAULTY_PRICE });
    source.git('checkout', '-q', 'main');
    number = (await host.openPull({ owner: ada.login, name, head: 'change', base: 'main', by: ada.login })).number;
    await tellPull('opened');

    const detail = await review(1);
    assert.equal(detail['status'], 'completed', JSON.stringify(detail));
    assert.equal((detail['usage'] as Body)['tool_rounds'], 1);
    assert.equal((detail['issues'] as Body[]).length, 3);
    const tooled = (await modelServer()).requests.at(-1)?.body.messages.find(({ role }) => role === 'tool');
    assert.match(tooled?.content ?? '', /"caller":"total"/);
    assert.deepEqual(
      written()
        .reviewComments.map(({ path, line }) => `${path}:${line}`)
        .sort(),
      ['shop/price.py:1', 'shop/price.py:7'],
    );
    assert.equal(walkthroughs().length, 1);
    assert.match(walkthroughs()[0]?.body ?? '', /Payment takes the wrong total/);
  });

  it('sees a fix as a fix, and repeats nothing', async () => {
    const before = written().reviewComments.length;
    source.git('checkout', '-q', 'change');
    source.commit({ 'shop/price.py': PRICE.replace('total = 0', 'total = 0.0') });
    source.git('checkout', '-q', 'main');
    await tellPull('synchronize');
    const detail = await review(2);
    assert.equal(detail['status'], 'completed', JSON.stringify(detail));
    assert.equal(written().reviewComments.length, before);
    assert.equal(walkthroughs().length, 1);
    const { issues } = (await get(`/prs/${number}/reviews/1`)) as { issues: Body[] };
    assert.deepEqual(issues.map((issue) => [issue['source'], issue['path'], issue['status']]).sort(), [
      ['agent', 'shop/cart.py', 'open'],
      ['agent', 'shop/price.py', 'resolved'],
      ['python_linter', 'shop/price.py', 'resolved'],
    ]);
  });

  it('follows the merge: state, issues, graph', async () => {
    await host.mergePull({ owner: ada.login, name, number, by: ada.login });
    const answer = await tellPull('closed');
    assert.equal(answer['action'], 'graph_update');
    const job = await finishedJob(ada.client, String(answer['job_id']));
    assert.equal(job['status'], 'completed', JSON.stringify(job));
    assert.equal(job['commit_sha'], source.git('rev-parse', 'main'));
    const [pull] = (await get('/prs')) as Body[];
    assert.deepEqual([pull?.['state'], pull?.['review_run_count'], pull?.['open_issue_count']], ['merged', 2, 0]);
    const path = `shop/price.py&repo_owner=${ada.login}&repo_name=${name}`;
    const { lines } = (await ada.client.get(`/api/v1/query/code-finder/peek?line=2&path=${path}`)) as { lines: Body[] };
    assert.ok(lines.some((line) => line['content'] === '    total = 0.0'));
  });
});
