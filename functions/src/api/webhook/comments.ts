/**
 * Comments that command: who may, what is asked, and what the answer is. The command's words are review/command.ts.
 *
 *     { status: 'processing', pr: 'ada/engine#7', action: 'review' }
 */
import { startReply } from '../../jobs/reviews/replies.ts';
import type { Reply } from '../../jobs/work/payloads.ts';
import { startReview } from '../../jobs/reviews/start.ts';
import { repoIdOf } from '../../model/ids.ts';
import { repoKeyOf } from '../../model/repositories.ts';
import type { Doc } from '../../ports.ts';
import { commandIn } from '../../review/command.ts';
import { ignored } from './events.ts';
import type { Delivery, Outcome, WebhookPorts } from './events.ts';
import type { IssueComment } from './payloads.ts';
import { factsOfCommented } from './pull-request.ts';

function isBot({ login, type }: { login?: string | null | undefined; type?: string | null | undefined }): boolean {
  return type?.toLowerCase() === 'bot' || (login ?? '').toLowerCase().includes('[bot]');
}

/** Why a comment asks for nothing, in a sentence; undefined when its text may hold a command. */
function whyIgnored(event: IssueComment): string | undefined {
  const { issue, comment } = event;
  if (event.action !== 'created') return 'Only new comments are read';
  if (issue.pull_request == null && event.is_pull !== true) return 'The comment is not on a pull request';
  if (isBot(comment.user ?? event.sender)) return 'The author is a bot';
  return undefined;
}

/** Why whoever wrote the comment may not command; undefined for those who may. */
function whyRefused({ settings }: WebhookPorts, { comment }: IssueComment): string | undefined {
  const allowed = settings.reviewAllowedAssociations;
  if (allowed.length === 0 || allowed.includes(comment.author_association.toUpperCase())) return undefined;
  return `Commands are open to ${allowed.join(', ')} only`;
}

/** What names the work of a comment: one comment is one command, under however many delivery ids it comes. */
function deliveryKeys({ comment, issue, repository }: IssueComment, delivery: Delivery): string[] {
  if (comment.id == null) return [delivery.key];
  const commentKey = `comment ${repoKeyOf(repository.owner, repository.name)} ${issue.number} ${comment.id}`;
  return delivery.given ? [delivery.key, commentKey] : [commentKey];
}

export async function answerComment(ports: WebhookPorts, event: IssueComment, delivery: Delivery): Promise<Outcome> {
  const { issue, comment, repository } = event;
  const nothing = whyIgnored(event);
  if (nothing !== undefined) return ignored(nothing);
  const asked = commandIn(comment.body, ports.settings.scmAppHandle.replace(/^@/, ''));
  if (asked === undefined) return ignored(`The comment does not mention @${ports.settings.scmAppHandle}`);
  const refused = whyRefused(ports, event);
  if (refused !== undefined) return ignored(refused);

  const { owner, name } = repository;
  const repoKey = repoKeyOf(owner, name);
  const pr = `${repoIdOf(owner, name)}#${issue.number}`;
  const deliveries = deliveryKeys(event, delivery);
  const commentId = comment.id ?? 0;
  const reply = (kind: Reply['kind'], answer: Doc): Promise<Outcome> =>
    startReply(ports, {
      reply: { kind, owner, repo_name: name, number: issue.number, comment_id: commentId },
      deliveries,
      answer,
      limited: ignored('Too many comments were answered in this repository within the last hour').answer,
    });
  if (asked === 'unknown') return reply('help', { status: 'processing', pr, action: 'help' });

  const review = await startReview(
    ports,
    {
      repoKey,
      owner,
      repoName: name,
      pull: factsOfCommented(event, ports.clock.now()),
      command: asked.command,
      mode: asked.mode ?? ports.settings.reviewMode,
      login: comment.user?.login ?? event.sender.login,
      commentId,
      deliveries,
    },
    {
      started: { status: 'processing', pr, action: asked.command === 'lint' ? 'lint' : 'review' },
      running: ignored('A review is already running for this pull request').answer,
      limited: ignored(`More than ${ports.settings.reviewsPerHour} review commands within an hour`).answer,
    },
  );
  return review ?? reply('not_indexed', ignored('The repository is not indexed').answer);
}
