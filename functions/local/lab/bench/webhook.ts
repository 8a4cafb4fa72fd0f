/**
 * How soon webhooks are answered, and whether any is lost: signed deliveries are sent on a fixed schedule (a slow answer
 * delays none of the next) to the function's own handler in this process, with Firestore's emulator
 * (FIRESTORE_EMULATOR_HOST) and a task queue that keeps what it is given.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { initializeApp } from 'firebase-admin/app';
import { systemClock } from '../../../src/adapters/clock.ts';
import { cloudTasksQueue } from '../../../src/adapters/queue.ts';
import { firestoreStore } from '../../../src/adapters/store.ts';
import { serve } from '../../../src/api/http/serve.ts';
import { createScm } from '../../../src/adapters/scm/scm.ts';
import { platformSignIn } from '../../../src/adapters/scm/sign-in.ts';
import { secretBox } from '../../../src/adapters/secret-box.ts';
import { createWebhookApi } from '../../../src/api/webhook/webhook.ts';
import type { WebhookPorts } from '../../../src/api/webhook/events.ts';
import { jobs } from '../../../src/documents/jobs.ts';
import { repositories } from '../../../src/documents/repositories.ts';
import { repoKeyOf } from '../../../src/model/repositories.ts';

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
    return delivered('push', { ref: 'refs/heads/main', before: sha(n), after: sha(n + 1), repository });
  }
  if (kind < 8) return delivered('pull_request', { action: 'opened', number: n + 1, pull_request: pull, repository });
  if (kind === 8) {
    const merged = { ...pull, state: 'closed', merged: true, merged_at: at };
    return delivered('pull_request', { action: 'closed', number: n + 1, pull_request: merged, repository });
  }
  const user = { login: 'linus', type: 'User' };
  const issue = { number: n + 1, title: 'T', user, pull_request: {}, html_url: '', created_at: at };
  const comment = { id: n + 1, body: '@reviewgraph review', user, author_association: 'NONE' };
  return delivered('issue_comment', { action: 'created', issue, comment, repository });
}

function delivered(event: string, payload: object): Delivery {
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
  const queue = await startTaskQueue();
  const ports = portsWith(queue.address);
  await indexRepositories(ports);
  const handler = serve(createWebhookApi(ports));
  const webhook = await listening((request, response) => {
    void handler(request, response);
  });
  // The first request loads adapters and opens connections.
  for (let n = 0; n < 10; n += 1) await send(webhook.address, 1_000_000 + n);
  const cpuBefore = process.cpuUsage();
  const sent = await sendOnSchedule(webhook.address, perSecond, perSecond * seconds);
  const { user, system } = process.cpuUsage(cpuBefore);
  const answers = sent.map(({ answer }) => answer).filter((answer) => answer !== undefined);
  const lost = await countLost(ports, answers, queue.tasks);
  webhook.server.close();
  queue.server.close();
  const times = sent.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    deliveries: sent.length,
    perSecond,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    longest: percentile(times, 1),
    cpu: Math.round((user + system) / 100 / sent.length) / 10,
    failed: sent.length - answers.length,
    lost,
  };
}

/** Cloud Tasks as far as the queue's adapter asks it: a name is taken once. */
async function startTaskQueue(): Promise<{ server: Server; address: string; tasks: Set<string> }> {
  const tasks = new Set<string>();
  const listener: RequestListener = (request, response) => {
    void bodyOf(request).then((bytes) => {
      const { task } = JSON.parse(bytes.toString()) as { task: { name: string } };
      const known = tasks.has(task.name);
      tasks.add(task.name);
      const answer = known ? { error: { code: 409, status: 'ALREADY_EXISTS', message: 'already exists' } } : task;
      response.writeHead(known ? 409 : 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    });
  };
  return { ...(await listening(listener)), tasks };
}

function portsWith(apiHost: string): WebhookPorts {
  const project = `demo-bench${process.pid}`;
  const log = () => undefined;
  return {
    clock: systemClock(),
    store: firestoreStore(initializeApp({ projectId: project }, project)),
    queue: cloudTasksQueue({
      project,
      location: 'us-central1',
      functionsUrl: 'http://127.0.0.1:9',
      serviceAccount: '',
      apiHost,
    }),
    log: { info: log, warn: log, error: (message, fields) => console.error(message, fields) },
    // Asked for nothing but what GitLab's notes leave out.
    scm: createScm({ apiUrl: 'http://127.0.0.1:9', gitUrl: 'http://127.0.0.1:9', appSlug: 'reviewgraph' }),
    secretBox: secretBox(randomBytes(32).toString('base64')),
    signIn: platformSignIn({ webUrl: '', clientId: '', clientSecret: '', scope: '', now: () => new Date() }),
    settings: {
      allowedOrigins: [],
      maxCloneBytes: 0,
      shards: { files: 8_000, bytes: 100_000_000 },
      resolveFiles: 0,
      requestsPerMinute: 0,
      grantsMinutes: 60,
      ingestionsPerHour: 0,
      scmAppSlug: 'reviewgraph',
      gatewayConfigured: false,
      embeddingModel: '',
      reviewModel: '',
      synthesisModel: '',
      reviewMode: 'normal',
      maxToolRounds: 8,
      maxComments: 30,
      publicUrl: null,
      repositoryConfigAllows: [],
      reviewsPerHour: 30,
      automatic: {
        ...{ paused: false, reviews: 'off', waitSeconds: 60, tokensPercent: 50 },
        ...{ associations: ['OWNER', 'MEMBER', 'COLLABORATOR'], ignoreLabel: 'reviewgraph:ignore' },
      },
      tokensPerDay: 0,
      answersPerHour: 30,
      polling: false,
      scmAppHandle: 'reviewgraph',
      reviewAllowedAssociations: [],
      webhookSecrets: [SECRET],
      webhookTokens: [],
      scmKind: 'github',
      operators: [],
      signInHints: [],
      authEmulatorUrl: null,
      projectId: project,
    },
  };
}

interface Sent {
  /** Since the delivery was due. */
  ms: number;
  /** Undefined for an answer other than 200. */
  answer: Record<string, unknown> | undefined;
}

async function send(address: string, n: number, due = performance.now()): Promise<Sent> {
  const { event, body } = deliveryOf(n);
  const response = await fetch(`http://${address}/api/v1/webhook/onComment`, {
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
  return { ms: performance.now() - due, answer: response.status === 200 ? answer : undefined };
}

async function sendOnSchedule(address: string, perSecond: number, count: number): Promise<Sent[]> {
  const start = performance.now();
  const sent: Promise<Sent>[] = [];
  for (let n = 0; n < count; n += 1) {
    const due = start + (n * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    sent.push(send(address, n, due));
  }
  return Promise.all(sent);
}

async function indexRepositories({ store }: Pick<WebhookPorts, 'store'>): Promise<void> {
  for (let n = 0; n < REPOSITORIES; n += 1) {
    const name = `r${n}`;
    await repositories.set(
      store,
      { repo_key: repoKeyOf(OWNER, name) },
      {
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
      },
    );
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
      const job = await jobs.get(store, { job_id });
      const waits = job?.waits_for != null;
      if (job === undefined || (!waits && !names.some((name) => name.includes(job_id)))) lost += 1;
    } else {
      const [, repository = '', number = ''] = /^bench\/(\w+)#(\d+)$/.exec(String(pr)) ?? [];
      if (!names.some((name) => name.includes(`run-${repoKeyOf(OWNER, repository)}-${number}-`))) lost += 1;
    }
  }
  return lost;
}
