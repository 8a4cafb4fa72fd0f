/**
 * Ports whose calls are spans of the request or task that makes them:
 *
 *     POST /api/v1/webhook/onComment
 *     ├─ store transaction
 *     └─ queue enqueue                 reviewPullRequest
 *        └─ task reviewPullRequest     (another process, by the traceparent that the task carries)
 *           ├─ scm pull
 *           ├─ graph read              MATCH (r:Repository {id: $id}) RETURN …
 *           └─ gateway chat            gpt-5-mini, tokens
 *
 * A span has the port's and the method's name. What a call was given is not shown, but for the text of a Cypher statement,
 * which is constant, the queue and the model.
 */
import type { GatewayPort, Ports, QueuePort } from '../ports.ts';
import type { SpanAttributes, TelemetryPort } from '../ports-telemetry.ts';
import { FIGURES } from './figures.ts';
import { costOf } from './model-prices.ts';
import type { ModelPrice } from './model-prices.ts';

/** What is no call of another service, or none that a request makes. */
const AT_ONCE = new Set<string | symbol>(['cloneUrl', 'close', 'then']);
/** Characters of a statement that name it. */
const STATEMENT_NAME = 160;

type AnyPort = Record<string | symbol, unknown>;

/** Each method as a span; `attributesOf` may say of its arguments what nobody wrote. */
function traced<P extends object>(
  telemetry: TelemetryPort,
  name: string,
  port: P,
  attributesOf: (method: string, args: unknown[]) => SpanAttributes = () => ({}),
): P {
  return new Proxy(port, {
    get(target, method) {
      const called = (target as AnyPort)[method];
      if (typeof called !== 'function' || AT_ONCE.has(method) || typeof method === 'symbol') return called;
      return (...args: unknown[]) =>
        telemetry.span(
          `${name} ${method}`,
          { kind: 'client', attributes: attributesOf(method, args) },
          async () => (await Reflect.apply(called, target, args)) as unknown,
        );
    },
  });
}

/** The first words of a statement, or of the first of several. */
function statementName(method: string, [first]: unknown[]): SpanAttributes {
  const statements = Array.isArray(first) ? (first as { cypher: string }[]) : undefined;
  const cypher = statements === undefined ? (first as string) : (statements[0]?.cypher ?? '');
  const summary = cypher.replace(/\s+/g, ' ').trim().slice(0, STATEMENT_NAME);
  const common = { 'db.system.name': 'neo4j', 'db.operation.name': method, 'db.query.summary': summary };
  return statements === undefined ? common : { ...common, 'db.operation.batch.size': statements.length };
}

function tracedQueue(telemetry: TelemetryPort, queue: QueuePort): QueuePort {
  return {
    enqueue: (name, id, payload, delaySeconds) => {
      const attributes = { 'messaging.system': 'gcp_cloud_tasks', 'messaging.destination.name': name };
      return telemetry.span('queue enqueue', { kind: 'producer', attributes }, async () => {
        const outcome = await queue.enqueue(name, id, payload, delaySeconds, telemetry.traceparent());
        telemetry.record(FIGURES.tasksMade, 1, { queue: name, outcome });
        return outcome;
      });
    },
  };
}

function tracedGateway(
  telemetry: TelemetryPort,
  gateway: GatewayPort,
  { prices, embeddingModel }: TracedOptions,
): GatewayPort {
  const asked = async <T>(operation: string, model: string, ask: () => Promise<T>): Promise<T> => {
    const attributes = { 'gen_ai.operation.name': operation, 'gen_ai.request.model': model };
    return telemetry.span(`gateway ${operation}`, { kind: 'client', attributes }, async () => {
      const since = performance.now();
      let outcome = 'failed';
      try {
        const answer = await ask();
        outcome = 'answered';
        return answer;
      } finally {
        const seconds = (performance.now() - since) / 1000;
        telemetry.record(FIGURES.modelDuration, seconds, { model, operation, outcome });
      }
    });
  };
  return {
    embed: (texts, signal) => asked('embed', embeddingModel, () => gateway.embed(texts, signal)),
    async chat(request) {
      const answer = await asked('chat', request.model, () => gateway.chat(request));
      const { model } = request;
      telemetry.record(FIGURES.tokens, answer.usage.prompt, { model, direction: 'read' });
      telemetry.record(FIGURES.tokens, answer.usage.completion, { model, direction: 'written' });
      const cost = costOf(prices, model, answer.usage);
      if (cost !== undefined) telemetry.record(FIGURES.cost, cost, { model });
      return answer;
    },
  };
}

export interface TracedOptions {
  prices: Map<string, ModelPrice>;
  embeddingModel: string;
}

/** The same ports, seen. */
export function tracedPorts(ports: Ports, telemetry: TelemetryPort, options: TracedOptions): Ports {
  return {
    ...ports,
    telemetry,
    graph: traced(telemetry, 'graph', ports.graph, statementName),
    store: traced(telemetry, 'store', ports.store),
    queue: tracedQueue(telemetry, ports.queue),
    scm: traced(telemetry, 'scm', ports.scm),
    git: traced(telemetry, 'git', ports.git),
    gateway: tracedGateway(telemetry, ports.gateway, options),
    linters: traced(telemetry, 'linters', ports.linters),
  };
}
