/**
 * Every operation of openapi.json on the running service: a proper request, and one spoilt in each way that its inputs
 * allow. Whatever comes back must be what is published for it, and never a 5xx.
 */
import assert from 'node:assert/strict';
import { openaiGateway } from '../../../src/adapters/gateway/gateway.ts';
import { dismissals } from '../../../src/documents/dismissals.ts';
import { runIngestTask } from '../../../src/jobs/ingest/tasks.ts';
import { runSteps } from '../../../src/jobs/reviews/run-steps.ts';
import { repoKeyOf } from '../../../src/model/repositories.ts';
import { agentRequest, CALLBACK, connectAgent } from '../../support/agent-sign-in.ts';
import { changeFacts } from '../../support/change-facts.ts';
import {
  assertPublished,
  malformed,
  methodsOf,
  OPERATIONS,
  outOfRange,
  requestFor,
  urlOf,
  withoutOne,
  type Operation,
  type Request as OperationRequest,
  type Spoilt,
  type Values,
} from '../../support/contract.ts';
import { startEmbeddingServer, type EmbeddingServer } from '../../support/embedding-server.ts';
import { testGraph } from '../../support/neo4j.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { indexedRepository } from '../../support/review-history.ts';
import { codeGrantOf } from '../../support/platform-code.ts';
import { startService, type Answer, type TestService, type TestUser } from '../../support/service.ts';
import { signatureOf } from '../../support/webhook.ts';

const SOURCES = {
  'a.py':
    'import os\n\nLIMIT = 3\n\n\nclass Door:\n    def open(self):\n        return helper(self)\n\n\ndef helper(door):\n    return os.path\n',
};

describe('contract', function () {
  this.timeout(240_000);
  let service: TestService;
  let model: EmbeddingServer;
  let source: TestRepository;
  let ada: TestUser;
  let bob: TestUser;
  const leavers = new Map<string, TestUser>();
  let values: Values;

  before(async () => {
    model = await startEmbeddingServer();
    const gateway = openaiGateway({ apiKey: 'key', baseUrl: model.baseUrl, embeddingModel: 'embedding-test' });
    service = await startService({ graph: await testGraph(), gateway, settings: { gatewayConfigured: true } });
    source = makeRepository(SOURCES);
    const suffix = `${process.pid}x${Date.now() % 100_000}`;
    ada = await service.user(`ada${suffix}`);
    bob = await service.user(`bob${suffix}`);
    for (const id of ['sign_out_everywhere', 'delete_account']) {
      leavers.set(id, await service.user(`${id.slice(0, 4)}er${suffix}`));
    }
    const jobId = await index('engine', false);
    await index('secret', true);
    await index('doomed', false);
    const history = await indexedHistory('engine');
    await history.pull(1, { review_run_count: 1 });
    await history.run(1, 1);
    const facts = await changeFacts(SOURCES, { 'a.py': SOURCES['a.py'].replace('helper(door)', 'helper(door, key)') });
    await runSteps(service.ports, { repo_key: history.key, pr_number: 1, run_number: 1 }).remember('facts', {
      ...{ base: '1'.repeat(40), head: '2'.repeat(40) },
      ...facts,
    });
    values = {
      ...repository('engine'),
      job_id: jobId,
      name: 'helper',
      query: 'helper',
      path: 'a.py',
      function_name: 'helper',
      method_name: 'helper',
      symbol_name: 'helper',
      class_name: 'Door',
      symbol_id: `${ada.login}/engine a.py#helper`,
      question: 'who opens the door',
      pr_number: 1,
      run_number: 1,
      scm_access_token: ada.scmToken,
      ...(await codeGrantOf(service.host.url, ada.login)),
      'X-Scm-Event': 'ping',
      token_id: await mintedToken(),
      fingerprint: await dismissed(),
      ...(await agentValues()),
    };
  });
  after(async () => {
    await service.close();
    await model.close();
    source.remove();
  });

  const repository = (name: string): Values => ({
    owner: ada.login,
    repo: name,
    repo_name: name,
    repo_owner: ada.login,
    repoOwner: ada.login,
    repoName: name,
  });

  /** In the repository of what deletes. */
  async function dismissed(): Promise<string> {
    const key = { repo_key: repoKeyOf(ada.login, 'doomed'), dismissal: 'f1' };
    await dismissals.set(service.ports.store, key, {
      ...{ kind: 'finding', fingerprint: 'f1', pull_request: null, path: 'a.py', line_start: 1, title: 'Said' },
      ...{ severity: 'low', category: 'bug', source: 'agent', rule: null, reason: null },
      ...{ dismissed_by: ada.login, dismissed_at: '2026-11-29T10:00:00.000Z', pr_number: 1, comment_id: 1 },
    });
    return key.dismissal;
  }

  /** What an agent asks for, and one that is connected. */
  async function agentValues(): Promise<Values> {
    const { client_id } = await connectAgent(service, ada);
    const { redirect_uri: _, ...request } = agentRequest({ client_id }).request;
    const { body } = await service.call('GET', '/api/v1/auth/agents', { as: ada });
    const [agent] = (body as { agents: { agent_id: string }[] }).agents;
    return { ...request, scope: 'read', resource: `${service.baseUrl}/mcp`, allow: true, agent_id: agent?.agent_id };
  }

  async function mintedToken(): Promise<string> {
    const { body } = await service.call('POST', '/api/v1/auth/tokens', { as: ada, body: { name: 'revoked' } });
    return (body as { token_id: string }).token_id;
  }

  /** The record that the ingestion wrote, as the history's helper wants it. */
  async function indexedHistory(name: string) {
    const job = await service.ports.store.get(`jobs/${await index(name, false)}`);
    const record = await service.ports.store.get(`repositories/${String(job?.['repo_key'])}`);
    return indexedRepository(service.ports.store, ada.login, name, record ?? {});
  }

  async function index(name: string, isPrivate: boolean): Promise<string> {
    await service.host.addRepository({ owner: ada.login, name, from: source.path, private: isPrivate });
    const body = { owner: ada.login, repo_name: name };
    const { job_id: id } = (await service.call('POST', '/api/v1/ingest/scm', { as: ada, body })).body as {
      job_id: string;
    };
    assert.equal(await runIngestTask(service.ports, { job_id: id }), 'completed');
    return id;
  }

  /** Only the webhook is signed, over the body as it goes out. */
  function signed(operation: Operation, request: OperationRequest): Record<string, string> {
    if (!operation.path.includes('/webhook/')) return request.headers;
    const text = typeof request.body === 'string' ? request.body : JSON.stringify(request.body);
    return { ...request.headers, 'X-Scm-Signature-256': signatureOf(text) };
  }

  /** What ends a session or an account is asked by somebody who asks nothing else. */
  const callerOf = ({ id }: Operation): TestUser => leavers.get(id) ?? ada;

  function send(operation: Operation, request: OperationRequest, as = callerOf(operation)): Promise<Answer> {
    return service.call(operation.method, urlOf(operation, request), {
      as: operation.secured ? as : undefined,
      body: request.body,
      headers: signed(operation, request),
    });
  }

  async function refuses(operation: Operation, spoilt: Iterable<Spoilt>, statuses: number[]): Promise<void> {
    for (const { what, request } of spoilt) {
      const answer = await send(operation, request);
      assert.ok(statuses.includes(answer.status), `${what}: ${answer.status} ${answer.text.slice(0, 300)}`);
      assertPublished(operation, answer);
    }
  }

  // What deletes comes last, and has a repository of its own.
  const ordered = [...OPERATIONS].sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  /** Words that mean something else elsewhere. */
  const own = (operation: Operation): Values => {
    if (/_agent_request$/.test(operation.id)) return { redirect_uri: CALLBACK };
    if (operation.id === 'path_between') return { from: values['symbol_id'], to: values['symbol_id'] };
    return ['code_map', 'outline', 'dead_code', 'clones'].includes(operation.id) ? { path: '' } : {};
  };
  const valuesOf = (operation: Operation): Values =>
    operation.method === 'DELETE' ? { ...values, ...repository('doomed') } : { ...values, ...own(operation) };
  const namesRepository = ({ parameters, body }: Operation) =>
    parameters.some(({ name }) => /^(owner|repo_owner)$/.test(name)) ||
    /"(owner|repoOwner)"/.test(JSON.stringify(body ?? {}));

  for (const operation of ordered) {
    describe(operation.id, () => {
      it('answers a proper request', async () => {
        const answer = await send(operation, requestFor(operation, valuesOf(operation)));
        assert.ok([200, 201, 202].includes(answer.status), `${answer.status} ${answer.text.slice(0, 300)}`);
        assertPublished(operation, answer);
        const again = await send(operation, requestFor(operation, valuesOf(operation)));
        assert.ok(again.status < 500, again.text);
        assertPublished(operation, again);
      });

      it('refuses requests without a required input, malformed ones, and values out of range', async () => {
        const request = requestFor(operation, valuesOf(operation));
        await refuses(operation, withoutOne(operation, request), [400, 422]);
        // A name or id that could not exist may be said not to exist.
        await refuses(operation, malformed(operation, request), [400, 404, 422, ...harmless(operation)]);
        await refuses(operation, outOfRange(operation, request), [400, 404, 422]);
      });

      if (operation.secured && operation.body) {
        it('refuses a body of another media type, and one that is too large', async () => {
          const request = requestFor(operation, valuesOf(operation));
          const sent = async (body: string, type: string): Promise<Answer> => {
            const headers = { Authorization: `Bearer ${ada.idToken}`, 'Content-Type': type };
            const response = await fetch(service.baseUrl + urlOf(operation, request), {
              method: operation.method,
              headers,
              body,
            });
            const text = await response.text();
            return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as unknown };
          };
          const plain = await sent(JSON.stringify(request.body), 'text/plain');
          assert.equal(plain.status, 415, plain.text);
          assertPublished(operation, plain);
          const large = await sent(JSON.stringify({ padding: 'x'.repeat(1 << 20) }), 'application/json');
          assert.equal(large.status, 413, large.text);
          assertPublished(operation, large);
        });
      }

      if (operation.secured) {
        it('asks for an ID token', async () => {
          const request = requestFor(operation, valuesOf(operation));
          for (const token of ['', 'Bearer', 'Bearer x', 'Basic YTpi', 'Bearer a.b.c', 'Bearer a.b.c d']) {
            const answer = await service.call(operation.method, urlOf(operation, request), {
              body: request.body,
              headers: token === '' ? {} : { Authorization: token },
            });
            assert.equal(answer.status, 401, token);
            assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
            assertPublished(operation, answer);
          }
        });
      }

      if (operation.secured && namesRepository(operation)) {
        it('answers for another’s private repository as if it did not exist', async () => {
          const of = (name: string) => send(operation, requestFor(operation, { ...values, ...repository(name) }), bob);
          const [foreign, absent] = [await of('secret'), await of('neverx')];
          assertPublished(operation, foreign);
          assert.equal(foreign.status, 404, foreign.text);
          assert.equal(foreign.text.replaceAll('secret', ''), absent.text.replaceAll('neverx', ''));
        });
      }

      it('has no other methods and nothing behind it', async () => {
        const request = requestFor(operation, valuesOf(operation));
        const path = urlOf(operation, { ...request, query: {} });
        const allowed = methodsOf(path);
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => !allowed.includes(each))) {
          const answer = await service.call(method, path);
          assert.equal(answer.status, 405, `${method} ${answer.text}`);
          assert.deepEqual(answer.body, { detail: 'Method not allowed' });
          const named = (answer.headers.get('allow') ?? '').split(', ');
          for (const each of allowed) assert.ok(named.includes(each), `${method}: Allow is ${named.join(', ')}`);
        }
        const behind = await service.call(operation.method, `${path}/no/such/thing/x`);
        assert.deepEqual([behind.status, behind.body], [404, { detail: 'Not found' }]);
        assert.ok(behind.headers.get('x-request-id'));
      });
    });
  }
});

/** Long texts are proper questions where no bound is published. */
function harmless({ parameters }: Operation): number[] {
  return parameters.some(({ in: place, schema }) => place === 'query' && schema.pattern === undefined) ? [200] : [];
}
