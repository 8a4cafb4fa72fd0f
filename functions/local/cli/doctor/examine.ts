/**
 * Asks a service what is reachable and permitted, in the order in which one depends on the other; what cannot be asked behind
 * a failure is not asked. Nothing of a token is ever printed.
 *
 *     { url, checks: [{ what: 'the graph answers', ok: false, detail: '…', fix: '…' }], deliveries: […], refused: null }
 */
import { z } from 'zod';

export interface Check {
  what: string;
  ok: boolean;
  detail: string;
  /** What helps; null where nothing is wrong. */
  fix: string | null;
}

const deliverySchema = z.object({
  at: z.string(),
  event: z.string(),
  action: z.string().nullable(),
  status: z.string(),
  reason: z.string().nullable(),
  job_id: z.string().nullable(),
  pr: z.string().nullable(),
});

const refusalSchema = z.object({
  at: z.string(),
  event: z.string().nullable(),
  delivery: z.string().nullable(),
  reason: z.string(),
});

const doctorSchema = z.object({
  webhook_path: z.string(),
  events: z.array(z.string()),
  repositories: z.array(
    z.object({
      owner: z.string(),
      repo_name: z.string(),
      deliveries: z.array(deliverySchema),
      problems: z.array(z.object({ problem: z.string(), fix: z.string() })),
    }),
  ),
  refused: z.array(refusalSchema).nullable(),
});

const readySchema = z.object({ checks: z.record(z.string(), z.string()).default({}) });

export interface Examined {
  url: string;
  checks: Check[];
  deliveries: (z.output<typeof deliverySchema> & { repository: string })[];
  /** null for who is no operator. */
  refused: z.output<typeof doctorSchema>['refused'];
}

export interface Examination {
  /** Origin. */
  url: string;
  repository: { owner: string; name: string } | undefined;
  /** '' for none. */
  token: string;
  /** A delivery is sent to the service's own webhook. */
  test?: boolean;
}

/** Of the event by which this looks whether unsigned ones are refused. */
const OWN_DELIVERY = 'doctor';
const TIMEOUT_MS = 20_000;
const LONGEST_ANSWER = 5_000_000;

interface Answer {
  status: number;
  body: unknown;
}

/** Rejects with what kept the service from answering. */
async function ask(url: string, token = '', body?: object): Promise<Answer> {
  const response = await fetch(url, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = (await response.text()).slice(0, LONGEST_ANSWER);
  try {
    return { status: response.status, body: JSON.parse(text) as unknown };
  } catch {
    return { status: response.status, body: undefined };
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
}

export async function examine({ url, repository, token, test = false }: Examination): Promise<Examined> {
  const found: Examined = { url, checks: [], deliveries: [], refused: null };
  const check = (what: string, ok: boolean, detail: string, fix: string): void => {
    found.checks.push({ what, ok, detail, fix: ok ? null : fix });
  };
  try {
    const { status } = await ask(`${url}/health`);
    check(
      'the service answers',
      status === 200,
      `${url} (HTTP ${status})`,
      `See that ${url} is the deployment's own address.`,
    );
  } catch (error) {
    const fix = 'Start it (npm --prefix functions start), or name the deployment with --url.';
    check('the service answers', false, `${url}: ${causeOf(error)}`, fix);
    return found;
  }
  const ready = await ask(`${url}/health/ready`);
  const parts = Object.entries(readySchema.safeParse(ready.body).data?.checks ?? {});
  if (parts.length === 0)
    check('its databases answer', false, `HTTP ${ready.status}`, 'Look at the log of the function docs.');
  for (const [name, state] of parts) {
    const fix =
      name === 'graph'
        ? 'Check NEO4J_URI and NEO4J_PASSWORD, and that the database runs.'
        : 'Check that Firestore is set up in this project.';
    check(`the ${name} answers`, state === 'ok', state, fix);
  }
  await examineHook(url, check);
  if (test && repository !== undefined && token !== '') await sendTest(url, repository, token, check);
  await examineDeliveries({ url, repository, token }, found, check);
  return found;
}

type Note = (what: string, ok: boolean, detail: string, fix: string) => void;

/** An unsigned event has to be refused, and not for want of a secret. */
async function examineHook(url: string, check: Note): Promise<void> {
  const response = await fetch(`${url}/api/v1/webhook/onComment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-scm-event': 'ping', 'x-scm-delivery': OWN_DELIVERY },
    body: '{}',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  const { status } = response;
  const fix =
    status === 503
      ? 'Set SCM_WEBHOOK_SECRET (on GitLab SCM_WEBHOOK_TOKEN) and deploy again.'
      : 'Only signed events may be taken: see that the address leads to the function webhook.';
  check('webhooks are guarded', status === 403, `an unsigned event is answered ${status}`, fix);
}

const testSchema = z.object({ outcome: z.string(), url: z.string(), detail: z.string(), fix: z.string().nullable() });
const detailSchema = z.object({ detail: z.string() });

/** The service sends it to itself, as the platform would, and says what became of it. */
async function sendTest(
  url: string,
  { owner, name }: NonNullable<Examination['repository']>,
  token: string,
  check: Note,
): Promise<void> {
  const { status, body } = await ask(`${url}/api/v1/doctor/test`, token, { owner, repo_name: name });
  if (status !== 200) {
    const detail = detailSchema.safeParse(body).data?.detail ?? '';
    return check('a test arrives', false, `HTTP ${status} ${detail}`.trim(), TEST_FIXES[status] ?? 'Ask again later.');
  }
  const test = testSchema.parse(body);
  check('a test arrives', test.outcome === 'arrived', `${test.url}: ${test.detail}`, test.fix ?? '');
}

const TEST_FIXES: Partial<Record<number, string>> = {
  403: 'Tests are for people who may push to the repository, or indexed it; a personal access token needs the scope review.',
  429: 'A person may send 5 tests an hour.',
};

async function examineDeliveries(
  { url, repository, token }: Omit<Examination, 'test'>,
  found: Examined,
  check: Note,
): Promise<void> {
  if (token === '') {
    const fix =
      'Set REVIEWGRAPH_TOKEN to a personal access token that reads (POST /api/v1/auth/tokens), or to an ID token.';
    return check('a token is given', false, 'REVIEWGRAPH_TOKEN is not set: deliveries cannot be looked at', fix);
  }
  const query =
    repository === undefined
      ? ''
      : `?${new URLSearchParams({ repo_owner: repository.owner, repo_name: repository.name }).toString()}`;
  const { status, body } = await ask(`${url}/api/v1/doctor${query}`, token);
  const named = repository === undefined ? 'your repositories' : `${repository.owner}/${repository.name}`;
  if (status !== 200)
    return check(`${named} may be looked at`, false, `HTTP ${status}`, FIXES[status] ?? `Ask again later.`);
  const doctor = doctorSchema.parse(body);
  check('the token is taken', true, `${doctor.repositories.length} to look at`, '');
  for (const { owner, repo_name: name, problems, deliveries } of doctor.repositories) {
    const full = `${owner}/${name}`;
    for (const { problem, fix } of problems) check(full, false, problem, fix);
    if (problems.length === 0) check(full, true, `deliveries of late: ${deliveries.length}`, '');
    found.deliveries.push(...deliveries.map((each) => ({ repository: full, ...each })));
  }
  found.refused = doctor.refused?.filter(({ delivery }) => delivery !== OWN_DELIVERY) ?? null;
  const [last] = found.refused ?? [];
  if (last !== undefined) {
    const fix = 'Where these are the platform’s own, the secret there and SCM_WEBHOOK_SECRET differ.';
    check('nothing was refused', false, `${found.refused?.length ?? 0} of late, the last: ${last.reason}`, fix);
  }
}

const FIXES: Partial<Record<number, string>> = {
  401: 'REVIEWGRAPH_TOKEN is expired, revoked or of another deployment: make a new one.',
  403: 'Deliveries are shown to people who may push to the repository, or indexed it.',
  404: 'Index the repository first (POST /api/v1/ingest/scm), or sign in with an account that sees it.',
  422: 'Name the repository as owner/name.',
};
