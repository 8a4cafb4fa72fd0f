/**
 * What people do on the host's web pages, for tests and the demo: open, comment, merge, resolve; and the webhooks that
 * follow from it, to be sent when the driver says so.
 *
 *     const pull = await host.openPull({ owner: 'ada', name: 'engine', head: 'fix', by: 'ada', title: 'Fix' });
 *     const comment = await host.comment({ owner: 'ada', name: 'engine', number: pull.number, by: 'ada', body: '@x review' });
 *     await host.sendWebhook({ url, secret }, 'issue_comment', await host.payloads.issueComment('ada', 'engine', comment.id));
 */
import { gitlabPayloads, type GitlabPayloads, sendGitlabWebhook } from './gitlab/webhooks.ts';
import { mergePull, openPull, pullByNumber, touch, type MergeMethod } from './pulls.ts';
import { addIssueComment } from './rest/issue-comments.ts';
import type { Host } from './routing.ts';
import type { Account, IssueComment, Pull, Repository, ReviewComment } from './state.ts';
import {
  issueCommentPayload,
  type Payload,
  type PullAction,
  pullRequestPayload,
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
  mergePull(merge: At & { number: number; by: string; method?: MergeMethod }): Promise<{ commit: string }>;
  comment(comment: At & { number: number; by: string; body: string }): Promise<{ id: number }>;
  /** Everything that stands on a pull request, oldest first. */
  written(owner: string, name: string, number: number): { comments: IssueComment[]; reviewComments: ReviewComment[] };
  /** Marks the thread that a comment opened as resolved. */
  resolveThread(commentId: number, by: string): void;
  payloads: {
    issueComment(
      owner: string,
      name: string,
      commentId: number,
      action?: 'created' | 'edited' | 'deleted',
    ): Promise<Payload>;
    pullRequest(owner: string, name: string, number: number, action: PullAction, before?: string): Promise<Payload>;
    push(owner: string, name: string, branch: string, commits: { before?: string; after?: string }): Promise<Payload>;
  };
  sendWebhook: typeof sendWebhook;
  /** The same as GitLab tells and sends it. */
  gitlab: { payloads: GitlabPayloads; sendWebhook: typeof sendGitlabWebhook };
}

export function driveHost(
  host: Host,
  find: { account(login: string): Account; repository(owner: string, name: string): Repository },
): HostDriver {
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
    written(owner, name, number) {
      return writtenOn(host, find.repository(owner, name), number);
    },
    resolveThread(commentId, by) {
      const root = host.file.state.reviewComments.find((each) => each.id === commentId && each.replyTo === null);
      if (root === undefined) throw new Error(`comment ${commentId} opened no thread`);
      root.resolvedBy = find.account(by).id;
      host.file.save();
    },
    payloads: {
      issueComment: async (owner, name, id, action) =>
        issueCommentPayload(host, await followed(owner, name), id, action),
      pullRequest: async (owner, name, number, action, before) =>
        pullRequestPayload(host, await followed(owner, name), number, action, before === undefined ? {} : { before }),
      push: async (owner, name, branch, commits) => pushPayload(host, await followed(owner, name), branch, commits),
    },
    sendWebhook,
    gitlab: { payloads: gitlabPayloads(host, followed), sendWebhook: sendGitlabWebhook },
  };
}

function writtenOn(host: Host, { id }: Repository, number: number): ReturnType<HostDriver['written']> {
  const mine = (each: { repositoryId: number; number: number }) => each.repositoryId === id && each.number === number;
  const { issueComments, reviewComments } = host.file.state;
  return { comments: issueComments.filter(mine), reviewComments: reviewComments.filter(mine) };
}
