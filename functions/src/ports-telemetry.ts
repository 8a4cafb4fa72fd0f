/** What is seen of the service from outside, as types: spans and figures, to whoever collects them. */

/** Values of a span or figure: names, numbers and ids; never a token, code, or what somebody wrote. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** A span while its work goes on. */
export interface SpanPort {
  /** Says what is known only now: a route, a status. */
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** A failure that was answered rather than thrown. */
  failed(kind: string): void;
}

/** `server`: somebody called; `consumer`: a queue or a document did; `internal`: a schedule; `client`: we call another service. */
export type SpanKind = 'server' | 'consumer' | 'client' | 'producer' | 'internal';

/** A counter adds up; a histogram holds how values are distributed. `unit` in UCUM: `s`, `{job}`. */
export interface Figure {
  name: string;
  kind: 'counter' | 'histogram';
  unit: string;
  description: string;
}

export interface TelemetryPort {
  /**
   * `work` as a span below the one that is open where it is called, or below `parent`, a `traceparent` of W3C Trace Context
   * (one that cannot be read counts as none). What `work` throws marks the span as failed, by the error's code or name alone,
   * and is thrown on.
   */
  span<T>(
    name: string,
    given: { kind: SpanKind; attributes?: SpanAttributes; parent?: string | undefined },
    work: (span: SpanPort) => Promise<T>,
  ): Promise<T>;
  /** `00-4bf92f…-00f067…-01` of the open span, to be handed on; undefined when there is none. */
  traceparent(): string | undefined;
  /** Adds to a counter, or one value to a histogram. */
  record(figure: Figure, value: number, attributes?: SpanAttributes): void;
  /** Sends what there is; resolves after a few seconds whether it could be sent or not. */
  flush(): Promise<void>;
}
