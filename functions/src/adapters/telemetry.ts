/**
 * Telemetry by OpenTelemetry, sent as OTLP over HTTP (JSON), each signal to its address:
 *
 *     https://telemetry.googleapis.com/v1/traces     Google Cloud's own, with the function's credentials
 *     https://otlp.vendor.example/v1/metrics         any collector, with the headers that it asks for
 *
 * Only imported where there is such an address. Nothing is registered globally, so no other library begins to report. Whether a
 * trace is kept is decided by its id, so all processes that take part decide alike, whatever flag came along.
 *
 * API: opentelemetry.io/docs/specs/otlp, w3.org/TR/trace-context, cloud.google.com/stackdriver/docs/reference/telemetry.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { ROOT_CONTEXT, SpanKind as Kind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import type { Counter, Histogram, Span } from '@opentelemetry/api';
import { ExportResultCode, parseKeyPairsIntoRecord, parseTraceParent } from '@opentelemetry/core';
import type { ExportResult } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { AppError } from '../model/errors.ts';
import type { Figure, LogPort, SpanKind, SpanPort, TelemetryPort } from '../ports.ts';

export interface TelemetryOptions {
  /** Whole addresses; undefined for a signal that nobody collects. */
  traces: string | undefined;
  metrics: string | undefined;
  /** For every collector but Google's: `x-api-key=…,x-team=…`, values percent-encoded where they need it. */
  headers: string;
  /** Percent of the traces that are sent. */
  percent: number;
  project: string;
  region: string;
  /** The function that this process serves. */
  service: string;
  version: string;
  log: Pick<LogPort, 'warn'>;
}

const GOOGLE = 'telemetry.googleapis.com';
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const METRICS_EVERY_MS = 60_000;
/** For sending what there is at a task's end. */
const FLUSH_MS = 5_000;
const KINDS: Record<SpanKind, Kind> = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  consumer: Kind.CONSUMER,
  producer: Kind.PRODUCER,
  internal: Kind.INTERNAL,
};

type Headers = Record<string, string>;

/** Google asks for a token of the service account and for the project that pays; others get neither, and Google no key of theirs. */
function headersFor(url: string, { project, headers }: TelemetryOptions): Headers | (() => Promise<Headers>) {
  if (new URL(url).hostname !== GOOGLE) return parseKeyPairsIntoRecord(headers);
  let auth: Promise<{ getAccessToken(): Promise<string | null | undefined> }> | undefined;
  const load = async () => new (await import('google-auth-library')).GoogleAuth({ scopes: SCOPE });
  return async () => {
    auth ??= load();
    const token = await auth.then((google) => google.getAccessToken()).catch(() => undefined);
    return { 'x-goog-user-project': project, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  };
}

interface Exporter<Batch> {
  export(batch: Batch, done: (result: ExportResult) => void): void;
}

/** Says that a collector is away, once until it answers again. */
function told<Batch, E extends Exporter<Batch>>(what: string, exporter: E, log: Pick<LogPort, 'warn'>): E {
  const send = exporter.export.bind(exporter);
  let away = false;
  exporter.export = (batch, done) =>
    send(batch, (result) => {
      const failed = result.code === ExportResultCode.FAILED;
      if (failed && !away) log.warn(`${what} cannot be sent`, { reason: result.error?.message });
      away = failed;
      done(result);
    });
  return exporter;
}

/** A failure's kind: texts may quote what somebody wrote. */
function kindOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

function spanPort(span: Span): SpanPort {
  return {
    set: (attributes) => void span.setAttributes(attributes),
    rename: (name) => void span.updateName(name),
    failed(kind) {
      span.setAttribute('error.type', kind);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
  };
}

function spanProcessors(options: TelemetryOptions): BatchSpanProcessor[] {
  const { traces: url, log } = options;
  if (url === undefined) return [];
  const exporter = told('Traces', new OTLPTraceExporter({ url, headers: headersFor(url, options) }), log);
  return [new BatchSpanProcessor({ exporter })];
}

function metricReaders(options: TelemetryOptions): PeriodicExportingMetricReader[] {
  const { metrics: url, log } = options;
  if (url === undefined) return [];
  const exporter = told('Metrics', new OTLPMetricExporter({ url, headers: headersFor(url, options) }), log);
  return [new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: METRICS_EVERY_MS })];
}

function providers(options: TelemetryOptions) {
  const { percent, project, region, service, version } = options;
  const resource = resourceFromAttributes({
    ...{ 'service.name': service, 'service.namespace': 'reviewgraph', 'service.version': version },
    // Of one process: Google refuses figures without it, and counters of two processes must not be taken for one.
    'service.instance.id': randomUUID(),
    ...{ 'cloud.platform': 'gcp_cloud_run', 'cloud.region': region, 'gcp.project_id': project },
  });
  return {
    tracers: new TracerProvider({
      resource,
      sampler: new TraceIdRatioBasedSampler(percent / 100),
      spanProcessors: spanProcessors(options),
    }),
    meters: new MeterProvider({ resource, readers: metricReaders(options) }),
  };
}

/** The library's own limit is that of its exporters, which try again. */
async function withinFlush(sent: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, FLUSH_MS)));
  await Promise.race([sent, late]);
  clearTimeout(timer);
}

export interface LiveTelemetry extends TelemetryPort {
  /** Sends what there is, and ends. */
  close(): Promise<void>;
}

export function openTelemetry(options: TelemetryOptions): LiveTelemetry {
  const { tracers, meters } = providers(options);
  const tracer = tracers.getTracer('reviewgraph', options.version);
  const meter = meters.getMeter('reviewgraph', options.version);
  const open = new AsyncLocalStorage<Span>();
  const instruments = new Map<string, Counter | Histogram>();

  function instrumentOf({ name, kind, unit, description }: Figure): Counter | Histogram {
    const made = instruments.get(name);
    if (made !== undefined) return made;
    const how = { unit, description };
    const instrument = kind === 'counter' ? meter.createCounter(name, how) : meter.createHistogram(name, how);
    instruments.set(name, instrument);
    return instrument;
  }

  /** Below `parent` when it can be read, else below the open span, else a trace of its own. */
  function contextOf(parent: string | undefined) {
    const remote = parent === undefined ? null : parseTraceParent(parent);
    if (remote !== null) return trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true });
    const above = open.getStore();
    return above === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, above);
  }

  return {
    async span(name, { kind, attributes = {}, parent }, work) {
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(parent));
      const port = spanPort(span);
      try {
        return await open.run(span, () => work(port));
      } catch (error) {
        port.failed(kindOf(error));
        throw error;
      } finally {
        span.end();
      }
    },
    traceparent() {
      const context = open.getStore()?.spanContext();
      if (context === undefined) return undefined;
      const sampled = (context.traceFlags & TraceFlags.SAMPLED) !== 0;
      return `00-${context.traceId}-${context.spanId}-${sampled ? '01' : '00'}`;
    },
    record(figure, value, attributes) {
      const instrument = instrumentOf(figure);
      if ('add' in instrument) instrument.add(value, attributes);
      else instrument.record(value, attributes);
    },
    flush: () => withinFlush(Promise.allSettled([tracers.forceFlush(), meters.forceFlush()])),
    async close() {
      await Promise.allSettled([tracers.shutdown(), meters.shutdown()]);
    },
  };
}
