/**
 * `POST /api/v1/webhook/onComment`: the platform's events. Nothing of the body is read before its signature is checked
 * over the bytes as they came, and the answer waits for documents and the queue only: platforms give up after 5 to 10
 * seconds and do not come again by themselves.
 *
 *     X-Scm-Event: push                     (X-GitHub-Event, X-Gitea-Event, X-Forgejo-Event)
 *     X-Scm-Delivery: 72d3162e-cc78-11e3    (X-GitHub-Delivery, …)
 *     X-Scm-Signature-256: sha256=757107…   (api/webhook/signature.ts)
 *     X-Gitlab-Event: Push Hook             on GitLab, with a token or a signature of its own
 *     {"ref":"refs/heads/main",…}           or, form-encoded, payload=%7B%22ref%22…
 */
import { createHash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import { enqueueJob } from '../../jobs/ingest/enqueue-job.ts';
import { enqueueWork } from '../../jobs/ingest/enqueue-job.ts';
import { refusalNotes } from '../../jobs/work/delivery-notes.ts';
import { AppError } from '../../model/errors.ts';
import type { Doc } from '../../ports.ts';
import { createApi } from '../http/app.ts';
import type { Api } from '../http/api-env.ts';
import { validationDetail } from '../http/error-response.ts';
import { failures, jsonResponse } from '../http/route-parts.ts';
import { answerComment } from './comments.ts';
import { answerPullRequest, answerPush, followVisibility, noteInstallation, UNLISTED } from './events.ts';
import type { Delivery, Outcome, WebhookPorts } from './events.ts';
import {
  installationEventSchema,
  issueCommentSchema,
  pullRequestEventSchema,
  pushSchema,
  repositoryEventSchema,
  reviewCommentSchema,
} from './payloads.ts';
import { GITLAB_EVENTS } from './gitlab.ts';
import { answerReviewComment } from './line-comments.ts';
import { noted, notePing } from './note-answer.ts';
import { isFromGitlab, isSigned } from './signature.ts';
import type { HeaderReader } from './signature.ts';

const PATH = '/api/v1/webhook/onComment';
/** The largest payload that GitHub sends. */
const MAX_BODY_BYTES = 25 * 1024 * 1024;

const EVENT_HEADERS = ['X-Scm-Event', 'X-GitHub-Event', 'X-Forgejo-Event', 'X-Gitea-Event'];
const DELIVERY_HEADERS = ['X-Scm-Delivery', 'X-GitHub-Delivery', 'X-Forgejo-Delivery', 'X-Gitea-Delivery'];
const GITLAB_DELIVERY_HEADERS = ['Idempotency-Key', 'webhook-id', 'X-Gitlab-Event-UUID'];

const answerSchema = z
  .object({
    status: z.enum(['processing', 'ignored']),
    reason: z.string().optional(),
    job_id: z.string().optional(),
    repo: z.string().optional(),
    ref: z.string().optional(),
    commits: z.string().optional(),
    pr: z.string().optional(),
    action: z.enum(['graph_update', 'review', 'lint', 'help', 'answer', 'pause', 'resume', 'ignore']).optional(),
  })
  .openapi('WebhookAnswer');

type Rule = (ports: WebhookPorts, delivery: Delivery) => Promise<Outcome>;

/** The event of a payload, ready to be answered, or what is wrong with the payload. */
type EventReader = (payload: unknown) => { rule: Rule } | { issues: readonly z.core.$ZodIssue[] };

function reading<S extends z.ZodType>(
  schema: S,
  answer: (ports: WebhookPorts, event: z.output<S>, delivery: Delivery) => Promise<Outcome>,
): EventReader {
  return (payload) => {
    const { success, data, error } = schema.safeParse(payload);
    return success ? { rule: (ports, delivery) => answer(ports, data, delivery) } : { issues: error.issues };
  };
}

const EVENTS: Record<string, EventReader> = {
  push: reading(pushSchema, answerPush),
  pull_request: reading(pullRequestEventSchema, answerPullRequest),
  issue_comment: reading(issueCommentSchema, answerComment),
  pull_request_review_comment: reading(reviewCommentSchema, answerReviewComment),
  repository: reading(repositoryEventSchema, followVisibility),
  installation: reading(installationEventSchema, async (ports, event) => {
    await noteInstallation(ports, event);
    return UNLISTED;
  }),
};

const GITLAB_READERS: Record<string, EventReader> = {
  'Push Hook': reading(GITLAB_EVENTS['Push Hook'].schema, GITLAB_EVENTS['Push Hook'].answer),
  'Merge Request Hook': reading(GITLAB_EVENTS['Merge Request Hook'].schema, GITLAB_EVENTS['Merge Request Hook'].answer),
  'Note Hook': reading(GITLAB_EVENTS['Note Hook'].schema, GITLAB_EVENTS['Note Hook'].answer),
  'Project Hook': reading(GITLAB_EVENTS['Project Hook'].schema, GITLAB_EVENTS['Project Hook'].answer),
};

function firstOf(header: HeaderReader, names: readonly string[]): string | undefined {
  return names.map(header).find((value) => value !== undefined && value !== '');
}

/** The payload of a signed body. */
function payloadOf(bytes: Uint8Array, contentType: string): unknown {
  const text = Buffer.from(bytes).toString('utf8');
  const form = contentType.toLowerCase().startsWith('application/x-www-form-urlencoded');
  try {
    return JSON.parse(form ? (new URLSearchParams(text).get('payload') ?? '') : text) as unknown;
  } catch (error) {
    throw new AppError('bad_request', 'The payload is not JSON', { cause: error });
  }
}

/** How the deliveries of a platform say what they are. */
interface Source {
  eventHeaders: readonly string[];
  events: Record<string, EventReader>;
  delivery(event: string, header: HeaderReader, bytes: Uint8Array): Delivery;
}

function bodyKey(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const USUAL: Source = {
  eventHeaders: EVENT_HEADERS,
  events: EVENTS,
  delivery(event, header, bytes) {
    const given = firstOf(header, DELIVERY_HEADERS)?.slice(0, 200);
    const key = given === undefined ? `body ${bodyKey(bytes)}` : `delivery ${given}`;
    return { key: `${event} ${key}`, given: given !== undefined };
  },
};

/**
 * `Idempotency-Key` (and `webhook-id`, which is the same) stays when GitLab sends a delivery again. Older versions have
 * `X-Gitlab-Event-UUID` alone, which all events of one request share: with the body it names one of them.
 */
const GITLAB: Source = {
  eventHeaders: ['X-Gitlab-Event'],
  events: GITLAB_READERS,
  delivery(event, header, bytes) {
    const own = firstOf(header, GITLAB_DELIVERY_HEADERS.slice(0, 2))?.slice(0, 200);
    if (own !== undefined) return { key: `${event} delivery ${own}`, given: true };
    const shared = header('X-Gitlab-Event-UUID')?.slice(0, 200);
    const key = shared === undefined ? `body ${bodyKey(bytes)}` : `delivery ${shared} ${bodyKey(bytes)}`;
    return { key: `${event} ${key}`, given: shared !== undefined };
  },
};

/** The refusal instead: `forbidden` for what no secret vouches for, `not_configured` where there is none to vouch. */
function sourceOf({ settings, clock }: WebhookPorts, header: HeaderReader, bytes: Uint8Array): Source | AppError {
  const { webhookSecrets: secrets, webhookTokens: tokens, scmKind } = settings;
  const isGitlab = scmKind === 'gitlab';
  if (secrets.length === 0 && (!isGitlab || tokens.length === 0)) {
    const name = isGitlab ? 'SCM_WEBHOOK_TOKEN' : 'SCM_WEBHOOK_SECRET';
    return new AppError('not_configured', `${name} is not set on this server`);
  }
  if (isGitlab && header('X-Gitlab-Event') !== undefined) {
    if (isFromGitlab(header, bytes, { secrets, tokens }, clock.now())) return GITLAB;
    return new AppError('forbidden', 'The token or signature is missing or wrong');
  }
  if (isSigned(header, bytes, secrets)) return USUAL;
  return new AppError('forbidden', 'The signature is missing or does not fit the body');
}

async function answerDelivery(ports: WebhookPorts, rule: Rule, delivery: Delivery): Promise<Doc> {
  const { answer, work, job } = await onceMore(() => rule(ports, delivery));
  if (job === undefined) await enqueueWork(ports, work);
  else await enqueueJob(ports, job);
  return answer;
}

/** Two deliveries of one event at the same moment: the one that lost reads what the other wrote. */
async function onceMore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return work();
    throw error;
  }
}

/** A header as it may stand in a document. */
function shown(text: string | undefined): string | null {
  return text === undefined ? null : text.slice(0, 100);
}

/** Deliveries that are the same and under way share one answer, which all of them would write at one moment otherwise. */
function sharingAnswers(): (key: string, answer: () => Promise<Doc>) => Promise<Doc> {
  const underWay = new Map<string, Promise<Doc>>();
  return (key, answer) => {
    const same = underWay.get(key);
    if (same !== undefined) return same;
    const own = answer().finally(() => underWay.delete(key));
    underWay.set(key, own);
    return own;
  };
}

export function createWebhookApi(ports: WebhookPorts): Api {
  const shared = sharingAnswers();
  const noteRefusal = refusalNotes(ports);
  const api = createApi('webhook', ports, { maxBodyBytes: MAX_BODY_BYTES });

  // Only described: a declared body would be parsed before its signature is checked.
  api.openAPIRegistry.registerPath({
    method: 'post',
    path: PATH,
    operationId: 'receive_event',
    summary: 'Events of the source-code platform: push, pull_request, issue_comment',
    description: 'Called by the platform. Every other event is answered `{"status": "ignored"}`.',
    security: [],
    request: {
      headers: z.object({
        'X-Scm-Event': z.string().openapi({ example: 'push' }),
        'X-Scm-Signature-256': z
          .string()
          .openapi({ example: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' }),
        'X-Scm-Delivery': z.string().optional(),
      }),
      body: { required: true, content: { 'application/json': { schema: z.looseObject({}) } } },
    },
    responses: {
      ...jsonResponse(answerSchema, 'What the event started, or why nothing'),
      ...failures(400, 403, 413, 422),
    },
  });

  api.post(PATH, async (c) => {
    const header: HeaderReader = (name) => c.req.header(name);
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    const source = sourceOf(ports, header, bytes);
    const given = shown(firstOf(header, [...DELIVERY_HEADERS, ...GITLAB_DELIVERY_HEADERS]));
    if (source instanceof AppError) {
      const said = shown(firstOf(header, [...EVENT_HEADERS, 'X-Gitlab-Event']));
      await noteRefusal({ event: said, delivery: given, reason: source.message });
      throw source;
    }
    const event = firstOf(header, source.eventHeaders);
    if (event === undefined) {
      const path = [source.eventHeaders[0] ?? ''];
      const issue = { code: 'custom' as const, path, message: 'Field required', input: undefined };
      return c.json(validationDetail('header', [issue]), 422);
    }
    const read = Object.hasOwn(source.events, event) ? source.events[event] : undefined;
    if (read === undefined) {
      if (event === 'ping') await notePing(ports, given, bytes);
      return c.json(UNLISTED.answer, 200);
    }
    const sent = payloadOf(bytes, c.req.header('Content-Type') ?? '');
    const payload = read(sent);
    if ('issues' in payload) return c.json(validationDetail('json', payload.issues), 422);
    const delivery = source.delivery(event, header, bytes);
    const answer = () => answerDelivery(ports, payload.rule, delivery);
    return c.json(await noted(ports, { event, delivery: given, sent }, () => shared(delivery.key, answer)), 200);
  });

  return api;
}
