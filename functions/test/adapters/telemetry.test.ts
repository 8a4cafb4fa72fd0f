/** Spans and figures arrive at a collector that speaks OTLP over HTTP. */
import assert from 'node:assert/strict';
import { openTelemetry } from '../../src/adapters/telemetry.ts';
import type { LiveTelemetry, TelemetryOptions } from '../../src/adapters/telemetry.ts';
import { AppError } from '../../src/model/errors.ts';
import { FIGURES } from '../../src/telemetry/figures.ts';
import { startTraceCollector } from '../support/trace-collector.ts';
import type { TraceCollector } from '../support/trace-collector.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`;
const SERVER = { kind: 'server' } as const;

describe('telemetry', () => {
  let collector: TraceCollector;
  let open: LiveTelemetry[];
  let warned: string[];

  function telemetry(percent = 100, over: Partial<TelemetryOptions> = {}): LiveTelemetry {
    const named = { project: 'demo', region: 'us-central1', service: 'webhook', version: '1.2.3' };
    const log = { warn: (message: string) => void warned.push(message) };
    const urls = { traces: `${collector.url}/v1/traces`, metrics: `${collector.url}/v1/metrics` };
    const made = openTelemetry({ ...urls, headers: '', percent, log, ...named, ...over });
    open.push(made);
    return made;
  }

  beforeEach(async () => {
    collector = await startTraceCollector();
    open = [];
    warned = [];
  });

  afterEach(async () => {
    await Promise.all(open.map((each) => each.close()));
    await collector.close();
  });

  const named = (name: string) => {
    const found = collector.spans.find((span) => span.name === name);
    assert.ok(found, `no span ${name} among ${collector.spans.map((span) => span.name).join(', ')}`);
    return found;
  };

  it('tells whose part each span is, from a caller’s trace over calls in turn and at once to another process', async () => {
    const here = telemetry();
    let handed: string | undefined;
    await here.span('request', { ...SERVER, parent: PARENT }, async () => {
      await here.span('first', { kind: 'client' }, async () => undefined);
      const both = ['left', 'right'].map((name) =>
        here.span(name, { kind: 'client' }, () =>
          here.span(`${name} below`, { kind: 'client' }, async () => undefined),
        ),
      );
      await Promise.all(both);
      handed = await here.span('hand on', { kind: 'producer' }, async () => here.traceparent());
    });
    const there = telemetry();
    await there.span('task', { kind: 'consumer', parent: handed }, async () => undefined);
    await Promise.all([here.flush(), there.flush()]);

    assert.deepEqual([...new Set(collector.spans.map(({ traceId }) => traceId))], [TRACE]);
    const request = named('request');
    assert.equal(request.parentSpanId, '00f067aa0ba902b7');
    for (const name of ['first', 'left', 'right', 'hand on'])
      assert.equal(named(name).parentSpanId, request.spanId, name);
    for (const name of ['left', 'right']) assert.equal(named(`${name} below`).parentSpanId, named(name).spanId);
    assert.equal(named('task').parentSpanId, named('hand on').spanId);
    assert.deepEqual([request.kind, named('first').kind, named('hand on').kind, named('task').kind], [2, 3, 4, 5]);
    assert.equal(here.traceparent(), undefined);
  });

  it('begins a trace of its own below a parent that cannot be read', async () => {
    const here = telemetry();
    for (const parent of ['', 'x', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `ff-${TRACE}-00f067aa0ba902b7-01`]) {
      await here.span('request', { ...SERVER, parent }, async () => undefined);
    }
    await here.flush();
    assert.equal(collector.spans.length, 4);
    assert.equal(new Set(collector.spans.map(({ traceId }) => traceId)).size, 4);
    assert.deepEqual(
      collector.spans.filter(({ traceId, parentSpanId }) => traceId === TRACE || parentSpanId !== ''),
      [],
    );
  });

  it('says of a failure its kind, and none of its words', async () => {
    const here = telemetry();
    for (const error of [new AppError('not_found', 'no ada/secret-engine'), new TypeError('ghp_secret-engine')]) {
      await assert.rejects(
        here.span(error.name, SERVER, () => Promise.reject(error)),
        error,
      );
    }
    await here.flush();
    assert.deepEqual(
      collector.spans.map(({ failed, attributes }) => [failed, attributes]),
      [
        [true, { 'error.type': 'not_found' }],
        [true, { 'error.type': 'TypeError' }],
      ],
    );
    assert.ok(!collector.received.join('').includes('secret-engine'));
  });

  it('keeps or leaves a whole trace, by its id and whatever flag came along', async () => {
    const none = telemetry(0);
    const handed = await none.span('request', { ...SERVER, parent: PARENT }, async () => none.traceparent());
    assert.match(handed ?? '', new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
    const all = telemetry(100);
    await all.span('task', { kind: 'consumer', parent: handed }, async () => undefined);
    await Promise.all([none.flush(), all.flush()]);
    assert.deepEqual(
      collector.spans.map(({ name }) => name),
      ['task'],
    );
  });

  it('adds figures up by their attributes, under what tells processes apart', async () => {
    const here = telemetry();
    for (const status of ['completed', 'failed', 'completed']) here.record(FIGURES.jobs, 1, { kind: 'push', status });
    here.record(FIGURES.jobDuration, 2.5, { kind: 'push', status: 'failed' });
    await here.flush();
    assert.deepEqual(
      collector.figures().map(({ name, value, attributes }) => [name, value, attributes['status']]),
      [
        ['reviewgraph.jobs', 2, 'completed'],
        ['reviewgraph.jobs', 1, 'failed'],
        ['reviewgraph.job.duration', 1, 'failed'],
      ],
    );
    const sent = collector.received.join('');
    for (const name of ['service.instance.id', 'gcp.project_id', 'cloud.region']) assert.ok(sent.includes(name), name);
  });

  it('sends each signal to its own address, with the headers that a collector asks for', async () => {
    const here = telemetry(100, {
      traces: `${collector.url}/otlp/one/traces`,
      headers: 'x-api-key=made-up-key, x-team = a%20b%2Cc ,nothing',
    });
    const plain = telemetry(100, { metrics: undefined });
    for (const each of [here, plain]) {
      await each.span('request', SERVER, async () => undefined);
      each.record(FIGURES.jobs, 1, { kind: 'push', status: 'completed' });
      await each.flush();
    }
    const came = collector.requests.map(({ path, headers }) => [path, headers['x-api-key'], headers['x-team']]);
    assert.deepEqual(came.sort(), [
      ['/otlp/one/traces', 'made-up-key', 'a b,c'],
      ['/v1/metrics', 'made-up-key', 'a b,c'],
      ['/v1/traces', undefined, undefined],
    ]);
  });

  it('goes on where the collector is away, and says so once', async () => {
    const here = telemetry();
    collector.away = true;
    for (let time = 0; time < 2; time++) {
      assert.equal(await here.span('request', SERVER, async () => 'done'), 'done');
      await here.flush();
    }
    assert.deepEqual(
      warned.filter((message) => message.startsWith('Traces')),
      ['Traces cannot be sent'],
    );
    collector.away = false;
    await here.span('later', SERVER, async () => undefined);
    await here.flush();
    assert.deepEqual(
      collector.spans.map(({ name }) => name),
      ['later'],
    );
  });
});
