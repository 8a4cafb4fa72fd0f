/**
 * What has to happen so that one document of every kind and state is stored. Each repository of world.ts is left where its
 * name says: `asked` has a job that no queue has taken, the worker of `working` has died, `parted` is divided, and so on.
 */
import assert from 'node:assert/strict';
import { startLlmStandIn } from '../../../local/demo/llm-stand-in.ts';
import { openaiGateway } from '../../../src/adapters/gateway/gateway.ts';
import { createGit } from '../../../src/adapters/git/git.ts';
import { createScm } from '../../../src/adapters/scm/scm.ts';
import { foldEvent } from '../../../src/analytics/fold-event.ts';
import { runIngestTask } from '../../../src/jobs/ingest/tasks.ts';
import { runPartTask, runShardTask } from '../../../src/jobs/ingest/shards/tasks.ts';
import { runReviewTask } from '../../../src/jobs/reviews/tasks.ts';
import type { GraphPort, Ports } from '../../../src/ports.ts';
import { startService } from '../service.ts';
import type { TestService, TestUser } from '../service.ts';
import { webhookOf } from '../webhook.ts';
import { buildWorld, FINDING, OWNER, PULLS, VISITOR } from './world.ts';

export interface Played {
  service: TestService;
  /** When the service's clock stood at the end. */
  madeAt: Date;
  uid: string;
  visitor: string;
  /** A personal access token of the owner. */
  token: string;
  close(): Promise<void>;
}

interface Stage {
  service: TestService;
  ada: TestUser;
  ports: Ports;
  /** Neither embeds nor asks a model. */
  plain: Ports;
}

export async function playScenario(graph: GraphPort): Promise<Played> {
  const model = await startLlmStandIn({ otherwise: () => ({ content: JSON.stringify(FINDING) }) });
  const gateway = openaiGateway({ apiKey: 'key', baseUrl: model.url, embeddingModel: 'sample' });
  const settings = { gatewayConfigured: true, ingestionsPerHour: 100, reviewsPerHour: 100 };
  const service = await startService({ graph, gateway, settings });
  const world = await buildWorld(service);
  const ada = await service.user(OWNER);
  const bob = await service.user(VISITOR);
  const { ports } = service;
  const plain = { ...ports, settings: { ...ports.settings, gatewayConfigured: false } };
  const stage = { service, ada, ports, plain };

  await leaveSettings(stage);
  await leaveJobs(stage);
  await leaveDividedJobs(stage);
  await leaveParts(stage);
  await leaveUpdates(stage);
  await leaveDeletions(stage);
  await leaveReviews(stage);
  const asked = { name: 'sample', scopes: ['read'], expires_in_days: 365 };
  const { token } = (await call(stage, 'POST', '/api/v1/auth/tokens', asked)) as { token: string };
  return {
    service,
    madeAt: ports.clock.now(),
    uid: ada.uid,
    visitor: bob.uid,
    token,
    async close() {
      await service.close();
      await model.close();
      world.close();
    },
  };
}

async function call({ service, ada }: Stage, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await service.call(method, path, { as: ada, ...(body === undefined ? {} : { body }) });
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** The new job's id. */
async function ask(stage: Stage, name: string): Promise<string> {
  const body = { owner: OWNER, repo_name: name };
  return ((await call(stage, 'POST', '/api/v1/ingest/scm', body)) as { job_id: string }).job_id;
}

async function leaveSettings(stage: Stage): Promise<void> {
  const tool = { enabled: true, configFile: null };
  const tools = { python_linter: { ...tool, configFile: 'tools/ruff.toml' }, javascript_linter: tool, go_linter: tool };
  await call(stage, 'PUT', '/api/v1/tools/config', tools);
  await call(stage, 'POST', '/api/v1/support/query', { subject: 'Hello', message: 'How does it work?' });
  const installation = {
    action: 'created',
    installation: {
      id: 4711,
      account: { login: VISITOR, type: 'User' },
      repository_selection: 'selected',
      html_url: 'https://host.test/settings/4711',
    },
  };
  const sent = await webhookOf(stage.service, OWNER, 'mixed').send('installation', installation);
  assert.equal(sent.status, 200, sent.text);
}

/** Ports of a worker that dies with one call of `method` too many: nothing that it does afterwards happens. */
function dyingPorts(ports: Ports, method: string, calls: number): Ports {
  let left = calls;
  let dead = false;
  const wrap = <P extends object>(port: P): P =>
    new Proxy(port, {
      get(target, name) {
        const called: unknown = Reflect.get(target, name);
        if (typeof called !== 'function' || name === 'cloneUrl') return called;
        return async (...args: unknown[]): Promise<unknown> => {
          if (name === method) dead ||= --left < 0;
          if (dead) throw new Error('dead');
          return Reflect.apply(called, target, args);
        };
      },
    });
  return { ...ports, graph: wrap(ports.graph), store: wrap(ports.store), scm: wrap(ports.scm) };
}

function unreachablePlatform(ports: Ports): Ports {
  const gitUrl = 'http://127.0.0.1:9';
  return {
    ...ports,
    scm: createScm({ apiUrl: `${gitUrl}/api/v3`, gitUrl, appSlug: 'reviewgraph', appId: '', appPrivateKey: '' }),
    git: createGit({ gitUrl, maxPackBytes: 50_000_000 }),
  };
}

async function leaveJobs(stage: Stage): Promise<void> {
  const { service, ports, plain } = stage;
  assert.equal(await runIngestTask(ports, { job_id: await ask(stage, 'mixed') }), 'completed');

  service.tasks.down = true;
  await ask(stage, 'asked');
  service.tasks.down = false;
  await ask(stage, 'queued');

  const working = await ask(stage, 'working');
  await assert.rejects(runIngestTask(dyingPorts(plain, 'write', 3), { job_id: working }));

  const returned = await ask(stage, 'returned');
  await assert.rejects(runIngestTask(unreachablePlatform(plain), { job_id: returned }));

  const tight = {
    ...plain,
    git: createGit({ gitUrl: service.host.url, maxPackBytes: 10 }),
    settings: { ...plain.settings, maxCloneBytes: 1 },
  };
  assert.equal(await runIngestTask(tight, { job_id: await ask(stage, 'failed') }), 'failed');

  const gateway = openaiGateway({ apiKey: 'key', baseUrl: 'http://127.0.0.1:9', embeddingModel: 'sample' });
  assert.equal(await runIngestTask({ ...ports, gateway }, { job_id: await ask(stage, 'unembedded') }), 'completed');
}

async function leaveDividedJobs(stage: Stage): Promise<void> {
  const { plain } = stage;
  const dividing = { ...plain, settings: { ...plain.settings, shards: { files: 2, bytes: 100_000_000 } } };
  const parted = await ask(stage, 'parted');
  assert.equal(await runIngestTask(dividing, { job_id: parted }), 'divided');
  assert.equal(await runShardTask(dividing, { job_id: parted, shard: 0 }), 'done');
  await assert.rejects(runShardTask(dyingPorts(dividing, 'write', 0), { job_id: parted, shard: 1 }));

  const summed = await ask(stage, 'summed');
  assert.equal(await runIngestTask(dividing, { job_id: summed }), 'divided');
  for (const shard of [0, 1, 2]) assert.equal(await runShardTask(dividing, { job_id: summed, shard }), 'done');
}

/** A resolution in parts, in its second round: one part is done, the worker of another has died, the others wait. */
async function leaveParts(stage: Stage): Promise<void> {
  const { service, plain } = stage;
  const bounded = { ...plain, settings: { ...plain.settings, resolveFiles: 6 } };
  const job_id = await ask(stage, 'halved');
  const part = (round: number, shard: number, ports = bounded) => runPartTask(ports, { job_id, shard, round });
  const parts = () =>
    service.tasks.tasks.filter(
      ({ url, payload }) => url.endsWith('/resolvePart') && (payload as { job_id: string }).job_id === job_id,
    ).length;
  assert.equal(await runIngestTask(bounded, { job_id }), 'divided');
  const each = parts();
  for (let shard = 0; shard < each; shard++) assert.equal(await part(0, shard), 'done');
  assert.equal(await runIngestTask(bounded, { job_id }), 'divided');
  assert.ok(each > 2 && parts() === 2 * each, `${parts()} parts`);
  assert.equal(await part(1, 0), 'done');
  await assert.rejects(part(1, 1, dyingPorts(bounded, 'write', 1)));
}

async function leaveUpdates(stage: Stage): Promise<void> {
  const { service, plain } = stage;
  assert.equal(await runIngestTask(plain, { job_id: await ask(stage, 'pushed') }), 'completed');
  const hook = webhookOf(service, OWNER, 'pushed', true);
  const send = async (event: string, payload: unknown, delivery: string) => {
    const sent = await hook.send(event, payload, { delivery });
    assert.equal(sent.status, 200, sent.text);
  };
  await send('push', hook.push(), 'sample-push');
  const merged = {
    state: 'closed',
    merged: true,
    merged_at: '2026-01-03T10:00:00Z',
    closed_at: '2026-01-03T10:00:00Z',
  };
  await send('pull_request', hook.pullRequest('closed', merged), 'sample-merge');
  await send('push', hook.push({ ref: 'refs/heads/other' }), 'sample-other');
}

async function leaveDeletions(stage: Stage): Promise<void> {
  for (const name of ['leaving', 'coming-back']) {
    assert.equal(await runIngestTask(stage.plain, { job_id: await ask(stage, name) }), 'completed');
    // One is deleted while a job is at work.
    await ask(stage, name);
    await call(stage, 'DELETE', `/api/v1/repos/${OWNER}/${name}`);
  }
  await ask(stage, 'coming-back');
}

async function leaveReviews(stage: Stage): Promise<void> {
  const { service, ports, plain } = stage;
  const { host } = service;
  assert.equal(await runIngestTask(plain, { job_id: await ask(stage, 'shop') }), 'completed');
  const comment = async (number: number, body: string): Promise<void> => {
    const { id } = await host.comment({ owner: OWNER, name: 'shop', number, by: OWNER, body });
    const payload = await host.payloads.issueComment(OWNER, 'shop', id);
    const target = { url: `${service.baseUrl}/api/v1/webhook/onComment`, secret: 'webhook-test-secret' };
    await host.sendWebhook(target, 'issue_comment', payload);
  };
  const run = (given: Ports) => {
    const task = service.tasks.tasks.findLast(({ url }) => url.endsWith('/reviewPullRequest'));
    return runReviewTask(given, task?.payload);
  };
  await comment(PULLS.reviewed, '@reviewgraph full review deep');
  assert.equal(await run(ports), 'completed');
  const events = await ports.store.query({ collection: 'events' });
  // The newest one waits for its trigger.
  for (const { id } of events.slice(1)) await foldEvent(ports, id);

  await comment(PULLS.died, '@reviewgraph review');
  // What the linters and the model said is remembered by then.
  await assert.rejects(run(dyingPorts(ports, 'createReview', 0)));

  await comment(PULLS.waits, '@reviewgraph review');
  const busy = await startLlmStandIn({
    otherwise: () => ({ status: 429, message: 'busy', headers: { 'retry-after': '1800' } }),
  });
  const gateway = openaiGateway({ apiKey: 'key', baseUrl: busy.url, embeddingModel: 'sample' });
  assert.equal(await run({ ...ports, gateway }), 'put off');
  await busy.close();

  await comment(PULLS.failed, '@reviewgraph run lint');
  await host.mergePull({ owner: OWNER, name: 'shop', number: PULLS.failed, by: OWNER });
  assert.equal(await run(ports), 'failed');

  await comment(PULLS.queued, '@reviewgraph review');
  await comment(PULLS.untouched, '@reviewgraph help');
}
