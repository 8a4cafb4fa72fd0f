/**
 * Comments that command: who may, what is asked, and what the answer is. The command's words are review/command.ts.
 *
 *     { status: 'processing', pr: 'ada/engine#7', action: 'review' }
 */
import { isStanding, repositories } from '../../documents/repositories.ts';
import { orderAutomatic } from '../../jobs/reviews/automatic/schedule.ts';
import { startReply } from '../../jobs/reviews/replies.ts';
import type { Reply } from '../../jobs/work/payloads.ts';
import { startReview } from '../../jobs/reviews/start.ts';
import { repoIdOf } from '../../model/ids.ts';
import { repoKeyOf } from '../../model/repositories.ts';
import type { Doc } from '../../ports.ts';
import { commandIn, isAutoCommand } from '../../review/command.ts';
import { isOwnText, threadCommandIn } from '../../review/thread-command.ts';
import { isBot, whyRefused } from './commenters.ts';
import { ignored } from './events.ts';
import type { Delivery, Outcome, WebhookPorts } from './events.ts';
import { allowsConversation, converse } from './line-comments.ts';
import type { IssueComment } from './payloads.ts';
import { factsOfCommented } from './pull-request.ts';

/** Why a comment asks for nothing, in a sentence; undefined when its text may hold a command. */
function whyIgnored(event: IssueComment): string | undefined {
  const { issue, comment } = event;
  if (event.action !== 'created') return 'Only new comments are read';
  if (issue.pull_request == null && event.is_pull !== true) return 'The comment is not on a pull request';
  if (isBot(comment.user ?? event.sender)) return 'The author is a bot';
  if (isOwnText(comment.body)) return 'The comment is one of this service';
  return undefined;
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
  const refused = await whyRefused(ports, event, asked === 'unknown' ? undefined : asked.command);
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
  if (asked === 'unknown') {
    return (await answerWords(ports, event, delivery)) ?? reply('help', { status: 'processing', pr, action: 'help' });
  }

  const { command } = asked;
  const facts = factsOfCommented(event, ports.clock.now());
  if (isAutoCommand(command)) {
    const heard = { kind: 'heard', owner, repo_name: name, number: issue.number, comment_id: commentId } as const;
    const ordered = await orderAutomatic(ports, {
      repository: { repoKey, repoId: repoIdOf(owner, name) },
      ...{ pull: facts, command, deliveries, reply: heard, answer: { status: 'processing', pr, action: command } },
    });
    return ordered ?? reply('not_indexed', ignored('The repository is not indexed').answer);
  }

  const review = await startReview(
    ports,
    {
      repoKey,
      owner,
      repoName: name,
      pull: facts,
      command,
      mode: asked.mode ?? ports.settings.reviewMode,
      modeGiven: asked.mode !== undefined,
      automatic: false,
      login: comment.user?.login ?? event.sender.login,
      commentId,
      deliveries,
    },
    {
      started: { status: 'processing', pr, action: command === 'lint' ? 'lint' : 'review' },
      running: ignored('A review is already running for this pull request').answer,
      limited: ignored(`More than ${ports.settings.reviewsPerHour} review commands within an hour`).answer,
      spent: ignored(`The ${ports.settings.tokensPerDay} tokens of today are used up`).answer,
    },
  );
  return review ?? reply('not_indexed', ignored('The repository is not indexed').answer);
}

/** undefined where no words are answered: then the commands are told. Gitea calls answers in threads on lines the same. */
async function answerWords(ports: WebhookPorts, event: IssueComment, delivery: Delivery): Promise<Outcome | undefined> {
  const { issue, comment, repository, sender } = event;
  const handle = ports.settings.scmAppHandle.replace(/^@/, '');
  if (!allowsConversation(ports) || threadCommandIn(comment.body, handle, false) === undefined) return undefined;
  const onLines = ports.settings.scmKind === 'gitea' ? null : false;
  const said = { event: 'issue_comment', number: issue.number, comment, repository, sender, onLines, replyTo: null };
  const record = await repositories.get(ports.store, { repo_key: repoKeyOf(repository.owner, repository.name) });
  if (comment.id == null || !isStanding(record) || record.ingested_at === null) return undefined;
  return converse(ports, said, delivery);
}
