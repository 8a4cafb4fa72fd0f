/** Deleting a repository on the real graph and store: who may, what is gone when, and what comes back behind it. */
import assert from 'node:assert/strict';
import { takeFence } from '../../../src/graph/fence.ts';
import { foldEvent } from '../../../src/analytics/fold-event.ts';
import { runIngestTask, runPurgeTask } from '../../../src/jobs/ingest/tasks.ts';
import { purgeRepository, sweepDeletions } from '../../../src/jobs/ingest/purge-repository.ts';
import { keyOf } from '../../../src/model/ids.ts';
import { repoKeyOf } from '../../../src/model/repositories.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { testGraph } from '../../support/neo4j.ts';
import { makeRepository } from '../../support/repositories.ts';
import type { TestRepository } from '../../support/repositories.ts';
import { indexedRepository } from '../../support/review-history.ts';
import { startService } from '../../support/service.ts';
import type { TestService, TestUser } from '../../support/service.ts';
import {
  aggregatePath,
  issuePath,
  pullRequestPath,
  repositoryPath,
  runPath,
  subjectsPath,
} from '../../support/document-paths.ts';

describe('deletion of a repository', () => {
  let service: TestService;
  let graph: GraphPort;
  let source: TestRepository;
  let owner: TestUser;

  before(async function () {
    this.timeout(240_000);
    graph = await testGraph();
    service = await startService({ graph });
    source = makeRepository({ 'app.py': 'def start():\n    return helper()\n\n\ndef helper():\n    return 1\n' });
    owner = await service.user(`purge${process.pid}x${Date.now() % 100_000}`);
  });
  after(async () => {
    await service.close();
    source.remove();
  });

  let count = 0;
  async function hosted(isPrivate = false): Promise<string> {
    const name = `p${(count += 1)}`;
    await service.host.addRepository({ owner: owner.login, name, from: source.path, private: isPrivate });
    return name;
  }
  async function requested(name: string): Promise<string> {
    const body = { owner: owner.login, repo_name: name };
    const answer = await service.call('POST', '/api/v1/ingest/scm', { as: owner, body });
    assert.equal(answer.status, 200, answer.text);
    return (answer.body as { job_id: string }).job_id;
  }
  const run = (id: string) => runIngestTask(service.ports, { job_id: id });
  async function indexed(isPrivate = false): Promise<string> {
    const name = await hosted(isPrivate);
    assert.equal(await run(await requested(name)), 'completed');
    return name;
  }
  const remove = (name: string, as = owner) => service.call('DELETE', `/api/v1/repos/${owner.login}/${name}`, { as });
  const key = (name: string) => repoKeyOf(owner.login, name);
  const purge = (name: string) => runPurgeTask(service.ports, { repo_key: key(name) });
  const job = async (id: string) => (await service.call('GET', `/api/v1/ingest/jobs/${id}`, { as: owner })).body;
  const nodes = async (name: string) => {
    const [row] = await graph.read(
      'MATCH (n) WHERE (n:Symbol OR n:FileState OR n:Chunk) AND n.repo_id = $repo_id RETURN count(n) AS nodes',
      { repo_id: `${owner.login}/${name}` },
    );
    return Number(row?.['nodes']);
  };
  const functionsFound = async (name: string, filter = false) => {
    const path = `/api/v1/query/code-finder/function?name=helper`;
    const query = filter ? `&repo_owner=${owner.login}&repo_name=${name}` : '';
    const answer = await service.call('GET', path + query, { as: owner });
    const results = (answer.body as { results?: { repo_id: string }[] }).results ?? [];
    return { status: answer.status, found: results.filter((each) => each.repo_id === `${owner.login}/${name}`).length };
  };
  const get = (path: string) => service.ports.store.get(path);

  it('is gone for readers at once and for good when it is purged', async () => {
    const name = await indexed();
    const pulls = await indexedHistory(name);
    const other = await indexed();
    assert.equal((await functionsFound(name)).found, 1);

    const answer = await remove(name.toUpperCase());
    assert.equal(answer.status, 200, answer.text);
    const { message, deleted_repository_id: id } = answer.body as Record<string, string>;
    assert.equal(id, `${owner.login}/${name}`);
    assert.match(message ?? '', /deleted/);
    // Before any of it is removed:
    assert.ok((await nodes(name)) > 3);
    assert.deepEqual(await functionsFound(name), { status: 200, found: 0 });
    assert.equal((await functionsFound(name, true)).status, 404);
    const list = (await service.call('GET', '/api/v1/repos/', { as: owner })).text;
    assert.ok(!list.includes(`"${name}"`) && list.includes(`"${other}"`));
    assert.equal((await service.call('GET', `/api/v1/repos/${owner.login}/${name}/prs`, { as: owner })).status, 404);
    assert.equal((await remove(name)).status, 404);
    const tasks = service.tasks.tasks.filter((task) => task.name.includes(`purge-${key(name)}`));
    assert.deepEqual(
      tasks.map((task) => task.payload),
      [{ repo_key: key(name) }],
    );

    assert.equal(await purge(name), true);
    assert.equal(await nodes(name), 0);
    for (const path of [...pulls, repositoryPath(key(name)), aggregatePath(key(name))]) {
      assert.equal(await get(path), undefined, path);
    }
    for (const collection of ['events', 'jobs']) {
      const left = await service.ports.store.query({ collection, where: [['repo_key', '==', key(name)]] });
      assert.deepEqual(left, [], collection);
    }
    assert.deepEqual(await service.ports.store.query({ collection: subjectsPath(key(name)) }), []);
    assert.deepEqual(await get('hidden/repositories'), { repo_ids: [] });
    assert.equal(await purge(name), false);
    assert.equal((await functionsFound(other)).found, 1);
  });

  /** Reviews of an indexed repository; the paths of all documents made. */
  async function indexedHistory(name: string): Promise<string[]> {
    const record = (await get(repositoryPath(key(name)))) ?? {};
    const history = await indexedRepository(service.ports.store, owner.login, name, record);
    await history.pull(1);
    await history.run(1, 1);
    await history.issue(1, 'f');
    const event = await history.event({
      type: 'finding.posted',
      pr_number: 1,
      fingerprint: 'f',
      severity: 'low',
      category: 'bug',
      source: 'agent',
      at: '2026-11-03T10:00:00.000Z',
    });
    assert.equal(await foldEvent(service.ports, event), 'folded');
    const k = key(name);
    return [
      `events/${event}`,
      pullRequestPath(k, 1),
      runPath(k, 1, 1),
      issuePath(k, 1, 'f'),
      `${subjectsPath(k)}/finding-1-f`,
    ];
  }

  it('is refused to those who can neither push nor indexed it, and unknown to those who cannot read it', async () => {
    const name = await indexed();
    const secret = await indexed(true);
    const reader = await service.user('reader');
    const answer = await remove(name, reader);
    assert.equal(answer.status, 403, answer.text);
    assert.equal((await remove(secret, reader)).status, 404);
    assert.equal((await remove('unheard-of')).status, 404);
    assert.equal((await service.call('DELETE', `/api/v1/repos/${owner.login}/${name}`)).status, 401);
    assert.equal((await functionsFound(name)).found, 1);

    service.host.grant({ login: 'reader', owner: owner.login, name, permission: 'push' });
    assert.equal((await remove(name, reader)).status, 200);
  });

  it('stops an ingestion that is under way, wherever it is, and leaves nothing of it', async () => {
    // The deletion and its purge come at a different call of the graph each time, as they would from another process.
    let calls = 0;
    for (let stopAt = 1; ; stopAt += 2) {
      const name = await hosted();
      const id = await requested(name);
      calls = 0;
      let stopped = false;
      const stop = async () => {
        calls += 1;
        if (stopped || calls < stopAt) return;
        stopped = true;
        assert.equal((await remove(name)).status, 200);
        await purge(name);
      };
      const disturbed: GraphPort = {
        ...graph,
        read: async (...args) => (await stop(), graph.read(...args)),
        write: async (...args) => (await stop(), graph.write(...args)),
        run: async (...args) => (await stop(), graph.run(...args)),
      };
      await runIngestTask({ ...service.ports, graph: disturbed }, { job_id: id });
      if (!stopped) break;
      assert.equal(await nodes(name), 0, `deleted at call ${stopAt}`);
      const ended = (await job(id)) as Record<string, unknown>;
      assert.deepEqual(
        [ended['status'], ended['error_message']],
        ['failed', 'The repository was deleted'],
        `${stopAt}`,
      );
      assert.equal(await get(repositoryPath(key(name))), undefined);
    }
    assert.ok(calls > 5, `${calls} calls`);
  }).timeout(240_000);

  it('does not let an old worker write into the repository that was indexed anew', async () => {
    const name = await indexed();
    const repoId = `${owner.login}/${name}`;
    const old = await takeFence(graph, repoId, 'public');
    await remove(name);
    await purge(name);
    const fresh = await takeFence(graph, repoId, 'public');
    assert.ok(fresh.number > old.number);
    await graph.write([{ cypher: 'MATCH (n:Symbol {key: $key}) DETACH DELETE n', params: { key: keyOf(repoId) } }]);
  });

  it('makes an ingestion that is asked for meanwhile wait, by purging first', async () => {
    const name = await indexed();
    await indexedHistory(name);
    await remove(name);
    const again = await requested(name);
    assert.equal(await requested(name), again);
    assert.equal(((await job(again)) as Record<string, unknown>)['status'], 'dispatched');
    assert.equal((await functionsFound(name)).found, 0);
    assert.equal(await run(again), 'completed');
    assert.equal((await functionsFound(name)).found, 1);
    assert.ok(!JSON.stringify(await get('hidden/repositories')).includes(`/${name}"`));
    const pulls = await service.call('GET', `/api/v1/repos/${owner.login}/${name}/prs`, { as: owner });
    assert.deepEqual(pulls.body, []);
    const record = await get(repositoryPath(key(name)));
    assert.deepEqual([record?.['deleting'], record?.['deletion']], [undefined, undefined]);
    // The purge's own task comes late and finds nothing to do.
    assert.equal(await purge(name), false);
    assert.equal((await functionsFound(name)).found, 1);
  });

  it('goes on after a crash anywhere in the purge', async () => {
    const { store } = service.ports;
    for (let failAt = 1; ; failAt += 2) {
      const name = await indexed();
      const paths = await indexedHistory(name);
      await remove(name);
      let calls = 0;
      const die = async () => {
        calls += 1;
        if (calls === failAt) throw new Error('died');
      };
      const ports = {
        graph: {
          ...graph,
          write: async (...args: Parameters<GraphPort['write']>) => (await die(), graph.write(...args)),
        },
        store: {
          ...store,
          deleteTree: async (path: string) => (await die(), store.deleteTree(path)),
          transaction: async <T>(work: Parameters<typeof store.transaction<T>>[0]) => (
            await die(),
            store.transaction(work)
          ),
        },
      };
      const died = await purgeRepository(ports, key(name)).then(
        () => false,
        () => true,
      );
      if (!died) break;
      assert.equal((await service.call('GET', `/api/v1/repos/${owner.login}/${name}/prs`, { as: owner })).status, 404);
      assert.equal((await functionsFound(name)).found, 0, `dead at ${failAt}`);
      assert.equal(await purge(name), true);
      assert.equal(await nodes(name), 0);
      for (const path of [...paths, repositoryPath(key(name))]) assert.equal(await get(path), undefined, path);
    }
  }).timeout(240_000);

  it('is found by the sweeper when its task was never made or died', async () => {
    const name = await hosted();
    await requested(name);
    service.tasks.down = true;
    assert.equal((await remove(name)).status, 200);
    service.tasks.down = false;
    const tasks = () => service.tasks.tasks.filter((task) => task.name.includes(`purge-${key(name)}`)).length;
    assert.deepEqual([tasks(), await sweepDeletions(service.ports)], [0, 0]);
    service.advance(6 * 60_000);
    assert.ok((await sweepDeletions(service.ports)) >= 1);
    assert.equal(tasks(), 1);
    await sweepDeletions(service.ports);
    assert.equal(tasks(), 1);
    await purge(name);
    assert.equal(await runPurgeTask(service.ports, { repo_key: 'a/b' }), false);
  });
});
