/** Who collects spans and figures, behind the real protocol: OTLP over HTTP as JSON (opentelemetry.io/docs/specs/otlp). */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PATIENT_CONNECTIONS } from '../../local/stack/patient-connections.ts';

interface KeyValue {
  key: string;
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };
}

export interface CollectedSpan {
  name: string;
  traceId: string;
  spanId: string;
  /** '' for the first of a trace. */
  parentSpanId: string;
  /** OTLP's numbers: 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  failed: boolean;
  attributes: Record<string, unknown>;
}

/** Of a counter its sum, of a histogram the number of its values. */
export interface CollectedFigure {
  name: string;
  value: number;
  attributes: Record<string, unknown>;
}

interface SpanRow {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  status?: { code?: number };
  attributes?: KeyValue[];
}

interface Point {
  asDouble?: number;
  asInt?: number | string;
  count?: number | string;
  attributes?: KeyValue[];
}

export interface Batch {
  resourceSpans?: { resource: { attributes: KeyValue[] }; scopeSpans: { spans: SpanRow[] }[] }[];
  resourceMetrics?: {
    scopeMetrics: { metrics: { name: string; sum?: { dataPoints: Point[] }; histogram?: { dataPoints: Point[] } }[] }[];
  }[];
}

export interface TraceCollector {
  /** `http://127.0.0.1:41234` */
  url: string;
  spans: CollectedSpan[];
  /** The newest of each name and attributes. */
  figures(): CollectedFigure[];
  /** Everything that arrived, as text. */
  received: string[];
  /** With which headers (names in lower case) each of these came to which path, in the same order. */
  requests: { path: string; headers: IncomingHttpHeaders }[];
  /** Refuses everything while true. */
  away: boolean;
  close(): Promise<void>;
}

function plain(attributes: KeyValue[] = []): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const figures = new Map<string, CollectedFigure>();
  const take = ({ resourceSpans = [], resourceMetrics = [] }: Batch) => {
    for (const { name, status, attributes, parentSpanId = '', ...span } of resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    )) {
      self.spans.push({ ...span, name, parentSpanId, failed: status?.code === 2, attributes: plain(attributes) });
    }
    const metrics = resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
    for (const { name, sum, histogram } of metrics) {
      for (const { asDouble, asInt, count, attributes } of (sum ?? histogram)?.dataPoints ?? []) {
        const found = { name, value: Number(asDouble ?? asInt ?? count), attributes: plain(attributes) };
        figures.set(JSON.stringify([name, found.attributes]), found);
      }
    }
  };
  const server = createServer(PATIENT_CONNECTIONS, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      // What a vendor puts before or in place of `v1` is its own affair.
      const path = request.url ?? '';
      const known = /\/(traces|metrics)$/.test(path);
      if (self.away || !known) return void response.writeHead(self.away ? 400 : 404).end();
      const text = Buffer.concat(chunks).toString();
      self.received.push(text);
      self.requests.push({ path, headers: request.headers });
      take(JSON.parse(text) as Batch);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const self: TraceCollector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    figures: () => [...figures.values()],
    received: [],
    requests: [],
    away: false,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return self;
}
