/**
 * What people say to reviews, answered by workers that are disturbed: questions in threads and in the conversation, findings
 * dismissed and resolved. The same is said in two repositories; in one of them nobody is disturbed, and in the end both have to
 * hold the same answers, each once, the same dismissals, issues and audit. Some tasks come to two workers at once, all of them
 * come once more when everything is over.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditEntries } from '../../../src/documents/audit.ts';
import { dismissals } from '../../../src/documents/dismissals.ts';
import { issues } from '../../../src/documents/reviews.ts';
import { runAnswerTask } from '../../../src/jobs/conversation/tasks.ts';
import { repoKeyOf } from '../../../src/model/repositories.ts';
import { DEMO_BRANCH, makeDemoRepository } from '../../demo/demo-repository.ts';
import { NO_TROUBLE, type ChaosRounds, type ChaosSetting } from './chaos-setting.ts';
import { commitAs } from './commit-as.ts';
import { deliver, deliverOnce, type Delivery } from './deliver.ts';
import { differenceOf, withoutIds } from './difference.ts';
import { indexForReviews, reviewUndisturbed } from './review-rounds.ts';

const NAME = 'talk';
// Names of one length, as with reviews.
const VICTIM = 'asking';
const CALM = 'silent';
const BOTH = [VICTIM, CALM] as const;

/** More than any task waits. */
const LATER_MS = 2 * 24 * 3_600_000;

/** The first word that is said in a thread, or undefined: then it is said in the conversation. */
const SAID: [text: string, inThread: boolean][] = [
  ['@reviewgraph why is that?', true],
  ['@reviewgraph explain', true],
  ['@reviewgraph dismiss it is known', true],
  ['@reviewgraph resolve', true],
  ['@reviewgraph what does this change do?', false],
];

export async function prepareAnswerRounds(setting: ChaosSetting): Promise<ChaosRounds> {
  const { host, ports, env } = setting;
  const working = join(setting.scratch, 'talk');
  mkdirSync(working);
  makeDemoRepository(working);
  const git = commitAs(working);
  writeFileSync(join(working, '.reviewgraph.yml'), 'conversation: true\n');
  git('add', '.reviewgraph.yml');
  git('commit', '--quiet', '--message', 'Answer what is said');
  for (const owner of BOTH) await indexForReviews(setting, owner, NAME, working);

  /** A pull request with findings to talk about; the same number in both. */
  async function openPulls(round: number): Promise<number> {
    const head = `talk-${round}`;
    git('branch', head, DEMO_BRANCH);
    let number = 0;
    for (const owner of BOTH) {
      ({ number } = await host.openPull({ owner, name: NAME, head, by: owner }));
      await reviewUndisturbed(setting, owner, NAME, number);
    }
    return number;
  }

  async function answered(number: number, what: (typeof SAID)[number], thread: number, trouble: Delivery['trouble']) {
    const calm = await runAnswerTask(ports, await said(setting, CALM, number, what, thread));
    if (calm !== 'answered') throw new Error(`The undisturbed answer ended as ${calm}`);
    const delivery: Delivery = {
      kind: 'answer',
      payload: await said(setting, VICTIM, number, what, thread),
      env,
      trouble,
    };
    const began = performance.now();
    // A task that is sent twice comes to two workers of one clock.
    const twin = thread % 2 === 0 ? deliverOnce(delivery, setting.aheadMs) : undefined;
    const delivered = await deliver(delivery, setting.aheadMs);
    await twin;
    const ms = performance.now() - began;
    setting.aheadMs = delivered.aheadMs;
    await deliverOnce(delivery, setting.aheadMs + LATER_MS);
    const [found, wanted] = [await standing(setting, VICTIM, number), await standing(setting, CALM, number)];
    return { ...delivered, ms, fault: differenceOf(found, wanted) };
  }

  let number = await openPulls(0);
  const first = SAID[0] ?? ['@reviewgraph why?', true];
  await answered(number, first, 1, NO_TROUBLE);
  let { ms: usualMs } = await answered(number, first, 1, NO_TROUBLE);
  return {
    usualMs,
    async round(round, random, trouble) {
      if (round % 10 === 0) number = await openPulls(round);
      const what = SAID[Math.floor(random() * SAID.length)] ?? first;
      const ended = await answered(number, what, Math.floor(random() * 6), trouble(usualMs));
      if (ended.troubles.length === 0) usualMs = Math.min(usualMs, ended.ms);
      return ended;
    },
  };
}

/** Writes it; the task that follows from it. */
async function said(
  { host, ports }: ChaosSetting,
  owner: string,
  number: number,
  [body, inThread]: (typeof SAID)[number],
  thread: number,
) {
  const at = { owner, name: NAME, number, by: owner, body };
  const { reviewComments } = host.written(owner, NAME, number);
  const roots = reviewComments.filter(({ replyTo }) => replyTo === null);
  const root = inThread ? roots[thread % roots.length] : undefined;
  const { id } =
    root === undefined ? await host.comment(at) : await host.reply({ commentId: root.id, by: owner, body });
  // GitHub's events alone say where a comment stands.
  const onLines = ports.settings.scmKind === 'github' ? inThread : null;
  const about = { owner, repo_name: NAME, number, comment_id: id, on_lines: onLines, login: owner };
  return { kind: 'ask', ...about } as const;
}

/** All that was said and settled on a pull request, in lines that can be compared: without ids, times and names. */
async function standing({ host, ports }: ChaosSetting, owner: string, number: number) {
  const repoKey = repoKeyOf(owner, NAME);
  const { comments, reviewComments } = host.written(owner, NAME, number);
  const plain = (text: string) =>
    withoutIds(text)
      .replace(/(<!-- reviewgraph:reply )\d+/, '$1')
      .replaceAll(owner, '');
  const settled = await dismissals.query(ports.store, { repo_key: repoKey }, {});
  const found = await issues.query(ports.store, { repo_key: repoKey, pr_number: number }, {});
  const audit = await auditEntries.query(ports.store, { repo_key: repoKey }, {});
  return {
    'the conversation': comments.map(({ body }) => plain(body)),
    threads: reviewComments.map(({ path, line, body }) => `${path}:${line ?? ''} ${plain(body)}`),
    resolved: reviewComments.map(({ path, resolvedBy }) => `${path} ${resolvedBy === null ? 'open' : 'resolved'}`),
    dismissals: settled.map(({ doc }) => plain(`${doc.kind} ${doc.path} ${doc.title} ${doc.reason ?? ''}`)).sort(),
    issues: found.map(({ doc }) => `${doc.path}:${doc.line_start} ${doc.title} ${doc.status}`).sort(),
    audit: audit.map(({ doc }) => `${doc.action} ${doc.pr_number ?? ''}`).sort(),
  };
}
