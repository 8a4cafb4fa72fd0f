/** A review from its webhook to its comments, as whoever collects telemetry sees it: one trace, and the figures. */
import assert from 'node:assert/strict';
import { openTelemetry } from '../../src/adapters/telemetry.ts';
import type { LiveTelemetry } from '../../src/adapters/telemetry.ts';
import { foldEvent } from '../../src/analytics/fold-event.ts';
import { sweepJobs } from '../../src/jobs/ingest/sweep.ts';
import { runReviewTask } from '../../src/jobs/reviews/tasks.ts';
import { seenTask } from '../../src/telemetry/seen-task.ts';
import { seenTrigger } from '../../src/telemetry/seen-trigger.ts';
import { tracedPorts } from '../../src/telemetry/traced-ports.ts';
import { FAULTY_PRICE, startReviewService } from '../support/review-service.ts';
import type { ReviewService } from '../support/review-service.ts';
import { startTraceCollector } from '../support/trace-collector.ts';
import type { CollectedSpan, TraceCollector } from '../support/trace-collector.ts';

describe('a review, seen from outside', () => {
  let collector: TraceCollector;
  let telemetry: LiveTelemetry;
  let review: ReviewService;
  let trace: CollectedSpan[];

  before(async function () {
    this.timeout(120_000);
    collector = await startTraceCollector();
    const log = { warn: (message: string) => assert.fail(message) };
    const named = { project: 'demo', region: 'us-central1', service: 'test', version: '0' };
    const urls = { traces: `${collector.url}/v1/traces`, metrics: `${collector.url}/v1/metrics` };
    telemetry = openTelemetry({ ...urls, headers: '', percent: 100, log, ...named });
    const prices = new Map([['review-test', { read: 1, written: 10 }]]);
    review = await startReviewService({
      over: (ports) => tracedPorts(ports, telemetry, { prices, embeddingModel: 'none' }),
    });
    await telemetry.flush();
    collector.spans.length = 0;
    collector.received.length = 0;
    await review.command('@reviewgraph review');
    const task = review.service.tasks.tasks.findLast(({ url }) => url.endsWith('/reviewPullRequest'));
    const { ports } = review.service;
    const work = () => runReviewTask(ports, task?.payload);
    assert.equal(await seenTask(telemetry, 'reviewPullRequest', task?.headers ?? {}, work), 'completed');
    const request = collector.spans.find(({ name }) => name === 'POST /api/v1/webhook/onComment');
    trace = collector.spans.filter(({ traceId }) => traceId === request?.traceId);
  });

  after(async () => {
    await telemetry.close();
    await review.close();
    await collector.close();
  });

  const value = (name: string, wanted: Record<string, unknown>) =>
    collector
      .figures()
      .filter((figure) => figure.name === name)
      .filter(({ attributes }) => Object.entries(wanted).every(([key, each]) => attributes[key] === each))
      .reduce((sum, figure) => sum + figure.value, 0);

  const pathTo = (span: CollectedSpan): string[] => {
    const parent = trace.find(({ spanId }) => spanId === span.parentSpanId);
    return parent === undefined ? [span.name] : [...pathTo(parent), span.name];
  };

  it('is one trace: the webhook, its task, and what that asks of the graph, the platform and the models', () => {
    const starts = ['POST /api/v1/webhook/onComment', 'queue enqueue', 'task reviewPullRequest'];
    const first = trace.filter(({ parentSpanId }) => parentSpanId === '');
    assert.deepEqual(
      first.map(({ name }) => name),
      [starts[0]],
    );
    const task = trace.find(({ name }) => name === starts[2]);
    assert.ok(task);
    assert.deepEqual(pathTo(task), starts);
    const asked = trace.filter(({ kind, name }) => kind === 3 && !name.startsWith('store '));
    for (const port of ['graph', 'scm', 'git', 'gateway', 'linters']) {
      const calls = asked.filter(({ name }) => name.startsWith(`${port} `));
      // Git asks nothing where the platform's own API gave the trees.
      if (port !== 'git') assert.ok(calls.length > 0, `no call of ${port}`);
      for (const call of calls) assert.deepEqual(pathTo(call).slice(0, 3), starts, call.name);
    }
    const chat = trace.find(({ name }) => name === 'gateway chat');
    assert.equal(chat?.attributes['gen_ai.request.model'], 'review-test');
    const statement = String(trace.find(({ name }) => name === 'graph read')?.attributes['db.query.summary']);
    assert.match(statement, /MATCH|UNWIND|CALL|RETURN/);
  });

  it('counts the task, the review, the request, its tokens and what they cost', () => {
    assert.equal(value('reviewgraph.reviews', { status: 'completed', command: 'review', cause: 'none' }), 1);
    assert.equal(value('reviewgraph.review.duration', { status: 'completed' }), 1);
    assert.equal(value('reviewgraph.jobs', { kind: 'ingest', status: 'completed' }), 1);
    assert.equal(value('reviewgraph.tasks.made', { queue: 'reviewPullRequest', outcome: 'enqueued' }), 1);
    assert.equal(value('reviewgraph.task.duration', { queue: 'reviewPullRequest', outcome: 'done' }), 1);
    assert.equal(value('http.server.request.duration', { 'http.route': '/api/v1/webhook/onComment' }), 1);
    const [read, written] = ['read', 'written'].map((direction) => value('reviewgraph.model.tokens', { direction }));
    assert.ok(read !== undefined && written !== undefined && read > 0 && written > 0);
    const cost = value('reviewgraph.model.cost', { model: 'review-test' });
    assert.ok(Math.abs(cost - (read + 10 * written) / 1_000_000) < 1e-9, String(cost));
  });

  it('shows what a schedule and a document start as traces of their own, what they ask below them, and their failures', async () => {
    const { ports } = review.service;
    await seenTrigger(telemetry, 'schedule', 'sweepJobs', () => sweepJobs(ports));
    const folded = await seenTrigger(telemetry, 'document', 'foldEvent', () => foldEvent(ports, 'no such event'));
    assert.equal(folded, 'gone');
    const failure = seenTrigger(telemetry, 'schedule', 'pollPlatform', () => Promise.reject(new TypeError('ignored')));
    await assert.rejects(failure, TypeError);
    const spans = (name: string) => collector.spans.filter((span) => span.name === name);
    for (const [name, kind, trigger] of [
      ['schedule sweepJobs', 1, 'timer'],
      ['document foldEvent', 5, 'datasource'],
    ] as const) {
      const [span] = spans(name);
      assert.deepEqual([span?.parentSpanId, span?.kind, span?.attributes['faas.trigger']], ['', kind, trigger], name);
      const below = collector.spans.filter(({ parentSpanId }) => parentSpanId === span?.spanId);
      assert.ok(below.length > 0 && below.every(({ name: called }) => called.startsWith('store ')), name);
    }
    const [failed] = spans('schedule pollPlatform');
    assert.deepEqual([failed?.failed, failed?.attributes['error.type']], [true, 'TypeError']);
    const ended = (name: string, outcome: string) => value('reviewgraph.trigger.duration', { function: name, outcome });
    assert.deepEqual(
      [ended('sweepJobs', 'done'), ended('foldEvent', 'done'), ended('pollPlatform', 'failed')],
      [1, 1, 1],
    );
  });

  it('says nothing of tokens, names, code, or what somebody wrote', () => {
    const sent = collector.received.join('\n');
    const secret = [
      review.ada.scmToken,
      review.ada.idToken,
      review.owner,
      review.name + '/',
      'total_of',
      '@reviewgraph',
    ];
    const told = [...secret, FAULTY_PRICE.slice(0, 30), 'webhook-test-secret', 'ignored'].filter((text) =>
      sent.includes(text),
    );
    assert.deepEqual(told, []);
  });
});
