/**
 * Where code is hosted, as types: the platform's API, and git. A part of ports.ts, from which everyone takes it.
 */

import type { ScmCheck, ScmSarif } from './ports-scm-checks.ts';

export type * from './ports-scm-checks.ts';

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
  /** Whom the platform names as the author of what is written with it; an app's name follows from its slug. */
  login?: string;
}

export interface ScmPullRequest {
  number: number;
  title: string;
  body: string;
  state: 'open' | 'closed' | 'merged';
  /** Login. */
  author: string;
  /** The platform's id of the author; null where it names nobody. */
  authorId: number | null;
  /** As far as the platform says so: an app's or a token's own account. */
  authorIsBot: boolean;
  /** How the author stands to the repository, in GitHub's words; null where the platform does not say it here. */
  authorAssociation: string | null;
  draft: boolean;
  labels: string[];
  url: string;
  headSha: string;
  headRef: string;
  /** The head branch is another repository's, or its repository is gone. */
  fromFork: boolean;
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
  /** How the author stands to the repository, in GitHub's words; '' where the platform does not say it beside a comment. */
  association: string;
}

export interface ScmCommentAt {
  id: number;
  /** Of the pull request; GitLab finds a comment by both. */
  number: number;
}

/** A thread, by the comment that opened it. */
export interface ScmThreadAt extends ScmCommentAt {
  /** It stands on lines of the diff, else in the conversation. */
  onLines: boolean;
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
export type ScmPermission = 'write' | 'read' | 'none';

export interface ArchivedFile {
  /** Relative to the repository's root. */
  path: string;
  size: number;
  bytes: Uint8Array;
}

export interface PlatformTokens {
  accessToken: string;
  /** null where the platform gives none: its tokens then stay good until they are revoked. */
  refreshToken: string | null;
  /** ISO time; null for a token that does not expire by itself. */
  expiresAt: string | null;
}

/** The platform as an authorization server: an authorization code with PKCE (RFC 6749, RFC 7636). */
export interface PlatformSignInPort {
  /** What a browser needs in order to ask; undefined when sign-in is not configured. */
  offer(): Promise<{ authorizeUrl: string; clientId: string; scope: string } | undefined>;
  exchange(grant: { code: string; codeVerifier: string; redirectUri: string }): Promise<PlatformTokens>;
  refresh(refreshToken: string): Promise<PlatformTokens>;
}

/**
 * `token` is a user's or an installation's. Failures: `token_refused` when the platform refuses the
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
  /**
   * All pages, most recently changed first; with `since` (ISO time) only those changed from then on, with `limit` as many
   * at most.
   */
  pullRequests(
    token: string | undefined,
    owner: string,
    name: string,
    options?: { state?: 'open' | 'closed' | 'all'; since?: string; limit?: number },
  ): Promise<ScmPullRequest[]>;
  /** Best common ancestor of a pull request's base and head; `not_found` when there is none. */
  mergeBase(token: string | undefined, owner: string, name: string, pull: ScmPullRequest): Promise<string>;
  /** The conversation's comments, all pages, oldest first. */
  comments(token: string, owner: string, name: string, number: number): Promise<ScmComment[]>;
  /** `number` is a pull request's or an issue's. */
  createComment(token: string, owner: string, name: string, number: number, body: string): Promise<ScmComment>;
  /** `at` is the comment's id and the number of what it stands on. */
  updateComment(token: string, owner: string, name: string, at: ScmCommentAt, body: string): Promise<ScmComment>;
  /** To a comment in the conversation; repeating it changes nothing. */
  react(token: string, owner: string, name: string, at: ScmCommentAt, reaction: ScmReaction): Promise<void>;
  /** In the thread where the platform has one there, else as the next comment of the conversation. */
  reply(token: string, owner: string, name: string, at: ScmThreadAt, body: string): Promise<ScmComment>;
  /** Comments on lines, all pages, outdated ones included. */
  reviewComments(token: string, owner: string, name: string, number: number): Promise<ScmReviewComment[]>;
  reviewThreads(token: string, owner: string, name: string, number: number): Promise<ScmReviewThread[]>;
  /** Marks a thread on lines as resolved; false where the platform cannot be asked to. */
  resolveThread(token: string, owner: string, name: string, at: ScmCommentAt): Promise<boolean>;
  /**
   * Posts the whole review or nothing: `invalid` when the host refuses one of its comments, or the commit is no longer
   * part of the pull request.
   */
  createReview(token: string, owner: string, name: string, number: number, review: ScmNewReview): Promise<void>;
  /** Shows how a review stands at a commit; `not_found` for a commit that the platform does not have. */
  setCheck(token: string, owner: string, name: string, check: ScmCheck): Promise<void>;
  /** Only where there is code scanning; `bad_request` where it is not switched on or the token may not. */
  uploadSarif?(token: string, owner: string, name: string, upload: ScmSarif): Promise<void>;
  /**
   * One file of a branch or commit; undefined when there is none. `invalid` for what is no file, or larger than the
   * platform gives in this way (1 MB).
   */
  fileAt(
    token: string | undefined,
    owner: string,
    name: string,
    ref: string,
    path: string,
  ): Promise<Uint8Array | undefined>;
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
  /**
   * How a user stands to a repository, in GitHub's words (`OWNER`, `MEMBER`, `COLLABORATOR`, `NONE`); only on platforms
   * whose events do not say it. '' when the token may not ask.
   */
  association?(token: string, owner: string, name: string, user: { id: number | null; login: string }): Promise<string>;
  /** What somebody may do; `none` for who is not there, undefined when the token may not ask. */
  permission(token: string, owner: string, name: string, login: string): Promise<ScmPermission | undefined>;
  /** HTTPS URL to clone from; always on the configured host. */
  cloneUrl(owner: string, name: string): string;
}

// ── git ─────────────────────────────────────────────────────────────────────
export interface TreeEntry {
  /** Relative to the root, `/` between parts, as git stores it (UTF-8). */
  path: string;
  /** Blob id (commit id for a gitlink). */
  oid: string;
  /** `refused` and `twice` name no file of the tree (model/tree-entries.ts). */
  kind: 'file' | 'symlink' | 'submodule' | 'refused' | 'twice';
  executable?: true;
  /** Bytes, when known without reading. */
  size?: number;
}

/** A commit's tree with its files readable. `close` frees memory and temporary files. */
export interface Snapshot {
  commit: string; // '' for a folder that is no git repository
  branch: string | null;
  entries: TreeEntry[];
  read(oid: string): Promise<Uint8Array>;
  lacks?(oid: string): boolean; // it was to come with the others and did not: reading it is a request of its own
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
