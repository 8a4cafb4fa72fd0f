/**
 * Short comments that answer a comment: what commands there are, why a review does not start, that one failed. They are posted by a task,
 * since the webhook must not wait for the platform. A hidden marker names the comment that is answered, so that a task
 * that runs twice posts once.
 *
 *     <!-- reviewgraph:reply 1520 help -->
 *     I know these commands: …
 */
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import { repoKeyOf, repositoryPath, repositorySchema } from '../../model/repositories.ts';
import type { Doc, Ports, StoreTransaction } from '../../ports.ts';
import { deliveryPath, earlierAnswer, noteAnswer } from '../work/deliveries.ts';
import type { Answered, Work } from '../work/deliveries.ts';
import { repositoryToken } from '../snapshots/repository-token.ts';
import { failureSchema, tellFailure } from './tell-failure.ts';

const replySchema = z.object({
  kind: z.enum(['help', 'not_indexed', 'limit']),
  owner: z.string(),
  repo_name: z.string(),
  number: z.int(),
  /** 0 when the platform named none. */
  comment_id: z.int(),
});
export type Reply = z.infer<typeof replySchema>;

/** Per repository: whoever writes mentions by the hundred gets answers to some. */
const REPLIES_PER_HOUR = 30;
const HOUR_MS = 3_600_000;

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
  const paths = deliveries.map(deliveryPath);
  const limitPath = `reply_limits/${repoKeyOf(reply.owner, reply.repo_name)}`;
  return ports.store.transaction(async (tx: StoreTransaction) => {
    const now = ports.clock.now();
    const [earlier, limitDoc] = await Promise.all([earlierAnswer(tx.get, paths), tx.get(limitPath)]);
    if (earlier !== undefined) return earlier;
    const stored = limitDoc?.['posted'];
    const posted = (Array.isArray(stored) ? stored : []).filter(
      (time): time is string => typeof time === 'string' && Date.parse(time) > now.getTime() - HOUR_MS,
    );
    const full = posted.length >= REPLIES_PER_HOUR;
    if (!full) tx.set(limitPath, { posted: [...posted, now.toISOString()] });
    const answered: Answered = full ? { answer: limited, work: null } : { answer, work: replyWork(reply) };
    noteAnswer(tx, paths, 'issue_comment', answered, now);
    return answered;
  });
}

/** The comment's text; commands stand in code, so that no host takes the reply for a command. */
export function replyText({ kind, comment_id }: Reply, settings: Ports['settings']): string {
  const handle = `@${settings.scmAppHandle}`;
  const commands = [
    `- \`${handle} review\` reviews what changed since the last review`,
    `- \`${handle} full review\` reviews every file that the pull request touches`,
    `- \`${handle} run lint\` runs the linters only`,
  ];
  const texts = {
    help: ['These commands are known:', '', ...commands, '', 'Add `deep` to let three specialised agents review.'],
    not_indexed: [
      'This repository is not indexed yet, so it cannot be reviewed. Start an ingestion, wait until it is completed,',
      'and write the command again.',
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

export type PostPorts = Pick<Ports, 'log' | 'scm' | 'secretBox' | 'settings' | 'store'>;

/** undefined when nothing lets the service comment there. */
async function replyToken(ports: PostPorts, { owner, repo_name: name }: Reply): Promise<string | undefined> {
  const doc = await ports.store.get(repositoryPath(repoKeyOf(owner, name)));
  if (doc !== undefined) return repositoryToken(ports, repositorySchema.parse(doc));
  const installation = await ports.scm.installationOfRepository(owner, name);
  return installation === undefined ? undefined : (await ports.scm.installationToken(installation)).token;
}

/** What the queue calls. Failures that may pass are thrown, for the queue to come again. */
export async function runReplyTask(ports: PostPorts, payload: unknown): Promise<'posted' | 'posted before' | 'cannot'> {
  const failure = failureSchema.safeParse(payload);
  if (failure.success) return tellFailure(ports, failure.data);
  const parsed = replySchema.safeParse(payload);
  if (!parsed.success) {
    ports.log.error('A reply task that cannot be read', { payload });
    return 'cannot';
  }
  const reply = parsed.data;
  const { owner, repo_name: name, number } = reply;
  try {
    const token = await replyToken(ports, reply);
    if (token === undefined) return 'cannot';
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
