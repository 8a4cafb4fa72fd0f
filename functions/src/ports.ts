/**
 * The outside world as types. Rooms receive these as plain objects of functions; adapters implement each with one SDK;
 * wiring.ts puts them together once. Expected failures cross a port as AppError (see model/errors.ts).
 */
import type { LintReport, LintRequest } from './model/lint.ts';

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
  'ingestRepository' | 'updateGraph' | 'reviewPullRequest' | 'postReply' | 'embedRepository' | 'purgeRepository';

export interface QueuePort {
  /**
   * `name` makes it once-only: a name already used resolves to 'duplicate'. `delaySeconds`: not delivered before; the
   * local queue delivers at once.
   */
  enqueue(queue: QueueName, name: string, payload: Doc, delaySeconds?: number): Promise<'enqueued' | 'duplicate'>;
}

// ── identity provider ───────────────────────────────────────────────────────
export interface Identity {
  uid: string;
  email: string | null;
  name: string | null;
  picture: string | null;
  /** The platform's account id that this identity signed in with, when it did. */
  scmAccountId: string | null;
}

export interface IdentityPort {
  /** Verifies signature, audience, issuer, expiry and revocation. `unauthenticated` with the cause otherwise. */
  verify(idToken: string): Promise<Identity>;
}

// ── secrets at rest ─────────────────────────────────────────────────────────
/** AES-256-GCM; `context` is bound as additional data, so a sealed value is worth nothing in another user's record. */
export interface SecretBoxPort {
  seal(plain: string, context: string): string;
  /** undefined when it was sealed by another key, for another context, or was changed. */
  open(sealed: string, context: string): string | undefined;
}

// ── the platform's API ──────────────────────────────────────────────────────
export interface ScmProfile {
  id: number;
  login: string;
  name: string | null;
  email: string | null;
  avatarUrl: string;
  type: 'User' | 'Organization';
}

export interface ScmRepository {
  id: number;
  owner: string;
  name: string;
  fullName: string;
  description: string | null;
  language: string | null;
  stars: number;
  forks: number;
  private: boolean;
  defaultBranch: string;
  htmlUrl: string;
  canPush: boolean;
  /** Kilobytes, as the platform says. */
  sizeKb: number;
}

export interface ScmInstallation {
  id: number;
  accountLogin: string;
  accountType: 'User' | 'Organization';
  repositorySelection: 'all' | 'selected';
  settingsUrl: string;
}

export interface ScmInstallationToken {
  token: string;
  /** ISO time. */
  expiresAt: string;
}

export interface ScmPullRequest {
  number: number;
  title: string;
  body: string;
  state: 'open' | 'closed' | 'merged';
  /** Login. */
  author: string;
  url: string;
  headSha: string;
  headRef: string;
  baseSha: string;
  baseRef: string;
  createdAt: string;
  /** The platform's time of its last change. */
  updatedAt: string;
  closedAt: string | null;
  mergedAt: string | null;
}

/** A comment in the conversation, not on a line. */
export interface ScmComment {
  id: number;
  /** Login. */
  author: string;
  body: string;
  url: string;
  createdAt: string;
}

/** A comment on lines of the diff. */
export interface ScmReviewComment extends ScmComment {
  path: string;
  side: 'LEFT' | 'RIGHT';
  /** Where it stands in today's diff; null when its lines are no longer part of it. */
  line: number | null;
  commitSha: string;
  /** The comment that opened its thread; null when it is that. */
  replyTo: number | null;
}

export interface ScmReviewThread {
  /** The comments of the thread, the one that opened it first. */
  commentIds: number[];
  resolved: boolean;
}

/** Lines `startLine` to `line` of one side, within one hunk of the diff; both the same for a single line. */
export interface ScmNewReviewComment {
  path: string;
  side: 'LEFT' | 'RIGHT';
  startLine: number;
  line: number;
  body: string;
}

/** What one review can hold; a host that knows no ranges is given the last line of each. */
export interface ScmNewReview {
  commitSha: string;
  body: string;
  comments: ScmNewReviewComment[];
}

export type ScmReaction = 'eyes' | '+1' | 'confused';

export interface ArchivedFile {
  /** Relative to the repository's root. */
  path: string;
  size: number;
  bytes: Uint8Array;
}

/**
 * `token` is a user's or an installation's. Failures: `bad_request` ("token rejected") when the platform refuses the
 * token, `not_found`, `rate_limited` with retryAfter, `platform_unavailable`.
 */
export interface ScmPort {
  profile(token: string): Promise<ScmProfile>;
  /** All pages. */
  repositories(token: string): Promise<ScmRepository[]>;
  repository(token: string | undefined, owner: string, name: string): Promise<ScmRepository>;
  /** Commit at the head of a branch; `not_found` for an unknown branch or an empty repository. */
  branchHead(token: string | undefined, owner: string, name: string, branch: string): Promise<string>;
  pullRequest(token: string | undefined, owner: string, name: string, number: number): Promise<ScmPullRequest>;
  /** All pages, most recently changed first; with `since` (ISO time) only those changed from then on. */
  pullRequests(
    token: string | undefined,
    owner: string,
    name: string,
    options?: { state?: 'open' | 'closed' | 'all'; since?: string },
  ): Promise<ScmPullRequest[]>;
  /** Best common ancestor of a pull request's base and head; `not_found` when there is none. */
  mergeBase(token: string | undefined, owner: string, name: string, pull: ScmPullRequest): Promise<string>;
  /** The conversation's comments, all pages, oldest first. */
  comments(token: string, owner: string, name: string, number: number): Promise<ScmComment[]>;
  /** `number` is a pull request's or an issue's. */
  createComment(token: string, owner: string, name: string, number: number, body: string): Promise<ScmComment>;
  updateComment(token: string, owner: string, name: string, commentId: number, body: string): Promise<ScmComment>;
  /** To a comment in the conversation; repeating it changes nothing. */
  react(token: string, owner: string, name: string, commentId: number, reaction: ScmReaction): Promise<void>;
  /** Comments on lines, all pages, outdated ones included. */
  reviewComments(token: string, owner: string, name: string, number: number): Promise<ScmReviewComment[]>;
  reviewThreads(token: string, owner: string, name: string, number: number): Promise<ScmReviewThread[]>;
  /**
   * Posts the whole review or nothing: `invalid` when the host refuses one of its comments, or the commit is no longer
   * part of the pull request.
   */
  createReview(token: string, owner: string, name: string, number: number, review: ScmNewReview): Promise<void>;
  /** Files, links and submodules of a commit; undefined when the platform lists only a part of them. */
  tree(token: string | undefined, owner: string, name: string, commit: string): Promise<TreeEntry[] | undefined>;
  /** A file's bytes, checked against their id. */
  blob(token: string | undefined, owner: string, name: string, oid: string): Promise<Uint8Array>;
  /** The wanted files of a commit, in the order in which the platform packs them; nothing is held but one of them. */
  archive(
    token: string | undefined,
    owner: string,
    name: string,
    commit: string,
    options: { wanted: (file: Pick<ArchivedFile, 'path' | 'size'>) => boolean; signal: AbortSignal },
  ): AsyncIterable<ArchivedFile>;
  /** The app's installation for an account, or undefined. Needs app credentials in the settings, else undefined. */
  installationOf(login: string): Promise<ScmInstallation | undefined>;
  /** The installation that reaches a repository, or undefined; as above. */
  installationOfRepository(owner: string, name: string): Promise<number | undefined>;
  /** A token of the installation, good for an hour. `not_configured` without app credentials. */
  installationToken(installationId: number): Promise<ScmInstallationToken>;
  /** HTTPS URL to clone from; always on the configured host. */
  cloneUrl(owner: string, name: string): string;
}

// ── git ─────────────────────────────────────────────────────────────────────
export interface TreeEntry {
  /** Relative to the root, `/` between parts, as git stores it (UTF-8). */
  path: string;
  /** Blob id (commit id for a gitlink). */
  oid: string;
  kind: 'file' | 'symlink' | 'submodule';
  executable?: true;
  /** Bytes, when known without reading. */
  size?: number;
}

/** A commit's tree with its files readable. `close` frees memory and temporary files. */
export interface Snapshot {
  /** '' for a folder that is no git repository. */
  commit: string;
  branch: string | null;
  entries: TreeEntry[];
  read(oid: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface GitPort {
  /** Depth 1, single branch. `token` goes to the server only by HTTP auth, never into a URL or file. */
  clone(options: {
    url: string;
    branch?: string | undefined;
    token?: string | undefined;
    onProgress?: (phase: string, done: number, total: number) => void;
    signal?: AbortSignal;
  }): Promise<Snapshot>;
  /**
   * The trees of commits, by their ids and in that order, each at depth 1: what is fetched for one is not fetched again
   * for the next. `not_found` when the host has one no longer (force-pushed away and cleaned up).
   */
  fetchCommits(options: {
    url: string;
    commits: readonly string[];
    token?: string | undefined;
    signal?: AbortSignal;
  }): Promise<Snapshot[]>;
  /**
   * A folder or a (bare) git directory on this machine; for the commands, never reachable over HTTP. `disk` (the default
   * for folders) is what lies there, uncommitted files included and ignored ones left out, with the commit ''; `commit`
   * (the default for bare repositories) is the tree of HEAD.
   */
  openLocal(path: string, options?: { from?: 'disk' | 'commit' }): Promise<Snapshot>;
}

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
/** Never fails for what a file or the options hold: a file that breaks the tool is `unlinted`. */
export interface LinterPort {
  lint(request: LintRequest): Promise<LintReport>;
}

export interface LogPort {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** Plain settings read by wiring from params; see README's configuration table. */
export interface Settings {
  allowedOrigins: string[];
  maxCloneBytes: number;
  requestsPerMinute: number;
  ingestionsPerHour: number;
  scmAppSlug: string;
  /** Whether GATEWAY_API_KEY is set. */
  gatewayConfigured: boolean;
  embeddingModel: string;
  reviewModel: string;
  synthesisModel: string;
  reviewMode: 'normal' | 'deep';
  /** Rounds of tool calls that one agent may take. */
  maxToolRounds: number;
  /** Per repository; 0 = no limit. */
  reviewsPerHour: number;
  /** Word that commands are addressed to, without the @. */
  scmAppHandle: string;
  /** The platform's author associations (`OWNER`, `MEMBER`, …) that may command; empty for everyone. */
  reviewAllowedAssociations: string[];
  /** The first signs nothing: a delivery is good when any of them signed it. Empty when none is set. */
  webhookSecrets: string[];
}

export interface Ports {
  clock: ClockPort;
  graph: GraphPort;
  store: StorePort;
  queue: QueuePort;
  identity: IdentityPort;
  secretBox: SecretBoxPort;
  scm: ScmPort;
  git: GitPort;
  gateway: GatewayPort;
  linters: LinterPort;
  log: LogPort;
  settings: Settings;
}
