/** Telemetry where nobody collects any: work is done, nothing is noted, no library is loaded. */
import type { SpanPort, TelemetryPort } from '../ports-telemetry.ts';

const nothing = () => undefined;
const SILENT_SPAN: SpanPort = { set: nothing, rename: nothing, failed: nothing };

export const silentTelemetry: TelemetryPort = {
  span: (_name, _given, work) => work(SILENT_SPAN),
  traceparent: nothing,
  record: nothing,
  flush: async () => undefined,
};
