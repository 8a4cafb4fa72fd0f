/**
 * How soon webhooks are answered, and whether any is lost: `node local/bench/webhook.ts [per second] [seconds]` sends
 * signed deliveries on a fixed schedule (a slow answer delays none of the next) to the function's own handler in this
 * process, with Firestore's emulator (FIRESTORE_EMULATOR_HOST) and a task queue that keeps what it is given.
 *
 *     1000 deliveries, 50/s: p50 21 ms, p95 64 ms, p99 120 ms, longest 160 ms, CPU 8 ms each; 0 failed, 0 lost
 */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { initializeApp } from 'firebase-admin/app';
import { systemClock } from '../../src/adapters/clock.ts';
import { cloudTasksQueue } from '../../src/adapters/queue.ts';
import { firestoreStore } from '../../src/adapters/store.ts';
import { serve } from '../../src/api/serve.ts';
import { createWebhookApi } from '../../src/api/webhook.ts';
import type { WebhookPorts } from '../../src/api/webhook-events.ts';
import { repoKeyOf, repositoryPath } from '../../src/model/repositories.ts';

const SECRET = 'bench-secret';
const OWNER = 'bench';
const REPOSITORIES = 20;
/** GitHub's payloads are some 10 to 30 KB, most of it fields that nobody reads. */
const PADDING = 'x'.repeat(20_000);

export interface WebhookFigures {
  deliveries: number;
  perSecond: number;
  /** Milliseconds from the time a delivery was due until its answer was read. */
  p50: number;
  p95: number;
  p99: number;
  longest: number;
  /** Milliseconds of this process's CPU for one delivery, the sender's own included. */
  cpu: number;
  /** Answers other than 200. */
  failed: number;
  /** Answered `processing` without a job or task to show for it. */
  lost: number;
}

interface Delivery {
  event: string;
  body: string;
}

const sha = (n: number) => n.toString(16).padStart(40, 'a');

/** Six pushes, two changes of pull requests, one merge and one command in ten deliveries. */
function deliveryOf(n: number): Delivery {
  const name = `r${n % REPOSITORIES}`;
  const repository = { full_name: `${OWNER}/${name}`, name, owner: { login: OWNER, type: 'User' }, private: false };
  const at = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
  const kind = Math.floor(n / REPOSITORIES) % 10;
  const pull = {
    number: n + 1,
    title: `Change ${n}`,
    state: 'open',
    merged: false,
    user: { login: 'grace', type: 'User' },
    html_url: 'https://host.test/pull',
    head: { ref: `topic-${n}`, sha: sha(n), repo: { full_name: `${OWNER}/${name}` } },
    base: { ref: 'main', sha: sha(0) },
    created_at: at,
    updated_at: at,
  };
  if (kind < 6) {
    return signed('push', { ref: 'refs/heads/main', before: sha(n), after: sha(n + 1), repository });
  }
  if (kind < 8) return signed('pull_request', { action: 'opened', number: n + 1, pull_request: pull, repository });
  if (kind === 8) {
    const merged = { ...pull, state: 'closed', merged: true, merged_at: at };
    return signed('pull_request', { action: 'closed', number: n + 1, pull_request: merged, repository });
  }
  const user = { login: 'linus', type: 'User' };
  const issue = { number: n + 1, title: 'T', user, pull_request: {}, html_url: '', created_at: at };
  const comment = { id: n + 1, body: '@reviewgraph review', user, author_association: 'NONE' };
  return signed('issue_comment', { action: 'created', issue, comment, repository });
}

function signed(event: string, payload: object): Delivery {
  return { event, body: JSON.stringify({ ...payload, padding: PADDING }) };
}

async function listening(listener: RequestListener): Promise<{ server: Server; address: string }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function bodyOf(request: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function percentile(sorted: number[], share: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

export async function measureWebhook(perSecond: number, seconds: number): Promise<WebhookFigures> {
  const project = `demo-bench${process.pid}`;
  const tasks = new Set<string>();
  const queueServer = await listening((request, response) => {
    void bodyOf(request).then((bytes) => {
      const { task } = JSON.parse(bytes.toString()) as { task: { name: string } };
      const known = tasks.has(task.name);
      tasks.add(task.name);
      const answer = known ? { error: { code: 409, status: 'ALREADY_EXISTS', message: 'already exists' } } : task;
      response.writeHead(known ? 409 : 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  const store = firestoreStore(initializeApp({ projectId: project }, project));
  const log = () => undefined;
  const ports: WebhookPorts = {
    clock: systemClock(),
    store,
    queue: cloudTasksQueue({
      project,
      location: 'us-central1',
      functionsUrl: 'http://127.0.0.1:9',
      serviceAccount: '',
      apiHost: queueServer.address,
    }),
    log: { info: log, warn: log, error: (message, fields) => console.error(message, fields) },
    settings: {
      allowedOrigins: [],
      maxCloneBytes: 0,
      shards: { files: 8_000, bytes: 100_000_000 },
      requestsPerMinute: 0,
      ingestionsPerHour: 0,
      scmAppSlug: 'reviewgraph',
      gatewayConfigured: false,
      embeddingModel: '',
      reviewModel: '',
      synthesisModel: '',
      reviewMode: 'normal',
      maxToolRounds: 8,
      reviewsPerHour: 30,
      scmAppHandle: 'reviewgraph',
      reviewAllowedAssociations: [],
      webhookSecrets: [SECRET],
    },
  };
  await indexRepositories(ports);
  const handler = serve(createWebhookApi(ports));
  const webhook = await listening((request, response) => {
    void handler(request, response);
  });

  const times: number[] = [];
  const answers: Record<string, unknown>[] = [];
  let failed = 0;
  const send = async (n: number, due: number): Promise<void> => {
    const { event, body } = deliveryOf(n);
    const response = await fetch(`http://${webhook.address}/api/v1/webhook/onComment`, {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/json',
        'X-Scm-Event': event,
        'X-Scm-Delivery': `delivery-${n}`,
        'X-Scm-Signature-256': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`,
      },
    });
    const answer = (await response.json()) as Record<string, unknown>;
    times.push(performance.now() - due);
    if (response.status === 200) answers.push(answer);
    else failed += 1;
  };
  // The first request loads adapters and opens connections.
  for (let n = 0; n < 10; n += 1) await send(1_000_000 + n, performance.now());
  times.length = 0;
  answers.length = 0;
  const count = perSecond * seconds;
  const start = performance.now();
  const cpuBefore = process.cpuUsage();
  const sent: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1) {
    const due = start + (n * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    sent.push(send(n, due));
  }
  await Promise.all(sent);
  const { user, system } = process.cpuUsage(cpuBefore);
  const lost = await countLost(ports, answers, tasks);
  webhook.server.close();
  queueServer.server.close();
  times.sort((a, b) => a - b);
  return {
    deliveries: count,
    perSecond,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    longest: percentile(times, 1),
    cpu: Math.round((user + system) / 100 / count) / 10,
    failed,
    lost,
  };
}

async function indexRepositories({ store }: Pick<WebhookPorts, 'store'>): Promise<void> {
  for (let n = 0; n < REPOSITORIES; n += 1) {
    const name = `r${n}`;
    await store.set(repositoryPath(repoKeyOf(OWNER, name)), {
      owner: OWNER,
      repo_name: name,
      full_name: `${OWNER}/${name}`,
      description: null,
      language: null,
      languages: [],
      stars: 0,
      forks: 0,
      private: false,
      default_branch: 'main',
      branch: 'main',
      commit_sha: sha(0),
      ingestion_status: 'ingested',
      ingested_at: new Date().toISOString(),
      files: 0,
      functions: 0,
      classes: 0,
      total_lines: 0,
      platform_id: n,
      indexed_by: 'u',
      active_job_id: null,
    });
  }
}

async function countLost(
  { store }: Pick<WebhookPorts, 'store'>,
  answers: Record<string, unknown>[],
  tasks: Set<string>,
): Promise<number> {
  const names = [...tasks];
  let lost = 0;
  for (const { status, job_id, pr } of answers) {
    if (status !== 'processing') continue;
    if (typeof job_id === 'string') {
      const job = await store.get(`jobs/${job_id}`);
      const waits = job?.['waits_for'] != null;
      if (job === undefined || (!waits && !names.some((name) => name.includes(job_id)))) lost += 1;
    } else {
      const [, repository = '', number = ''] = /^bench\/(\w+)#(\d+)$/.exec(String(pr)) ?? [];
      if (!names.some((name) => name.includes(`run-${repoKeyOf(OWNER, repository)}-${number}-`))) lost += 1;
    }
  }
  return lost;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [perSecond = 50, seconds = 20] = process.argv.slice(2).map(Number);
  const { deliveries, p50, p95, p99, longest, cpu, failed, lost } = await measureWebhook(perSecond, seconds);
  console.log(
    `${deliveries} deliveries, ${perSecond}/s: p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, longest ${longest} ms, CPU ${cpu} ms each; ` +
      `${failed} failed, ${lost} lost`,
  );
  process.exit(failed + lost === 0 ? 0 : 1);
}
