/**
 * A delivery that people send themselves, to see that webhooks arrive: signed as the platform signs and sent to the address
 * that the platform was told. What is told of it is what this deployment noted, not what some server answered.
 *
 *     POST /api/v1/doctor/test  {"owner": "ada", "repo_name": "engine"}
 *     {"outcome": "arrived", "url": "https://…/api/v1/webhook/onComment", "http_status": 200, "detail": "…", "fix": null, …}
 */
import { randomUUID } from 'node:crypto';
import { createRoute, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { testLimits } from '../../documents/limits.ts';
import { lastDeliveries } from '../../jobs/work/delivery-notes.ts';
import { withinHour } from '../../jobs/work/hourly-limit.ts';
import { repoKeyOf } from '../../model/repositories.ts';
import type { PingOutcome, Ports } from '../../ports.ts';
import { accessOfUser, readableRepository } from '../access/access.ts';
import { requireWriteAccess, type WritePorts } from '../access/write-access.ts';
import type { Api, ApiEnv } from '../http/api-env.ts';
import { ownerSchema, repoNameSchema } from '../http/inputs.ts';
import { bodyFailures, jsonBody, jsonResponse } from '../http/route-parts.ts';

export type DoctorTestPorts = WritePorts & Pick<Ports, 'ownWebhook' | 'settings'>;

/** Of one person: each is a request from outside, at the deployment's cost. */
const TESTS_PER_HOUR = 5;
/** Among so many of the newest notes the test's own is looked for; others may arrive beside it. */
const LOOKED_AT = 50;

const testSchema = z
  .object({
    /** `not_sent`: there is no secret to sign with. */
    outcome: z.enum(['arrived', 'refused', 'elsewhere', 'unreachable', 'not_sent']),
    url: z.string(),
    delivery: z.string(),
    http_status: z.int().nullable(),
    detail: z.string(),
    fix: z.string().nullable(),
  })
  .openapi('DoctorTest');
type Test = z.infer<typeof testSchema>;
type Verdict = Pick<Test, 'outcome' | 'detail' | 'fix'>;

/** Of the doctor's own tests, which say nothing of the platform. */
export function isOwnTest({ event, action }: { event: string; action: string | null }): boolean {
  return event === 'ping' && action === 'test';
}

const OWN_ADDRESS =
  'Set PUBLIC_URL to the address at which this deployment is reached from outside, and deploy again; what is below ' +
  '/api/v1/webhook has to lead to the function webhook.';

function verdictOf({ sent, status, cause }: PingOutcome, secret: string, wasNoted: boolean): Verdict {
  if (!sent) {
    const fix = `Set ${secret}, at the platform too, and deploy again.`;
    return { outcome: 'not_sent', detail: `${secret} is not set: there is nothing to sign with`, fix };
  }
  if (wasNoted) {
    const detail =
      'The address is reached and the signature taken. Whether the platform has the same address and secret, its own ' +
      'deliveries show.';
    return { outcome: 'arrived', detail, fix: null };
  }
  if (status === 403 || status === 503) {
    const fix = `The functions doctor and webhook have other values of ${secret}: deploy both again. Otherwise: ${OWN_ADDRESS}`;
    return { outcome: 'refused', detail: `The signature was refused (HTTP ${status})`, fix };
  }
  if (status === null) return { outcome: 'unreachable', detail: `Nothing answered: ${cause ?? ''}`, fix: OWN_ADDRESS };
  const detail = `HTTP ${status}, but nothing arrived here`;
  return { outcome: 'elsewhere', detail, fix: OWN_ADDRESS };
}

async function sendTest(ports: DoctorTestPorts, uid: string, owner: string, name: string): Promise<Test> {
  const { store, clock, settings } = ports;
  await store.transaction(async (tx) => {
    const limit = { limits: testLimits, uid, most: TESTS_PER_HOUR, what: 'tests' };
    (await withinHour(tx, clock.now(), limit))();
  });
  const delivery = `test-${randomUUID()}`;
  const pinged = await ports.ownWebhook.ping(delivery, { owner, name });
  const notes = pinged.sent ? await lastDeliveries(ports, repoKeyOf(owner, name), LOOKED_AT) : [];
  const wasNoted = notes.some((note) => note.delivery === delivery);
  const secret = settings.scmKind === 'gitlab' ? 'SCM_WEBHOOK_TOKEN or SCM_WEBHOOK_SECRET' : 'SCM_WEBHOOK_SECRET';
  const { url, status } = pinged;
  return { url, delivery, http_status: status, ...verdictOf(pinged, secret, wasNoted) };
}

export function addDoctorTest(api: Api, ports: DoctorTestPorts, signedIn: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    method: 'post',
    path: '/api/v1/doctor/test',
    operationId: 'test_webhook',
    summary:
      'Send a signed test delivery to this deployment’s own webhook; needs push permission, or to have indexed it',
    middleware: [signedIn],
    request: { body: jsonBody(z.strictObject({ owner: ownerSchema, repo_name: repoNameSchema })) },
    responses: {
      ...jsonResponse(testSchema, `What became of it; at most ${TESTS_PER_HOUR} an hour for each person`),
      ...bodyFailures(400, 401, 403, 404, 422, 429, 502),
    },
  });
  api.openapi(route, async (c) => {
    const { uid } = c.get('identity');
    const { owner, repo_name: name } = c.req.valid('json');
    const record = await readableRepository(ports, await accessOfUser(ports, c.get('identity')), owner, name);
    await requireWriteAccess(ports, uid, record);
    return c.json(await sendTest(ports, uid, record.owner, record.repo_name), 200);
  });
}
