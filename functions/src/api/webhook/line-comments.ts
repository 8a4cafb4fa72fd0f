/**
 * Comments on lines: answers to what a review found, and questions there. They start no review; where the deployment lets
 * repositories have conversations, they get an answer (jobs/conversation/), which decides by the repository's configuration.
 * What an event does not say (GitLab: which comment a note answers) is left to the answer as well.
 *
 *     pull_request_review_comment { "comment": { "id": 31, "in_reply_to_id": 22, "body": "…" }, "pull_request": { "number": 7 } }
 */
import { issues, pullRequests } from '../../documents/reviews.ts';
import { startConversation } from '../../jobs/conversation/start.ts';
import { repoIdOf } from '../../model/ids.ts';
import { repoKeyOf } from '../../model/repositories.ts';
import { threadCommandIn } from '../../review/thread-command.ts';
import { isBot, whyRefused } from './commenters.ts';
import { ignored, UNLISTED } from './events.ts';
import type { Delivery, Outcome, WebhookPorts } from './events.ts';
import type { IssueComment, ReviewCommentEvent } from './payloads.ts';

/** A comment that may want an answer, wherever it stands. */
export interface Said extends Pick<IssueComment, 'repository' | 'sender'> {
  /** The event's name. */
  event: string;
  number: number;
  comment: Pick<IssueComment['comment'], 'id' | 'body' | 'user' | 'author_association'>;
  /** null: the event does not say. */
  onLines: boolean | null;
  /** The comment that it answers; null for none, undefined when the event does not say. */
  replyTo: number | null | undefined;
}

export function allowsConversation({ settings }: Pick<WebhookPorts, 'settings'>): boolean {
  return settings.repositoryConfigAllows.includes('conversation');
}

export function answerReviewComment(
  ports: WebhookPorts,
  event: ReviewCommentEvent,
  delivery: Delivery,
): Promise<Outcome> {
  const { comment, pull_request: pull, repository, sender } = event;
  const said = { event: 'pull_request_review_comment', number: pull.number, onLines: true, repository, sender };
  return answerLine(ports, event.action, { ...said, comment, replyTo: comment.in_reply_to_id ?? null }, delivery);
}

/** Without conversations in this deployment, as any event that starts nothing. */
export async function answerLine(
  ports: WebhookPorts,
  action: string,
  said: Said,
  delivery: Delivery,
): Promise<Outcome> {
  if (!allowsConversation(ports)) return UNLISTED;
  if (action !== 'created') return ignored('Only new comments are read');
  if (isBot(said.comment.user ?? said.sender)) return ignored('The author is a bot');
  const handle = ports.settings.scmAppHandle.replace(/^@/, '');
  const { body } = said.comment;
  if (threadCommandIn(body, handle, false) === undefined) {
    const inThread = threadCommandIn(body, handle, said.replyTo !== null) !== undefined;
    if (!inThread || !(await answersReview(ports, said))) return ignored('It is not said to this service');
  }
  const refused = await whyRefused(ports, said);
  return refused === undefined ? converse(ports, said, delivery) : ignored(refused);
}

/** Whether it answers a finding; where the event does not say what it answers, whether there is any to answer. */
async function answersReview({ store }: WebhookPorts, said: Said): Promise<boolean> {
  const { owner, name } = said.repository;
  const key = { repo_key: repoKeyOf(owner, name), pr_number: said.number };
  if (said.replyTo === undefined) return ((await pullRequests.get(store, key))?.review_run_count ?? 0) > 0;
  const found = await issues.query(store, key, { where: [['comment_id', '==', said.replyTo]], limit: 1 });
  return found.length > 0;
}

/** Starts an answer. */
export async function converse(ports: WebhookPorts, said: Said, delivery: Delivery): Promise<Outcome> {
  const { repository, number, comment, sender, onLines, event } = said;
  const { owner, name } = repository;
  if (comment.id == null) return ignored('The comment has no id');
  const login = comment.user?.login ?? sender.login;
  // One comment is one question, under however many delivery ids it comes. Comments on lines have ids of their own.
  const kind = onLines === true ? 'line comment' : 'comment';
  const key = `${kind} ${repoKeyOf(owner, name)} ${number} ${comment.id}`;
  const started = await startConversation(ports, {
    about: { owner, repo_name: name, number, comment_id: comment.id, on_lines: onLines, login },
    event,
    deliveries: delivery.given ? [delivery.key, key] : [key],
    started: { status: 'processing', pr: `${repoIdOf(owner, name)}#${number}`, action: 'answer' },
    limited: ignored(`More than ${ports.settings.answersPerHour} answers within an hour`).answer,
  });
  return started ?? ignored('The repository is not indexed');
}
