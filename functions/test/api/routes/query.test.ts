/** `/api/v1/query/…` over HTTP: what is refused and how, and the ways a question can be asked. */
import assert from 'node:assert/strict';
import { runIngestTask } from '../../../src/jobs/ingest/tasks.ts';
import { testGraph } from '../../support/neo4j.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { startService, type TestService, type TestUser } from '../../support/service.ts';
import { HIDDEN_REPOSITORIES_PATH } from '../../support/document-paths.ts';

describe('api/query', function () {
  this.timeout(240_000);
  let service: TestService;
  let source: TestRepository;
  let ada: TestUser;

  before(async () => {
    service = await startService({ graph: await testGraph() });
    source = makeRepository({ 'app/door.py': 'def open_door(key):\n    return key\n\nclass Door:\n    pass\n' });
    ada = await service.user(`ada${process.pid}q${Date.now() % 100_000}`);
    await service.host.addRepository({ owner: ada.login, name: 'house', from: source.path, private: true });
    const body = { owner: ada.login, repo_name: 'house' };
    const { job_id: id } = (await service.call('POST', '/api/v1/ingest/scm', { as: ada, body })).body as {
      job_id: string;
    };
    assert.equal(await runIngestTask(service.ports, { job_id: id }), 'completed');
  });

  after(async () => {
    await service.close();
    source.remove();
  });

  const get = (path: string, as: TestUser | undefined = ada) => service.call('GET', `/api/v1/query/${path}`, { as });
  const inHouse = () => `repo_owner=${ada.login}&repo_name=house`;

  it('asks with the spelling of a query string', async () => {
    const answer = await get(`code-finder/function?name=opendoor&fuzzy=true&${inHouse()}`);
    assert.equal(answer.status, 200, answer.text);
    const { results, fuzzy_search: fuzzy } = answer.body as { results: { name: string }[]; fuzzy_search: boolean };
    assert.deepEqual([fuzzy, results.map(({ name }) => name)], [true, ['open_door']]);
    for (const word of ['True', '1', 'TRUE']) {
      const same = await get(`code-finder/function?name=opendoor&fuzzy=${word}&${inHouse()}`);
      assert.deepEqual(same.body, answer.body, word);
    }
    const peeked = await get(`code-finder/peek?path=app/door.py&line=4&above=0&below=1&${inHouse()}`);
    const { lines } = peeked.body as { lines: { content: string }[] };
    assert.deepEqual(
      lines.map(({ content }) => content),
      ['class Door:', '    pass'],
    );
  });

  it('refuses numbers out of range and of another spelling with 422, missing fields too', async () => {
    const wrong = [
      'search?query=a&limit=0',
      'search?query=a&limit=101',
      'search?query=a&limit=1e1',
      'search?query=a&limit=',
      'search',
      'code-finder/function',
      'code-finder/function?name=a&fuzzy=yes',
      `code-finder/function?name=${'x'.repeat(501)}`,
      'code-finder/peek?path=a&above=201',
      'code-finder/peek?path=a&below=-1',
      'code-finder/peek?path=a&line=one',
      'code-finder/complexity/top?limit=101',
      `search?query=a&repo_owner=${encodeURIComponent('a/b')}&repo_name=c`,
    ];
    for (const path of wrong) {
      const answer = await get(path);
      assert.equal(answer.status, 422, `${path} ${answer.text}`);
      const { detail } = answer.body as { detail: { loc: string[]; msg: string; type: string }[] };
      assert.ok(detail.length > 0 && detail.every(({ loc }) => loc[0] === 'query'), path);
    }
  });

  it('refuses half a repository, too long queries and line 0 with 400', async () => {
    const wrong = [
      'search?query=a&repo_owner=ada',
      'search?query=a&repo_name=house',
      'find_callers?symbol_name=a&repo_name=house',
      `search?query=${'x'.repeat(501)}`,
      `code-finder/content?query=${'x'.repeat(501)}`,
      'code-finder/peek?path=app/door.py&line=0',
    ];
    for (const path of wrong) {
      const answer = await get(path);
      assert.equal(answer.status, 400, `${path} ${answer.text}`);
      assert.equal(typeof (answer.body as { detail: unknown }).detail, 'string');
    }
    assert.equal((await get(`search?query=${encodeURIComponent('🎉'.repeat(500))}`)).status, 200);
  });

  it('takes a line as far as the description says that numbers go', async () => {
    const peek = (line: string) => get(`code-finder/peek?path=app/door.py&line=${line}`);
    const [far, farthest, beyond] = await Promise.all(
      ['999999', String(Number.MAX_SAFE_INTEGER), '9'.repeat(16)].map(peek),
    );
    assert.equal(farthest?.status, far?.status, farthest?.text);
    assert.equal(beyond?.status, 422, beyond?.text);
  });

  it('takes any text without failing', async () => {
    const odd = [
      '/ : ( "',
      '+-&&||!(){}[]^"~*?:\\/',
      'AND OR NOT',
      '🎉',
      '日本語',
      '%00',
      '\u0000',
      ' ',
      '\\u',
      '*',
      '~',
    ];
    const endpoints = [
      ['search', 'query'],
      ['code-finder/content', 'query'],
      ['code-finder/function', 'name'],
      ['code-finder/class', 'name'],
      ['code-finder/variable', 'name'],
      ['code-finder/module', 'name'],
      ['code-finder/imports', 'name'],
      ['code-finder/complexity', 'function_name'],
      ['method-usages', 'method_name'],
      ['find_callers', 'symbol_name'],
      ['class_hierarchy', 'class_name'],
      ['change_impact', 'symbol_name'],
      ['code-finder/peek', 'path'],
    ];
    for (const [path = '', field = ''] of endpoints) {
      const flags = /function|class$/.test(path) ? ['', '&fuzzy=true'] : [''];
      const texts = [...odd, 'x'.repeat(500), 'aB_'.repeat(160)];
      const asked = flags.flatMap((flag) =>
        texts.map((text) => `${field}=${encodeURIComponent(text)}&${inHouse()}${flag}`),
      );
      const answers = await Promise.all(asked.map((query) => get(`${path}?${query}`)));
      for (const [at, answer] of answers.entries()) {
        assert.ok([200, 404].includes(answer.status), `${path}?${asked[at] ?? ''} ${answer.status} ${answer.text}`);
      }
    }
  });

  it('answers 400 to a semantic question without a key, and 422 or 400 to a body that is none', async () => {
    const ask = (body: unknown) => service.call('POST', '/api/v1/query/semantic', { as: ada, body });
    const unset = await ask({ question: 'what opens the door' });
    assert.equal(unset.status, 400);
    assert.match(unset.text, /GATEWAY_API_KEY/);
    assert.equal((await ask({})).status, 422);
    assert.equal((await ask({ question: ' ' })).status, 422);
    assert.equal((await ask({ question: 'a', repoOwner: 'ada' })).status, 400);
    assert.equal((await ask('{')).status, 400);
    assert.equal((await get('semantic?question=a')).status, 405);
  });

  it('needs an ID token', async () => {
    const answer = await service.call('GET', '/api/v1/query/search?query=a');
    assert.equal(answer.status, 401);
  });

  it('shows a repository that is being deleted to nobody', async () => {
    assert.equal((await get(`code-finder/function?name=open_door&${inHouse()}`)).status, 200);
    const before = await service.ports.store.get(HIDDEN_REPOSITORIES_PATH);
    await service.ports.store.set(HIDDEN_REPOSITORIES_PATH, { repo_ids: [`${ada.login}/house`] });
    const { results } = (await get('code-finder/function?name=open_door')).body as { results: { repo_id: string }[] };
    assert.ok(results.every(({ repo_id: id }) => id !== `${ada.login}/house`));
    const found = await get('search?query=open_door');
    assert.ok(!found.text.includes(`${ada.login}/house`));
    if (before === undefined) await service.ports.store.delete(HIDDEN_REPOSITORIES_PATH);
    else await service.ports.store.set(HIDDEN_REPOSITORIES_PATH, before);
  });
});
