/**
 * A pull request of a service that reviews without commands: events come as signed webhooks, time is moved by the test, and
 * tasks wait until it delivers them.
 *
 *     const auto = await startAutomaticReview();
 *     await auto.tell('opened');
 *     await auto.consider();                    'started'
 *     await auto.review.deliver();              'completed'
 *
 * Events are in the form of the platform that the settings name, and signed as it signs them.
 */
import { pendingReviews } from '../../src/documents/automatic.ts';
import type { PendingReview } from '../../src/documents/automatic.ts';
import { runReplyTask, type ReplyOutcome } from '../../src/jobs/reviews/tasks.ts';
import type { AutomaticSettings, Settings } from '../../src/ports.ts';
import type { ChatBody, StandInReply } from '../../local/demo/llm-stand-in.ts';
import { AUTOMATIC } from './automatic-settings.ts';
import { startReviewService, type ReviewService } from './review-service.ts';

type Body = Record<string, unknown>;
type PullAction = Parameters<ReviewService['service']['host']['payloads']['pullRequest']>[3];

export interface AutomaticReview {
  review: ReviewService;
  /** Sends the event of the pull request as it is now; gives the webhook's answer. */
  tell(action: PullAction, more?: { label?: string; titleBefore?: string }, delivery?: string): Promise<Body>;
  /** Pushes to the pull request's branch; gives the new head. */
  push(files: Record<string, string | null>): string;
  pending(): Promise<PendingReview | undefined>;
  /** Lets the time pass that a review waits, and delivers the newest task of this pull request that looks at it. */
  consider(): Promise<ReplyOutcome>;
  /** Payloads of the tasks of the queue for short work, by their kind. */
  tasks(kind: string): Body[];
  close(): Promise<void>;
}

export async function startAutomaticReview(
  options: {
    automatic?: Partial<AutomaticSettings>;
    settings?: Partial<Settings>;
    reply?: (body: ChatBody) => StandInReply;
    installed?: boolean;
  } = {},
): Promise<AutomaticReview> {
  const { automatic, settings, ...rest } = options;
  const review = await startReviewService({
    ...rest,
    settings: { automatic: { ...AUTOMATIC, ...automatic }, webhookTokens: [TOKEN], ...settings },
  });
  const { service, source } = review;
  const tasks = (kind: string) =>
    service.tasks.tasks
      .filter(({ url }) => url.endsWith('/postReply'))
      .map(({ payload }) => payload as Body)
      .filter((payload) => payload['kind'] === kind);

  return {
    review,
    tasks,
    async tell(action, more = {}, delivery = undefined) {
      return JSON.parse((await sendEvent(review, action, more, delivery)).text) as Body;
    },
    push(files) {
      const branch =
        source.git('branch', '--list', `change-${review.number - 1}`) === '' ? 'change' : `change-${review.number - 1}`;
      source.git('checkout', '-q', branch);
      const head = source.commit(files);
      source.git('checkout', '-q', 'main');
      return head;
    },
    pending: () => pendingReviews.get(service.ports.store, { repo_key: review.repoKey, pr_number: review.number }),
    consider() {
      service.advance(61_000);
      const mine = tasks('pending').filter((payload) => payload['pr_number'] === review.number);
      return runReplyTask(service.ports, mine.at(-1));
    },
    close: () => review.close(),
  };
}

const SECRET = 'webhook-test-secret';
/** GitLab's secret token. */
const TOKEN = 'gitlab-hook-token';

const MERGE_REQUEST_ACTIONS = { opened: 'open', reopened: 'reopen', closed: 'close', synchronize: 'update' } as const;

async function sendEvent(
  { service, owner, name, number }: ReviewService,
  action: PullAction,
  more: { label?: string; titleBefore?: string },
  delivery: string | undefined,
): Promise<{ status: number; text: string }> {
  const { host, baseUrl, ports } = service;
  const url = `${baseUrl}/api/v1/webhook/onComment`;
  if (ports.settings.scmKind === 'gitlab') {
    const found = Object.entries(MERGE_REQUEST_ACTIONS).find(([each]) => each === action)?.[1] ?? 'update';
    const { mergedAt } = await host.pull(owner, name, number);
    const said = found === 'close' && mergedAt !== null ? 'merge' : found;
    const before = action === 'synchronize' ? 'a'.repeat(40) : undefined;
    const payload = await host.gitlab.payloads.mergeRequest(owner, name, number, said, before);
    return host.gitlab.sendWebhook({ url, token: TOKEN }, 'Merge Request Hook', payload, delivery);
  }
  const payload = await host.payloads.pullRequest(owner, name, number, action, undefined, more);
  const target = { url, secret: SECRET };
  if (ports.settings.scmKind !== 'gitea') return host.sendWebhook(target, 'pull_request', payload, delivery);
  return host.gitea.sendWebhook(target, 'pull_request', host.gitea.payload(payload), delivery);
}
