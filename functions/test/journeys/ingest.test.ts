/**
 * The whole road through the running service, as a client walks it: sign in, log in, ingest, poll, ask. Everything is
 * real: hosting's rewrites, the functions' own processes, the task queue, git over HTTP, Firestore and Neo4j.
 */
import assert from 'node:assert/strict';
import { makeRepository } from '../support/repositories.ts';
import type { TestRepository } from '../support/repositories.ts';
import { baseUrl, finishedJob, loggedInUser, scmHost } from '../support/services.ts';
import type { TestUser } from '../support/services.ts';

describe('journey: ingest', function () {
  this.timeout(300_000);
  const run = `${process.pid}${Date.now() % 1_000_000}`;
  let source: TestRepository;
  let ada: TestUser;

  before(async () => {
    source = makeRepository({
      'shop/cart.py': [
        'from shop.price import total_of',
        '',
        '',
        'class Cart:',
        '    def __init__(self, items):',
        '        self.items = items',
        '',
        '    def total(self):',
        '        if not self.items:',
        '            return 0',
        '        return total_of(self.items)',
        '',
      ].join('\n'),
      'shop/price.py': 'def total_of(items):\n    return sum(item.price for item in items)\n',
      'docs/notes.txt': 'no source code\n',
    });
    ada = await loggedInUser(`ada${run}`);
  });
  after(() => source.remove());

  const add = async (name: string, isPrivate = false) =>
    (await scmHost()).addRepository({ owner: ada.login, name, from: source.path, private: isPrivate });
  const ingest = async (user: TestUser, name: string, more: object = {}) =>
    (await user.client.post('/api/v1/ingest/scm', { owner: ada.login, repo_name: name, ...more })) as Record<
      string,
      string
    >;
  const of = (name: string) => `repo_owner=${ada.login}&repo_name=${name}`;

  it('takes a repository from sign-in to answers', async () => {
    await add('shop');
    const started = await ingest(ada, 'shop');
    assert.equal(started['status'], 'pending');
    assert.equal(started['poll_url'], `/api/v1/ingest/jobs/${started['job_id']}`);

    const job = await finishedJob(ada.client, started['job_id'] ?? '');
    assert.equal(job['status'], 'completed', JSON.stringify(job));
    const stats = job['stats'] as Record<string, unknown>;
    assert.deepEqual(
      [
        stats['files_processed'],
        stats['files_skipped'],
        stats['classes_found'],
        stats['functions_found'],
        stats['errors'],
      ],
      [2, 1, 1, 3, []],
    );

    const found = (await ada.client.get(`/api/v1/query/code-finder/function?name=total_of&${of('shop')}`)) as {
      results: Record<string, unknown>[];
    };
    assert.deepEqual(
      found.results.map((each) => [each['path'], each['line_number']]),
      [['shop/price.py', 1]],
    );
    const callers = (await ada.client.get(`/api/v1/query/find_callers?symbol_name=total_of&${of('shop')}`)) as {
      callers: Record<string, unknown>[];
      fallback_used: boolean;
    };
    assert.deepEqual([callers.callers.map((each) => each['caller']), callers.fallback_used], [['total'], false]);
    const { complexity } = (await ada.client.get(
      `/api/v1/query/code-finder/complexity?function_name=total&${of('shop')}`,
    )) as { complexity: Record<string, unknown> };
    assert.deepEqual([complexity['score'], complexity['risk_level']], [2, 'low']);
    const { repositories } = (await ada.client.get('/api/v1/query/stats')) as { repositories: number };
    assert.ok(repositories >= 1);
  });

  it('answers fifty requests at once, with one job at a time', async () => {
    await add('crowd');
    const answers = await Promise.all(Array.from({ length: 50 }, () => ingest(ada, 'crowd')));
    const ids = [...new Set(answers.map((answer) => answer['job_id'] ?? ''))];
    const jobs = await Promise.all(ids.map((id) => finishedJob(ada.client, id)));
    assert.ok(
      jobs.every((job) => job['status'] === 'completed'),
      JSON.stringify(jobs),
    );
    // The last of the fifty may come when the first one's job has ended already.
    const times = jobs.map((job) => [String(job['created_at']), String(job['completed_at'])] as const).sort();
    times.forEach(([created], at) => assert.ok(at === 0 || created >= (times[at - 1]?.[1] ?? ''), String(times)));
  });

  it('re-parses nothing when nothing changed', async () => {
    await add('same');
    await finishedJob(ada.client, (await ingest(ada, 'same'))['job_id'] ?? '');
    const again = await finishedJob(ada.client, (await ingest(ada, 'same'))['job_id'] ?? '');
    assert.equal((again['stats'] as Record<string, unknown>)['files_reused'], 2);
  });

  it('keeps a private repository to those whose token shows it', async () => {
    await add('secret', true);
    const job = await finishedJob(ada.client, (await ingest(ada, 'secret'))['job_id'] ?? '');
    assert.equal(job['status'], 'completed', JSON.stringify(job));
    const eve = await loggedInUser(`eve${run}`);
    const question = `/api/v1/query/code-finder/class?name=Cart&${of('secret')}`;
    const { total } = (await ada.client.get(question)) as { total: number };
    assert.equal(total, 1);
    await assert.rejects(eve.client.get(question), /404/);
    await assert.rejects(eve.client.get(`/api/v1/ingest/jobs/${String(job['job_id'])}`), /404/);
    await assert.rejects(ingest(eve, 'secret'), /404/);
  });

  it('refuses requests without an ID token, by hosting’s own URL', async () => {
    for (const path of ['auth/me', 'ingest/jobs', 'query/stats']) {
      const response = await fetch(`${baseUrl()}/api/v1/${path}`);
      assert.equal(response.status, 401, path);
      assert.ok(response.headers.get('x-request-id'));
      assert.match(((await response.json()) as { detail: string }).detail, /missing/);
    }
  });

  it('has no way to a task function through hosting', async () => {
    const response = await fetch(`${baseUrl()}/api/v1/ingestRepository`, { method: 'POST', body: '{}' });
    assert.equal(response.status, 404);
  });
});
