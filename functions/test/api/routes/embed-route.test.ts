/** Embedding an indexed repository over HTTP: counts, who may, and what a failing model leaves. */
import assert from 'node:assert/strict';
import { openaiGateway } from '../../../src/adapters/gateway/gateway.ts';
import { runIngestTask } from '../../../src/jobs/ingest/tasks.ts';
import { startEmbeddingServer } from '../../support/embedding-server.ts';
import type { EmbeddingServer } from '../../support/embedding-server.ts';
import { testGraph } from '../../support/neo4j.ts';
import { makeRepository } from '../../support/repositories.ts';
import type { TestRepository } from '../../support/repositories.ts';
import { startService } from '../../support/service.ts';
import type { Answer, TestService, TestUser } from '../../support/service.ts';

describe('POST /ingest/{owner}/{repo_name}/embed', () => {
  let model: EmbeddingServer;
  let service: TestService;
  let source: TestRepository;
  let ada: TestUser;

  before(async function () {
    this.timeout(240_000);
    model = await startEmbeddingServer();
    const gateway = openaiGateway({ apiKey: 'key', baseUrl: model.baseUrl, embeddingModel: 'embedding-test' });
    service = await startService({ graph: await testGraph(), gateway });
    source = makeRepository({ 'a.py': 'def open_door():\n    return 1\n\n\nclass Door:\n    pass\n' });
    ada = await service.user(`ada${process.pid}x${Date.now() % 100_000}`);
  });
  after(async () => {
    await service.close();
    await model.close();
    source.remove();
  });
  afterEach(() => {
    service.ports.settings.gatewayConfigured = false;
    model.faults.length = 0;
  });

  let count = 0;
  /** Indexes a repository; the job's stats are given back. */
  async function index(options: { private?: boolean } = {}): Promise<{ name: string; stats: Record<string, unknown> }> {
    count += 1;
    const name = `r${count}`;
    await service.host.addRepository({ owner: ada.login, name, from: source.path, private: options.private ?? false });
    return { name, stats: await indexAgain(name) };
  }
  async function indexAgain(name: string): Promise<Record<string, unknown>> {
    const body = { owner: ada.login, repo_name: name };
    const { job_id: id } = (await service.call('POST', '/api/v1/ingest/scm', { as: ada, body })).body as {
      job_id: string;
    };
    assert.equal(await runIngestTask(service.ports, { job_id: id }), 'completed');
    const job = (await service.call('GET', `/api/v1/ingest/jobs/${id}`, { as: ada })).body;
    return (job as { stats: Record<string, unknown> }).stats;
  }
  const embed = (name: string, as: TestUser | undefined = ada): Promise<Answer> =>
    service.call('POST', `/api/v1/ingest/${ada.login}/${name}/embed`, { as });
  const configured = () => void (service.ports.settings.gatewayConfigured = true);

  it('embeds what is missing, and says so when nothing is', async () => {
    const { name, stats } = await index();
    assert.deepEqual(
      [stats['embedding_status'], stats['nodes_embedded'], stats['embedding_error']],
      ['skipped', 0, null],
    );
    configured();
    const first = await embed(name);
    assert.equal(first.status, 200, first.text);
    assert.deepEqual(first.body, {
      repo_id: `${ada.login}/${name}`,
      nodes_embedded: 4,
      breakdown: { Repository: 1, File: 1, Class: 1, Function: 1 },
      message: 'Embedded 4 nodes',
    });
    const again = await embed(name);
    assert.deepEqual(again.body, {
      repo_id: `${ada.login}/${name}`,
      nodes_embedded: 0,
      breakdown: {},
      message: 'All nodes already had embeddings',
    });
  });

  it('makes every kind of node findable by meaning, the repository too', async () => {
    const { name } = await index();
    configured();
    await embed(name);
    const body = { question: `repository ${ada.login} ${name}`, repoOwner: ada.login, repoName: name };
    const answer = await service.call('POST', '/api/v1/query/semantic', { as: ada, body });
    assert.equal(answer.status, 200, answer.text);
    const { results } = answer.body as { results: { type: string }[] };
    assert.deepEqual(results.map(({ type }) => type).sort(), ['class', 'file', 'function', 'repository']);
    assert.equal(results[0]?.type, 'repository');
  });

  it('counts each node once however many ask at the same time', async () => {
    const { name } = await index();
    configured();
    const answers = await Promise.all([embed(name), embed(name), embed(name)]);
    const counts = answers.map(({ body }) => (body as { nodes_embedded: number }).nodes_embedded);
    assert.deepEqual(counts.sort(), [0, 0, 4]);
  });

  it('answers 400 without a key, whatever is asked about', async () => {
    const { name } = await index();
    for (const answer of [await embed(name), await embed('never-made')]) {
      assert.equal(answer.status, 400);
      assert.match(answer.text, /GATEWAY_API_KEY is not configured/);
    }
  });

  it('is for those who may push or indexed the repository, and 404 for whoever cannot see it', async () => {
    const { name } = await index();
    const { name: secret } = await index({ private: true });
    configured();
    assert.equal((await service.call('POST', `/api/v1/ingest/${ada.login}/${name}/embed`)).status, 401);
    const bob = await service.user(`bob${process.pid}x${Date.now() % 100_000}`);
    assert.equal((await embed(name, bob)).status, 403);
    const hidden = await embed(secret, bob);
    const absent = await embed('never-made', bob);
    assert.deepEqual([hidden.status, absent.status], [404, 404]);
    assert.equal(hidden.text.replace(secret, ''), absent.text.replace('never-made', ''));
    const stranger = await service.user(`eve${process.pid}x${Date.now() % 100_000}`, { loggedIn: false });
    assert.equal((await embed(name, stranger)).status, 403);
    service.host.grant({ login: bob.login, owner: ada.login, name, permission: 'push' });
    assert.equal((await embed(name, bob)).status, 200);
  });

  it('fails as the gateway does when nothing was embedded', async () => {
    const { name } = await index();
    configured();
    model.faults.push({ status: 401 });
    const refused = await embed(name);
    assert.deepEqual(
      [refused.status, refused.body],
      [502, { detail: 'The model gateway refused the key of this server (HTTP 401)' }],
    );
    model.faults.push({ status: 429, headers: { 'Retry-After': '90' } });
    const limited = await embed(name);
    assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, '90']);
  });

  it('belongs to an ingestion when there is a key, and fails none', async () => {
    configured();
    const { name, stats } = await index();
    assert.deepEqual(
      [stats['embedding_status'], stats['nodes_embedded'], stats['embedding_error']],
      ['completed', 4, null],
    );
    source.commit({ 'b.py': 'def close_door():\n    return 2\n' });
    await service.host.addRepository({ owner: ada.login, name, from: source.path });
    model.faults.push({ status: 403 });
    const failed = await indexAgain(name);
    assert.deepEqual([failed['embedding_status'], failed['nodes_embedded']], ['failed', 4]);
    assert.match(String(failed['embedding_error']), /refused the request \(HTTP 403\); 2 nodes have no embedding yet/);
    const healed = await indexAgain(name);
    assert.deepEqual([healed['embedding_status'], healed['nodes_embedded']], ['completed', 6]);
    source.commit({ 'b.py': null });
  });

  describe('what an ingestion could not embed', () => {
    /** The newest job of a repository, as its readers see it. */
    async function newestJob(name: string): Promise<Record<string, unknown>> {
      const jobs = (await service.call('GET', '/api/v1/ingest/jobs?limit=100', { as: ada })).body as Record<
        string,
        unknown
      >[];
      return jobs.find((job) => job['repo_name'] === name) ?? {};
    }
    /** Indexes a repository while the model asks to wait for longer than anyone would. */
    async function indexLimited(): Promise<{ name: string; job: Record<string, unknown> }> {
      configured();
      model.faults.push({ status: 429, headers: { 'Retry-After': '3600' } });
      const { name, stats } = await index();
      assert.deepEqual([stats['embedding_status'], stats['nodes_embedded']], ['failed', 0]);
      return { name, job: await newestJob(name) };
    }

    it('goes on as a job of its own, while the repository answers', async () => {
      const { name, job } = await indexLimited();
      assert.deepEqual([job['kind'], job['status'], job['stats']], ['embed', 'dispatched', null]);
      const id = String(job['job_id']);
      const task = service.tasks.tasks.find((each) => each.name.includes(id));
      assert.match(task?.url ?? '', /\/embedRepository$/);
      const listed = (await service.call('GET', '/api/v1/repos/', { as: ada })).body as {
        repositories: { repo_name: string; ingestion_status: string }[];
      };
      assert.equal(listed.repositories.find((each) => each.repo_name === name)?.ingestion_status, 'ingested');

      assert.equal(await runIngestTask(service.ports, task?.payload), 'completed');
      const done = await newestJob(name);
      assert.deepEqual([done['job_id'], done['status']], [id, 'completed']);
      const stats = done['stats'] as Record<string, unknown>;
      assert.deepEqual(
        [stats['files_processed'], stats['embedding_status'], stats['nodes_embedded'], stats['embedding_error']],
        [1, 'completed', 4, null],
      );
      assert.equal(await runIngestTask(service.ports, task?.payload), 'nothing to do');
    });

    it('is tried again while the gateway asks to wait, and given up when it refuses', async () => {
      const { name, job } = await indexLimited();
      const payload = { job_id: job['job_id'] };
      model.faults.push({ status: 429, headers: { 'Retry-After': '3600' } });
      await assert.rejects(runIngestTask(service.ports, payload), { code: 'rate_limited' });
      assert.equal((await newestJob(name))['status'], 'running');
      model.faults.push({ status: 401 });
      assert.equal(await runIngestTask(service.ports, payload), 'failed');
      assert.match(String((await newestJob(name))['error_message']), /refused the key/);
    });

    it('ends with its repository', async () => {
      const { name, job } = await indexLimited();
      assert.equal((await service.call('DELETE', `/api/v1/repos/${ada.login}/${name}`, { as: ada })).status, 200);
      const outcome = await runIngestTask(service.ports, { job_id: job['job_id'] });
      assert.ok(['failed', 'nothing to do'].includes(outcome), outcome);
    });

    it('is not made when trying again could not help', async () => {
      configured();
      model.faults.push({ status: 401 });
      const { name } = await index();
      assert.equal((await newestJob(name))['kind'], 'ingest');
    });
  });
});
