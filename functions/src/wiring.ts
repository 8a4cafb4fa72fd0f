/**
 * Params and secrets become live ports, once per process; the only reader of `process.env`. Each adapter is loaded on
 * first use, so that a function's cold start pays only for what its first request needs.
 *
 * | setting                | default                  | what it is                                                           |
 * |------------------------|--------------------------|----------------------------------------------------------------------|
 * | NEO4J_URI              | bolt://127.0.0.1:7687    | graph database                                                       |
 * | NEO4J_USERNAME         | neo4j                    |                                                                      |
 * | NEO4J_PASSWORD         | secret                   | `unset` for a server without authentication                          |
 * | SCM_KIND               | github                   | `github`, or `gitea` for Gitea and Forgejo                           |
 * | SCM_API_URL            | https://api.github.com   | the platform's REST API                                              |
 * | SCM_GIT_URL            | https://github.com       | where repositories are cloned from; nothing else is ever cloned      |
 * | SCM_APP_ID             | (none)                   | the platform app, for installations                                  |
 * | SCM_APP_SLUG           | reviewgraph              | its name in URLs                                                     |
 * | SCM_APP_PRIVATE_KEY    | secret                   | its PEM key; `unset` when there is no app                            |
 * | SCM_OAUTH_CLIENT_ID    | (none)                   | the app's client id, for sign-in to the console                      |
 * | SCM_OAUTH_CLIENT_SECRET | secret                  | its client secret; `unset` when nobody signs in by the console       |
 * | SCM_OAUTH_SCOPE        | repo                     | what a user is asked to allow; a GitHub App ignores it               |
 * | SIGN_IN_HINTS          | (none)                   | logins offered as buttons at sign-in; for local stacks               |
 * | TOKEN_ENCRYPTION_KEY   | secret                   | 32 bytes in base64; several, comma-separated: the first seals        |
 * | ALLOWED_ORIGINS        | (none)                   | web origins for CORS, comma-separated                                |
 * | REQUESTS_PER_MINUTE    | 300                      | per user and instance; 0 = no limit                                  |
 * | INGESTIONS_PER_HOUR    | 20                       | per user; 0 = no limit                                               |
 * | SCM_APP_HANDLE         | reviewgraph              | the word that review commands are addressed to                       |
 * | SCM_WEBHOOK_SECRET     | secret                   | signs webhooks; several, comma-separated, while it is rotated        |
 * | GATEWAY_API_KEY        | secret                   | key of the model gateway; `unset` for none                           |
 * | GATEWAY_BASE_URL       | https://api.openai.com/v1 | any server that speaks OpenAI's protocol                            |
 * | EMBEDDING_MODEL        | text-embedding-3-small   | gives vectors of 1,536 numbers                                       |
 * | REVIEW_MODEL           | gpt-5-mini               | reviews                                                              |
 * | SYNTHESIS_MODEL        | (REVIEW_MODEL)           | joins the findings of a deep review                                  |
 * | REVIEW_MODE            | normal                   | `normal` or `deep`, when a command does not say                      |
 * | MAX_TOOL_ROUNDS        | 8                        | rounds of tool calls per review agent                                |
 * | REVIEWS_PER_HOUR       | 30                       | commands per repository; 0 = no limit                                |
 * | REVIEW_ALLOWED_ASSOCIATIONS | (everyone)          | `OWNER,MEMBER,COLLABORATOR` narrows who may command                  |
 * | MAX_CLONE_MB           | 300                      | a larger repository is refused                                       |
 * | SHARD_FILES            | 8000                     | more files to be read than this are divided over tasks; 0 = no limit |
 * | SHARD_MB               | 64                       | the same for their bytes                                             |
 * | TASKS_SERVICE_ACCOUNT  | (none)                   | signs tasks, and the only caller that task functions accept          |
 * | TASKS_LOCATION         | us-central1              | region of the queues and functions                                   |
 * | TASKS_TARGET_URL       | (the region's own)       | base URL of the task functions                                       |
 * | TASKS_API_HOST         | (none)                   | `host:port` of a local Cloud Tasks; never set in production          |
 */
import { defineInt, defineSecret, defineString, projectID } from 'firebase-functions/params';
import { systemClock } from './adapters/clock.ts';
import { firebaseApp } from './adapters/firebase-app.ts';
import { cloudLog } from './adapters/log.ts';
import { createGiteaScm } from './adapters/scm/gitea/gitea.ts';
import { createScm } from './adapters/scm/scm.ts';
import { secretBox } from './adapters/secret-box.ts';
import { AppError } from './model/errors.ts';
import type { Ports, QueueName, SecretBoxPort, Settings } from './ports.ts';

const NEO4J_URI = defineString('NEO4J_URI', { default: 'bolt://127.0.0.1:7687' });
const NEO4J_USERNAME = defineString('NEO4J_USERNAME', { default: 'neo4j' });
const SCM_KIND = defineString('SCM_KIND', { default: 'github' });
const SCM_API_URL = defineString('SCM_API_URL', { default: 'https://api.github.com' });
const SCM_GIT_URL = defineString('SCM_GIT_URL', { default: 'https://github.com' });
const SCM_APP_ID = defineString('SCM_APP_ID', { default: '' });
const SCM_APP_SLUG = defineString('SCM_APP_SLUG', { default: 'reviewgraph' });
const SCM_OAUTH_CLIENT_ID = defineString('SCM_OAUTH_CLIENT_ID', { default: '' });
const SCM_OAUTH_SCOPE = defineString('SCM_OAUTH_SCOPE', { default: 'repo' });
const SIGN_IN_HINTS = defineString('SIGN_IN_HINTS', { default: '' });
const ALLOWED_ORIGINS = defineString('ALLOWED_ORIGINS', { default: '' });
const REQUESTS_PER_MINUTE = defineInt('REQUESTS_PER_MINUTE', { default: 300 });
const INGESTIONS_PER_HOUR = defineInt('INGESTIONS_PER_HOUR', { default: 20 });
const SCM_APP_HANDLE = defineString('SCM_APP_HANDLE', { default: 'reviewgraph' });
const GATEWAY_BASE_URL = defineString('GATEWAY_BASE_URL', { default: 'https://api.openai.com/v1' });
const EMBEDDING_MODEL = defineString('EMBEDDING_MODEL', { default: 'text-embedding-3-small' });
const REVIEW_MODEL = defineString('REVIEW_MODEL', { default: 'gpt-5-mini' });
const SYNTHESIS_MODEL = defineString('SYNTHESIS_MODEL', { default: '' });
const REVIEW_MODE = defineString('REVIEW_MODE', { default: 'normal' });
const MAX_TOOL_ROUNDS = defineInt('MAX_TOOL_ROUNDS', { default: 8 });
const REVIEWS_PER_HOUR = defineInt('REVIEWS_PER_HOUR', { default: 30 });
const REVIEW_ALLOWED_ASSOCIATIONS = defineString('REVIEW_ALLOWED_ASSOCIATIONS', { default: '' });
const MAX_CLONE_MB = defineInt('MAX_CLONE_MB', { default: 300 });
const SHARD_FILES = defineInt('SHARD_FILES', { default: 8000 });
const SHARD_MB = defineInt('SHARD_MB', { default: 64 });
const TASKS_SERVICE_ACCOUNT = defineString('TASKS_SERVICE_ACCOUNT', { default: '' });
const TASKS_TARGET_URL = defineString('TASKS_TARGET_URL', { default: '' });
const TASKS_API_HOST = defineString('TASKS_API_HOST', { default: '' });

/** Where functions are deployed, their queues with them. */
export const TASKS_LOCATION = defineString('TASKS_LOCATION', { default: 'us-central1' });

/** Bound to the functions that read them; index.ts says which. */
export const NEO4J_PASSWORD = defineSecret('NEO4J_PASSWORD');
export const SCM_APP_PRIVATE_KEY = defineSecret('SCM_APP_PRIVATE_KEY');
export const SCM_OAUTH_CLIENT_SECRET = defineSecret('SCM_OAUTH_CLIENT_SECRET');
export const SCM_WEBHOOK_SECRET = defineSecret('SCM_WEBHOOK_SECRET');
export const GATEWAY_API_KEY = defineSecret('GATEWAY_API_KEY');
export const TOKEN_ENCRYPTION_KEY = defineSecret('TOKEN_ENCRYPTION_KEY');

/** A secret's value, '' for none: a deployed secret cannot be empty, so `unset` stands for that. */
function secretValue(name: string): string {
  const value = process.env[name] ?? '';
  return value === 'unset' ? '' : value;
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function functionsUrl(): string {
  const given = TASKS_TARGET_URL.value().replace(/\/+$/, '');
  return given === '' ? `https://${TASKS_LOCATION.value()}-${projectID.value()}.cloudfunctions.net` : given;
}

/**
 * A port whose methods all return promises, made when the first of them is called. A failed load is tried again by the
 * next call.
 */
function onFirstUse<P extends object>(load: () => Promise<P>): P {
  let port: Promise<P> | undefined;
  const call = async (method: string | symbol, args: unknown[]): Promise<unknown> => {
    port ??= load().catch((error: unknown) => {
      port = undefined;
      throw error;
    });
    const target = await port;
    const member: unknown = Reflect.get(target, method);
    if (typeof member !== 'function') throw new TypeError(`No such method: ${String(method)}`);
    return Reflect.apply(member, target, args);
  };
  return new Proxy<P>(Object.create(null) as P, {
    // A promise that resolves to a port looks for `then` on it.
    get: (_, method) => (method === 'then' ? undefined : (...args: unknown[]) => call(method, args)),
  });
}

function emulatorUrl(address: string | undefined): string | null {
  return address === undefined || address === '' ? null : `http://${address}`;
}

function settings(): Settings {
  return {
    allowedOrigins: listOf(ALLOWED_ORIGINS.value()),
    maxCloneBytes: MAX_CLONE_MB.value() * 1024 * 1024,
    shards: { files: SHARD_FILES.value(), bytes: SHARD_MB.value() * 1024 * 1024 },
    requestsPerMinute: REQUESTS_PER_MINUTE.value(),
    ingestionsPerHour: INGESTIONS_PER_HOUR.value(),
    scmAppSlug: SCM_APP_SLUG.value(),
    gatewayConfigured: secretValue('GATEWAY_API_KEY') !== '',
    embeddingModel: EMBEDDING_MODEL.value(),
    reviewModel: REVIEW_MODEL.value(),
    synthesisModel: SYNTHESIS_MODEL.value() === '' ? REVIEW_MODEL.value() : SYNTHESIS_MODEL.value(),
    reviewMode: REVIEW_MODE.value() === 'deep' ? 'deep' : 'normal',
    maxToolRounds: MAX_TOOL_ROUNDS.value(),
    reviewsPerHour: REVIEWS_PER_HOUR.value(),
    scmAppHandle: SCM_APP_HANDLE.value(),
    reviewAllowedAssociations: listOf(REVIEW_ALLOWED_ASSOCIATIONS.value().toUpperCase()),
    webhookSecrets: listOf(secretValue('SCM_WEBHOOK_SECRET')),
    scmKind: SCM_KIND.value() === 'gitea' ? 'gitea' : 'github',
    signInHints: listOf(SIGN_IN_HINTS.value()),
    authEmulatorUrl: emulatorUrl(process.env['FIREBASE_AUTH_EMULATOR_HOST']),
    projectId: projectID.value(),
  };
}

/** Opened with the first token: functions that store none need no key. */
function tokenBox(): SecretBoxPort {
  let box: SecretBoxPort | undefined;
  const open = () => {
    const keys = secretValue('TOKEN_ENCRYPTION_KEY');
    if (keys === '') throw new AppError('not_configured', 'TOKEN_ENCRYPTION_KEY is not set on this server');
    return (box ??= secretBox(keys));
  };
  return {
    seal: (plain, context) => open().seal(plain, context),
    open: (sealed, context) => open().open(sealed, context),
  };
}

async function loadGraph(): Promise<Ports['graph']> {
  const { createGraph } = await import('./adapters/neo4j.ts');
  const password = secretValue('NEO4J_PASSWORD');
  return createGraph({ uri: NEO4J_URI.value(), username: NEO4J_USERNAME.value(), password });
}

function platform(): Ports['scm'] {
  const urls = { apiUrl: SCM_API_URL.value(), gitUrl: SCM_GIT_URL.value() };
  if (SCM_KIND.value() === 'gitea') return createGiteaScm(urls);
  return createScm({
    ...urls,
    appSlug: SCM_APP_SLUG.value(),
    appId: SCM_APP_ID.value(),
    appPrivateKey: secretValue('SCM_APP_PRIVATE_KEY'),
  });
}

async function loadSignIn(): Promise<Ports['signIn']> {
  const { platformSignIn } = await import('./adapters/scm/sign-in.ts');
  return platformSignIn({
    webUrl: SCM_GIT_URL.value(),
    clientId: SCM_OAUTH_CLIENT_ID.value(),
    clientSecret: secretValue('SCM_OAUTH_CLIENT_SECRET'),
    scope: SCM_OAUTH_SCOPE.value(),
    now: () => new Date(),
  });
}

async function loadGit(): Promise<Ports['git']> {
  const { createGit } = await import('./adapters/git/git.ts');
  return createGit({ gitUrl: SCM_GIT_URL.value(), maxPackBytes: settings().maxCloneBytes });
}

async function loadGateway(): Promise<Ports['gateway']> {
  const { openaiGateway } = await import('./adapters/gateway/gateway.ts');
  return openaiGateway({
    apiKey: secretValue('GATEWAY_API_KEY'),
    baseUrl: GATEWAY_BASE_URL.value(),
    embeddingModel: EMBEDDING_MODEL.value(),
  });
}

async function loadQueue(): Promise<Ports['queue']> {
  const { cloudTasksQueue } = await import('./adapters/queue.ts');
  return cloudTasksQueue({
    project: projectID.value(),
    location: TASKS_LOCATION.value(),
    functionsUrl: functionsUrl(),
    serviceAccount: TASKS_SERVICE_ACCOUNT.value(),
    apiHost: TASKS_API_HOST.value(),
  });
}

async function loadStore(): Promise<Ports['store']> {
  const { firestoreStore } = await import('./adapters/store.ts');
  return firestoreStore(firebaseApp(), { preferRest: process.env['FIRESTORE_EMULATOR_HOST'] === undefined });
}

const SECRET_NAMES = [
  'NEO4J_PASSWORD',
  'SCM_APP_PRIVATE_KEY',
  'TOKEN_ENCRYPTION_KEY',
  'SCM_OAUTH_CLIENT_SECRET',
  'SCM_WEBHOOK_SECRET',
  'GATEWAY_API_KEY',
];

let ports: Ports | undefined;

/** The ports of this process. */
export function livePorts(): Ports {
  return (ports ??= {
    clock: systemClock(),
    graph: onFirstUse(loadGraph),
    store: onFirstUse(loadStore),
    queue: onFirstUse(loadQueue),
    identity: onFirstUse(async () => (await import('./adapters/identity.ts')).firebaseIdentity(firebaseApp())),
    secretBox: tokenBox(),
    scm: platform(),
    signIn: onFirstUse(loadSignIn),
    git: onFirstUse(loadGit),
    gateway: onFirstUse(loadGateway),
    linters: onFirstUse(async () => (await import('./adapters/lint/lint.ts')).createLinters()),
    log: cloudLog(SECRET_NAMES.map(secretValue)),
    settings: settings(),
  });
}

/** Whether this process is to serve a function. A deployment's answers for one; whoever reads what there is to deploy, for all. */
export function servesFunction(name: string): boolean {
  return (process.env['FUNCTION_TARGET'] ?? name) === name;
}

/** Whether this process answers one function's requests, this one's. */
export function isFunction(name: string): boolean {
  return process.env['FUNCTION_TARGET'] === name;
}

/** Whether a task function's caller is the queue. The emulator signs nothing, so there is nothing to check there. */
export async function calledByQueue(authorization: string | undefined, queue: QueueName): Promise<boolean> {
  if (process.env['FUNCTIONS_EMULATOR'] === 'true') return true;
  const { isTaskCaller } = await import('./adapters/queue.ts');
  const serviceAccount = TASKS_SERVICE_ACCOUNT.value();
  return isTaskCaller(authorization, { audience: `${functionsUrl()}/${queue}`, serviceAccount });
}
