/**
 * The deployment's own webhook, called from outside as its platform calls it: by the address that the platform was told, and
 * signed with the secret that it was told. Nothing is followed: whatever stands there instead is what the platform meets too.
 *
 *     POST https://reviews.example.com/api/v1/webhook/onComment
 *     X-Scm-Event: ping   X-Scm-Delivery: test-0d1f…   X-Scm-Signature-256: sha256=9f3…
 *     {"action": "test", "repository": {"full_name": "ada/engine", …}}
 */
import { createHmac } from 'node:crypto';
import type { ClockPort, OwnWebhookPort, ScmKind } from '../ports.ts';

const PATH = '/api/v1/webhook/onComment';
/** As long as platforms wait. */
const TIMEOUT_MS = 10_000;
const SIGNING_PREFIX = 'whsec_';

interface OwnWebhook {
  /** Origin; asked for with each ping. */
  origin: () => string;
  kind: ScmKind;
  clock: ClockPort;
  /** SCM_WEBHOOK_SECRET and SCM_WEBHOOK_TOKEN, the ones that hold from now on first. */
  secrets: readonly string[];
  tokens: readonly string[];
}

function usualHeaders(delivery: string, body: string, secret: string): Record<string, string> {
  const digest = createHmac('sha256', secret).update(body).digest('hex');
  return { 'X-Scm-Event': 'ping', 'X-Scm-Delivery': delivery, 'X-Scm-Signature-256': `sha256=${digest}` };
}

/** Standard Webhooks, as GitLab signs where a hook has a signing token. */
function standardHeaders(delivery: string, body: string, secret: string, now: Date): Record<string, string> {
  const time = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.slice(SIGNING_PREFIX.length), 'base64');
  const digest = createHmac('sha256', key).update(`${delivery}.${time}.${body}`).digest('base64');
  return { 'webhook-id': delivery, 'webhook-timestamp': time, 'webhook-signature': `v1,${digest}` };
}

/** undefined without a secret to vouch. */
function headersOf({ kind, clock, secrets, tokens }: OwnWebhook, delivery: string, body: string) {
  if (kind === 'gitlab') {
    const event = { 'X-Gitlab-Event': 'ping', 'Idempotency-Key': delivery };
    const signing = secrets.find((secret) => secret.startsWith(SIGNING_PREFIX));
    if (signing !== undefined) return { ...event, ...standardHeaders(delivery, body, signing, clock.now()) };
    const [token] = tokens;
    if (token !== undefined) return { ...event, 'X-Gitlab-Token': token };
  }
  const [secret] = secrets;
  return secret === undefined ? undefined : usualHeaders(delivery, body, secret);
}

/** `ECONNREFUSED`, or what was waited for; nothing of what was sent. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
  return error.name === 'TimeoutError' ? `no answer within ${TIMEOUT_MS / 1000} s` : error.message;
}

export function createOwnWebhook(options: OwnWebhook): OwnWebhookPort {
  return {
    async ping(delivery, { owner, name }) {
      const repository = { full_name: `${owner}/${name}`, name, owner: { login: owner } };
      const body = JSON.stringify({ action: 'test', repository });
      const headers = headersOf(options, delivery, body);
      const url = options.origin() + PATH;
      if (headers === undefined) return { url, sent: false, status: null, cause: null };
      try {
        const response = await fetch(url, {
          ...{ method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) },
          headers: { 'Content-Type': 'application/json', ...headers },
        });
        await response.body?.cancel();
        return { url, sent: true, status: response.status, cause: null };
      } catch (error) {
        return { url, sent: true, status: null, cause: causeOf(error) };
      }
    },
  };
}
