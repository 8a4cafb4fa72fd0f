/**
 * Comments that command: who may, what is asked, and what the answer is. The command's words are review/command.ts.
 *
 *     { status: 'processing', pr: 'ada/engine#7', action: 'review' }
 */
import { startReply } from '../../jobs/reviews/replies.ts';
import type { Reply } from '../../jobs/reviews/replies.ts';
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

export async function answerComment(ports: WebhookPorts, event: IssueComment, delivery: Delivery): Promise<Outcome> {
  const { issue, comment, repository } = event;
  if (event.action !== 'created') return ignored('Only new comments are read');
  if (issue.pull_request == null && event.is_pull !== true) return ignored('The comment is not on a pull request');
  if (isBot(comment.user ?? event.sender)) return ignored('The author is a bot');
  const asked = commandIn(comment.body, ports.settings.scmAppHandle.replace(/^@/, ''));
  if (asked === undefined) return ignored(`The comment does not mention @${ports.settings.scmAppHandle}`);
  const allowed = ports.settings.reviewAllowedAssociations;
  if (allowed.length > 0 && !allowed.includes(comment.author_association.toUpperCase())) {
    return ignored(`Commands are open to ${allowed.join(', ')} only`);
  }

  const { owner, name } = repository;
  const repoKey = repoKeyOf(owner, name);
  const pr = `${repoIdOf(owner, name)}#${issue.number}`;
  // One comment is one command, under however many delivery ids it comes.
  const commentKey = comment.id == null ? [] : [`comment ${repoKey} ${issue.number} ${comment.id}`];
  const deliveries = [...(delivery.given || comment.id == null ? [delivery.key] : []), ...commentKey];
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
