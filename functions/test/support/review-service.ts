/**
 * A pull request with planted faults on a service that can review it: indexed repository on the strict host, the app
 * installed, a scripted model. Commands come as signed webhooks; their tasks wait until the test delivers them.
 *
 *     const review = await startReviewService();
 *     await review.command('@reviewgraph review');
 *     await review.deliver();                                  'completed'
 *     review.written().reviewComments
 */
import { inspect } from 'node:util';
import { startLlmStandIn } from '../../local/demo/llm-stand-in.ts';
import type { ChatBody, LlmStandIn, StandInReply } from '../../local/demo/llm-stand-in.ts';
import { openaiGateway } from '../../src/adapters/gateway/gateway.ts';
import { runIngestTask } from '../../src/jobs/ingest/tasks.ts';
import { runAnswerTask } from '../../src/jobs/conversation/tasks.ts';
import { runReplyTask, runReviewTask } from '../../src/jobs/reviews/tasks.ts';
import type { RunOutcome } from '../../src/jobs/reviews/tasks.ts';
import { eventSchema } from '../../src/model/events.ts';
import { repoKeyOf } from '../../src/model/repositories.ts';
import { issueRecordSchema, pullRequestSchema, runSchema } from '../../src/model/reviews.ts';
import type { IssueRecord, PullRequestRecord, RunRecord } from '../../src/model/reviews.ts';
import type { Ports, Settings } from '../../src/ports.ts';
import { testGraph } from './neo4j.ts';
import { makeRepository } from './repositories.ts';
import type { TestRepository } from './repositories.ts';
import { startService } from './service.ts';
import type { TestService, TestUser } from './service.ts';
import { pullRequestPath, runPath } from './document-paths.ts';

export const PRICE =
  'def total_of(items):\n    total = 0\n    for item in items:\n        total += item.price * item.quantity\n    return total\n';
export const CART = `from shop.price import total_of


class Cart:
    def __init__(self, items):
        self.items = items

    def total(self):
        return total_of(self.items)


def pay(cart):
    return cart.total()
`;

export const FAULTY_PRICE =
  'import os\n\n\ndef total_of(items):\n    total = 0\n    for item in items:\n        total += item.price\n    return total\n';

/** The model's answer to a diff that holds the fault, and to one that does not. */
export function modelReply(body: ChatBody): StandInReply {
  const asked = body.messages.map(({ content }) => content ?? '').join('\n');
  const tooled = body.messages.some(({ role }) => role === 'tool');
  if (!tooled && body.tools !== undefined) {
    return { toolCalls: [{ name: 'find_callers', arguments: '{"symbol_name":"total_of"}' }] };
  }
  const faulty = /\+ {9}total \+= item\.price$/m.test(asked);
  const quantity = {
    path: 'shop/price.py',
    side: 'RIGHT',
    line_start: 7,
    line_end: 7,
    quote: '        total += item.price',
    title: 'The quantity is ignored',
    description: 'Each price is added once, whatever `item.quantity` says. Hello @everyone!',
    suggestion: '        total += item.price * item.quantity',
    confidence: 9,
    category: 'bug',
    severity: 'high',
    // What the tool has said, and what it has not.
    evidence: [
      { path: 'shop/cart.py', line: 9 },
      { path: 'shop/cart.py', line: 1 },
    ],
  };
  const findings = [
    quantity,
    {
      ...quantity,
      path: 'shop/cart.py',
      line_start: 12,
      line_end: 12,
      quote: 'def pay(cart):',
      title: 'Payment takes the wrong total',
      description: 'The caller charges what `total_of` gives.',
      suggestion: null,
      evidence: [{ path: 'shop/cart.py', line: 12 }],
    },
    { ...quantity, title: 'Perhaps slow', confidence: 4 },
  ];
  const answer = {
    findings: faulty ? findings : [],
    positive_findings: ['Small and focused.'],
    summary: 'Totals change.',
  };
  return { content: JSON.stringify(answer) };
}

export interface ReviewService {
  service: TestService;
  model: LlmStandIn;
  source: TestRepository;
  ada: TestUser;
  owner: string;
  name: string;
  repoKey: string;
  /** Of the pull request that everything below is about. */
  readonly number: number;
  /** Has the repository indexed; it is when this is given, and not when it was deleted since. */
  index(): Promise<void>;
  /** Opens another pull request with the same change, and turns to it. */
  openAnother(): Promise<void>;
  /** Writes a comment and sends its webhook; gives the webhook's answer. */
  command(text: string, by?: string): Promise<unknown>;
  /** Answers a comment on lines and sends its webhook as the platform does; gives the webhook's answer. */
  reply(commentId: number, text: string, by?: string): Promise<unknown>;
  /** Runs the newest task that answers a comment. */
  answer(ports?: Ports, last?: boolean): Promise<string>;
  /** Runs the newest review task, or what is given in its place. */
  deliver(ports?: Ports, last?: boolean): Promise<RunOutcome>;
  /** Runs the newest task that posts a short comment. */
  tell(ports?: Ports): Promise<string>;
  written(): ReturnType<TestService['host']['written']>;
  run(number: number): Promise<RunRecord>;
  pull(): Promise<PullRequestRecord>;
  issues(): Promise<IssueRecord[]>;
  /** `finding.posted 9a…`, sorted. */
  events(): Promise<string[]>;
  close(): Promise<void>;
}

interface ReviewServiceOptions {
  settings?: Partial<Settings>;
  reply?: (body: ChatBody) => StandInReply;
  installed?: boolean;
  over?: (ports: Ports) => Ports;
  /** Files of the base branch beside the usual ones. */
  files?: Record<string, string>;
}

let count = 0;

/** What a platform's hook sends of a comment, wherever it stands. */
async function tell(service: TestService, owner: string, name: string, id: number, onLines: boolean): Promise<unknown> {
  const { host, ports, baseUrl } = service;
  const url = `${baseUrl}/api/v1/webhook/onComment`;
  const target = { url, secret: 'webhook-test-secret' };
  const sent = async () => {
    if (ports.settings.scmKind === 'gitlab') {
      const payload = await host.gitlab.payloads.note(owner, name, id);
      return host.gitlab.sendWebhook({ url, token: 'webhook-test-token' }, 'Note Hook', payload);
    }
    if (ports.settings.scmKind === 'gitea') {
      const payload = await host.gitea.comment(owner, name, id);
      return host.gitea.sendWebhook(target, 'issue_comment', payload);
    }
    const { issueComment, reviewComment } = host.payloads;
    return onLines
      ? host.sendWebhook(target, 'pull_request_review_comment', await reviewComment(owner, name, id))
      : host.sendWebhook(target, 'issue_comment', await issueComment(owner, name, id));
  };
  return JSON.parse((await sent()).text) as unknown;
}

export async function startReviewService(options: ReviewServiceOptions = {}): Promise<ReviewService> {
  const model = await startLlmStandIn({ otherwise: options.reply ?? modelReply });
  const gateway = openaiGateway({ apiKey: 'test', baseUrl: model.url, embeddingModel: 'none' });
  // One graph for all suites: it is not this service's to close.
  const graph = await testGraph();
  const settings = { gatewayConfigured: true, webhookTokens: ['webhook-test-token'], ...options.settings };
  const service = await startService({
    graph: { ...graph, close: async () => undefined },
    ...{ gateway, settings },
    ...(options.over === undefined ? {} : { over: options.over }),
  });
  const owner = `ada-${process.pid}-${Date.now().toString(36)}${count++}`;
  const name = 'shop';
  const ada = await service.user(owner);
  const source = makeRepository({ 'shop/price.py': PRICE, 'shop/cart.py': CART, ...options.files });
  await service.host.addRepository({ owner, name, from: source.path, private: true });
  if (options.installed !== false) service.host.addInstallation({ login: owner });
  const index = () => indexNow(service, ada, { owner, repo_name: name });
  await index();
  source.git('checkout', '-q', '-b', 'change');
  source.commit({ 'shop/price.py': FAULTY_PRICE });
  source.git('checkout', '-q', 'main');
  const open = async (head: string) =>
    (await service.host.openPull({ owner, name, head, base: 'main', by: owner })).number;
  let number = await open('change');
  const repoKey = repoKeyOf(owner, name);
  const { host, ports } = service;
  const newest = (queue: string) => service.tasks.tasks.findLast(({ url }) => url.endsWith(`/${queue}`))?.payload;

  return {
    ...{ service, model, source, ada, owner, name, repoKey, index },
    get number() {
      return number;
    },
    async openAnother() {
      const branch = `change-${number}`;
      source.git('branch', branch, 'change');
      number = await open(branch);
    },
    async command(text, by = owner) {
      const { id } = await host.comment({ owner, name, number, by, body: text });
      return tell(service, owner, name, id, false);
    },
    async reply(commentId, text, by = owner) {
      const { id } = await host.reply({ commentId, by, body: text });
      return tell(service, owner, name, id, true);
    },
    answer: (given = ports, last = false) => runAnswerTask(given, newest('answerComment'), last),
    deliver: (given = ports, last = false) => runReviewTask(given, newest('reviewPullRequest'), last),
    tell: (given = ports) => runReplyTask(given, newest('postReply')),
    written: () => host.written(owner, name, number),
    ...storedBy(ports.store, repoKey, () => number),
    async close() {
      await service.close();
      await model.close();
      source.remove();
    },
  };
}

async function indexNow(service: TestService, as: TestUser, body: { owner: string; repo_name: string }) {
  await service.call('POST', '/api/v1/ingest/scm', { as, body });
  // Vectors are no part of these tests.
  const plain = { ...service.ports, settings: { ...service.ports.settings, gatewayConfigured: false } };
  const outcome = await runIngestTask(plain, service.tasks.tasks.at(-1)?.payload);
  const said = () => service.log.map(({ message, fields }) => `${message} ${inspect(fields)}`).join('\n');
  if (outcome !== 'completed') throw new Error(`The repository is not indexed: ${outcome}\n${said()}`);
}

/** What is stored of a pull request, read by its schemas. */
function storedBy(
  store: Ports['store'],
  repoKey: string,
  number: () => number,
): Pick<ReviewService, 'run' | 'pull' | 'issues' | 'events'> {
  return {
    run: async (run) => runSchema.parse(await store.get(runPath(repoKey, number(), run))),
    pull: async () => pullRequestSchema.parse(await store.get(pullRequestPath(repoKey, number()))),
    async issues() {
      const found = await store.query({ collection: `${pullRequestPath(repoKey, number())}/issues` });
      return found.map(({ doc }) => issueRecordSchema.parse(doc)).sort((a, b) => a.path.localeCompare(b.path));
    },
    async events() {
      const found = await store.query({ collection: 'events', where: [['repo_key', '==', repoKey]] });
      return found
        .map(({ doc }) => eventSchema.parse(doc))
        .map((event) => ('fingerprint' in event ? `${event.type} ${event.fingerprint}` : event.type))
        .sort();
    },
  };
}
