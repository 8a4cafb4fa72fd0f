/** A process with its settings, and what it loads: libraries of telemetry are there where somebody collects, and else not. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startTraceCollector } from './support/trace-collector.ts';

/** Asks the ports of a process for something, and prints which packages of telemetry were looked for meanwhile. */
const PROGRAM = `
import { registerHooks } from 'node:module';
const seen = new Set();
registerHooks({ resolve(specifier, context, next) {
  if (/^@opentelemetry\\/(sdk|exporter|core|resources)/.test(specifier)) seen.add(specifier);
  return next(specifier, context);
} });
const { livePorts } = await import('./src/wiring.ts');
const ports = livePorts();
const log = console.log;
console.log = console.error = console.warn = () => undefined;
await ports.telemetry.span('try', { kind: 'server' }, async () => undefined);
await ports.gateway.chat({ model: 'm', messages: [] }).catch(() => undefined);
await ports.telemetry.flush();
log([...seen].sort().join(' '));
process.exit(0);
`;

async function loaded(url: string, settings: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd: new URL('..', import.meta.url).pathname,
    env: {
      PATH: process.env['PATH'],
      TELEMETRY_URL: url,
      TELEMETRY_PERCENT: '100',
      GCLOUD_PROJECT: 'demo-none',
      ...settings,
    },
  });
  return stdout.trim();
}

describe('telemetry of a process', function () {
  this.timeout(60_000);

  it('loads nothing where nobody collects, or the address is none', async () => {
    assert.deepEqual([await loaded(''), await loaded('collector')], ['', '']);
  });

  it('goes to the addresses that the settings name, with the headers of a secret', async () => {
    const collector = await startTraceCollector();
    try {
      await loaded('collector', {
        TELEMETRY_TRACES_URL: `${collector.url}/own/traces/`,
        TELEMETRY_HEADERS: 'x-api-key=made-up-key',
      });
      assert.deepEqual(
        collector.requests.map(({ path, headers }) => [path, headers['x-api-key']]),
        [['/own/traces', 'made-up-key']],
      );
    } finally {
      await collector.close();
    }
  });

  it('goes to the address that the settings name', async () => {
    const collector = await startTraceCollector();
    try {
      assert.match(await loaded(collector.url), /exporter-trace-otlp-http.*sdk-trace/);
      assert.deepEqual(collector.spans.map(({ name }) => name).sort(), ['gateway chat', 'try']);
    } finally {
      await collector.close();
    }
  });
});
