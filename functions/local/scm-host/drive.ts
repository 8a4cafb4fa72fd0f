/**
 * What people do on the host's web pages, for tests and the demo: open, comment, merge, resolve; and the webhooks that
 * follow from it, to be sent when the driver says so.
 *
 *     const pull = await host.openPull({ owner: 'ada', name: 'engine', head: 'fix', by: 'ada', title: 'Fix' });
 *     const comment = await host.comment({ owner: 'ada', name: 'engine', number: pull.number, by: 'ada', body: '@x review' });
 *     await host.sendWebhook({ url, secret }, 'issue_comment', await host.payloads.issueComment('ada', 'engine', comment.id));
 */
import { giteaCommentPayload, giteaPayload, sendGiteaWebhook } from './gitea/webhooks.ts';
import { gitlabPayloads, type GitlabPayloads, sendGitlabWebhook } from './gitlab/webhooks.ts';
import { mergePull, openPull, pullByNumber, touch, type MergeMethod } from './pulls.ts';
import { addIssueComment } from './rest/issue-comments.ts';
import { addReply } from './rest/review-comments.ts';
import type { Host } from './routing.ts';
import type {
  Account,
  CheckRun,
  CommitStatus,
  IssueComment,
  Pull,
  Repository,
  ReviewComment,
  SarifUpload,
} from './state.ts';
import {
  issueCommentPayload,
  type Payload,
  type PullAction,
  pullRequestPayload,
  reviewCommentPayload,
  pushPayload,
  sendWebhook,
} from './webhooks.ts';

interface At {
  owner: string;
  name: string;
}

export interface HostDriver {
  openPull(
    pull: At & { head: string; fork?: string | null; base?: string; by: string; title?: string; body?: string },
  ): Promise<{ number: number; headSha: string }>;
  /** As it is now, brought up to its branches. */
  pull(owner: string, name: string, number: number): Promise<Readonly<Pull>>;
  setPullState(owner: string, name: string, number: number, state: 'open' | 'closed'): Promise<void>;
  /** `draft`, `labels` and `title` as they are from now on; what is not named stays. */
  editPull(
    owner: string,
    name: string,
    number: number,
    change: Pick<Partial<Pull>, 'title' | 'draft' | 'labels'>,
  ): Promise<void>;
  mergePull(merge: At & { number: number; by: string; method?: MergeMethod }): Promise<{ commit: string }>;
  comment(comment: At & { number: number; by: string; body: string }): Promise<{ id: number }>;
  /** Answers a comment on lines, in its thread. */
  reply(answer: { commentId: number; by: string; body: string }): Promise<{ id: number }>;
  /** Everything that stands on a pull request, oldest first. */
  written(owner: string, name: string, number: number): { comments: IssueComment[]; reviewComments: ReviewComment[] };
  /** What is said of a commit, oldest first: checks of the app, statuses of others. */
  checks(owner: string, name: string, sha: string): { checkRuns: CheckRun[]; statuses: CommitStatus[] };
  /** What was uploaded to code scanning, oldest first. */
  sarifs(owner: string, name: string): SarifUpload[];
  /** Switches code scanning on or off; it is on. */
  setCodeScanning(owner: string, name: string, isOn: boolean): void;
  /** Marks the thread that a comment opened as resolved. */
  resolveThread(commentId: number, by: string): void;
  /** As whoever wrote it, or an administrator, takes it away. */
  deleteComment(commentId: number): void;
  payloads: {
    issueComment(
      owner: string,
      name: string,
      commentId: number,
      action?: 'created' | 'edited' | 'deleted',
    ): Promise<Payload>;
    reviewComment(owner: string, name: string, commentId: number, action?: 'created' | 'edited'): Promise<Payload>;
    pullRequest(
      owner: string,
      name: string,
      number: number,
      action: PullAction,
      before?: string,
      more?: { label?: string; titleBefore?: string },
    ): Promise<Payload>;
    push(owner: string, name: string, branch: string, commits: { before?: string; after?: string }): Promise<Payload>;
  };
  sendWebhook: typeof sendWebhook;
  /** The same payloads in Gitea's form, and how it sends them. */
  gitea: {
    payload: typeof giteaPayload;
    /** Of a comment, wherever it stands. */
    comment(owner: string, name: string, commentId: number): Promise<Payload>;
    sendWebhook: typeof sendGiteaWebhook;
  };
  /** The same as GitLab tells and sends it. */
  gitlab: { payloads: GitlabPayloads; sendWebhook: typeof sendGitlabWebhook };
}

interface Found {
  account(login: string): Account;
  repository(owner: string, name: string): Repository;
}

export function driveHost(host: Host, find: Found): HostDriver {
  /** Web pages show what the source holds now. */
  async function followed(owner: string, name: string): Promise<Repository> {
    const repository = find.repository(owner, name);
    await host.repositories.follow(repository);
    return repository;
  }

  return {
    async openPull({ owner, name, head, fork, base, by, title, body = '' }) {
      const repository = await followed(owner, name);
      const baseRef = base ?? (await host.repositories.defaultBranch(repository));
      const asked = { title: title ?? head, body, headRef: head, baseRef, authorId: find.account(by).id };
      return openPull(host, repository, fork === undefined ? asked : { ...asked, fork });
    },
    async pull(owner, name, number) {
      return pullByNumber(host, await followed(owner, name), number);
    },
    async setPullState(owner, name, number, state) {
      const pull = await pullByNumber(host, await followed(owner, name), number);
      pull.state = state;
      pull.closedAt = state === 'closed' ? new Date().toISOString() : null;
      touch(host, pull);
    },
    async editPull(owner, name, number, change) {
      const pull = await pullByNumber(host, await followed(owner, name), number);
      Object.assign(pull, change);
      touch(host, pull);
    },
    async mergePull({ owner, name, number, by, method = 'merge' }) {
      const repository = await followed(owner, name);
      const pull = await pullByNumber(host, repository, number);
      await mergePull(host, repository, pull, { by: find.account(by), method });
      return { commit: pull.mergeSha ?? '' };
    },
    async comment({ owner, name, number, by, body }) {
      const repository = await followed(owner, name);
      const pull = await pullByNumber(host, repository, number);
      return addIssueComment(host, repository, { number: pull.number, authorId: find.account(by).id, body });
    },
    async reply({ commentId, by, body }) {
      const { reviewComments, repositories } = host.file.state;
      const comment = reviewComments.find(({ id }) => id === commentId);
      const repository = repositories.find(({ id }) => id === comment?.repositoryId);
      if (comment === undefined || repository === undefined) throw new Error(`no comment ${commentId}`);
      const pull = await pullByNumber(host, repository, comment.number);
      return addReply(host, pull, comment, { authorId: find.account(by).id, body });
    },
    written(owner, name, number) {
      return writtenOn(host, find.repository(owner, name), number);
    },
    ...saidOf(host, find),
    ...hooksOf(host, followed),
  };
}

/** What each platform tells, and how it sends it. */
function hooksOf(
  host: Host,
  followed: (owner: string, name: string) => Promise<Repository>,
): Pick<HostDriver, 'payloads' | 'sendWebhook' | 'gitlab' | 'gitea'> {
  return {
    payloads: {
      issueComment: async (owner, name, id, action) =>
        issueCommentPayload(host, await followed(owner, name), id, action),
      reviewComment: async (owner, name, id, action) =>
        reviewCommentPayload(host, await followed(owner, name), id, action),
      pullRequest: async (owner, name, number, action, before, more = {}) => {
        const pushed = before === undefined ? {} : { before };
        return pullRequestPayload(host, await followed(owner, name), number, action, { ...pushed, ...more });
      },
      push: async (owner, name, branch, commits) => pushPayload(host, await followed(owner, name), branch, commits),
    },
    sendWebhook,
    gitlab: { payloads: gitlabPayloads(host, followed), sendWebhook: sendGitlabWebhook },
    gitea: {
      payload: giteaPayload,
      comment: async (owner, name, id) => giteaCommentPayload(host, await followed(owner, name), id),
      sendWebhook: sendGiteaWebhook,
    },
  };
}

function writtenOn(host: Host, { id }: Repository, number: number): ReturnType<HostDriver['written']> {
  const mine = (each: { repositoryId: number; number: number }) => each.repositoryId === id && each.number === number;
  const { issueComments, reviewComments } = host.file.state;
  return { comments: issueComments.filter(mine), reviewComments: reviewComments.filter(mine) };
}

/** What is said of commits, beside the pull requests. */
function saidOf(
  host: Host,
  find: Found,
): Pick<HostDriver, 'checks' | 'sarifs' | 'setCodeScanning' | 'resolveThread' | 'deleteComment'> {
  const { repository } = find;
  return {
    resolveThread(commentId, by) {
      const root = host.file.state.reviewComments.find((each) => each.id === commentId && each.replyTo === null);
      if (root === undefined) throw new Error(`comment ${commentId} opened no thread`);
      root.resolvedBy = find.account(by).id;
      host.file.save();
    },
    deleteComment(commentId) {
      const { state } = host.file;
      state.issueComments = state.issueComments.filter(({ id }) => id !== commentId);
      state.reviewComments = state.reviewComments.filter(({ id }) => id !== commentId);
      host.file.save();
    },
    checks(owner, name, sha) {
      const { id } = repository(owner, name);
      const { checkRuns, statuses } = host.file.state;
      const mine = (each: { repositoryId: number; sha: string }) => each.repositoryId === id && each.sha === sha;
      return { checkRuns: checkRuns.filter(mine), statuses: statuses.filter(mine) };
    },
    sarifs(owner, name) {
      const { id } = repository(owner, name);
      return host.file.state.sarifs.filter(({ repositoryId }) => repositoryId === id);
    },
    setCodeScanning(owner, name, isOn) {
      repository(owner, name).codeScanning = isOn;
      host.file.save();
    },
  };
}
