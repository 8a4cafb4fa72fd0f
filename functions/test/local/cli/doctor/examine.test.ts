/** What the doctor says of a service that runs, of one that does not, and of tokens that see more or less. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { examine } from '../../../../local/cli/doctor/examine.ts';
import { doctorText } from '../../../../local/cli/output/doctor-text.ts';
import { indexedRepository } from '../../../support/review-history.ts';
import { startService, type TestService, type TestUser } from '../../../support/service.ts';
import { webhookOf } from '../../../support/webhook.ts';

const COMMAND = join(import.meta.dirname, '../../../../local/cli/doctor.ts');

describe('local/cli/doctor', function () {
  this.timeout(120_000);
  let service: TestService;
  let ada: TestUser;

  before(async () => {
    service = await startService({ settings: { gatewayConfigured: true, operators: ['ada'] } });
    ada = await service.user('ada');
    await indexedRepository(service.ports.store, 'ada', 'engine', { indexed_by: ada.uid });
    await indexedRepository(service.ports.store, 'ada', 'quiet', { indexed_by: ada.uid });
    const hook = webhookOf(service, 'ada', 'engine');
    await hook.send('push', hook.push({ ref: 'refs/heads/other' }));
  });
  after(() => service.close());

  const wrong = (found: Awaited<ReturnType<typeof examine>>) =>
    found.checks.filter(({ ok }) => !ok).map(({ what }) => what);

  it('tells what is reachable, what arrived, and the fix of what is wrong', async () => {
    const found = await examine({ url: service.baseUrl, repository: undefined, token: ada.idToken });
    // This service has no graph.
    assert.deepEqual(wrong(found), ['the graph answers', 'ada/quiet']);
    assert.deepEqual(found.refused, []);
    assert.ok(found.checks.every(({ ok, fix }) => ok === (fix === null)));
    assert.deepEqual(
      found.deliveries.map(({ repository, event, status }) => [repository, event, status]),
      [['ada/engine', 'push', 'ignored']],
    );
    const text = doctorText(found);
    assert.match(text, /^ok {4}the service answers/m);
    assert.match(text, /^FAIL {2}ada\/quiet .*No webhook[^\n]*\n {6}fix: /m);
    assert.match(text, /\n2 problems\.\n$/);
    assert.ok(!text.includes(ada.idToken) && !JSON.stringify(found).includes(ada.idToken));
  });

  it('sends a test where it is told to, and says that it arrived', async () => {
    const engine = { owner: 'ada', name: 'engine' };
    const found = await examine({ url: service.baseUrl, repository: engine, token: ada.idToken, test: true });
    const test = found.checks.find(({ what }) => what === 'a test arrives');
    assert.ok(test?.ok && test.detail.startsWith(service.baseUrl), test?.detail);
    assert.equal(found.deliveries[0]?.event, 'ping');
    const other = { owner: 'ada', name: 'x' };
    const refused = await examine({ url: service.baseUrl, repository: other, token: ada.idToken, test: true });
    assert.ok(wrong(refused).includes('a test arrives'));
  });

  it('says which token it needs, and whose it is not', async () => {
    const none = await examine({ url: service.baseUrl, repository: undefined, token: '' });
    assert.ok(wrong(none).includes('a token is given'));
    const bad = await examine({ url: service.baseUrl, repository: { owner: 'ada', name: 'engine' }, token: 'a.b.c' });
    assert.match(bad.checks.at(-1)?.fix ?? '', /expired, revoked/);
    const unknown = await examine({
      url: service.baseUrl,
      repository: { owner: 'ada', name: 'x' },
      token: ada.idToken,
    });
    assert.match(unknown.checks.at(-1)?.fix ?? '', /Index the repository first/);
  });

  it('ends with a status: 1 for what is wrong, 2 for words that are', () => {
    const run = (...args: string[]) => spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8' });
    const away = run('--url', 'http://127.0.0.1:9', '--json');
    assert.equal(away.status, 1, away.stderr);
    assert.equal((JSON.parse(away.stdout) as { checks: unknown[] }).checks.length, 1);
    assert.equal(run('--repo', 'engine').status, 2);
    assert.equal(run('--test').status, 2);
    assert.equal(run('--url', 'ftp://x').status, 2);
  });
});
