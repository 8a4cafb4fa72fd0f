/**
 * Settings (settings.ts) become live ports, once per process; the only reader of `process.env`. Each adapter is loaded on
 * first use, so that a function's cold start pays only for what its first request needs.
 */
import { projectID } from 'firebase-functions/params';
import { systemClock } from './adapters/clock.ts';
import { firebaseApp } from './adapters/firebase-app.ts';
import { cloudLog } from './adapters/log.ts';
import { trustCertificates } from './adapters/private-ca.ts';
import { createGiteaScm } from './adapters/scm/gitea/gitea.ts';
import { createGitlabScm } from './adapters/scm/gitlab/gitlab.ts';
import { createScm } from './adapters/scm/scm.ts';
import { secretBox } from './adapters/secret-box.ts';
import { AppError } from './model/errors.ts';
import type { AutomaticSettings, Ports, QueueName, ScmKind, SecretBoxPort, Settings } from './ports.ts';
import { seenBy } from './wiring-telemetry.ts';
import { silentTelemetry } from './telemetry/silent.ts';
import {
  ALLOWED_ORIGINS,
  ANSWERS_PER_HOUR,
  AUTOMATIC_WORK,
  EMBEDDING_MODEL,
  GATEWAY_BASE_URL,
  GRANTS_MINUTES,
  INGESTIONS_PER_HOUR,
  MAX_CLONE_MB,
  MAX_TOOL_ROUNDS,
  REPOSITORY_CONFIG_ALLOWS,
  REVIEW_MAX_COMMENTS,
  NEO4J_URI,
  NEO4J_USERNAME,
  REQUESTS_PER_MINUTE,
  REVIEW_ALLOWED_ASSOCIATIONS,
  REVIEW_AUTO,
  REVIEW_AUTO_ASSOCIATIONS,
  REVIEW_AUTO_TOKENS_PERCENT,
  REVIEW_AUTO_WAIT_SECONDS,
  REVIEW_IGNORE_LABEL,
  REVIEW_MODE,
  REVIEW_MODEL,
  REVIEWS_PER_HOUR,
  REVIEW_TOKENS_PER_DAY,
  SCM_API_URL,
  SCM_APP_HANDLE,
  SCM_APP_ID,
  SCM_APP_SLUG,
  SCM_CA_CERTIFICATE,
  SCM_GIT_URL,
  SCM_KIND,
  OPERATORS,
  POLLING,
  PUBLIC_URL,
  SCM_OAUTH_CLIENT_ID,
  SCM_OAUTH_SCOPE,
  SETTING_GROUPS,
  RESOLVE_FILES,
  SHARD_FILES,
  SHARD_MB,
  SIGN_IN_HINTS,
  SYNTHESIS_MODEL,
  TASKS_API_HOST,
  TASKS_LOCATION,
  TASKS_SERVICE_ACCOUNT,
  TASKS_TARGET_URL,
} from './settings.ts';

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

/** Without a slash at its end; null for none, and for what no browser could open. */
function webAddress(text: string): string | null {
  const address = text.trim().replace(/\/+$/, '');
  return /^https?:\/\/[^\s<>()"]+$/.test(address) ? address : null;
}

function emulatorUrl(address: string | undefined): string | null {
  return address === undefined || address === '' ? null : `http://${address}`;
}

function scmKind(): ScmKind {
  const kind = SCM_KIND.value();
  return kind === 'gitea' || kind === 'gitlab' ? kind : 'github';
}

function settings(): Settings {
  return {
    publicUrl: webAddress(PUBLIC_URL.value()),
    allowedOrigins: listOf(ALLOWED_ORIGINS.value()),
    maxCloneBytes: MAX_CLONE_MB.value() * 1024 * 1024,
    shards: { files: SHARD_FILES.value(), bytes: SHARD_MB.value() * 1024 * 1024 },
    resolveFiles: RESOLVE_FILES.value(),
    requestsPerMinute: REQUESTS_PER_MINUTE.value(),
    grantsMinutes: GRANTS_MINUTES.value(),
    ingestionsPerHour: INGESTIONS_PER_HOUR.value(),
    scmAppSlug: SCM_APP_SLUG.value(),
    gatewayConfigured: secretValue('GATEWAY_API_KEY') !== '',
    embeddingModel: EMBEDDING_MODEL.value(),
    reviewModel: REVIEW_MODEL.value(),
    synthesisModel: SYNTHESIS_MODEL.value() === '' ? REVIEW_MODEL.value() : SYNTHESIS_MODEL.value(),
    reviewMode: REVIEW_MODE.value() === 'deep' ? 'deep' : 'normal',
    maxToolRounds: MAX_TOOL_ROUNDS.value(),
    maxComments: REVIEW_MAX_COMMENTS.value(),
    repositoryConfigAllows: listOf(REPOSITORY_CONFIG_ALLOWS.value()),
    reviewsPerHour: REVIEWS_PER_HOUR.value(),
    automatic: automatic(),
    tokensPerDay: REVIEW_TOKENS_PER_DAY.value(),
    answersPerHour: ANSWERS_PER_HOUR.value(),
    polling: POLLING.value() === 'on',
    scmAppHandle: SCM_APP_HANDLE.value(),
    reviewAllowedAssociations: listOf(REVIEW_ALLOWED_ASSOCIATIONS.value().toUpperCase()),
    webhookSecrets: listOf(secretValue('SCM_WEBHOOK_SECRET')),
    webhookTokens: listOf(secretValue('SCM_WEBHOOK_TOKEN')),
    scmKind: scmKind(),
    operators: listOf(OPERATORS.value().toLowerCase()),
    signInHints: listOf(SIGN_IN_HINTS.value()),
    authEmulatorUrl: emulatorUrl(process.env['FIREBASE_AUTH_EMULATOR_HOST']),
    projectId: projectID.value(),
  };
}

function automatic(): AutomaticSettings {
  const level = REVIEW_AUTO.value();
  return {
    // A word that is not known pauses rather than spends; without one nobody asked for a pause.
    paused: !['on', ''].includes(AUTOMATIC_WORK.value()),
    reviews: level === 'opened' || level === 'pushed' ? level : 'off',
    waitSeconds: Math.max(0, REVIEW_AUTO_WAIT_SECONDS.value()),
    associations: listOf(REVIEW_AUTO_ASSOCIATIONS.value().toUpperCase()),
    ignoreLabel: REVIEW_IGNORE_LABEL.value().trim(),
    tokensPercent: Math.min(100, Math.max(0, REVIEW_AUTO_TOKENS_PERCENT.value())),
  };
}

/** The key is read with the first token: functions that store none need no key. */
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
  trustCertificates(SCM_CA_CERTIFICATE.value());
  if (scmKind() === 'gitea') return createGiteaScm(urls);
  if (scmKind() === 'gitlab') return createGitlabScm({ ...urls, serviceToken: secretValue('SCM_TOKEN') });
  return createScm({
    ...urls,
    appSlug: SCM_APP_SLUG.value(),
    appId: SCM_APP_ID.value(),
    appPrivateKey: secretValue('SCM_APP_PRIVATE_KEY'),
  });
}

async function loadSignIn(): Promise<Ports['signIn']> {
  const { GITLAB_PATHS, platformSignIn } = await import('./adapters/scm/sign-in.ts');
  return platformSignIn({
    ...(scmKind() === 'gitlab' ? { paths: GITLAB_PATHS } : {}),
    webUrl: SCM_GIT_URL.value(),
    clientId: SCM_OAUTH_CLIENT_ID.value(),
    clientSecret: secretValue('SCM_OAUTH_CLIENT_SECRET'),
    scope: SCM_OAUTH_SCOPE.value(),
    now: () => new Date(),
  });
}

async function loadGit(): Promise<Ports['git']> {
  const { createGit } = await import('./adapters/git/git.ts');
  const user = scmKind() === 'gitlab' ? { user: 'oauth2' } : {};
  return createGit({ gitUrl: SCM_GIT_URL.value(), maxPackBytes: settings().maxCloneBytes, ...user });
}

async function loadGateway(): Promise<Ports['gateway']> {
  const { openaiGateway } = await import('./adapters/gateway/gateway.ts');
  return openaiGateway({
    apiKey: secretValue('GATEWAY_API_KEY'),
    baseUrl: GATEWAY_BASE_URL.value(),
    embeddingModel: EMBEDDING_MODEL.value(),
  });
}

async function loadOwnWebhook(): Promise<Ports['ownWebhook']> {
  const { createOwnWebhook } = await import('./adapters/own-webhook.ts');
  const { publicUrl, projectId, scmKind: kind, webhookSecrets: secrets, webhookTokens: tokens } = settings();
  // Never the address that a request names: whoever asked would be sent a secret token.
  const origin = publicUrl ?? `https://${projectId}.web.app`;
  return createOwnWebhook({ origin: () => origin, kind, clock: systemClock(), secrets, tokens });
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

let ports: Ports | undefined;

/** The ports of this process. */
export function livePorts(): Ports {
  const service = process.env['K_SERVICE'] ?? process.env['FUNCTION_TARGET'] ?? 'reviewgraph';
  return (ports ??= seenBy(service, secretValue('TELEMETRY_HEADERS'), {
    clock: systemClock(),
    graph: onFirstUse(loadGraph),
    store: onFirstUse(loadStore),
    queue: onFirstUse(loadQueue),
    identity: onFirstUse(async () => (await import('./adapters/identity.ts')).firebaseIdentity(firebaseApp())),
    clientDocuments: onFirstUse(async () => (await import('./adapters/client-documents.ts')).clientDocuments()),
    secretBox: tokenBox(),
    scm: platform(),
    signIn: onFirstUse(loadSignIn),
    git: onFirstUse(loadGit),
    gateway: onFirstUse(loadGateway),
    ownWebhook: onFirstUse(loadOwnWebhook),
    linters: onFirstUse(async () => (await import('./adapters/lint/lint.ts')).createLinters()),
    log: cloudLog(SETTING_GROUPS.Secrets.map(({ name }) => secretValue(name))),
    telemetry: silentTelemetry,
    settings: settings(),
  }));
}

/** Whether this process serves a function. A deployed one serves one; the deploying tool and the emulator ask for all. */
export function servesFunction(name: string): boolean {
  return (process.env['FUNCTION_TARGET'] ?? name) === name;
}

/** Whether this process serves this function alone. */
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
