/**
 * One export per deployed function, no logic: what it may use (memory, time, secrets) and which handler it is. Handlers
 * are imported on first use, since every function of a deployment loads this file.
 */
import { onRequest } from 'firebase-functions/https';
import { setGlobalOptions } from 'firebase-functions/options';
import { onSchedule } from 'firebase-functions/scheduler';
import { onTaskDispatched } from 'firebase-functions/tasks';
import { comesAgain, firestoreTriggers, jobTask, served, taskOf, triggered } from './handlers.ts';
import { QUEUE_SLOTS } from './jobs/ingest/queue-slots.ts';
import {
  GATEWAY_API_KEY,
  NEO4J_PASSWORD,
  SCM_APP_PRIVATE_KEY,
  SCM_OAUTH_CLIENT_SECRET,
  SCM_TOKEN,
  SCM_WEBHOOK_SECRET,
  SCM_WEBHOOK_TOKEN,
  TASKS_LOCATION,
  TELEMETRY_HEADERS,
  TOKEN_ENCRYPTION_KEY,
} from './settings.ts';
import { livePorts, servesFunction } from './wiring.ts';

/** Instances of a function, unless a queue needs fewer: Cloud Run allows a new project 20 vCPUs and 40 GiB a region. */
const MAX_INSTANCES = 20;

/** Functions and queues in one region: a task's address says which. */
setGlobalOptions({ region: TASKS_LOCATION, maxInstances: MAX_INSTANCES });

/** Deliveries after 0, 20, 60, 100, 140, … s: the fourth finds the lease (90 s) of a worker that died expired. */
const BEYOND_LEASE = comesAgain(20, 40, 1);

/** One task at a time with all of a machine, as long as tasks may take. */
const WORKER = { memory: '2GiB', cpu: 2, timeoutSeconds: 1800, concurrency: 1, retryConfig: BEYOND_LEASE } as const;
/**
 * The same where a repository is resolved as a whole. Node takes half of the memory for its heap, and the largest
 * repository measured needs more than 1 GB of it (docs/measurements.md).
 */
const RESOLVER = { ...WORKER, memory: '4GiB' } as const;
/** Of whatever reads users' platform tokens: one that is about to expire is replaced by the client's own secret. */
const PLATFORM_TOKENS = [TOKEN_ENCRYPTION_KEY, SCM_OAUTH_CLIENT_SECRET];
/** What a function may read, and what whoever collects its traces asks for. */
const reads = (...secrets: (typeof TELEMETRY_HEADERS)[]) => ({ secrets: [...secrets, TELEMETRY_HEADERS] });
/** What reads a repository, writes its graph and asks for embeddings needs. */
const READS_AND_WRITES = [NEO4J_PASSWORD, ...PLATFORM_TOKENS, SCM_APP_PRIVATE_KEY, SCM_TOKEN];
const WITH_GATEWAY = [...READS_AND_WRITES, GATEWAY_API_KEY];

/** Tasks of a queue that run at once, and instances for them. */
const atOnce = (tasks: number) => ({ maxInstances: tasks, rateLimits: { maxConcurrentDispatches: tasks } });

/** Less than the function's 30 minutes by what one repository may take. */
const RECONCILE_MS = 25 * 60_000;

/** Less than the function's 5 minutes by what one repository may take. */
const POLL_MS = 3 * 60_000;

const HTTP = { memory: '512MiB', timeoutSeconds: 60, concurrency: 80, cors: false, invoker: 'public' } as const;

export const auth = onRequest(
  { ...HTTP, ...reads(...PLATFORM_TOKENS, SCM_APP_PRIVATE_KEY) },
  served('auth', async () => (await import('./api/routes/auth.ts')).createAuthApi(livePorts())),
);

export const ingest = onRequest(
  { ...HTTP, ...reads(...PLATFORM_TOKENS, NEO4J_PASSWORD, GATEWAY_API_KEY) },
  served('ingest', async () => (await import('./api/routes/ingest.ts')).createIngestApi(livePorts())),
);

export const query = onRequest(
  { ...HTTP, ...reads(NEO4J_PASSWORD, GATEWAY_API_KEY, ...PLATFORM_TOKENS) },
  served('query', async () => (await import('./api/routes/query.ts')).createQueryApi(livePorts())),
);

export const tools = onRequest(
  { ...HTTP, ...reads(...PLATFORM_TOKENS) },
  served('tools', async () => (await import('./api/routes/tools.ts')).createToolsApi(livePorts())),
);

export const repos = onRequest(
  { ...HTTP, ...reads(...PLATFORM_TOKENS) },
  served('repos', async () => (await import('./api/routes/repos.ts')).createReposApi(livePorts())),
);

export const doctor = onRequest(
  // What webhooks are signed with, for its own test.
  { ...HTTP, ...reads(SCM_WEBHOOK_SECRET, SCM_WEBHOOK_TOKEN, ...PLATFORM_TOKENS) },
  served('doctor', async () => (await import('./api/routes/doctor.ts')).createDoctorApi(livePorts())),
);

export const support = onRequest(
  { ...HTTP, ...reads(...PLATFORM_TOKENS) },
  served('support', async () => (await import('./api/routes/support.ts')).createSupportApi(livePorts())),
);

export const webhook = onRequest(
  // Payloads have up to 25 MiB, and nobody's signature can be checked before they are read.
  {
    ...HTTP,
    memory: '1GiB',
    concurrency: 8,
    ...reads(SCM_WEBHOOK_SECRET, SCM_WEBHOOK_TOKEN, SCM_TOKEN, ...PLATFORM_TOKENS),
  },
  served('webhook', async () => (await import('./api/webhook/webhook.ts')).createWebhookApi(livePorts())),
);

/** The MCP server for agents. */
export const mcp = onRequest(
  { ...HTTP, memory: '1GiB', ...reads(NEO4J_PASSWORD, GATEWAY_API_KEY, ...PLATFORM_TOKENS) },
  served('mcp', async () => (await import('./api/routes/mcp.ts')).createMcpApi(livePorts())),
);

/** The authorization server for agents: `/oauth/…` and `/.well-known/oauth-…`. */
export const oauth = onRequest(
  { ...HTTP, ...reads() },
  served('oauth', async () => (await import('./api/oauth/oauth.ts')).createOauthApi(livePorts())),
);

/** Also `/redoc`, `/openapi.json` and `/health`. */
export const docs = onRequest(
  { ...HTTP, ...reads(NEO4J_PASSWORD) },
  served('docs', async () => (await import('./api/routes/docs.ts')).createDocsApi(livePorts())),
);

export const ingestRepository = onTaskDispatched(
  { ...RESOLVER, ...reads(...WITH_GATEWAY), ...atOnce(QUEUE_SLOTS.ingestRepository) },
  jobTask('ingestRepository', 'An ingestion'),
);

/** A range of the files of a repository that is too much for one task (docs/scale.md tells how the limits were chosen). */
export const extractShard = onTaskDispatched(
  {
    ...WORKER,
    ...reads(...READS_AND_WRITES),
    // Each repository's writes stand in one row (graph/fence.ts): more at once would wait for each other.
    ...atOnce(8),
  },
  taskOf('extractShard', 'A shard', async () => (await import('./jobs/ingest/shards/tasks.ts')).runShardTask),
);

/** A part of a repository that is too much to be resolved by one task: RESOLVE_FILES says what it may hold. */
export const resolvePart = onTaskDispatched(
  { ...WORKER, memory: '8GiB', cpu: 2, ...reads(...READS_AND_WRITES), ...atOnce(4) },
  taskOf('resolvePart', 'A part', async () => (await import('./jobs/ingest/shards/tasks.ts')).runPartTask),
);

/** The rest of a divided ingestion: the facts of all files are in memory at once, up to RESOLVE_FILES. */
export const resolveRepository = onTaskDispatched(
  { ...WORKER, memory: '16GiB', cpu: 4, ...reads(...WITH_GATEWAY), ...atOnce(2) },
  jobTask('resolveRepository', 'The rest of a divided ingestion'),
);

/** What an ingestion left without embeddings: it waits for the gateway most of the time. */
export const embedRepository = onTaskDispatched(
  {
    ...WORKER,
    memory: '512MiB',
    cpu: 1,
    ...reads(NEO4J_PASSWORD, GATEWAY_API_KEY),
    retryConfig: comesAgain(60, 120, 1),
    ...atOnce(3),
  },
  jobTask('embedRepository', 'An embedding'),
);

/** A push or a merge: the same work as an ingestion, and mostly a small one, so it has a queue of its own. */
export const updateGraph = onTaskDispatched(
  { ...RESOLVER, ...reads(...WITH_GATEWAY), ...atOnce(QUEUE_SLOTS.updateGraph) },
  jobTask('updateGraph', 'An update'),
);

/** A review takes as long as its model does, and holds both trees of a change in memory. */
export const reviewPullRequest = onTaskDispatched(
  { ...WORKER, ...reads(...WITH_GATEWAY), ...atOnce(10) },
  taskOf('reviewPullRequest', 'A review', async () => (await import('./jobs/reviews/tasks.ts')).runReviewTask),
);

/** Short comments in answer to comments. */
export const postReply = onTaskDispatched(
  {
    memory: '256MiB',
    timeoutSeconds: 120,
    ...reads(...PLATFORM_TOKENS, SCM_APP_PRIVATE_KEY, SCM_TOKEN),
    // For more than an hour, after which a platform's limit is over.
    retryConfig: comesAgain(60, 600),
    ...atOnce(5),
  },
  taskOf('postReply', 'A reply', async () => (await import('./jobs/reviews/tasks.ts')).runReplyTask),
);

/** Answers to what people say to reviews: a model, and both trees of a change. */
export const answerComment = onTaskDispatched(
  { ...WORKER, timeoutSeconds: 600, ...reads(...WITH_GATEWAY), ...atOnce(5) },
  taskOf('answerComment', 'An answer', async () => (await import('./jobs/conversation/tasks.ts')).runAnswerTask),
);

export const purgeRepository = onTaskDispatched(
  {
    memory: '512MiB',
    timeoutSeconds: 1800,
    concurrency: 1,
    ...reads(NEO4J_PASSWORD),
    retryConfig: comesAgain(10, 300),
    ...atOnce(2),
  },
  taskOf('purgeRepository', 'A purge', async () => (await import('./jobs/ingest/tasks.ts')).runPurgeTask),
);

/**
 * Document triggers load a client of the store, so only the process of this function loads them. The load is synchronous,
 * since the emulator loads this file by `require`, which allows no await.
 */
export const foldEvent = servesFunction('foldEvent')
  ? firestoreTriggers().onDocumentCreated(
      // The package is there twice, for `import` and for `require`: the second does not know the options of all.
      {
        region: TASKS_LOCATION,
        document: 'events/{id}',
        memory: '256MiB',
        timeoutSeconds: 60,
        concurrency: 40,
        maxInstances: MAX_INSTANCES,
        retry: true,
        // By its name: the other copy of the package does not know a secret of this one.
        secrets: [TELEMETRY_HEADERS.name],
      },
      async (event) => {
        const { foldEvent: fold } = await import('./analytics/fold-event.ts');
        await triggered('document', 'foldEvent', (ports) => fold(ports, event.params.id));
      },
    )
  : undefined;

/** Repairs what lost webhooks left behind. */
export const reconcilePullRequests = onSchedule(
  {
    schedule: 'every day 03:00',
    memory: '512MiB',
    timeoutSeconds: 1800,
    ...reads(...PLATFORM_TOKENS, SCM_APP_PRIVATE_KEY, SCM_TOKEN),
  },
  async () => {
    const { reconcilePullRequests: reconcile } = await import('./jobs/reviews/reconcile-pull-requests.ts');
    await triggered('schedule', 'reconcilePullRequests', async (ports) => {
      ports.log.info('Reconciled pull requests', { ...(await reconcile(ports, RECONCILE_MS)) });
    });
  },
);

/** What no webhook brings; nothing unless POLLING is on. */
export const pollPlatform = onSchedule(
  {
    schedule: 'every 2 minutes',
    memory: '512MiB',
    timeoutSeconds: 300,
    maxInstances: 1,
    ...reads(...PLATFORM_TOKENS, SCM_APP_PRIVATE_KEY, SCM_TOKEN),
  },
  async () => {
    if (!livePorts().settings.polling) return;
    const { pollPlatform: poll } = await import('./api/polling/poll-platform.ts');
    await triggered('schedule', 'pollPlatform', async (ports) => {
      ports.log.info('Polled the platform', { ...(await poll(ports, POLL_MS)) });
    });
  },
);

export const sweepJobs = onSchedule(
  { schedule: 'every 5 minutes', memory: '256MiB', timeoutSeconds: 120, ...reads() },
  async () => {
    const [{ sweepJobs: sweep }, { sweepReviews }, { forgetDeliveries }, { sweepDeletions }] = await Promise.all([
      import('./jobs/ingest/sweep.ts'),
      import('./jobs/reviews/automatic/sweep-reviews.ts'),
      import('./jobs/work/deliveries.ts'),
      import('./jobs/ingest/purge-repository.ts'),
    ]);
    await triggered('schedule', 'sweepJobs', async (ports) => {
      const swept = await sweep(ports);
      const reviews = await sweepReviews(ports);
      const purges = await sweepDeletions(ports);
      ports.log.info('Swept jobs', { ...swept, ...reviews, purges, deliveries: await forgetDeliveries(ports) });
    });
  },
);
