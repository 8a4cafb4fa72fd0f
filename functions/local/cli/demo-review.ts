/**
 * `npm --prefix functions run demo:review [-- --deep] [--platform github|gitea|gitlab]`: a review from beginning to end, on this machine and in about a
 * minute. It starts the stack with data of its own, serves a small repository with planted defects on the local platform,
 * indexes it, opens a pull request, comments the command through a signed webhook and prints what was posted.
 *
 * With GATEWAY_API_KEY (and GATEWAY_BASE_URL, REVIEW_MODEL, SYNTHESIS_MODEL) in the environment the model of that gateway
 * reviews, otherwise the stand-in, which says that it is none. The linters are the real ones either way.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { counted } from '../../src/review/draft/counted.ts';
import { apiClient, type ApiClient } from '../stack/api-client.ts';
import { endWithReason, oneOf, parseWords } from './arguments/command-line.ts';
import { givenGateway, whyNoReview } from '../demo/demo-gateway.ts';
import { DEMO_BODY, DEMO_BRANCH, DEMO_TITLE, makeDemoRepository } from '../demo/demo-repository.ts';
import { followJob } from './output/follow-job.ts';
import { reviewLikeAScript } from '../demo/llm-reviewer.ts';
import { startLlmStandIn, type LlmStandIn } from '../demo/llm-stand-in.ts';
import { killChildren } from '../stack/processes.ts';
import { startScmHost, type ScmHost } from '../scm-host/start-scm-host.ts';
import { LOOPBACK } from '../stack/ports.ts';
import { anyPorts, startStack, type Stack } from '../stack/stack.ts';

const USAGE = 'Usage: npm --prefix functions run demo:review [-- --deep] [--platform github|gitea|gitlab]';
const PLATFORMS = ['github', 'gitea', 'gitlab'] as const;
type Platform = (typeof PLATFORMS)[number];
const OWNER = 'demo';
const NAME = 'shop';
/** A model that thinks takes minutes for a deep review. */
const REVIEW_MS = 20 * 60_000;
const POLL_MS = 500;

const say = (line: string): void => {
  console.log(line);
};

const folder = mkdtempSync(join(tmpdir(), 'reviewgraph-demo-'));
let stack: Stack | undefined;
let host: ScmHost | undefined;
let model: LlmStandIn | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    stack?.kill();
    killChildren('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
    process.exit(130);
  });
}

async function main(): Promise<void> {
  const { values } = parseWords({
    options: { deep: { type: 'boolean', default: false }, platform: { type: 'string', default: 'github' } },
  });
  const platform = oneOf('--platform', PLATFORMS, values.platform);
  // Before minutes are spent on starting: it needs git.
  const source = join(folder, 'source');
  mkdirSync(source);
  makeDemoRepository(source);
  const secret = randomBytes(24).toString('base64url');
  const ports = await anyPorts();
  const settings = { ...platformSettings(platform, ports.scm, secret), ...(await gatewaySettings()) };
  stack = await startStack({ dataDir: folder, ports, importFrom: undefined, settings, log: say });
  host = await startScmHost({ dataDir: join(folder, 'scm-host'), port: stack.scmPort });

  const maintainer = { login: OWNER, name: 'Demo', email: 'demo@example.com' };
  const { id, token } = host.addUser(maintainer);
  host.addUser({ login: 'dana', name: 'Dana', email: 'dana@example.com' });
  await host.addRepository({ owner: OWNER, name: NAME, from: source });

  const client = apiClient({
    baseUrl: stack.baseUrl,
    authHost: `127.0.0.1:${ports.auth}`,
    account: { id, ...maintainer },
  });
  await client.post('/api/v1/auth/login', { scm_access_token: token });
  const { poll_url: job } = z
    .looseObject({ poll_url: z.string() })
    .parse(await client.post('/api/v1/ingest/scm', { owner: OWNER, repo_name: NAME }));
  say(`\nIndexing ${OWNER}/${NAME}`);
  await followJob(client, job, process.stdout);

  const pull = await host.openPull({
    owner: OWNER,
    name: NAME,
    head: DEMO_BRANCH,
    by: 'dana',
    title: DEMO_TITLE,
    body: DEMO_BODY,
  });
  const target = { url: `${stack.baseUrl}/api/v1/webhook/onComment`, secret };
  await tellOpened(host, platform, target, pull.number);
  const body = `@reviewgraph full review${values.deep ? ' deep' : ''}`;
  const comment = await host.comment({ owner: OWNER, name: NAME, number: pull.number, by: OWNER, body });
  say(`\nPull request #${pull.number}: ${DEMO_TITLE}\n${OWNER}: ${body}`);
  const answer = await tellComment(host, platform, target, comment.id);
  say(`The webhook answers ${answer.status} ${answer.text}`);
  await followReview(client, pull.number);
  printReview(host, pull.number, comment.id);
}

/** What the functions are told of the platform, as a deployment's settings tell it. */
function platformSettings(platform: Platform, port: number, secret: string): Record<string, string> {
  const at = (api: string) => ({ SCM_KIND: platform, SCM_API_URL: `http://${LOOPBACK}:${port}${api}` });
  if (platform === 'gitlab') return { ...at('/api/v4'), SCM_WEBHOOK_TOKEN: secret, SCM_WEBHOOK_SECRET: 'unset' };
  return { ...at(platform === 'gitea' ? '/api/v1' : '/api/v3'), SCM_WEBHOOK_SECRET: secret };
}

interface Target {
  url: string;
  secret: string;
}

async function tellOpened(scm: ScmHost, platform: Platform, { url, secret }: Target, number: number) {
  if (platform === 'gitlab') {
    const payload = await scm.gitlab.payloads.mergeRequest(OWNER, NAME, number, 'open');
    return scm.gitlab.sendWebhook({ url, token: secret }, 'Merge Request Hook', payload);
  }
  const payload = await scm.payloads.pullRequest(OWNER, NAME, number, 'opened');
  if (platform === 'github') return scm.sendWebhook({ url, secret }, 'pull_request', payload);
  return scm.gitea.sendWebhook({ url, secret }, 'pull_request', scm.gitea.payload(payload));
}

async function tellComment(scm: ScmHost, platform: Platform, { url, secret }: Target, id: number) {
  if (platform === 'gitlab') {
    const payload = await scm.gitlab.payloads.note(OWNER, NAME, id);
    return scm.gitlab.sendWebhook({ url, token: secret }, 'Note Hook', payload);
  }
  if (platform === 'gitea') {
    return scm.gitea.sendWebhook({ url, secret }, 'issue_comment', await scm.gitea.comment(OWNER, NAME, id));
  }
  return scm.sendWebhook({ url, secret }, 'issue_comment', await scm.payloads.issueComment(OWNER, NAME, id));
}

/** The environment's gateway, or the stand-in as one. */
async function gatewaySettings(): Promise<Record<string, string>> {
  const given = givenGateway(process.env);
  if (given !== undefined) {
    const problem = await whyNoReview(given);
    if (problem !== undefined) throw new Error(problem);
    say('The model behind GATEWAY_API_KEY reviews.');
    return given;
  }
  say('GATEWAY_API_KEY is not set: a scripted stand-in answers in place of a model. It only knows some patterns.');
  model = await startLlmStandIn({ otherwise: reviewLikeAScript });
  return {
    GATEWAY_API_KEY: 'stand-in',
    GATEWAY_BASE_URL: model.url,
    REVIEW_MODEL: 'stand-in (no model)',
    EMBEDDING_MODEL: 'stand-in (no model)',
  };
}

const runsSchema = z.array(z.looseObject({ run_number: z.int(), status: z.string() }));
const runSchema = z.looseObject({
  status: z.string(),
  error_message: z.string().nullable(),
  issues: z.array(z.looseObject({ source: z.string() })),
  usage: z.looseObject({ model: z.string().nullable(), tool_rounds: z.int() }),
});

async function followReview(client: ApiClient, number: number): Promise<void> {
  const path = `/api/v1/repos/${OWNER}/${NAME}/prs/${number}/reviews`;
  const endsAt = Date.now() + REVIEW_MS;
  let shown = '';
  while (Date.now() < endsAt) {
    const [run] = runsSchema.parse(await client.get(path));
    if (run !== undefined && run.status !== shown) say(`Review: ${(shown = run.status)}`);
    if (run?.status === 'completed' || run?.status === 'failed') {
      const detail = runSchema.parse(await client.get(`${path}/${run.run_number}`));
      if (run.status === 'failed') throw new Error(`The review failed: ${detail.error_message ?? 'no reason given'}`);
      const linted = detail.issues.filter(({ source }) => source !== 'agent').length;
      say(
        `${counted(detail.issues.length - linted, 'finding')} of ${detail.usage.model ?? 'nobody'} after ${counted(detail.usage.tool_rounds, 'round')} of tools, ${linted} of linters`,
      );
      return;
    }
    await sleep(POLL_MS);
  }
  throw new Error(`The review did not end within ${REVIEW_MS / 60_000} minutes`);
}

/** Comments as they stand on the platform, without the hidden marks that tell ours apart. */
function printReview(scm: ScmHost, number: number, commandId: number): void {
  const { comments, reviewComments } = scm.written(OWNER, NAME, number);
  const visible = (text: string): string => text.replace(/<!--[^]*?-->\n?/g, '').trim();
  for (const { id, body } of comments) {
    if (id !== commandId) say(`\n${'─'.repeat(80)}\n${visible(body)}`);
  }
  for (const comment of reviewComments) {
    const { path, startLine, line, side } = comment;
    const lines = startLine === null || startLine === line ? String(line) : `${startLine}-${line}`;
    say(`\n${'─'.repeat(80)}\n${path}:${lines}${side === 'LEFT' ? ' (removed)' : ''}\n\n${visible(comment.body)}`);
  }
}

async function shutDown(): Promise<void> {
  await Promise.allSettled([stack?.stop(), host?.close(), model?.close()]);
  rmSync(folder, { recursive: true, force: true });
}

try {
  await main();
} catch (error) {
  endWithReason(error, USAGE);
} finally {
  await shutDown();
}
