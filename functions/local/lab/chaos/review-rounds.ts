/**
 * Reviews whose workers are disturbed. The same pull requests stand in two repositories of the same commits; in one of them
 * nobody is disturbed, and in the end both have to say the same: texts on the platform, the check on the head, run, issues,
 * events. Some runs are such as start without a command.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openChecks } from '../../../src/documents/automatic.ts';
import { events } from '../../../src/documents/figures.ts';
import { activeRuns, issues, pullRequests, reviewRuns } from '../../../src/documents/reviews.ts';
import { runIngestTask } from '../../../src/jobs/ingest/tasks.ts';
import { runReviewTask } from '../../../src/jobs/reviews/tasks.ts';
import { startIngest } from '../../../src/jobs/ingest/start.ts';
import { runWork, startReview } from '../../../src/jobs/reviews/start.ts';
import { repoKeyOf } from '../../../src/model/repositories.ts';
import type { RunRecord } from '../../../src/model/reviews.ts';
import { DEMO_BRANCH, makeDemoRepository } from '../../demo/demo-repository.ts';
import { NO_TROUBLE, type ChaosRounds, type ChaosSetting } from './chaos-setting.ts';
import { commitAs } from './commit-as.ts';
import { deliver, type Delivery } from './deliver.ts';
import { differenceOf, withoutIds } from './difference.ts';
import { recordUser } from './record-user.ts';

const NAME = 'shop';
// Names of one length: prompts hold them, and their tokens are compared.
const VICTIM = 'victim';
const CALM = 'spared';

interface Command {
  number: number;
  command: RunRecord['command'];
  automatic: boolean;
}

export async function prepareReviewRounds(setting: ChaosSetting): Promise<ChaosRounds> {
  const { ports, env } = setting;
  const working = join(setting.scratch, 'shop');
  mkdirSync(working);
  makeDemoRepository(working);
  const git = askForCheck(working);
  for (const owner of [VICTIM, CALM]) await indexForReviews(setting, owner, NAME, working);

  async function reviewed(command: Command, trouble: Delivery['trouble']) {
    const calm = await startRun(setting, CALM, NAME, command);
    const ended = await runReviewTask(ports, runWork(calm).payload);
    if (ended !== 'completed') throw new Error(`The undisturbed review ended as ${ended}`);
    const { payload } = runWork(await startRun(setting, VICTIM, NAME, command));
    const began = performance.now();
    const delivered = await deliver({ kind: 'review', payload, env, trouble }, setting.aheadMs);
    setting.aheadMs = delivered.aheadMs;
    return {
      ...delivered,
      ms: performance.now() - began,
      fault: await faultOf(setting, command.number, calm.run_number),
    };
  }

  let number = await openPulls(setting, git, 0);
  // The first one fills caches.
  await reviewed({ number, command: 'review', automatic: false }, NO_TROUBLE);
  let { ms: usualMs } = await reviewed({ number, command: 'full_review', automatic: false }, NO_TROUBLE);
  return {
    usualMs,
    async round(round, random, trouble) {
      // A new pull request, then a push to it that mends one fault and makes another, then one that is forced.
      const step = (round - 1) % 3;
      if (step === 0) number = await openPulls(setting, git, round);
      else pushTo(working, git, round, step);
      const command = random() < 0.7 ? 'review' : random() < 0.5 ? 'full_review' : 'lint';
      const automatic = command === 'review' && random() < 0.5;
      const ended = await reviewed({ number, command, automatic }, trouble(usualMs));
      // A machine that was busy before would let every later worker end in time.
      if (ended.troubles.length === 0) usualMs = Math.min(usualMs, ended.ms);
      return ended;
    },
  };
}

async function startRun(
  { host, ports }: ChaosSetting,
  owner: string,
  name: string,
  { number, command, automatic }: Command,
): Promise<RunRecord> {
  const { id } = await host.comment({ owner, name, number, by: owner, body: '@reviewgraph review' });
  const { token } = host.addUser({ login: owner });
  const pull = await ports.scm.pullRequest(token, owner, name, number);
  const repoKey = repoKeyOf(owner, name);
  const at = { repoKey, owner, repoName: name, login: owner, commentId: automatic ? 0 : id };
  const asked = { ...at, pull, command, mode: 'normal', modeGiven: false, automatic } as const;
  const answers = { started: { started: true }, running: {}, limited: {}, spent: {} };
  const answered = await startReview(ports, { ...asked, deliveries: [] }, answers);
  if (answered?.answer['started'] !== true) throw new Error(`No review of ${owner}/${name}#${number} could start`);
  const key = { repo_key: repoKey, pr_number: number };
  const { review_run_count: count = 0 } = (await pullRequests.get(ports.store, key)) ?? {};
  const run = await reviewRuns.get(ports.store, { ...key, run_number: count });
  if (run === undefined) throw new Error(`${owner}/${name}#${number} has no run ${count}`);
  return run;
}

/** For work on what a review has found. */
export async function reviewUndisturbed(
  setting: ChaosSetting,
  owner: string,
  name: string,
  number: number,
): Promise<void> {
  const run = await startRun(setting, owner, name, { number, command: 'review', automatic: false });
  const ended = await runReviewTask(setting.ports, runWork(run).payload);
  if (ended !== 'completed') throw new Error(`The undisturbed review ended as ${ended}`);
}

export async function indexForReviews(
  { host, ports }: ChaosSetting,
  owner: string,
  name: string,
  from: string,
): Promise<void> {
  const { token } = host.addUser({ login: owner });
  await recordUser(ports, owner, token);
  await host.addRepository({ owner, name, from });
  host.addInstallation({ login: owner });
  const repository = await ports.scm.repository(token, owner, name);
  const { job } = await startIngest(ports, { uid: owner, repository, branch: null, clearExisting: false });
  const outcome = await runIngestTask(ports, { job_id: job.job_id });
  if (outcome !== 'completed') throw new Error(`The ingestion of ${owner}/${name} ended as ${outcome}`);
}

/** Gives how to commit there. */
function askForCheck(folder: string): (...args: string[]) => void {
  const git = commitAs(folder);
  writeFileSync(join(folder, '.reviewgraph.yml'), 'check: high\n');
  git('add', '.reviewgraph.yml');
  git('commit', '--quiet', '--message', 'Ask for a check');
  return git;
}

/** The same number in both. */
async function openPulls({ host }: ChaosSetting, git: (...args: string[]) => void, round: number): Promise<number> {
  const head = `round-${round}`;
  git('branch', head, DEMO_BRANCH);
  let number = 0;
  for (const owner of [VICTIM, CALM]) ({ number } = await host.openPull({ owner, name: NAME, head, by: owner }));
  return number;
}

/** The host's default branch is the one that is checked out. */
function pushTo(folder: string, git: (...args: string[]) => void, round: number, step: number): void {
  git('switch', '--quiet', `round-${round - step}`);
  const cart = join(folder, 'src', 'cart.ts');
  const orders = join(folder, 'orders.py');
  writeFileSync(cart, readFileSync(cart, 'utf8').replace('i <= items.length', 'i < items.length'));
  writeFileSync(orders, `${readFileSync(orders, 'utf8')}\n\npassword = "swordfish${round}"\n`);
  git('commit', '--quiet', '--all', '--message', `Round ${round}`, ...(step === 2 ? ['--amend'] : []));
  git('switch', '--quiet', 'main');
}

/** What may differ: times, the names of the repositories, and what counts deliveries. */
const OWN = new Set([
  ...['at', 'posted_at', 'triggered_at', 'completed_at', 'opened_at', 'last_reviewed_at', 'platform_updated_at'],
  ...['repo_key', 'repo_id', 'owner', 'url', 'author', 'comment_id', 'triggered_by', 'version', 'attempts'],
]);

function told(doc: object | undefined): string {
  const fields = Object.entries(doc ?? {}).filter(([field]) => !OWN.has(field));
  return JSON.stringify(Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1))));
}

async function faultOf(setting: ChaosSetting, number: number, run: number): Promise<string | undefined> {
  const [found, wanted] = [await standing(setting, VICTIM, number, run), await standing(setting, CALM, number, run)];
  return differenceOf(found, wanted);
}

/** All that a pull request and its newest run have left behind, in lines that can be compared. */
async function standing(
  { host, ports }: ChaosSetting,
  owner: string,
  number: number,
  run: number,
): Promise<Record<string, string[]>> {
  const repoKey = repoKeyOf(owner, NAME);
  const { comments, reviewComments } = host.written(owner, NAME, number);
  const { headSha } = await host.pull(owner, NAME, number);
  const { checkRuns, statuses } = host.checks(owner, NAME, headSha);
  const key = { repo_key: repoKey, pr_number: number };
  const all = async (found: Promise<{ doc: object }[]>): Promise<string[]> =>
    (await found).map(({ doc }) => told(doc)).sort();
  const happened = events.query(
    ports.store,
    {},
    {
      where: [
        ['repo_key', '==', repoKey],
        ['pr_number', '==', number],
      ],
    },
  );
  return {
    'the run': [told(await reviewRuns.get(ports.store, { ...key, run_number: run }))],
    'the pull request': [told(await pullRequests.get(ports.store, key))],
    comments: comments.map(
      ({ body, reactions }) => `${reactions.length} ${withoutIds(body).replaceAll(`${owner}/`, '')}`,
    ),
    'comments on lines': reviewComments
      .map(({ path, line, side, body }) => `${path}:${line ?? ''}:${side} ${body}`)
      .sort(),
    'the check': [
      ...checkRuns.map(({ conclusion, title, summary, annotations }) =>
        JSON.stringify([conclusion, title, summary, annotations]),
      ),
      ...statuses.slice(-1).map(({ state, description }) => `${state} ${description ?? ''}`),
    ],
    'checks that are open': await all(openChecks.query(ports.store, {}, { where: [['repo_key', '==', repoKey]] })),
    issues: (await all(issues.query(ports.store, key, {})))
      .map((issue) => issue.replaceAll(`${owner}/`, '').replaceAll(/"at":"[^"]*"/g, '"at":""'))
      .sort(),
    events: await all(happened),
    'runs that have not ended': await all(activeRuns.query(ports.store, {}, { where: [['repo_key', '==', repoKey]] })),
  };
}
