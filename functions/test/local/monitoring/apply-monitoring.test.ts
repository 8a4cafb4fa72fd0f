/** The dashboard and alert policies of a project follow the files, against a server that speaks Cloud Monitoring's protocol. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyMonitoring, readMonitoring } from '../../../local/monitoring/apply-monitoring.ts';
import type { Applied, MonitoringFiles } from '../../../local/monitoring/apply-monitoring.ts';
import { FIGURES } from '../../../src/telemetry/figures.ts';
import { startMonitoringServer } from '../../support/monitoring-server.ts';
import type { MonitoringServer } from '../../support/monitoring-server.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FILES = readMonitoring(join(ROOT, 'monitoring'));
const CHANNEL = 'projects/p/notificationChannels/7';

describe('monitoring of a project', () => {
  let server: MonitoringServer;

  beforeEach(async () => {
    server = await startMonitoringServer('token');
  });
  afterEach(() => server.close());

  function apply(options: { channels?: string[]; dryRun?: boolean; files?: MonitoringFiles; token?: string } = {}) {
    const { channels = [], dryRun = false, files = FILES, token = 'token' } = options;
    const api = { url: server.url, token: async () => token };
    return applyMonitoring(api, files, { project: 'p', channels, dryRun });
  }
  const counts = (applied: Applied[]) => {
    const of = (done: Applied['done']) => applied.filter((each) => each.done === done).length;
    return { created: of('created'), changed: of('changed'), unchanged: of('unchanged') };
  };
  const all = FILES.alerts.size + 1;
  const policy = (label: string) => {
    const found = [...server.resources.values()].find(
      ({ userLabels }) => (userLabels as Record<string, string> | undefined)?.['reviewgraph_alert'] === label,
    );
    assert.ok(found, label);
    return found;
  };

  it('is made once, and then left alone', async () => {
    assert.deepEqual(counts(await apply()), { created: all, changed: 0, unchanged: 0 });
    assert.equal(server.resources.size, all);
    server.writes.length = 0;
    assert.deepEqual(counts(await apply()), { created: 0, changed: 0, unchanged: all });
    assert.deepEqual(server.writes, []);
  });

  it('follows the files where they differ, and keeps who is told and what is switched off', async () => {
    await apply({ channels: [CHANNEL] });
    const before = policy('failed-jobs');
    server.resources.set(String(before['name']), { ...before, enabled: false });
    const alerts = new Map(FILES.alerts).set('failed-jobs', {
      ...FILES.alerts.get('failed-jobs'),
      severity: 'CRITICAL',
    });
    const dashboard = { ...FILES.dashboard, mosaicLayout: { columns: 12, tiles: [] } };
    const applied = await apply({ files: { dashboard, alerts } });
    assert.deepEqual(counts(applied), { created: 0, changed: 2, unchanged: all - 2 });
    const { severity, enabled, notificationChannels } = policy('failed-jobs');
    assert.deepEqual([severity, enabled, notificationChannels], ['CRITICAL', false, [CHANNEL]]);
    const board = [...server.resources.values()].find(({ displayName }) => displayName === 'Reviewgraph');
    assert.deepEqual(board?.['mosaicLayout'], dashboard.mosaicLayout);
    assert.deepEqual(counts(await apply({ files: { dashboard, alerts } })).unchanged, all);
  });

  it('tells other channels when they are given', async () => {
    await apply();
    assert.equal(counts(await apply({ channels: [CHANNEL] })).changed, FILES.alerts.size);
    assert.deepEqual(policy('late-tasks')['notificationChannels'], [CHANNEL]);
  });

  it('does nothing in a dry run but say what it would', async () => {
    assert.deepEqual(counts(await apply({ dryRun: true })), { created: all, changed: 0, unchanged: 0 });
    assert.deepEqual(server.writes, []);
  });

  it('touches nothing of others, chooses none of several, and repeats what the service refuses', async () => {
    server.resources.set('projects/p/dashboards/90', { name: 'projects/p/dashboards/90', displayName: 'Theirs' });
    server.resources.set('projects/p/alertPolicies/91', { name: 'projects/p/alertPolicies/91', displayName: 'Theirs' });
    await apply();
    assert.deepEqual(server.resources.get('projects/p/dashboards/90'), {
      ...{ name: 'projects/p/dashboards/90', displayName: 'Theirs' },
    });
    const copy = { ...policy('failed-jobs'), name: 'projects/p/alertPolicies/92' };
    server.resources.set(copy.name, copy);
    await assert.rejects(apply(), /several of the alert policy failed-jobs: projects\/p\/alertPolicies\/\d+, .*\/92/);
    await assert.rejects(apply({ token: 'other' }), /401 Request had invalid credentials/);
  });
});

describe('the files of monitoring', () => {
  const text = JSON.stringify([FILES.dashboard, ...FILES.alerts.values()]);

  it('ask for figures that the service sends', () => {
    const asked = [...text.matchAll(/\{\\"((?:reviewgraph|gen_ai|http)\.[a-z_.]+)\\"/g)].map(([, name = '']) =>
      name.replace(/_(?:bucket|count|sum)$/, ''),
    );
    const sent = new Set<string>(Object.values(FIGURES).map(({ name }) => name));
    assert.ok(asked.length > 8, asked.join(' '));
    assert.deepEqual(
      asked.filter((name) => !sent.has(name)),
      [],
    );
  });

  it('are told of in docs/operating.md: each panel, and each alert with what to do', () => {
    const page = readFileSync(join(ROOT, 'docs', 'operating.md'), 'utf8');
    const titles = [...JSON.stringify(FILES.dashboard).matchAll(/"title":"([^"]+)"/g)].map(([, title = '']) => title);
    const missing = [...titles, ...FILES.alerts.keys()].filter((name) => !page.includes(name));
    assert.deepEqual([titles.length > 10, missing], [true, []]);
    for (const [label, { documentation }] of FILES.alerts) {
      assert.ok((documentation as { content: string }).content.length > 80, label);
    }
  });
});
