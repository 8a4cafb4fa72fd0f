/** The part of wiring.ts that has requests, tasks and their calls seen from outside, where the settings say to whom. */
import { projectID } from 'firebase-functions/params';
import { SERVICE_VERSION } from './model/service-version.ts';
import type { LogPort, Ports } from './ports.ts';
import {
  MODEL_PRICES,
  TASKS_LOCATION,
  TELEMETRY_METRICS_URL,
  TELEMETRY_PERCENT,
  TELEMETRY_TRACES_URL,
  TELEMETRY_URL,
} from './settings.ts';
import { lateTelemetry } from './telemetry/late.ts';
import { modelPrices } from './telemetry/model-prices.ts';
import { tracedPorts } from './telemetry/traced-ports.ts';

interface Addresses {
  traces: string | undefined;
  metrics: string | undefined;
}

/** Where each signal is sent; undefined for nowhere. The log says which setting is no address. */
function addresses(log: Pick<LogPort, 'error'>): Addresses {
  const read = (name: string, text: string): string | undefined => {
    const url = text.trim().replace(/\/+$/, '');
    if (url === '') return undefined;
    if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
    log.error(`${name} is no address such as https://telemetry.googleapis.com: nothing is sent there`);
    return undefined;
  };
  const base = read('TELEMETRY_URL', TELEMETRY_URL.value());
  const below = (path: string) => (base === undefined ? undefined : `${base}${path}`);
  const own = (name: string, text: string, path: string) => (text.trim() === '' ? below(path) : read(name, text));
  return {
    traces: own('TELEMETRY_TRACES_URL', TELEMETRY_TRACES_URL.value(), '/v1/traces'),
    metrics: own('TELEMETRY_METRICS_URL', TELEMETRY_METRICS_URL.value(), '/v1/metrics'),
  };
}

/**
 * `service`: what this process is called among those that send; `headers`: TELEMETRY_HEADERS. Where nobody collects, the ports
 * stay as they are.
 */
export function seenBy(service: string, headers: string, ports: Ports): Ports {
  const { traces, metrics } = addresses(ports.log);
  if (traces === undefined && metrics === undefined) return ports;
  const telemetry = lateTelemetry(async () => {
    const { openTelemetry } = await import('./adapters/telemetry.ts');
    const opened = openTelemetry({
      ...{ traces, metrics, headers, service, version: SERVICE_VERSION, log: ports.log },
      percent: Math.min(100, Math.max(0, TELEMETRY_PERCENT.value())),
      project: projectID.value(),
      region: TASKS_LOCATION.value(),
    });
    // An instance that is taken away has some seconds for what it has not sent.
    process.once('SIGTERM', () => void opened.close());
    return opened;
  });
  return tracedPorts(ports, telemetry, {
    prices: modelPrices(MODEL_PRICES.value()),
    embeddingModel: ports.settings.embeddingModel,
  });
}
