/**
 * Short comments that answer a comment: what commands there are, or why a review does not start. A task posts them, since
 * the webhook must not wait for the platform. A hidden marker names the comment that is answered, so that a task that runs
 * twice posts once.
 *
 *     <!-- reviewgraph:reply 1520 help -->
 *     I know these commands: …
 */
import type { Work } from '../../documents/deliveries.ts';
import { replyLimits } from '../../documents/limits.ts';
import { repositories } from '../../documents/repositories.ts';
import { AppError } from '../../model/errors.ts';
import { repoKeyOf } from '../../model/repositories.ts';
import type { Doc, Ports } from '../../ports.ts';
import { repositoryToken } from '../snapshots/repository-token.ts';
import { earlierAnswer, noteAnswer } from '../work/deliveries.ts';
import type { Answered } from '../work/deliveries.ts';
import { hourlyWindow } from '../work/hourly-limit.ts';
import type { Reply } from '../work/payloads.ts';

/** Per repository: whoever writes mentions by the hundred gets answers to some. */
const REPLIES_PER_HOUR = 30;

export function replyWork(reply: Reply): Work {
  const { owner, repo_name, number, comment_id, kind } = reply;
  const name = `reply-${repoKeyOf(owner, repo_name)}-${number}-${comment_id}-${kind}`;
  return { kind: 'task', queue: 'postReply', name, payload: { ...reply } };
}

export interface ReplyRequest {
  reply: Reply;
  deliveries: string[];
  answer: Doc;
  /** Beyond the limit of replies. */
  limited: Doc;
}

/** Notes the answer and the reply's task together. */
export async function startReply(
  ports: Pick<Ports, 'store' | 'clock'>,
  { reply, deliveries, answer, limited }: ReplyRequest,
): Promise<Answered> {
  const limitKey = { repo_key: repoKeyOf(reply.owner, reply.repo_name) };
  return ports.store.transaction(async (tx) => {
    const now = ports.clock.now();
    const [earlier, limit] = await Promise.all([earlierAnswer(tx, deliveries), replyLimits.get(tx, limitKey)]);
    if (earlier !== undefined) return earlier;
    const window = hourlyWindow(limit?.posted, REPLIES_PER_HOUR, now);
    if (!window.isFull) replyLimits.set(tx, limitKey, { posted: window.counted });
    const answered: Answered = window.isFull ? { answer: limited, work: null } : { answer, work: replyWork(reply) };
    noteAnswer(tx, deliveries, 'issue_comment', answered, now);
    return answered;
  });
}

type TextReply = Reply & { kind: Exclude<Reply['kind'], 'heard'> };

function hasText(reply: Reply): reply is TextReply {
  return reply.kind !== 'heard';
}

/** The comment's text; commands stand in code, so that no host takes the reply for a command. */
export function replyText({ kind, comment_id }: TextReply, settings: Ports['settings']): string {
  const handle = `@${settings.scmAppHandle}`;
  const commands = [
    `- \`${handle} review\` reviews what changed since the last review`,
    `- \`${handle} full review\` reviews every file that the pull request touches`,
    `- \`${handle} run lint\` runs the linters only`,
    `- \`${handle} pause\`, \`${handle} resume\`, \`${handle} ignore\` stop automatic reviews of this pull request, let them go on, and stop them at once`,
  ];
  const texts: Record<Exclude<Reply['kind'], 'heard'>, string[]> = {
    help: ['These commands are known:', '', ...commands, '', 'Add `deep` to let three specialised agents review.'],
    not_indexed: [
      'This repository is not indexed yet, so it cannot be reviewed. Start an ingestion, wait until it is completed,',
      'and write the command again.',
    ],
    tokens: [
      `This repository has used its ${settings.tokensPerDay} tokens of today, so no model is asked any more; there are new ones at 00:00 UTC. \`${handle} run lint\` still works.`,
    ],
    limit: [
      `This repository has used its ${settings.reviewsPerHour} review commands of the last hour. Write the command again later.`,
    ],
  };
  return [markerOf(kind, comment_id), ...texts[kind]].join('\n');
}

function markerOf(kind: Reply['kind'], commentId: number): string {
  return `<!-- reviewgraph:reply ${commentId} ${kind} -->`;
}

export type PostPorts = Pick<Ports, 'clock' | 'log' | 'scm' | 'secretBox' | 'settings' | 'signIn' | 'store'>;

/** undefined when nothing lets the service comment there. */
async function replyToken(ports: PostPorts, { owner, repo_name: name }: Reply): Promise<string | undefined> {
  const record = await repositories.get(ports.store, { repo_key: repoKeyOf(owner, name) });
  if (record !== undefined) return repositoryToken(ports, record);
  const installation = await ports.scm.installationOfRepository(owner, name);
  return installation === undefined ? undefined : (await ports.scm.installationToken(installation)).token;
}

/** Posts the reply once. Failures that may pass are thrown, for the queue to come again. */
export async function postReply(ports: PostPorts, reply: Reply): Promise<'posted' | 'posted before' | 'cannot'> {
  const { owner, repo_name: name, number } = reply;
  try {
    const token = await replyToken(ports, reply);
    if (token === undefined) return 'cannot';
    if (!hasText(reply)) {
      if (reply.comment_id !== 0) await ports.scm.react(token, owner, name, { id: reply.comment_id, number }, '+1');
      return 'posted';
    }
    const marker = markerOf(reply.kind, reply.comment_id);
    const comments = await ports.scm.comments(token, owner, name, number);
    if (comments.some(({ body }) => body.startsWith(marker))) return 'posted before';
    await ports.scm.createComment(token, owner, name, number, replyText(reply, ports.settings));
    return 'posted';
  } catch (error) {
    if (!(error instanceof AppError) || error.retryable) throw error;
    // Without a token that may comment nobody can be told anything.
    ports.log.warn('A reply could not be posted', { owner, name, number, error });
    return 'cannot';
  }
}
