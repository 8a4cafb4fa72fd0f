/**
 * Documents that earlier code stored, in the middle of everything that can be going on: today's code shows them, resumes
 * what was under way, and ends what has to end. Each sample is loaded into the real emulator, and the service's clock stands
 * where it stood when the sample was made.
 */
import assert from 'node:assert/strict';
import { startLlmStandIn } from '../../local/demo/llm-stand-in.ts';
import type { LlmStandIn } from '../../local/demo/llm-stand-in.ts';
import { openaiGateway } from '../../src/adapters/gateway/gateway.ts';
import { foldEvent } from '../../src/analytics/fold-event.ts';
import { rebuildAggregate } from '../../src/analytics/rebuild-aggregate.ts';
import { jobs } from '../../src/documents/jobs.ts';
import { deleteRepository } from '../../src/graph/repository.ts';
import { sweepDeletions } from '../../src/jobs/ingest/purge-repository.ts';
import { runPartTask, runShardTask } from '../../src/jobs/ingest/shards/tasks.ts';
import { sweepJobs } from '../../src/jobs/ingest/sweep.ts';
import { runIngestTask, runPurgeTask } from '../../src/jobs/ingest/tasks.ts';
import { runReplyTask, runReviewTask } from '../../src/jobs/reviews/tasks.ts';
import { sweepUntold } from '../../src/jobs/reviews/tell-failure.ts';
import { LEASE_MS } from '../../src/jobs/work/lease.ts';
import { repoKeyOf } from '../../src/model/repositories.ts';
import type { Ports } from '../../src/ports.ts';
import { testGraph } from '../support/neo4j.ts';
import { readDocuments, readGraph, SAMPLES } from '../support/samples/read-samples.ts';
import type { SampleDocuments } from '../support/samples/read-samples.ts';
import { loadDocuments, loadRows } from '../support/samples/stored-form.ts';
import type { StoredDocuments } from '../support/samples/stored-form.ts';
import { buildWorld, FINDING, OWNER, PULLS, VISITOR } from '../support/samples/world.ts';
import type { World } from '../support/samples/world.ts';
import { startService } from '../support/service.ts';
import type { TestService, TestUser } from '../support/service.ts';

type Body = Record<string, unknown>;

for (const name of SAMPLES) {
  describe(`upgrade: documents of ${name}`, function () {
    this.timeout(600_000);
    const sample: SampleDocuments = readDocuments(name);
    let service: TestService;
    let model: LlmStandIn;
    let world: World;
    let ada: TestUser;
    let bob: TestUser;
    let plain: Ports;
    let documents: StoredDocuments;

    before(async () => {
      const graph = await testGraph();
      model = await startLlmStandIn({ otherwise: () => ({ content: JSON.stringify(FINDING) }) });
      const gateway = openaiGateway({ apiKey: 'key', baseUrl: model.url, embeddingModel: 'sample' });
      const settings = { gatewayConfigured: true, ingestionsPerHour: 100, reviewsPerHour: 100 };
      service = await startService({ graph: { ...graph, close: async () => undefined }, gateway, settings });
      plain = { ...service.ports, settings: { ...service.ports.settings, gatewayConfigured: false } };
      world = await buildWorld(service);
      ada = await service.user(OWNER, { loggedIn: false });
      bob = await service.user(VISITOR, { loggedIn: false });
      // The same accounts have other ids at another identity provider.
      const text = JSON.stringify(sample.documents).replaceAll(sample.uid, ada.uid).replaceAll(sample.visitor, bob.uid);
      documents = JSON.parse(text) as StoredDocuments;
      await loadDocuments(service.project.app, documents);
      for (const [repoId, rows] of Object.entries(readGraph(name).repositories)) {
        await deleteRepository(graph, repoId);
        await loadRows(graph, rows);
      }
      service.advance(Date.parse(sample.made_at) - Date.now());
      for (const user of [ada, bob]) {
        const body = { scm_access_token: user.scmToken };
        assert.equal((await service.call('POST', '/api/v1/auth/login', { as: user, body })).status, 200);
      }
    });
    after(async () => {
      for (const repository of world.repositories.keys()) {
        await deleteRepository(service.ports.graph, `${OWNER}/${repository}`);
      }
      await service.close();
      await model.close();
      world.close();
    });

    async function get(path: string, as = ada): Promise<Body> {
      const answer = await service.call('GET', path, { as });
      assert.equal(answer.status, 200, `${path}: ${answer.text}`);
      return answer.body as Body;
    }
    /** The stored job of a repository that the condition holds for. */
    function jobOf(repository: string, wanted: (job: Body) => boolean = () => true): string {
      const found = Object.entries(documents).find(
        ([path, doc]) => /^jobs\/[^/]+$/.test(path) && doc['repo_name'] === repository && wanted(doc),
      );
      assert.ok(found, `a job of ${repository}`);
      return String(found[1]['job_id']);
    }
    const job = (id: string) => get(`/api/v1/ingest/jobs/${id}`);
    const run = (id: string) => runIngestTask(plain, { job_id: id });
    const is = (status: string) => (each: Body) => each['status'] === status;
    const shop = repoKeyOf(OWNER, 'shop');
    const review = (number: number) =>
      runReviewTask(service.ports, { repo_key: shop, pr_number: number, run_number: 1 });

    it('are read: users, settings, installations', async () => {
      const stored = documents[`users/${ada.uid}`] ?? {};
      const profile = await get('/api/v1/auth/me');
      for (const field of ['uid', 'scmUsername', 'createdAt', 'accountType']) {
        assert.equal(profile[field], stored[field], field);
      }
      const tools = (await get('/api/v1/tools/config')) as { python_linter: Body };
      assert.equal(tools.python_linter['configFile'], 'tools/ruff.toml');
      const installation = await get('/api/v1/auth/installation', bob);
      assert.deepEqual([installation['linked'], installation['installationId']], [true, 4711]);
    });

    it('are shown: jobs of every state, as they are', async () => {
      const ids = Object.keys(documents).filter((path) => /^jobs\/[^/]+$/.test(path));
      assert.ok(ids.length > 15, `${ids.length} jobs`);
      for (const path of ids) {
        const stored = documents[path] ?? {};
        const shown = await job(path.slice('jobs/'.length));
        for (const field of ['job_id', 'status', 'created_at', 'started_at', 'completed_at', 'error_message']) {
          assert.deepEqual(shown[field], stored[field], `${path}: ${field}`);
        }
        assert.deepEqual(shown['stats'], stored['stats'], path);
      }
    });

    it('are shown: repositories, pull requests, runs with their issues, and figures', async () => {
      const { repositories } = (await get('/api/v1/repos/')) as { repositories: Body[] };
      const names = repositories.map((each) => String(each['repo_name'])).sort();
      const hidden = ['leaving', 'coming-back'];
      const stood = Object.entries(documents)
        .filter(([path]) => /^repositories\/[^/]+$/.test(path))
        .map(([, doc]) => String(doc['repo_name']))
        .filter((each) => !hidden.includes(each));
      assert.ok(stood.length > 10);
      assert.deepEqual(names, stood.sort());
      const pulls = (await get(`/api/v1/repos/${OWNER}/shop/prs`)) as unknown as Body[];
      assert.deepEqual(pulls.map((pull) => Number(pull['number'])).sort(), Object.values(PULLS));
      const detail = await get(`/api/v1/repos/${OWNER}/shop/prs/${PULLS.reviewed}/reviews/1`);
      const stored = documents[`repositories/${shop}/prs/${PULLS.reviewed}/runs/1`] ?? {};
      for (const field of ['status', 'command', 'mode', 'issue_count', 'walkthrough_summary', 'usage', 'head_sha']) {
        assert.deepEqual(detail[field], stored[field], field);
      }
      const issues = Object.keys(documents).filter((path) => path.includes(`/prs/${PULLS.reviewed}/issues/`));
      assert.equal((detail['issues'] as Body[]).length, issues.length);
      const figures = await get(`/api/v1/repos/${OWNER}/shop/analytics`);
      assert.equal(figures['issues_raised'], issues.length);
    });

    it('count on: an event that nobody has folded yet, and all of them once more', async () => {
      const events = Object.entries(documents).filter(([path]) => path.startsWith('events/'));
      const open = events
        .filter(([, doc]) => doc['expires_at'] === undefined)
        .map(([path]) => path.split('/')[1] ?? '');
      const folded = events.filter(([, doc]) => doc['expires_at'] !== undefined);
      assert.ok(open.length > 0 && folded.length > 0);
      for (const id of open) assert.equal(await foldEvent(service.ports, id), 'folded');
      assert.equal(await foldEvent(service.ports, folded[0]?.[0].split('/')[1] ?? ''), 'already folded');
      for (const repository of ['shop', 'pushed']) {
        const { missed, differences } = await rebuildAggregate(service.ports, repoKeyOf(OWNER, repository));
        assert.deepEqual([missed, differences], [[], []], repository);
      }
    });

    it('answer a delivery again as it was answered', async () => {
      const stored = Object.values(documents).find((doc) => doc['event'] === 'push' && doc['work'] !== null);
      const answer = stored?.['answer'] as Body;
      assert.equal(answer['status'], 'processing');
      const deliveries = Object.keys(documents).filter((path) => path.startsWith('deliveries/'));
      assert.ok(deliveries.length > 5);
    });

    it('go on: a job that no queue has taken is found by the next request', async () => {
      const id = jobOf('asked');
      service.advance(20_000);
      const body = { owner: OWNER, repo_name: 'asked' };
      const answer = await service.call('POST', '/api/v1/ingest/scm', { as: ada, body });
      assert.equal((answer.body as Body)['job_id'], id);
      assert.equal((await job(id))['status'], 'dispatched');
      assert.equal(await run(id), 'completed');
    });

    it('go on: jobs that wait for a worker, that one gave back, and whose worker died', async () => {
      for (const repository of ['queued', 'returned']) {
        assert.equal(await run(jobOf(repository)), 'completed', repository);
      }
      const died = jobOf('working');
      service.advance(LEASE_MS);
      assert.equal(await run(died), 'completed');
      assert.equal((await job(died))['status'], 'completed');
    });

    it('go on: divided jobs, whose shards are open, held by a dead worker, or all done', async () => {
      const parted = jobOf('parted');
      const shard = (number: number) => runShardTask(plain, { job_id: parted, shard: number });
      assert.equal(await shard(0), 'nothing to do');
      assert.equal(await shard(1), 'done');
      assert.equal(await shard(2), 'done');
      assert.equal(await run(parted), 'completed');
      assert.equal(await run(jobOf('summed')), 'completed');
      const { stats } = (await job(parted)) as { stats: Body };
      assert.deepEqual(stats['files_processed'], 6);
    });

    if (sample.token !== undefined) {
      it('are asked with a personal access token that was made then', async () => {
        const headers = { Authorization: `Bearer ${sample.token ?? ''}` };
        const answer = await service.call('GET', '/api/v1/repos/', { headers });
        assert.equal(answer.status, 200, answer.text);
        assert.ok((answer.body as { repositories: Body[] }).repositories.length > 10);
      });

      it('go on: parts of a resolution, one of them done in this round, one held by a dead worker', async () => {
        const halved = jobOf('halved');
        const bounded = { ...plain, settings: { ...plain.settings, resolveFiles: 6 } };
        const partsOf = async (): Promise<string[]> => {
          const { round = 0, shards = 0 } = (await jobs.get(service.ports.store, { job_id: halved }))?.sharding ?? {};
          const outcomes: string[] = [];
          for (let shard = 0; shard < shards; shard++)
            outcomes.push(await runPartTask(bounded, { job_id: halved, shard, round }));
          return outcomes;
        };
        service.advance(LEASE_MS);
        assert.deepEqual(await partsOf(), ['nothing to do', 'done', 'done', 'done']);
        // Other code than that which began the resolution begins it anew.
        let outcome = await runIngestTask(bounded, { job_id: halved });
        for (; outcome === 'divided'; outcome = await runIngestTask(bounded, { job_id: halved })) await partsOf();
        const { status, stats } = (await job(halved)) as { status: string; stats: Body };
        assert.deepEqual([status, stats['files_processed']], ['completed', 7]);
        const calls = await service.ports.graph.read(
          'MATCH (a:Function {repo_id: $id})-[:CALLS]->(b) RETURN count(*) AS calls',
          { id: `${OWNER}/halved` },
        );
        assert.ok(Number(calls[0]?.['calls']) >= 12, JSON.stringify(calls));
      });
    }

    it('go on: an update, and the one that waits behind it', async () => {
      const push = jobOf('pushed', ({ kind }) => kind === 'push');
      const merge = jobOf('pushed', ({ kind }) => kind === 'pull_request');
      assert.equal(await run(merge), 'nothing to do');
      assert.equal(await run(push), 'completed');
      assert.equal((await job(merge))['status'], 'dispatched');
      assert.equal(await run(merge), 'completed');
    });

    it('end: repositories that are being deleted, one of them asked for again', async () => {
      const back = jobOf('coming-back', is('dispatched'));
      assert.equal(await run(back), 'completed');
      service.advance(6 * 60_000);
      assert.equal(await sweepDeletions(service.ports), 1);
      assert.equal(await runPurgeTask(service.ports, { repo_key: repoKeyOf(OWNER, 'leaving') }), true);
      const { repositories } = (await get('/api/v1/repos/')) as { repositories: Body[] };
      const names = repositories.map((each) => each['repo_name']);
      assert.deepEqual([names.includes('coming-back'), names.includes('leaving')], [true, false]);
      // Whoever asked for the job that the deletion ended still learns of it.
      assert.equal((await job(jobOf('leaving', is('failed'))))['error_message'], 'The repository was deleted');
    });

    it('end: what nobody takes any more', async () => {
      const embed = jobOf('unembedded', ({ kind }) => kind === 'embed');
      service.advance(11 * 60_000);
      await sweepJobs(service.ports);
      assert.equal((await job(embed))['error_message'], 'No worker took the job within 10 minutes');
    });

    it('go on: review runs that are queued, whose worker died, and that wait for their time', async () => {
      const asked = model.requests.length;
      assert.equal(await review(PULLS.died), 'completed');
      assert.equal(model.requests.length, asked, 'what the model said is remembered');
      assert.equal(await review(PULLS.queued), 'completed');
      await assert.rejects(review(PULLS.waits), /held by another worker, or waits for its time/);
      service.advance(30 * 60_000);
      assert.equal(await review(PULLS.waits), 'completed');
      const runs = (await get(`/api/v1/repos/${OWNER}/shop/prs/${PULLS.died}/reviews`)) as unknown as Body[];
      assert.deepEqual(
        runs.map((each) => each['status']),
        ['completed'],
      );
    });

    it('end: a failure that nobody was told of is told', async () => {
      assert.equal(await sweepUntold(service.ports), 1);
      const task = service.tasks.tasks.findLast(({ url }) => url.endsWith('/postReply'));
      assert.equal(await runReplyTask(service.ports, task?.payload), 'posted');
      const { comments } = service.host.written(OWNER, 'shop', PULLS.failed);
      assert.ok(comments.some(({ body }) => body.includes('could not be finished')));
    });
  });
}
