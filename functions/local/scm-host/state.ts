/**
 * What the local SCM host remembers: accounts, tokens, repositories, grants, app installations, pull requests and what was
 * written about them, as one JSON file in its data folder, so that a restart keeps everything a client may hold (ids, tokens, clone URLs).
 *
 *     { "nextId": 7, "accounts": [{ "id": 1, "login": "ada", "type": "User", … }], "tokens": [{ "token": "gho_…", … }] }
 *
 * The file is replaced by rename, so a host killed while writing leaves the old state, never half of the new one.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Permission = 'pull' | 'push' | 'admin';

export interface Account {
  id: number;
  login: string;
  name: string | null;
  email: string | null;
  type: 'User' | 'Organization';
  createdAt: string;
}

export interface Token {
  token: string;
  /** Account for a user's token; installation for an installation's. */
  accountId?: number;
  installationId?: number;
  /** Installation tokens may be narrowed to some of the installation's repositories. */
  repositoryIds?: number[];
  /** ISO time; null never expires by itself. */
  expiresAt: string | null;
}

export interface Repository {
  id: number;
  ownerId: number;
  name: string;
  private: boolean;
  description: string | null;
  language: string | null;
  stars: number;
  forks: number;
  createdAt: string;
  /** Where the mirror's objects come from. A path is followed on every call, a URL when it is added again. */
  source: { path: string } | { url: string };
  /** Branch that the platform names as default; null follows the source's HEAD. */
  defaultBranch: string | null;
  /** false where code scanning is not switched on. */
  codeScanning?: boolean;
  /** `owner/name` that it was called before, in lower case: the platform leads on from them. */
  formerNames?: string[];
  /** Permission by account id, beside the owner's. */
  grants: Record<string, Permission>;
}

export interface Installation {
  id: number;
  accountId: number;
  repositorySelection: 'all' | 'selected';
  repositoryIds: number[];
  createdAt: string;
  suspendedAt?: string;
}

/** A pull request between two branches, both kept in one repository; its number is unique within that. */
export interface Pull {
  id: number;
  repositoryId: number;
  number: number;
  title: string;
  body: string;
  state: 'open' | 'closed';
  authorId: number;
  headRef: string;
  /** Name of the fork that the head is said to be in, null for one that was deleted; absent for the repository itself. */
  fork?: string | null;
  baseRef: string;
  /** As they were when last looked at, hence at the merge or close for one that has ended. */
  headSha: string;
  baseSha: string;
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  mergedAt: string | null;
  mergeSha: string | null;
  draft?: boolean;
  labels?: string[];
  /** By GitLab's API: one for each push, newest last. */
  versions?: DiffVersion[];
}

/** What a merge request compared at a time: the merge base with the head, and the head of the target branch. */
export interface DiffVersion {
  id: number;
  baseSha: string;
  startSha: string;
  headSha: string;
  createdAt: string;
}

/** What somebody says of a commit, each platform in its own words; the newest of a name counts. */
export interface CommitStatus {
  id: number;
  repositoryId: number;
  sha: string;
  name: string;
  state: 'pending' | 'running' | 'success' | 'failed' | 'canceled' | 'failure' | 'error' | 'warning';
  description: string | null;
  targetUrl: string | null;
  authorId: number;
  createdAt: string;
}

/** What an app says of a commit. */
export interface CheckRun {
  id: number;
  repositoryId: number;
  sha: string;
  name: string;
  externalId: string;
  status: 'queued' | 'in_progress' | 'completed';
  conclusion: string | null;
  title: string | null;
  summary: string | null;
  annotations: { path: string; start_line: number; end_line: number; annotation_level: string; message: string }[];
  detailsUrl: string | null;
}

export interface SarifUpload {
  id: string;
  repositoryId: number;
  sha: string;
  ref: string;
  sarif: {
    version: string;
    runs: { automationDetails?: { id?: string | undefined } | undefined; results: unknown[] }[];
  };
}

interface Written {
  id: number;
  repositoryId: number;
  /** Of the pull request. */
  number: number;
  /** APP for the installed app's bot. */
  authorId: number;
  body: string;
  createdAt: string;
  updatedAt: string;
}

export interface IssueComment extends Written {
  reactions: { id: number; authorId: number; content: string }[];
  /** On GitLab a comment of the conversation can be answered, which opens a thread. */
  replyTo?: number;
}

export interface Review extends Written {
  commitSha: string;
  state: 'COMMENTED' | 'APPROVED' | 'CHANGES_REQUESTED' | 'PENDING';
}

export interface ReviewComment extends Written {
  reviewId: number;
  path: string;
  side: 'LEFT' | 'RIGHT';
  /** First line of a range, else null; lines are those of the file at `commitSha` or, on the left, at its merge base. */
  startLine: number | null;
  line: number;
  /** The hunk down to the line, as it was when the comment was written. */
  hunk: string;
  commitSha: string;
  replyTo: number | null;
  /** On the comment that opened the thread: who resolved it. */
  resolvedBy: number | null;
  reactions?: IssueComment['reactions'];
}

/** The author of what an installation's token wrote: the app's bot account. */
export const APP = 0;

export interface State {
  nextId: number;
  accounts: Account[];
  tokens: Token[];
  repositories: Repository[];
  installations: Installation[];
  pulls: Pull[];
  issueComments: IssueComment[];
  reviews: Review[];
  reviewComments: ReviewComment[];
  statuses: CommitStatus[];
  checkRuns: CheckRun[];
  sarifs: SarifUpload[];
}

export interface StateFile {
  state: State;
  save(): void;
  /** Ids are unique over all kinds of things, so that a mix-up of two kinds cannot go unseen. */
  takeId(): number;
}

/** `kept`: every change is written, so that the next start goes on from there. */
export function openState(dataDir: string, kept = true): StateFile {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'state.json');
  const state = readState(file);
  return {
    state,
    save() {
      if (!kept) return;
      const next = `${file}.next`;
      writeFileSync(next, JSON.stringify(state, null, 1), { mode: 0o600 });
      renameSync(next, file);
    },
    takeId() {
      return state.nextId++;
    },
  };
}

function readState(file: string): State {
  const empty: State = {
    nextId: 1,
    accounts: [],
    tokens: [],
    repositories: [],
    installations: [],
    pulls: [],
    issueComments: [],
    reviews: [],
    reviewComments: [],
    statuses: [],
    checkRuns: [],
    sarifs: [],
  };
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return empty;
    throw error;
  }
  return { ...empty, ...(JSON.parse(text) as Partial<State>) };
}
