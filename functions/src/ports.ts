/**
 * The outside world as types. Rooms receive these as plain objects of functions; adapters implement each with one SDK;
 * wiring.ts puts them together once. Expected failures cross a port as AppError (see model/errors.ts).
 */
import type { OwnWebhookPort } from './ports-own-webhook.ts';
import type { Settings } from './ports-settings.ts';
import type { TelemetryPort } from './ports-telemetry.ts';
import type { GitPort, PlatformSignInPort, ScmPort } from './ports-scm.ts';
import type { LintReport, LintRequest } from './model/lint.ts';
import type { SecretReport, SecretRequest } from './model/secrets.ts';

// ── time ────────────────────────────────────────────────────────────────────
export interface ClockPort {
  now(): Date;
}

// ── Neo4j ───────────────────────────────────────────────────────────────────
/** Byte arrays (compressed facts) are `Uint8Array` both ways. */
export type GraphValue = string | number | boolean | null | Uint8Array | GraphValue[] | { [key: string]: GraphValue };
export type GraphRow = Record<string, GraphValue>;
export type GraphParams = Record<string, unknown>;

/** Statements are constant text; values are parameters. Numbers come back as JS numbers. `graph_unavailable` when down. */
export interface GraphPort {
  read(cypher: string, params?: GraphParams): Promise<GraphRow[]>;
  /** One transaction, run again by the driver on transient errors: every statement must be idempotent. */
  write(statements: { cypher: string; params?: GraphParams }[]): Promise<GraphRow[][]>;
  /** Auto-commit, for `CALL {} IN TRANSACTIONS` and schema commands. */
  run(cypher: string, params?: GraphParams): Promise<GraphRow[]>;
  close(): Promise<void>;
}

// ── Firestore ───────────────────────────────────────────────────────────────
export type Doc = Record<string, unknown>;

export interface DocQuery {
  collection: string;
  where?: [field: string, op: '==' | '<' | '<=' | '>' | '>=' | 'in' | 'array-contains', value: unknown][];
  orderBy?: [field: string, direction: 'asc' | 'desc'][];
  limit?: number;
}

/** Numbers to add, by field; a nested object is a map in the document. */
export interface Increments {
  [field: string]: number | Increments;
}

export interface StoreTransaction {
  get(path: string): Promise<Doc | undefined>;
  query(query: DocQuery): Promise<{ id: string; doc: Doc }[]>;
  create(path: string, doc: Doc): void;
  set(path: string, doc: Doc): void;
  /** Fails with not_found when the document is not there. */
  update(path: string, fields: Doc): void;
  /** Adds without reading, so that many at once do not meet; what is missing, the document too, starts from 0. */
  increment(path: string, amounts: Increments): void;
  delete(path: string): void;
}

/**
 * Documents by path (`users/u1`). Times are stored and returned as ISO 8601 strings; only a `Date` is stored as what
 * TTL policies look for (and returned as text, too). `store_unavailable` when down.
 */
export interface StorePort {
  get(path: string): Promise<Doc | undefined>;
  getAll(paths: string[]): Promise<(Doc | undefined)[]>;
  query(query: DocQuery): Promise<{ id: string; doc: Doc }[]>;
  create(path: string, doc: Doc): Promise<void>;
  set(path: string, doc: Doc): Promise<void>;
  update(path: string, fields: Doc): Promise<void>;
  delete(path: string): Promise<void>;
  /** Deletes a document, or a collection (`users/u1/grants`), and everything below it. Repeat it until it resolves. */
  deleteTree(path: string): Promise<void>;
  /** Reads before writes; run again on contention, so it must have no effect outside. */
  transaction<T>(work: (tx: StoreTransaction) => Promise<T>): Promise<T>;
}

// ── Cloud Tasks ─────────────────────────────────────────────────────────────
export type QueueName =
  | 'ingestRepository'
  | 'updateGraph'
  | 'extractShard'
  | 'resolvePart'
  | 'resolveRepository'
  | 'reviewPullRequest'
  | 'postReply'
  | 'answerComment'
  | 'embedRepository'
  | 'purgeRepository';

export type Enqueued = 'enqueued' | 'duplicate';
export interface QueuePort {
  /**
   * `name` makes it once-only: a name already used resolves to 'duplicate'. `delaySeconds`: not delivered before; the
   * local queue delivers at once. `traceparent` goes with the task as a header.
   */
  enqueue(queue: QueueName, name: string, payload: Doc, delaySeconds?: number, traceparent?: string): Promise<Enqueued>;
}

// ── identity provider ───────────────────────────────────────────────────────
export interface Identity {
  uid: string;
  email: string | null;
  name: string | null;
  picture: string | null;
  /** The platform's account id that this identity signed in with, when it did. */
  scmAccountId: string | null;
  /** Nothing private is shown: the platform could not say what of it the user may read by now. */
  withoutPrivate?: true;
}

export interface IdentityPort {
  /** Verifies signature, audience, issuer, expiry and revocation. `unauthenticated` with the cause otherwise. */
  verify(idToken: string): Promise<Identity>;
  /**
   * The user as the provider knows them now. `unauthenticated` for one who does not exist, is disabled, or has signed out
   * everywhere after `since`.
   */
  known(uid: string, since: Date): Promise<Identity>;
  /**
   * A custom token that signs the user of this platform account in: the one who signed in with the account before, else
   * a new one. `provider` is the platform's name at the identity provider (`github.com`), or undefined where it has none.
   */
  customToken(account: { id: string; name: string | null; provider: string | undefined }): Promise<{
    uid: string;
    token: string;
  }>;
  /** Ends all sessions of a user: the ID tokens that they gave are refused from now on. */
  revoke(uid: string): Promise<void>;
  /** Removes the account; nothing when there is none. */
  remove(uid: string): Promise<void>;
}

/** What an OAuth client says of itself, as JSON at an https address; `bad_request` with what is wrong with it. */
export type ClientDocumentsPort = { read(address: string): Promise<unknown> };

// ── secrets at rest ─────────────────────────────────────────────────────────
/** AES-256-GCM; `context` is bound as additional data, so a sealed value is worth nothing in another user's record. */
export interface SecretBoxPort {
  seal(plain: string, context: string): string;
  /** undefined when it was sealed by another key, for another context, or was changed. */
  open(sealed: string, context: string): string | undefined;
}

export type * from './ports-own-webhook.ts';
export type * from './ports-reader.ts';
export type * from './ports-scm.ts';
export type * from './ports-settings.ts';
export type * from './ports-telemetry.ts';

// ── model gateway (any server that speaks OpenAI's protocol) ─────────────────
export interface ChatToolCall {
  id: string;
  name: string;
  /** As the model wrote it: may be no JSON at all. */
  arguments: string;
}

export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string | null; toolCalls?: ChatToolCall[] }
  | { role: 'tool'; toolCallId: string; content: string };

export interface ChatTool {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>;
}

export interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  tools?: ChatTool[];
  /** JSON Schema that the answer has to meet. */
  answer?: { name: string; schema: Record<string, unknown> };
  maxTokens?: number;
  signal?: AbortSignal;
}

export interface ChatAnswer {
  content: string | null;
  toolCalls: ChatToolCall[];
  /** `length`: cut off. */
  finish: 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'other';
  /** Tokens, 0 when the gateway does not say. */
  usage: { prompt: number; completion: number };
  model: string;
}

/**
 * Failures: `not_configured` without a key, `rate_limited` with retryAfter, `gateway_unavailable` (no answer, 5xx),
 * `gateway_refused` for what trying again cannot help (a bad key, an unknown model); `context_overflow` when the
 * messages are longer than the model reads.
 */
export interface GatewayPort {
  /** One vector of EMBEDDING_DIMENSIONS numbers for each text, in order; another length is `gateway_refused`. */
  embed(texts: string[], signal?: AbortSignal): Promise<number[][]>;
  chat(request: ChatRequest): Promise<ChatAnswer>;
}

// ── linters ─────────────────────────────────────────────────────────────────
/** Never fails for what a file or the options hold: a file that breaks the tool is `unlinted`, or `unread`. */
export interface LinterPort {
  lint(request: LintRequest): Promise<LintReport>;
  findSecrets(request: SecretRequest): Promise<SecretReport>;
}

export interface LogPort {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

export interface Ports {
  clock: ClockPort;
  graph: GraphPort;
  store: StorePort;
  queue: QueuePort;
  identity: IdentityPort;
  clientDocuments: ClientDocumentsPort;
  secretBox: SecretBoxPort;
  scm: ScmPort;
  signIn: PlatformSignInPort;
  git: GitPort;
  gateway: GatewayPort;
  linters: LinterPort;
  ownWebhook: OwnWebhookPort;
  log: LogPort;
  telemetry: TelemetryPort;
  settings: Settings;
}
