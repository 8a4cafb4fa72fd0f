/** Endpoints while Firestore or Neo4j is away: 503 with a time to come back, nothing lost, and all well afterwards. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { OUTAGES, startCutLine, type CutLine } from '../../../local/lab/cut-line.ts';
import { createGraph } from '../../../src/adapters/neo4j.ts';
import { serviceVariable } from '../../support/services.ts';
import { testGraphUri } from '../../support/neo4j.ts';
import { startService, type TestService, type TestUser } from '../../support/service.ts';
import { webhookOf } from '../../support/webhook.ts';

const ASKED: [method: string, path: string, body?: object][] = [
  ['GET', '/api/v1/auth/me'],
  ['GET', '/api/v1/ingest/jobs'],
  ['GET', '/api/v1/query/stats'],
  ['GET', '/api/v1/repos/'],
  ['GET', '/api/v1/tools/config'],
  ['POST', '/api/v1/support/query', { subject: 'Outage', message: 'Is it over?' }],
];

describe('endpoints during outages', function () {
  this.timeout(240_000);
  let service: TestService;
  let ada: TestUser;
  let store: CutLine;
  let graph: CutLine;

  before(async () => {
    store = await startCutLine(serviceVariable('FIRESTORE_EMULATOR_HOST'));
    graph = await startCutLine(new URL(await testGraphUri()).host);
    service = await startService({
      storeHost: store.address,
      graph: createGraph({ uri: `bolt://${graph.address}`, retryMs: 300, connectMs: 300, readTimeoutMs: 500 }),
    });
    ada = await service.user('ada');
  });
  after(async () => {
    await service.close();
    await Promise.all([store.close(), graph.close()]);
  });

  async function answers(): Promise<string[]> {
    return Promise.all(
      ASKED.map(async ([method, path, body]) => {
        const answer = await service.call(method, path, { as: ada, body });
        const wait = Number(answer.headers.get('retry-after') ?? 0) > 0 ? ', later' : '';
        return `${path} ${answer.status}${wait}`;
      }),
    );
  }

  async function recovered(): Promise<void> {
    // A client that was cut off tries again after a pause of its own; the test's own time limit is the only one.
    while ((await answers()).some((line) => !/ 20[01]$/.test(line))) await sleep(200);
  }

  for (const outage of OUTAGES.filter((each) => each !== 'cut')) {
    it(`answer 503 while Firestore is ${outage}, and as ever when it is back; a webhook is taken then, once`, async () => {
      await recovered();
      const hook = webhookOf(service, 'ada', `outage-${outage}`);
      await hook.indexed();
      const send = () => hook.send('push', hook.push(), { delivery: `outage-${outage}` });
      const before = hook.tasks('updateGraph').length;
      store.fail(outage);
      const [away, refused] = await Promise.all([answers(), send()]);
      store.mend();
      assert.deepEqual(
        away.filter((line) => !line.endsWith(' 503, later')),
        [],
      );
      assert.deepEqual([refused.status, Number(refused.headers.get('retry-after')) > 0], [503, true]);
      await recovered();
      const taken = await send();
      assert.deepEqual([taken.status, (await send()).body], [200, taken.body]);
      assert.equal(hook.tasks('updateGraph').length, before + 1);
    });

    it(`answer 503 to questions alone while Neo4j is ${outage}`, async () => {
      await recovered();
      graph.fail(outage);
      const away = await answers();
      graph.mend();
      assert.deepEqual(
        away.filter((line) => line.endsWith(' 503, later')),
        ['/api/v1/query/stats 503, later'],
      );
      await recovered();
    });
  }
});
