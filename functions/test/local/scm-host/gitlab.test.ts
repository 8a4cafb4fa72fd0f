/** The local GitLab refuses what GitLab refuses: each line of the table in docs/gitlab.md. */
import assert from 'node:assert/strict';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { startTestHost, type TestHost } from '../../support/scm-host.ts';

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  json: Record<string, unknown>;
}

describe('local/scm-host: GitLab', () => {
  let host: TestHost;
  let source: TestRepository;
  let ada: string;
  let bob: string;
  let refs: Record<'base_sha' | 'start_sha' | 'head_sha', string>;
  const PROJECT = '/projects/acme%2Fsub%2Fengine';
  const MERGE_REQUEST = `${PROJECT}/merge_requests/1`;

  async function ask(method: string, path: string, body?: object, token: string | null = ada): Promise<Answer> {
    const response = await fetch(`${host.url}/api/v4${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { 'PRIVATE-TOKEN': token }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isObject = text.startsWith('{');
    const json = isObject ? (JSON.parse(text) as Record<string, unknown>) : {};
    return { status: response.status, headers: response.headers, text, json };
  }
  const refused = async (wanted: [number, RegExp], ...asked: Parameters<typeof ask>) => {
    const { status, text } = await ask(...asked);
    assert.equal(status, wanted[0], `${asked[1]}: ${text}`);
    assert.match(text, wanted[1]);
  };
  const on = (position: object) => ({
    body: 'x',
    position: { position_type: 'text', old_path: 'a.py', new_path: 'a.py', ...refs, ...position },
  });

  before(async () => {
    host = await startTestHost();
    ada = host.addUser({ login: 'ada' }).token;
    bob = host.addUser({ login: 'bob' }).token;
    host.addUser({ login: 'acme/sub', type: 'Organization', nested: true });
    source = makeRepository({ 'a.py': 'one = 1\ntwo = 2\nthree = 3\n', 'b.py': 'x = 1\n' });
    source.git('checkout', '-q', '-b', 'fix');
    source.commit({ 'a.py': 'one = 1\nTWO = 2\nthree = 3\n' });
    source.git('checkout', '-q', 'main');
    await host.addRepository({ owner: 'acme/sub', name: 'engine', from: source.path, private: true });
    host.grant({ login: 'ada', owner: 'acme/sub', name: 'engine', permission: 'push' });
    await host.openPull({ owner: 'acme/sub', name: 'engine', head: 'fix', by: 'ada' });
    refs = (await ask('GET', MERGE_REQUEST)).json['diff_refs'] as typeof refs;
  });
  after(async () => {
    await host.remove();
    source.remove();
  });

  it('names a project by its id and by its whole path, to those who may see it', async () => {
    const found = await ask('GET', PROJECT);
    assert.equal(found.json['path_with_namespace'], 'acme/sub/engine');
    assert.equal((await ask('GET', `/projects/${String(found.json['id'])}`)).json['id'], found.json['id']);
    await refused([404, /"404 Project Not Found"/], 'GET', PROJECT, undefined, bob);
    await refused([404, /"404 Project Not Found"/], 'GET', PROJECT, undefined, null);
    await refused([401, /"401 Unauthorized"/], 'GET', PROJECT, undefined, 'wrong');
    await refused([401, /"401 Unauthorized"/], 'GET', '/user', undefined, null);
    const scheme = await fetch(`${host.url}/api/v4/user`, { headers: { Authorization: `token ${ada}` } });
    assert.equal(scheme.status, 401);
    const members = `${PROJECT}/members/all`;
    assert.equal((await ask('GET', `${members}/1`)).json['access_level'], 30);
    await refused([404, /Not Found/], 'GET', `${members}/2`);
  });

  it('pages by number, and by key where GitLab does', async () => {
    const numbered = await ask('GET', `${PROJECT}/repository/tree?per_page=1`);
    assert.deepEqual([numbered.headers.get('x-total'), numbered.headers.get('x-next-page')], ['2', '2']);
    const keyed = await ask('GET', `${PROJECT}/repository/tree?per_page=1&pagination=keyset`);
    assert.match(keyed.headers.get('link') ?? '', /^<[^>]+page_token=\w+[^>]*>; rel="next"$/);
    assert.equal(keyed.headers.get('x-total'), null);
    const notYet: [number, RegExp] = [405, /Keyset pagination is not yet available/];
    await refused(notYet, 'GET', '/projects?pagination=keyset&order_by=name&sort=asc');
    await refused(notYet, 'GET', `${PROJECT}/merge_requests?pagination=keyset`);
  });

  it('knows no refs that are not there', async () => {
    const repository = `${PROJECT}/repository`;
    await refused([404, /404 Branch Not Found/], 'GET', `${repository}/branches/nope`);
    await refused([404, /404 Tree Not Found/], 'GET', `${repository}/tree?ref=nope`);
    await refused([404, /404 Blob Not Found/], 'GET', `${repository}/blobs/${'f'.repeat(40)}`);
    await refused([404, /404 Ref Not Found/], 'GET', `${repository}/compare?from=main&to=nope`);
    await refused([400, /Provide at least 2 refs/], 'GET', `${repository}/merge_base?refs[]=main`);
    await refused([400, /Could not find ref: nope/], 'GET', `${repository}/merge_base?refs[]=main&refs[]=nope`);
    const compared = await ask('GET', `${repository}/compare?from=main&to=fix`);
    assert.equal((compared.json['diffs'] as unknown[]).length, 1);
  });

  it('places comments by both numbers of a line', async () => {
    const post = async (position: object) => (await ask('POST', `${MERGE_REQUEST}/discussions`, on(position))).status;
    assert.equal(await post({ new_line: 2 }), 201);
    assert.equal(await post({ old_line: 2 }), 201);
    assert.equal(await post({ old_line: 1, new_line: 1 }), 201);
    const noLine: [number, RegExp] = [400, /Note \{:line_code=>\[.*must be a valid line code/];
    for (const position of [
      { new_line: 1 },
      { old_line: 2, new_line: 2 },
      { new_line: 99 },
      { new_line: 2, old_path: 'b.py', new_path: 'b.py' },
      { new_line: 2, head_sha: 'f'.repeat(40) },
    ]) {
      await refused(noLine, 'POST', `${MERGE_REQUEST}/discussions`, on(position));
    }
    await refused([400, /:position=>\[.*is incomplete/], 'POST', `${MERGE_REQUEST}/discussions`, on({}));
    const range = { start: { line_code: 'x', type: 'new' }, end: { line_code: 'y', type: 'new' } };
    await refused(
      [400, /valid json schema/],
      'POST',
      `${MERGE_REQUEST}/discussions`,
      on({ new_line: 2, line_range: range }),
    );
    await refused([400, /position\[head_sha\] is missing/], 'POST', `${MERGE_REQUEST}/discussions`, {
      body: 'x',
      position: { position_type: 'text', base_sha: 'a', start_sha: 'b', new_line: 1 },
    });
  });

  it('takes notes that say something, and changes by their authors', async () => {
    const notes = `${MERGE_REQUEST}/notes`;
    await refused([400, /"error":"body is missing"/], 'POST', notes, {});
    await refused([400, /can't be blank/], 'POST', notes, { body: ' ' });
    await refused([400, /is too long/], 'POST', notes, { body: 'x'.repeat(1_000_001) });
    const { id } = (await ask('POST', notes, { body: 'mine' })).json;
    host.grant({ login: 'bob', owner: 'acme/sub', name: 'engine', permission: 'pull' });
    await refused([403, /403 Forbidden/], 'PUT', `${notes}/${String(id)}`, { body: 'yours' }, bob);
    await refused([404, /404 Note Not Found/], 'PUT', `${notes}/999999`, { body: 'x' });
    const awards = `${notes}/${String(id)}/award_emoji`;
    assert.equal((await ask('POST', awards, { name: 'eyes' })).status, 201);
    assert.equal((await ask('POST', awards, { name: 'eyes' }, bob)).status, 201);
    await refused([404, /Name has already been taken/], 'POST', awards, { name: 'eyes' });
    await refused([404, /not a valid emoji name/], 'POST', awards, { name: '+1' });
  });

  it('lets threads be answered and resolved by whom GitLab lets', async () => {
    const opened = await ask('POST', `${MERGE_REQUEST}/discussions`, on({ new_line: 2 }));
    const thread = `${MERGE_REQUEST}/discussions/${String(opened.json['id'])}`;
    await refused([403, /403 Forbidden/], 'PUT', thread, { resolved: true }, bob);
    assert.equal((await ask('POST', `${thread}/notes`, { body: 'why?' }, bob)).status, 201);
    const resolved = await ask('PUT', thread, { resolved: true });
    const found = resolved.json['notes'] as { body: string; resolved: boolean; type: string }[];
    assert.deepEqual(
      found.map(({ body, resolved: is, type }) => [body, is, type]),
      [
        ['x', true, 'DiffNote'],
        ['why?', true, 'DiffNote'],
      ],
    );
    const talk = await ask('POST', `${MERGE_REQUEST}/discussions`, { body: 'in general' });
    assert.equal(talk.json['individual_note'], true);
    const same = `${MERGE_REQUEST}/discussions/${String(talk.json['id'])}`;
    await ask('POST', `${same}/notes`, { body: 'yes' });
    assert.equal((await ask('GET', same)).json['individual_note'], false);
    await refused([404, /404 Discussion Not Found/], 'GET', `${MERGE_REQUEST}/discussions/${'0'.repeat(40)}`);
  });

  it('keeps statuses of commits, none of them twice', async () => {
    const statuses = `${PROJECT}/statuses/${refs.head_sha}`;
    const say = (state: string) => ask('POST', statuses, { state, name: 'reviewgraph' });
    assert.equal((await say('running')).status, 201);
    await refused([400, /Cannot transition status via :run from :running/], 'POST', statuses, {
      state: 'running',
      name: 'reviewgraph',
    });
    assert.equal((await say('success')).status, 201);
    await refused([400, /state is invalid/], 'POST', statuses, { state: 'neutral' });
    await refused([403, /403 Forbidden/], 'POST', statuses, { state: 'failed' }, bob);
    await refused([404, /404 Commit Not Found/], 'POST', `${PROJECT}/statuses/${'f'.repeat(40)}`, { state: 'failed' });
    const listed = await ask('GET', `${PROJECT}/repository/commits/${refs.head_sha}/statuses`);
    assert.match(listed.text, /^\[\{[^{]*"status":"success"/);
  });

  it('limits requests in its own words', async () => {
    const small = await startTestHost({ requestsPerHour: 1 });
    const asked = () =>
      fetch(`${small.url}/api/v4/projects`, { headers: { 'PRIVATE-TOKEN': small.addUser({ login: 'eve' }).token } });
    assert.equal((await asked()).headers.get('ratelimit-remaining'), '0');
    const over = await asked();
    assert.deepEqual([over.status, await over.text()], [429, 'Retry later\n']);
    assert.ok(Number(over.headers.get('retry-after')) > 0);
    await small.remove();
  });
});
