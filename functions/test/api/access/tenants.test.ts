/**
 * Every published operation that names a repository or a job, asked by Eve about Ada's private repository: the answer is
 * to the letter that about one which does not exist, and whatever she sends, nothing of Ada's changes. Operations that
 * are added later are found here without a line of their own.
 */
import assert from 'node:assert/strict';
import { runIngestTask } from '../../../src/jobs/ingest/tasks.ts';
import { OPERATIONS, requestFor, urlOf, type Operation, type Values } from '../../support/contract.ts';
import { testGraph } from '../../support/neo4j.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { indexedRepository } from '../../support/review-history.ts';
import { startService, type Answer, type TestService, type TestUser } from '../../support/service.ts';

const NAMES = ['owner', 'repo', 'repo_name', 'repo_owner', 'job_id'];

function naming({ parameters, body }: Operation): string[] {
  const names = [...parameters.map(({ name }) => name), ...Object.keys(body?.properties ?? {})];
  return names.filter((name) => NAMES.includes(name));
}

describe('tenants', function () {
  this.timeout(240_000);
  const own = `${process.pid}x${Date.now() % 100_000}`;
  let service: TestService;
  let source: TestRepository;
  let ada: TestUser;
  let eve: TestUser;
  let jobId: string;

  before(async () => {
    service = await startService({ graph: await testGraph(), settings: { gatewayConfigured: true } });
    source = makeRepository({
      'a.py': 'class Door:\n    def open(self):\n        return helper()\n\n\ndef helper(): pass\n',
    });
    ada = await service.user(`ada${own}`);
    eve = await service.user(`eve${own}`);
    await service.host.addRepository({ owner: ada.login, name: 'vault', from: source.path, private: true });
    const body = { owner: ada.login, repo_name: 'vault' };
    const started = await service.call('POST', '/api/v1/ingest/scm', { as: ada, body });
    jobId = (started.body as { job_id: string }).job_id;
    assert.equal(await runIngestTask(service.ports, { job_id: jobId }), 'completed');
    const history = await indexedRepository(service.ports.store, ada.login, 'vault', { private: true });
    await history.pull(1);
    await history.run(1, 1);
    await history.issue(1, 'found');
  });
  after(async () => {
    await service.close();
    source.remove();
  });

  /** An id of Ada's, whichever repository is named beside it. */
  const helperId = () => `${ada.login}/vault a.py#helper`;
  const about = (name: string, job: string): Values => ({
    ...{ owner: ada.login, repo: name, repo_owner: ada.login, repo_name: name, job_id: job },
    ...{ name: 'helper', query: 'helper', symbol_name: 'helper', method_name: 'open', function_name: 'open' },
    ...{ class_name: 'Door', path: 'a.py', line: 1, pr_number: 1, run_number: 1 },
    symbol_id: helperId(),
  });
  const ask = (operation: Operation, as: TestUser, values: Values, more: object = {}): Promise<Answer> => {
    // Elsewhere these are dates and commits.
    const ends = operation.id === 'path_between' ? { from: helperId(), to: helperId() } : {};
    const { path, query, body, headers } = requestFor(operation, { ...values, ...ends });
    const sent = body === undefined ? {} : { body: { ...(body as object), ...more } };
    return service.call(operation.method, urlOf(operation, { path, query }), { as, headers, ...sent });
  };
  const stored = async () => {
    const { store } = service.ports;
    const documents = await Promise.all(
      ['repositories', 'jobs', 'users', 'events'].map((collection) => store.query({ collection })),
    );
    return JSON.stringify(documents.flat().filter(({ doc }) => JSON.stringify(doc).includes(ada.login)));
  };

  it('are as if they were not there, to all who may not see them', async () => {
    const before = await stored();
    const asked = OPERATIONS.filter((operation) => operation.secured && naming(operation).length > 0);
    assert.ok(asked.length >= 20, 'most operations name a repository');
    for (const operation of asked) {
      const hidden = await ask(operation, eve, about('vault', jobId));
      const missing = await ask(operation, eve, about('vaunt', jobId.replace(/\w/g, '0')));
      const what = `${operation.method} ${operation.path}`;
      assert.equal(hidden.status, missing.status, what);
      assert.equal(hidden.text.replaceAll('vault', 'vaunt'), missing.text, what);
      assert.ok(hidden.status >= 400 && hidden.status < 500, `${what}: ${hidden.status} ${hidden.text}`);
    }
    assert.equal(await stored(), before, 'nothing of it has changed');
  });

  it('show in no list, sum or search of somebody else', async () => {
    for (const operation of OPERATIONS.filter(({ secured, method }) => secured && method === 'GET')) {
      const values = Object.entries(about('vault', jobId)).filter(([name]) => !NAMES.includes(name));
      if (operation.parameters.some(({ name, required }) => required === true && NAMES.includes(name))) continue;
      const { status, text } = await ask(operation, eve, Object.fromEntries(values));
      assert.ok(status < 500 && !text.includes(ada.login), `${operation.path}: ${text}`);
    }
  });

  it('have symbols that are as unknown to others as symbols that are not there', async () => {
    const asked = [
      ['neighbours', 'symbol_id'],
      ['path', 'from'],
      ['path', 'to'],
    ] as const;
    const eves = `${ada.login}/vault a.py#helper`;
    for (const [path, name] of asked) {
      const other = name === 'symbol_id' ? {} : { from: eves, to: eves };
      const answers = await Promise.all(
        [eves, `${ada.login}/vault a.py#nothing`, `${ada.login}/vaunt a.py#helper`].map((id) => {
          const query = new URLSearchParams({ ...other, [name]: id });
          return service.call('GET', `/api/v1/query/${path}?${query.toString()}`, { as: eve });
        }),
      );
      for (const { status, text } of answers) assert.deepEqual([status, text], [404, answers[0]?.text], path);
      const query = new URLSearchParams({ ...other, [name]: eves });
      const hers = await service.call('GET', `/api/v1/query/${path}?${query.toString()}`, { as: ada });
      assert.equal(hers.status, 200, hers.text);
    }
  });

  it('take no field that is not theirs to set', async () => {
    const extra = {
      ...{ uid: ada.login, requested_by: ada.login, indexed_by: ada.login, access: 'public', private: false },
      ...{ scmInstallationId: 1, scmAccountId: '1', repo_key: 'x', job_id: jobId, status: 'completed', deleting: true },
      ...{ constructor: { prototype: { polluted: true } }, prototype: { polluted: true } },
    };
    const before = await stored();
    for (const operation of OPERATIONS.filter(({ secured, body }) => secured && body !== undefined)) {
      const values = { ...about('vaunt', jobId), scm_access_token: eve.scmToken };
      const usual = await ask(operation, eve, values);
      const odd = await ask(operation, eve, values, extra);
      // Ignored, or refused.
      assert.ok([usual.status, 422].includes(odd.status), `${operation.path}: ${odd.text}`);
      // JSON.parse makes it an own property, which an assignment would make the prototype.
      const { path, query, body } = requestFor(operation, values);
      const text = JSON.stringify(body).replace('{', '{"__proto__":{"polluted":true},');
      const polluting = await service.call(operation.method, urlOf(operation, { path, query }), {
        as: eve,
        body: text,
      });
      assert.ok([usual.status, 422].includes(polluting.status), `${operation.path}: ${polluting.text}`);
      assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
    }
    assert.equal(await stored(), before);
    const user = await service.ports.store.query({ collection: 'users', where: [['scmUsername', '==', eve.login]] });
    assert.equal(user.length, 1);
    assert.equal(user[0]?.doc['scmInstallationId'], null);
    assert.ok(!JSON.stringify(user).includes('polluted'));
  });
});
