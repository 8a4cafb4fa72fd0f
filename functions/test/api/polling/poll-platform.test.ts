/** Asking the platform brings to the same end as its webhooks do, over random histories, and beside them starts nothing twice. */
import assert from 'node:assert/strict';
import { pollPlatform } from '../../../src/api/polling/poll-platform.ts';
import { pollRepository } from '../../../src/api/polling/poll-repository.ts';
import { polls } from '../../../src/documents/polls.ts';
import { repositories } from '../../../src/documents/repositories.ts';
import { runIngestTask } from '../../../src/jobs/ingest/tasks.ts';
import { runReplyTask, runReviewTask } from '../../../src/jobs/reviews/tasks.ts';
import { repoKeyOf } from '../../../src/model/repositories.ts';
import { tries } from '../../support/tries.ts';
import { testGraph } from '../../support/neo4j.ts';
import { randomNumbers } from '../../support/random-numbers.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { startService, type TestService, type TestUser } from '../../support/service.ts';
import { pullRequestPath, repositoryPath } from '../../support/document-paths.ts';

const MINUTES = 60_000;

describe('polling', function () {
  this.timeout(tries(600_000, 3_600_000));
  let service: TestService;
  let ada: TestUser;
  let done = 0;
  const sources: TestRepository[] = [];

  before(async () => {
    const graph = await testGraph();
    service = await startService({ graph: { ...graph, close: async () => undefined }, settings: { polling: true } });
    ada = await service.user(`poll${process.pid}${Date.now() % 1_000_000}`);
    service.host.addInstallation({ login: ada.login });
  });
  after(async () => {
    await service.close();
    for (const source of sources) source.remove();
  });

  // The service's clock stays the platform's: what is new is told by the platform's times.
  const poll = () => pollPlatform(service.ports, 60_000);

  /** Does what waits in the queues. */
  async function drain(): Promise<void> {
    const { tasks } = service.tasks;
    for (; done < tasks.length; done++) {
      const { url = '', payload } = tasks[done] ?? {};
      if (/\/(updateGraph|ingestRepository)$/.test(url)) await runIngestTask(service.ports, payload);
      if (url.endsWith('/reviewPullRequest')) await runReviewTask(service.ports, payload);
      if (url.endsWith('/postReply')) await runReplyTask(service.ports, payload);
    }
  }

  interface Side {
    name: string;
    source: TestRepository;
    /** Sends what happened as an event; nothing where the platform is asked. */
    send(event: string, payload: () => Promise<Record<string, unknown>>): Promise<void>;
  }

  async function side(name: string, hooked: boolean): Promise<Side> {
    const source = makeRepository({ 'a.py': 'def a():\n    return 1\n' });
    sources.push(source);
    await service.host.addRepository({ owner: ada.login, name, from: source.path });
    await service.call('POST', '/api/v1/ingest/scm', { as: ada, body: { owner: ada.login, repo_name: name } });
    await drain();
    const target = { url: `${service.baseUrl}/api/v1/webhook/onComment`, secret: 'webhook-test-secret' };
    return {
      name,
      source,
      async send(event, payload) {
        if (!hooked) return;
        assert.equal((await service.host.sendWebhook(target, event, await payload())).status, 200);
        await drain();
      },
    };
  }

  const host = () => service.host;

  async function push({ name, source, send }: Side, branch: string, file: string, text: string): Promise<void> {
    source.git('checkout', '-q', branch);
    const before = source.git('rev-parse', 'HEAD');
    const after = source.commit({ [file]: text });
    source.git('checkout', '-q', 'main');
    await send('push', () => host().payloads.push(ada.login, name, branch, { before, after }));
  }
  async function open({ name, source, send }: Side, branch: string): Promise<number> {
    source.git('checkout', '-q', '-b', branch, 'main');
    source.commit({ [`${branch}.py`]: `def ${branch}():\n    return 1\n` });
    source.git('checkout', '-q', 'main');
    const { number } = await host().openPull({ owner: ada.login, name, head: branch, base: 'main', by: ada.login });
    await send('pull_request', () => host().payloads.pullRequest(ada.login, name, number, 'opened'));
    return number;
  }
  async function say({ name, send }: Side, number: number, body: string): Promise<number> {
    const { id } = await host().comment({ owner: ada.login, name, number, by: ada.login, body });
    await send('issue_comment', () => host().payloads.issueComment(ada.login, name, id));
    return id;
  }
  async function sayAndTakeBack({ name, source, send }: Side, number: number): Promise<void> {
    host().deleteComment(await say({ name, source, send }, number, '@reviewgraph review'));
  }
  async function merge({ name, source, send }: Side, number: number): Promise<void> {
    const before = source.git('rev-parse', 'main');
    const { commit } = await host().mergePull({ owner: ada.login, name, number, by: ada.login });
    await send('pull_request', () => host().payloads.pullRequest(ada.login, name, number, 'closed'));
    await send('push', () => host().payloads.push(ada.login, name, 'main', { before, after: commit }));
  }
  async function turn({ name, send }: Side, number: number, state: 'open' | 'closed'): Promise<void> {
    await host().setPullState(ada.login, name, number, state);
    const action = state === 'open' ? 'reopened' : 'closed';
    await send('pull_request', () => host().payloads.pullRequest(ada.login, name, number, action));
  }

  /**
   * What stays of a history: the commit that the graph is of, and each pull request, with the head reviewed last of those that
   * are open. What was commanded on one that ended before anybody asked no longer stands: then the platform's events have had
   * it reviewed, and nobody else has.
   */
  async function end({ name, source }: Side, numbers: readonly number[]) {
    const key = repoKeyOf(ada.login, name);
    const record = await service.ports.store.get(repositoryPath(key));
    const pulls = await Promise.all(
      numbers.map(async (number) => {
        const pull = await service.ports.store.get(pullRequestPath(key, number));
        const runs = await service.ports.store.query({ collection: `${pullRequestPath(key, number)}/runs` });
        assert.deepEqual(
          runs.filter(({ doc }) => doc['status'] !== 'completed').map(({ doc }) => doc['error_message']),
          [],
          `${name}#${number}`,
        );
        const last = runs.map(({ doc }) => doc).sort((a, b) => Number(b['run_number']) - Number(a['run_number']))[0];
        const branch = String(pull?.['head_ref']);
        const isHead = pull?.['head_sha'] === source.git('rev-parse', branch);
        if (pull?.['state'] !== 'open') return [number, pull?.['state'], branch, isHead];
        return [number, 'open', branch, isHead, last?.['status'], last?.['head_sha'] === pull['head_sha']];
      }),
    );
    return { graph: record?.['commit_sha'] === source.git('rev-parse', 'main'), pulls };
  }

  interface Pulls {
    open: { number: number; branch: string }[];
    closed: { number: number; branch: string }[];
    all: number[];
  }
  type Each = (step: (one: Side) => Promise<unknown>) => Promise<void>;

  /** One thing that people do, on both sides. */
  async function happen(each: Each, { open: opened, closed, all }: Pulls, random: () => number, step: number) {
    const dice = random();
    const pull = opened[Math.floor(random() * opened.length)];
    if (dice < 0.2) await each((one) => push(one, 'main', 'a.py', `def a():\n    return ${step + 2}\n`));
    else if (dice < 0.45 || pull === undefined) {
      let number = 0;
      await each(async (one) => (number = await open(one, `b${step}`)));
      opened.push({ number, branch: `b${step}` });
      all.push(number);
    } else if (dice < 0.6) await each((one) => push(one, pull.branch, `${pull.branch}.py`, `x = ${step}\n`));
    else if (dice < 0.75) await each((one) => say(one, pull.number, '@reviewgraph review'));
    else if (dice < 0.8) await each((one) => sayAndTakeBack(one, pull.number));
    else if (dice < 0.9) {
      await each((one) => merge(one, pull.number));
      opened.splice(opened.indexOf(pull), 1);
    } else if (closed.length === 0) {
      await each((one) => turn(one, pull.number, 'closed'));
      closed.push(...opened.splice(opened.indexOf(pull), 1));
    } else {
      for (const again of closed) await each((one) => turn(one, again.number, 'open'));
      opened.push(...closed.splice(0));
    }
  }

  const HISTORIES = tries(1, 25);

  it(`ends as the webhooks do, over ${HISTORIES} random histories`, async () => {
    const numbers = randomNumbers(Number(process.env['PROPERTY_SEED'] ?? 20_261_129));
    const random = () => numbers.below(1_000) / 1_000;
    for (let history = 0; history < HISTORIES; history++) {
      const polledSide = await side(`polled${history}`, false);
      const sides = [await side(`hooked${history}`, true), polledSide];
      const key = repoKeyOf(ada.login, polledSide.name);
      // The other side has its webhooks alone.
      const pollIt = async () => {
        const record = await repositories.get(service.ports.store, { repo_key: key });
        assert.ok(record !== undefined);
        await pollRepository(service.ports, key, record, await polls.get(service.ports.store, { repo_key: key }));
        await drain();
      };
      const pulls: Pulls = { open: [], closed: [], all: [] };
      const each: Each = async (step) => {
        for (const one of sides) await step(one);
      };
      for (let step = 0; step < 8; step++) {
        await happen(each, pulls, random, step);
        if (random() < 0.4) await pollIt();
      }
      // What stands at the end is carried out by both.
      for (const { number } of pulls.open) await each((one) => say(one, number, '@reviewgraph full review'));
      for (let round = 0; round < 2; round++) await pollIt();
      const [hooked, polled] = await Promise.all(sides.map((one) => end(one, pulls.all)));
      assert.deepEqual(polled, hooked, `history ${history}`);
      assert.equal(polled?.graph, true);
    }
  });

  it('starts nothing twice beside webhooks, whichever comes first', async () => {
    const both = await side('both', true);
    const started = () =>
      service.tasks.tasks.filter(({ url }) => /\/(updateGraph|reviewPullRequest|postReply)$/.test(url)).length;
    const number = await open(both, 'first');
    await say(both, number, '@reviewgraph review');
    await say(both, number, '@reviewgraph make tea');
    await push(both, 'main', 'a.py', 'def a():\n    return 7\n');
    const before = started();
    await poll();
    await drain();
    assert.equal(started(), before, 'what the webhooks told is no news');

    // The platform is asked first, and its events come behind.
    const late = await side('late', false);
    const other = await open(late, 'second');
    const { id } = await host().comment({
      ...{ owner: ada.login, name: 'late', number: other, by: ada.login },
      body: '@reviewgraph review',
    });
    await poll();
    await drain();
    await push(late, 'main', 'a.py', 'def a():\n    return 8\n');
    const head = late.source.git('rev-parse', 'main');
    await poll();
    await drain();
    await merge(late, other);
    await poll();
    await drain();
    const after = started();
    const hooked = await host().payloads.issueComment(ada.login, 'late', id);
    const target = { url: `${service.baseUrl}/api/v1/webhook/onComment`, secret: 'webhook-test-secret' };
    await host().sendWebhook(target, 'issue_comment', hooked);
    await host().sendWebhook(
      target,
      'pull_request',
      await host().payloads.pullRequest(ada.login, 'late', other, 'closed'),
    );
    await drain();
    assert.equal(started(), after);
    assert.notEqual(head, late.source.git('rev-parse', 'main'));
  });

  it('costs nothing of the platform’s limit while there is nothing new', async () => {
    const quiet = await side('quiet', false);
    await open(quiet, 'first');
    const installation = await service.ports.scm.installationOfRepository(ada.login, 'quiet');
    const used = async () => {
      const { token } = await service.ports.scm.installationToken(installation ?? 0);
      const answer = await fetch(`${host().url}/api/v3/repos/${ada.login}/quiet`, {
        headers: { Authorization: `token ${token}`, 'User-Agent': 'test' },
      });
      return Number(answer.headers.get('x-ratelimit-used'));
    };
    await poll();
    await poll();
    const before = await used();
    // Nor is it asked for tokens again, as long as those that it gave are good.
    host().fail({ path: '/api/v3/app/installations', status: 500, times: 1 });
    assert.equal((await poll()).failed, 0);
    host().clearFaults();
    assert.equal(await used(), before + 1, 'the one request that asks for the figure');
    host().fail({ path: `/api/v3/repos/${ada.login}/quiet`, status: 401, times: 1 });
    assert.equal((await poll()).failed, 1);
    host().fail({ path: '/api/v3/app/installations', status: 500, times: 1 });
    assert.equal((await poll()).failed, 1, 'a token that was refused is not kept');
    assert.equal((await poll()).failed, 0);
    service.advance(56 * MINUTES);
    const again = await poll();
    assert.equal(again.failed, 0);
    assert.ok((await used()) > before + 2, 'a new token is told everything anew');
    service.advance(-56 * MINUTES);
  });

  it('rests as long as the platform says, and goes on where it was', async () => {
    await poll();
    host().fail({ path: '/api/v3/repos', status: 429, retryAfter: 600, times: 1 });
    const limited = await poll();
    assert.ok(limited.left > 0);
    const waiting = await polls.query(service.ports.store, {}, { where: [['not_before', '>', '']], limit: 5 });
    assert.equal(waiting.length, 1);
    assert.match(waiting[0]?.doc.error ?? '', /limits requests/);
    const all = await poll();
    assert.equal(all.left, 0);
    service.advance(11 * MINUTES);
    assert.equal((await poll()).repositories, all.repositories + 1);
    service.ports.settings.automatic.paused = true;
    assert.equal((await poll()).repositories, 0);
    service.ports.settings.automatic.paused = false;
  });
});
