/**
 * A service with what teams read: ada's public engine, reviewed for 40 days, and her private secret, which bob may not
 * see. Used by the tests of lists and of figures.
 */
import assert from 'node:assert/strict';
import { foldEvent } from '../../src/analytics/fold-event.ts';
import { AT, indexedRepository } from './review-history.ts';
import type { EventOf, TestHistory } from './review-history.ts';
import { startService } from './service.ts';
import type { TestService, TestUser } from './service.ts';

const DAY_MS = 86_400_000;

export interface ReviewedService {
  service: TestService;
  ada: TestUser;
  bob: TestUser;
  engine: TestHistory;
  secret: TestHistory;
  /** The body of `GET /api/v1/repos…`, which has to be found; ada asks unless told otherwise. */
  get(path: string, as?: TestUser): Promise<unknown>;
  status(path: string, as?: TestUser): Promise<number>;
  /** ISO time, and its date. */
  daysAgo(days: number): string;
  date(days: number): string;
  happened(repository: TestHistory, ...events: EventOf[]): Promise<void>;
}

export async function startReviewedService(): Promise<ReviewedService> {
  const service = await startService();
  const ada = await service.user('ada');
  const bob = await service.user('bob');
  const { store } = service.ports;

  const get = async (path: string, as: TestUser = ada) => {
    const answer = await service.call('GET', `/api/v1/repos${path}`, { as });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const status = async (path: string, as: TestUser = ada) =>
    (await service.call('GET', `/api/v1/repos${path}`, { as })).status;
  const daysAgo = (days: number) => new Date(service.ports.clock.now().getTime() - days * DAY_MS).toISOString();
  const date = (days: number) => daysAgo(days).slice(0, 10);
  const happened = async (repository: TestHistory, ...events: EventOf[]) => {
    for (const event of events) {
      assert.equal(await foldEvent(service.ports, await repository.event(event)), 'folded');
    }
  };

  const engine = await indexedRepository(store, 'ada', 'engine', { description: 'Runs', stars: 7 });
  const secret = await indexedRepository(store, 'ada', 'secret', {
    private: true,
    ingested_at: '2026-11-21T10:00:00.000Z',
  });
  await indexedRepository(store, 'ada', 'gone', { deleting: true });
  await store.set(`users/${ada.uid}/grants/private`, { repo_ids: ['ada/secret', 'ada/never-indexed'] });
  await reviewEngine(engine, daysAgo);
  await happened(engine, ...engineEvents(daysAgo));
  await happened(secret, ...secretEvents(daysAgo));

  return { service, ada, bob, engine, secret, get, status, daysAgo, date, happened };
}

type DaysAgo = ReviewedService['daysAgo'];

/** Pull requests, runs and issues as documents; what happened to them comes as events. */
async function reviewEngine(engine: TestHistory, daysAgo: DaysAgo): Promise<void> {
  await engine.pull(1, { state: 'merged', merged_at: AT, review_run_count: 2, last_reviewed_at: daysAgo(3) });
  await engine.pull(2, { review_run_count: 1, open_issue_count: 3, last_reviewed_at: daysAgo(1) });
  await engine.pull(3);
  await engine.run(1, 1, { command: 'full_review', mode: 'deep' });
  await engine.run(1, 2, {
    issue_count: 2,
    positive_finding_count: 1,
    positive_findings: ['Tests came with it'],
    walkthrough_summary: 'Two files',
    usage: { model: 'm', tool_rounds: 3, prompt_tokens: 100, completion_tokens: 10 },
  });
  await engine.issue(1, 'low', { severity: 'low', run_numbers: [1, 2] });
  await engine.issue(1, 'worst', { severity: 'critical', run_numbers: [2] });
  await engine.issue(1, 'other-run', { run_numbers: [1] });
}

const engineEvents = (daysAgo: DaysAgo): EventOf[] => [
  ran(1, 1, daysAgo(40)),
  ran(1, 2, daysAgo(3)),
  ran(2, 1, daysAgo(1)),
  posted(1, 'f1', daysAgo(40)),
  posted(1, 'f2', daysAgo(3)),
  posted(2, 'f3', daysAgo(3)),
  posted(2, 'f4', daysAgo(1)),
  { type: 'finding.resolved', pr_number: 1, fingerprint: 'f2', how: 'fixed', at: daysAgo(1) },
  { type: 'finding.dismissed', pr_number: 2, fingerprint: 'f3', at: daysAgo(1) },
  { type: 'pr.opened', pr_number: 1, at: daysAgo(41) },
  { type: 'pr.merged', pr_number: 1, at: daysAgo(1), opened_at: daysAgo(3) },
];

const secretEvents = (daysAgo: DaysAgo): EventOf[] => [
  ran(1, 1, daysAgo(2)),
  posted(1, 's1', daysAgo(2)),
  { type: 'pr.merged', pr_number: 1, at: daysAgo(2), opened_at: daysAgo(3) },
];

function posted(pr: number, fingerprint: string, at: string): EventOf {
  return {
    type: 'finding.posted',
    pr_number: pr,
    fingerprint,
    severity: 'high',
    category: 'bug',
    source: 'agent',
    at,
  };
}

function ran(pr: number, run: number, at: string): EventOf {
  return { type: 'run.completed', pr_number: pr, run_number: run, command: 'review', mode: 'normal', at };
}
