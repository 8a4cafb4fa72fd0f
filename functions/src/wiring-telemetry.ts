/** The part of wiring.ts that has requests, tasks and their calls seen from outside, where TELEMETRY_URL says to whom. */
import { projectID } from 'firebase-functions/params';
import { SERVICE_VERSION } from './model/service-version.ts';
import type { Ports } from './ports.ts';
import { MODEL_PRICES, TASKS_LOCATION, TELEMETRY_PERCENT, TELEMETRY_URL } from './settings.ts';
import { lateTelemetry } from './telemetry/late.ts';
import { modelPrices } from './telemetry/model-prices.ts';
import { tracedPorts } from './telemetry/traced-ports.ts';

/** `service`: what this process is called among those that send. Without TELEMETRY_URL the ports stay as they are. */
export function seenBy(service: string, ports: Ports): Ports {
  const url = TELEMETRY_URL.value().trim().replace(/\/+$/, '');
  if (url === '') return ports;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    ports.log.error('TELEMETRY_URL is no address such as https://telemetry.googleapis.com: nothing is sent');
    return ports;
  }
  const telemetry = lateTelemetry(async () => {
    const { openTelemetry } = await import('./adapters/telemetry.ts');
    const opened = openTelemetry({
      ...{ url, service, version: SERVICE_VERSION, log: ports.log },
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
