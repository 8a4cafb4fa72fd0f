/** Telemetry that is loaded with the first thing to be noted, and silent when it cannot be. */
import type { TelemetryPort } from '../ports-telemetry.ts';
import { silentTelemetry } from './silent.ts';

/** `load` is asked once; it says itself why it failed. */
export function lateTelemetry(load: () => Promise<TelemetryPort>): TelemetryPort {
  let loading: Promise<TelemetryPort> | undefined;
  let loaded: TelemetryPort | undefined;
  const here = async () => {
    loading ??= load().catch(() => silentTelemetry);
    return (loaded ??= await loading);
  };
  return {
    span: async (name, given, work) => (loaded ?? (await here())).span(name, given, work),
    traceparent: () => loaded?.traceparent(),
    record: (...noted) => {
      if (loaded === undefined) void here().then((port) => port.record(...noted));
      else loaded.record(...noted);
    },
    flush: async () => loaded?.flush(),
  };
}
