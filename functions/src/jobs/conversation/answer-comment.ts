/**
 * Answers one comment, once: what was said is looked up on the platform, what to do is decided by the repository's
 * configuration at the head of the base branch, and the answer is remembered before it is posted, so that a task that comes
 * again asks no model again. Our own comments, programs' and answers beyond a thread's bound get none.
 */
import { isStanding, repositories } from '../../documents/repositories.ts';
import { AppError } from '../../model/errors.ts';
import { redact } from '../../model/redact.ts';
import { repoKeyOf } from '../../model/repositories.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import type { Ports, ScmPullRequest } from '../../ports.ts';
import { cutMarkdown, neutralise } from '../../review/draft/safe-markdown.ts';
import { commandIn } from '../../review/command.ts';
import { threadCommandIn, type ThreadCommand } from '../../review/thread-command.ts';
import { configurationNow } from './configuration-now.ts';
import { countAnswer, readBudget, whySpent } from '../reviews/automatic/budget.ts';
import type { Configuration } from '../reviews/configuration.ts';
import { replyText } from '../reviews/replies.ts';
import { repositoryIdentity, type RepositoryIdentity } from '../snapshots/repository-token.ts';
import type { ConversationTask } from '../work/payloads.ts';
import { answerOnce } from './claim-answer.ts';
import { findThread, type Thread } from './find-thread.ts';
import { dismissFinding, resolveFinding } from './settle.ts';

export type AnswerOutcome = 'answered' | 'answered before' | 'nothing to say';

/** Of one thread: two programs that answer each other come to an end. */
const MOST_ANSWERS = 20;
const LONGEST_ANSWER = 6_000;
const LONGEST_QUOTE = 200;

interface Asked {
  task: ConversationTask;
  repository: RepositoryRecord;
  repoKey: string;
  identity: RepositoryIdentity;
  thread: Thread;
  signal: AbortSignal;
}

/** Failures that may pass are thrown, for the queue to come again; `lastDelivery`: it will not. */
export async function answerComment(
  ports: Ports,
  task: ConversationTask,
  lastDelivery: boolean,
  signal: AbortSignal,
): Promise<AnswerOutcome> {
  const repoKey = repoKeyOf(task.owner, task.repo_name);
  const repository = await repositories.get(ports.store, { repo_key: repoKey });
  if (!isStanding(repository) || repository.ingested_at === null) return 'nothing to say';
  const identity = await repositoryIdentity(ports, repository);
  const thread = await findThread(ports, identity, task);
  if (thread === undefined || thread.isMine(thread.asked)) return 'nothing to say';
  const mark = `<!-- reviewgraph:reply ${task.comment_id} `;
  const own = thread.all.filter((comment) => thread.isMine(comment));
  if (own.some(({ body }) => body.startsWith(mark))) return 'answered before';
  if (thread.onLines && own.length > MOST_ANSWERS) return 'nothing to say';
  const asked = { task, repository, repoKey, identity, thread, signal };
  const said = await answerOnce(ports, answerKey(asked), signal, {
    work: async (held) => (await answerOf(ports, { ...asked, signal: held }, lastDelivery)) ?? '',
    post: (text) => post(ports, asked, text),
  });
  return said ? 'answered' : 'nothing to say';
}

function answerKey({ task, repoKey, thread }: Asked) {
  const comment = `${thread.onLines ? 'line' : 'talk'}-${task.comment_id}-${task.kind}`;
  return { repo_key: repoKey, pr_number: task.number, comment };
}

/** The whole comment; null when nothing is to be said. */
async function answerOf(ports: Ports, asked: Asked, lastDelivery: boolean): Promise<string | null> {
  const { task, identity, thread } = asked;
  const handle = ports.settings.scmAppHandle.replace(/^@/, '');
  const marked = (kind: string, text: string) => `<!-- reviewgraph:reply ${task.comment_id} ${kind} -->\n${text}`;
  const inThread = thread.onLines && thread.isMine(thread.root);
  const command = threadCommandIn(thread.asked.body, handle, inThread);
  if (command === undefined) return null;
  const pull = await ports.scm.pullRequest(identity.token, task.owner, task.repo_name, task.number);
  const configuration = await configurationNow(ports, identity.token, asked.repository, pull, asked.signal);
  if (!configuration.config.conversation) {
    const isMentioned = threadCommandIn(thread.asked.body, handle, false) !== undefined;
    // As everywhere: words that are no command are answered with those that are. A thread is left alone.
    const help = { kind: 'help', ...targetOf(task) } as const;
    return isMentioned && !thread.onLines ? replyText(help, ports.settings) : null;
  }
  if (task.kind === 'limit') {
    const most = ports.settings.answersPerHour;
    return marked('limit', `I answer ${most} comments of one person an hour in a repository. Ask again later.`);
  }
  const text = await carryOut(ports, asked, { command, pull, configuration, lastDelivery });
  return text === null ? null : marked('answer', quoted(thread) + safe(ports, identity, text));
}

function targetOf({ owner, repo_name, number, comment_id }: ConversationTask) {
  return { owner, repo_name, number, comment_id };
}

function safe({ settings }: Ports, { token }: RepositoryIdentity, text: string): string {
  const secrets = [token, ...settings.webhookSecrets, ...settings.webhookTokens];
  return neutralise(cutMarkdown(redact(text, secrets).trim(), LONGEST_ANSWER));
}

/** In the conversation an answer says what it answers. */
function quoted({ onLines, asked }: Thread): string {
  if (onLines) return '';
  const [line = ''] = asked.body
    .replace(/<!--.*?-->/gs, '')
    .trim()
    .split('\n', 1);
  return `> ${neutralise(redact(line).slice(0, LONGEST_QUOTE))}\n\n`;
}

interface Decided {
  command: ThreadCommand;
  pull: ScmPullRequest;
  configuration: Configuration;
  lastDelivery: boolean;
}

async function carryOut(ports: Ports, asked: Asked, decided: Decided): Promise<string | null> {
  const { task, repoKey, identity, thread } = asked;
  const { command, pull } = decided;
  const settling = { task, repoKey, identity, thread, author: pull.author };
  if (command.command === 'dismiss') return dismissFinding(ports, settling, command);
  if (command.command === 'resolve') return resolveFinding(ports, settling);
  const handle = ports.settings.scmAppHandle.replace(/^@/, '');
  const review = commandIn(thread.asked.body, handle);
  if (review !== undefined && review !== 'unknown') {
    return 'Reviews are started in the conversation of the pull request, not in a thread: write the command there.';
  }
  return words(ports, asked, decided);
}

async function words(ports: Ports, asked: Asked, decided: Decided): Promise<string> {
  const { repository, repoKey, identity, thread, signal } = asked;
  const { command, pull, configuration, lastDelivery } = decided;
  if (!ports.settings.gatewayConfigured) return 'No model is configured on this server, so I can answer no questions.';
  if (configuration.config.mode === 'facts') {
    return '`.reviewgraph.yml` says `mode: facts`: no code is sent to a model, so I can answer no questions.';
  }
  const budget = await readBudget(ports.store, ports.settings, repoKey);
  const spent = whySpent(budget, ports.settings, false, ports.clock.now());
  if (spent !== undefined) return `I can answer no more questions today: ${spent}.`;
  const explain = 'Explain this finding: what goes wrong, with which input, and how the code leads there.';
  const question = { repository, token: identity.token, pull, configuration, thread, signal };
  try {
    const { askQuestion } = await import('./ask-question.ts');
    const ask = command.command === 'explain' ? { ...question, words: explain } : question;
    const { text, incomplete, usage } = await askQuestion(ports, ask);
    await countAnswer(ports, repoKey, usage);
    ports.log.info('Answered a question on a pull request', { number: pull.number, ...usage });
    if (text === '') return 'The model gave no answer that could be read. Ask again, in other words.';
    return incomplete.length === 0 ? text : `${text}\n\n_This may not be all: ${incomplete.join('; ')}._`;
  } catch (error) {
    if (!(error instanceof AppError) || (error.retryable && !lastDelivery)) throw error;
    return `I could not look at it: ${error.message.replace(/\.$/, '')}. Ask again later.`;
  }
}

async function post({ scm }: Ports, { task, identity, thread }: Asked, text: string): Promise<void> {
  const { owner, repo_name: name, number } = task;
  const at = { id: thread.root.id, number, onLines: thread.onLines };
  await scm.reply(identity.token, owner, name, at, text);
}
