/**
 * The service as tests call it: live adapters on the emulators, the local SCM host and a task server, and the endpoint
 * groups behind a real HTTP server that hands over requests as a deployed function does (their bodies unread).
 *
 *     const service = await startService();
 *     const ada = await service.user('ada');                       signed in and logged in
 *     const answer = await service.call('POST', '/api/v1/ingest/scm', { as: ada, body: { owner, repo_name } });
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENT_CONNECTIONS } from '../../local/stack/patient-connections.ts';
import { LOCAL_CLIENT } from '../../local/scm-host/oauth.ts';
import { startScmHost } from '../../local/scm-host/start-scm-host.ts';
import type { ScmHost } from '../../local/scm-host/start-scm-host.ts';
import type { App } from 'firebase-admin/app';
import { clientDocuments } from '../../src/adapters/client-documents.ts';
import { createGit } from '../../src/adapters/git/git.ts';
import { firebaseIdentity } from '../../src/adapters/identity.ts';
import { createGraph } from '../../src/adapters/neo4j.ts';
import { cloudTasksQueue } from '../../src/adapters/queue.ts';
import { openaiGateway } from '../../src/adapters/gateway/gateway.ts';
import { createLinters } from '../../src/adapters/lint/lint.ts';
import { createOwnWebhook } from '../../src/adapters/own-webhook.ts';
import { createGiteaScm } from '../../src/adapters/scm/gitea/gitea.ts';
import { createGitlabScm } from '../../src/adapters/scm/gitlab/gitlab.ts';
import { createScm } from '../../src/adapters/scm/scm.ts';
import { platformSignIn } from '../../src/adapters/scm/sign-in.ts';
import { secretBox } from '../../src/adapters/secret-box.ts';
import { firestoreStore } from '../../src/adapters/store.ts';
import { GROUPS } from '../../src/api/groups.ts';
import type { GatewayPort, GraphPort, Ports, Settings, StorePort } from '../../src/ports.ts';
import { silentTelemetry } from '../../src/telemetry/silent.ts';
import { signIn, startProject } from './firebase.ts';
import type { TestProject } from './firebase.ts';
import { answerByGroup } from './answer-by-group.ts';
import { startTaskServer } from './task-server.ts';
import type { TaskServer } from './task-server.ts';

export interface TestUser {
  uid: string;
  login: string;
  idToken: string;
  scmToken: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON. */
  body: unknown;
}

export interface CallOptions {
  as?: TestUser | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface LogLine {
  level: string;
  message: string;
  fields: unknown;
}

export interface TestService {
  /** `http://127.0.0.1:41234` */
  baseUrl: string;
  ports: Ports;
  /** Opens the stored tokens, for another process of the same service. */
  encryptionKey: string;
  project: TestProject;
  host: ScmHost;
  tasks: TaskServer;
  log: LogLine[];
  /** Moves the service's clock; emulators and hosts keep the real one. */
  advance(milliseconds: number): void;
  /** From now on only `advance` moves it: for what a moment that a machine stands still would change. */
  stopClock(): void;
  /** A platform account that has signed in; logged in unless told otherwise. */
  user(login: string, options?: { loggedIn?: boolean }): Promise<TestUser>;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

/** Firestore by another address than the emulator's own, which the SDK reads from the environment. */
function storeAt(app: App, address: string): StorePort {
  const { FIRESTORE_EMULATOR_HOST: usual } = process.env;
  process.env['FIRESTORE_EMULATOR_HOST'] = address;
  try {
    // Sooner than usual, for lines that are silent; later than an emulator that stands still for seconds.
    return firestoreStore(app, { operationMs: 10_000, transactionMs: 10_000 });
  } finally {
    process.env['FIRESTORE_EMULATOR_HOST'] = usual;
  }
}

interface ServiceOptions {
  /** Where clients' documents are read; by default as in production, from public addresses alone. */
  clientDocuments?: Ports['clientDocuments'];
  graph?: GraphPort;
  gateway?: GatewayPort;
  storeHost?: string;
  settings?: Partial<Settings>;
  /** What is made of the ports before anything uses them. */
  over?: (ports: Ports) => Ports;
}

let appKeys: ReturnType<typeof makeAppKeys> | undefined;

/** One app for all platforms of a process: making its key takes as long as many a test. */
function makeAppKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    appPrivateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    appPublicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const project = startProject();
  const dataDir = mkdtempSync(join(tmpdir(), 'rg-host-'));
  const { appPrivateKey, appPublicKey } = (appKeys ??= makeAppKeys());
  const app = { appId: '77', appPrivateKey };
  const hostOptions = { dataDir, kept: false, appId: app.appId, appSlug: 'reviewgraph', appPublicKey };
  const [host, tasks] = await Promise.all([startScmHost(hostOptions), startTaskServer()]);
  const log: LogLine[] = [];
  const encryptionKey = randomBytes(32).toString('base64');
  let offset = 0;
  let stopped: number | undefined;
  const { over = (ports: Ports) => ports } = options;
  const bare = portsOf(options, {
    clock: { now: () => new Date((stopped ?? Date.now()) + offset) },
    ...{ project, host, tasks, log, app, encryptionKey, ownUrl: () => base },
  });

  const ports = over(bare);
  const groups = Object.entries(GROUPS).map(([name, create]) => [name, create(ports)] as const);
  const server = createServer(PATIENT_CONNECTIONS, answerByGroup(Object.fromEntries(groups)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call: TestService['call'] = (method, path, given) => callService(base, method, path, given);

  return {
    ...{ baseUrl: base, ports, encryptionKey, project, host, tasks, log, call },
    advance: (milliseconds) => void (offset += milliseconds),
    stopClock: () => void (stopped ??= Date.now()),
    async user(login, { loggedIn = true } = {}) {
      const { id, token } = host.addUser({ login, email: `${login}@example.test` });
      const user = { ...(await signIn(project.projectId, { id, login })), login, scmToken: token };
      if (loggedIn) {
        const answer = await call('POST', '/api/v1/auth/login', { as: user, body: { scm_access_token: token } });
        if (answer.status !== 200) throw new Error(`login of ${login}: ${answer.status} ${answer.text}`);
      }
      return user;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      // A browser's spare connection, or one whose answer nobody reads, would hold the server open.
      server.closeAllConnections();
      await closed;
      await Promise.all([host.close(), tasks.close(), project.close(), ports.graph.close()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** What stands behind the ports of one service: its own Firebase project, platform and queue. */
interface Behind {
  clock: Ports['clock'];
  project: TestProject;
  host: ScmHost;
  tasks: TaskServer;
  log: LogLine[];
  app: { appId: string; appPrivateKey: string };
  encryptionKey: string;
  ownUrl: () => string;
}

function portsOf(options: ServiceOptions, behind: Behind): Ports {
  const { clock, project, host, tasks, log, encryptionKey } = behind;
  const write = (level: string) => (message: string, fields?: unknown) => void log.push({ level, message, fields });
  return {
    clock,
    graph: options.graph ?? createGraph({ uri: 'bolt://127.0.0.1:1', retryMs: 200, connectMs: 200 }),
    store: options.storeHost === undefined ? firestoreStore(project.app) : storeAt(project.app, options.storeHost),
    queue: cloudTasksQueue({
      project: project.projectId,
      location: 'us-central1',
      functionsUrl: 'http://127.0.0.1:9/functions',
      serviceAccount: '',
      apiHost: tasks.host,
    }),
    identity: firebaseIdentity(project.app),
    clientDocuments: options.clientDocuments ?? clientDocuments(),
    secretBox: secretBox(encryptionKey),
    scm: platformOf(options, behind),
    git: createGit({ gitUrl: host.url, maxPackBytes: 50_000_000 }),
    gateway: options.gateway ?? openaiGateway({ apiKey: '', baseUrl: 'http://127.0.0.1:9', embeddingModel: '' }),
    linters: createLinters(),
    ownWebhook: createOwnWebhook({
      origin: () => options.settings?.publicUrl ?? behind.ownUrl(),
      kind: options.settings?.scmKind ?? 'github',
      clock,
      secrets: options.settings?.webhookSecrets ?? ['webhook-test-secret'],
      tokens: options.settings?.webhookTokens ?? [],
    }),
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    telemetry: silentTelemetry,
    signIn: platformSignIn({
      webUrl: host.url,
      clientId: LOCAL_CLIENT.id,
      clientSecret: LOCAL_CLIENT.secret,
      scope: 'repo',
      now: () => new Date(),
    }),
    settings: { ...settingsOf(project.projectId), ...options.settings },
  };
}

function platformOf({ settings }: ServiceOptions, { host, app }: Behind): Ports['scm'] {
  const at = (api: string) => ({ apiUrl: host.url + api, gitUrl: host.url });
  if (settings?.scmKind === 'gitlab') return createGitlabScm(at('/api/v4'));
  if (settings?.scmKind === 'gitea') return createGiteaScm(at('/api/v1'));
  return createScm({ ...at('/api/v3'), appSlug: 'reviewgraph', ...app });
}

function settingsOf(projectId: string): Settings {
  return {
    allowedOrigins: ['https://app.example.test'],
    maxCloneBytes: 50_000_000,
    shards: { files: 8_000, bytes: 100_000_000 },
    resolveFiles: 0,
    requestsPerMinute: 0,
    grantsMinutes: 60,
    ingestionsPerHour: 0,
    scmAppSlug: 'reviewgraph',
    gatewayConfigured: false,
    embeddingModel: 'embedding-test',
    reviewModel: 'review-test',
    synthesisModel: 'synthesis-test',
    reviewMode: 'normal',
    maxToolRounds: 8,
    maxComments: 30,
    publicUrl: null,
    repositoryConfigAllows: ['deep', 'other_files'],
    reviewsPerHour: 0,
    automatic: {
      ...{ paused: false, reviews: 'off', waitSeconds: 60, tokensPercent: 50 },
      ...{ associations: ['OWNER', 'MEMBER', 'COLLABORATOR'], ignoreLabel: 'reviewgraph:ignore' },
    },
    tokensPerDay: 0,
    answersPerHour: 0,
    polling: false,
    scmAppHandle: 'reviewgraph',
    reviewAllowedAssociations: [],
    webhookSecrets: ['webhook-test-secret'],
    webhookTokens: [],
    scmKind: 'github',
    operators: [],
    signInHints: [],
    authEmulatorUrl: null,
    projectId,
  };
}

async function callService(
  base: string,
  method: string,
  path: string,
  { as, body, headers = {} }: CallOptions = {},
): Promise<Answer> {
  const raw = typeof body === 'string' || body instanceof ReadableStream;
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(as === undefined ? {} : { Authorization: `Bearer ${as.idToken}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body), duplex: 'half' as const }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: json ? (JSON.parse(text) as unknown) : undefined,
  };
}
