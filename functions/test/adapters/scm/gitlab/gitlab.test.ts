/** What GitLab does otherwise: groups within groups, tokens of the service, positions, quick actions, suggestions. */
import assert from 'node:assert/strict';
import { createGit } from '../../../../src/adapters/git/git.ts';
import { createGitlabScm } from '../../../../src/adapters/scm/gitlab/gitlab.ts';
import { AppError } from '../../../../src/model/errors.ts';
import type { ScmNewReviewComment, ScmPort } from '../../../../src/ports.ts';
import { makeRepository, type TestRepository } from '../../../support/repositories.ts';
import { startTestHost, type TestHost } from '../../../support/scm-host.ts';

const code = (wanted: string) => (error: unknown) => error instanceof AppError && error.code === wanted;

describe('scm: GitLab', () => {
  const at = ['acme/platform', 'engine'] as const;
  let host: TestHost;
  let scm: ScmPort;
  let token: string;
  let number: number;
  let source: TestRepository;
  const post = async (...comments: ScmNewReviewComment[]) => {
    const { headSha } = await scm.pullRequest(token, ...at, number);
    return scm.createReview(token, ...at, number, { commitSha: headSha, body: '', comments });
  };
  const written = () => host.written(at[0], at[1], number);
  const api = (path: string, init: RequestInit = {}) =>
    fetch(`${host.url}/api/v4/projects/acme%2Fplatform%2Fengine${path}`, {
      ...init,
      headers: { 'PRIVATE-TOKEN': token, 'Content-Type': 'application/json' },
    });

  before(async () => {
    host = await startTestHost();
    scm = createGitlabScm({ apiUrl: `${host.url}/api/v4`, gitUrl: host.url });
    ({ token } = host.addUser({ login: 'ada' }));
    host.addUser({ login: 'acme/platform', type: 'Organization', nested: true });
    source = makeRepository({ 'old.py': 'one = 1\ntwo = 2\nthree = 3\nfour = 4\n' });
    source.git('checkout', '-q', '-b', 'fix');
    source.git('mv', 'old.py', 'new.py');
    source.commit({ 'new.py': 'one = 1\nTWO = 2\nthree = 3\nfour = 4\nfive = 5\n' });
    source.git('checkout', '-q', 'main');
    await host.addRepository({ owner: at[0], name: at[1], from: source.path, private: true });
    host.grant({ login: 'ada', owner: at[0], name: at[1], permission: 'push' });
    const opened = await host.openPull({ owner: at[0], name: at[1], head: 'fix', base: 'main', by: 'ada' });
    number = opened.number;
  });
  afterEach(() => {
    host.clearFaults();
  });
  after(async () => {
    await host.remove();
    source.remove();
  });

  it('reads and clones a project of a group within a group', async () => {
    const found = await scm.repository(token, ...at);
    assert.deepEqual([found.owner, found.name, found.fullName, found.canPush], [...at, 'acme/platform/engine', true]);
    assert.deepEqual(
      (await scm.repositories(token)).map(({ owner }) => owner),
      ['acme/platform'],
    );
    assert.equal(scm.cloneUrl(...at), `${host.url}/acme/platform/engine.git`);
    const git = createGit({ gitUrl: host.url, maxPackBytes: 10_000_000, user: 'oauth2' });
    const snapshot = await git.clone({ url: scm.cloneUrl(...at), token });
    assert.deepEqual(
      snapshot.entries.map(({ path }) => path),
      ['old.py'],
    );
    await snapshot.close();
    await assert.rejects(scm.repository(token, 'acme', 'platform'), code('not_found'));
  });

  it('tells members apart by their access levels', async () => {
    const { id } = host.addUser({ login: 'bob' });
    const of = (login: string, userId: number | null = null) => scm.association?.(token, ...at, { id: userId, login });
    assert.equal(await of('bob'), 'NONE');
    host.grant({ login: 'bob', owner: at[0], name: at[1], permission: 'pull' });
    assert.equal(await of('bob'), 'COLLABORATOR');
    assert.equal(await of('renamed', id), 'COLLABORATOR');
    assert.equal(await of('ada'), 'MEMBER');
    assert.equal(await of('nobody'), 'NONE');
  });

  it("writes by the service's own token where that reaches, and names its author", async () => {
    const bot = host.addUser({ login: 'group-42-bot-9f1c' });
    const own = createGitlabScm({ apiUrl: `${host.url}/api/v4`, gitUrl: host.url, serviceToken: bot.token });
    assert.equal(await scm.installationOfRepository(...at), undefined);
    await assert.rejects(scm.installationToken(1), code('not_configured'));
    assert.equal(await own.installationOfRepository(...at), undefined);
    host.grant({ login: 'group-42-bot-9f1c', owner: at[0], name: at[1], permission: 'push' });
    const id = await own.installationOfRepository(...at);
    assert.ok(id !== undefined);
    const { token: given, login } = await own.installationToken(id);
    assert.deepEqual([given, login], [bot.token, 'group-42-bot-9f1c']);
    assert.equal((await own.createComment(given, ...at, number, 'by the bot')).author, login);
    const dead = createGitlabScm({ apiUrl: `${host.url}/api/v4`, gitUrl: host.url, serviceToken: 'glpat-gone' });
    await assert.rejects(dead.installationOfRepository(...at), code('token_refused'));
  });

  it('places comments in a renamed file, on added, removed and unchanged lines', async () => {
    const comment = { path: 'new.py', side: 'RIGHT', startLine: 2, line: 2, body: 'added' } as const;
    await post(
      comment,
      { ...comment, side: 'LEFT', body: 'removed' },
      { ...comment, startLine: 3, line: 3, body: 'unchanged' },
      { ...comment, startLine: 4, line: 5, body: 'unchanged to added' },
    );
    const found = await scm.reviewComments(token, ...at, number);
    assert.deepEqual(
      found.map(({ path, side, line, body }) => [path, side, line, body]),
      [
        ['new.py', 'RIGHT', 2, 'added'],
        ['new.py', 'LEFT', 2, 'removed'],
        ['new.py', 'RIGHT', 3, 'unchanged'],
        ['new.py', 'RIGHT', 5, 'unchanged to added'],
      ],
    );
    assert.equal(written().reviewComments.at(-1)?.startLine, 4);
  });

  it('reads replies, resolved threads, and lines that moved or changed', async () => {
    const [first] = await scm.reviewComments(token, ...at, number);
    const threads = (await (await api(`/merge_requests/${number}/discussions`)).json()) as {
      id: string;
      notes: { id: number }[];
    }[];
    const thread = threads.find(({ notes }) => notes[0]?.id === first?.id)?.id ?? '';
    const path = `/merge_requests/${number}/discussions/${thread}`;
    assert.equal((await api(`${path}/notes`, { method: 'POST', body: '{"body":"why?"}' })).status, 201);
    assert.equal((await api(path, { method: 'PUT', body: '{"resolved":true}' })).status, 200);
    const [root, reply] = (await scm.reviewComments(token, ...at, number)).filter(
      ({ id, replyTo }) => id === first?.id || replyTo === first?.id,
    );
    assert.deepEqual([reply?.body, reply?.replyTo], ['why?', root?.id]);
    const [resolved] = await scm.reviewThreads(token, ...at, number);
    assert.deepEqual(resolved, { commentIds: [root?.id, reply?.id], resolved: true });

    source.git('checkout', '-q', 'fix');
    source.commit({ 'new.py': 'zero = 0\none = 1\nTwo = 2\nthree = 3\nfour = 4\nfive = 5\n' });
    source.git('checkout', '-q', 'main');
    const after = (await scm.reviewComments(token, ...at, number)).filter(({ replyTo }) => replyTo === null);
    assert.deepEqual(
      after.map(({ body, line }) => [body, line]),
      [
        ['added', null],
        ['removed', 2],
        ['unchanged', 4],
        ['unchanged to added', 6],
      ],
    );
  });

  it('takes back what it posted before a refusal, and leaves what another failure left', async () => {
    const comment = { path: 'new.py', side: 'RIGHT', startLine: 1, line: 1, body: 'first' } as const;
    const before = (await scm.reviewComments(token, ...at, number)).length;
    host.fail({ path: /discussions$/, method: 'POST', skip: 1, status: 400 });
    await assert.rejects(post(comment, { ...comment, body: 'second' }), code('invalid'));
    assert.equal((await scm.reviewComments(token, ...at, number)).length, before);
    host.fail({ path: /discussions$/, method: 'POST', skip: 1, status: 503 });
    await assert.rejects(post(comment, { ...comment, body: 'second' }), code('platform_unavailable'));
    assert.equal((await scm.reviewComments(token, ...at, number)).length, before + 1);
  });

  it('posts no text that GitLab would carry out', async () => {
    const body = '/close\n\n```\n/close\n```\n\n/title Hacked\r\n\r/close\n';
    const made = await scm.createComment(token, ...at, number, body);
    assert.ok(made.body.startsWith('\\/close'));
    await post({ path: 'new.py', side: 'RIGHT', startLine: 1, line: 1, body: 'x\n/close\n' });
    await scm.updateComment(token, ...at, { id: made.id, number }, '/close');
    assert.equal((await scm.pullRequest(token, ...at, number)).state, 'open');
    // The platform would have: the same text without the adapter.
    const bare = await api(`/merge_requests/${number}/notes`, { method: 'POST', body: '{"body":"so\\n/close"}' });
    assert.equal(bare.status, 201);
    assert.equal((await scm.pullRequest(token, ...at, number)).state, 'closed');
    await host.setPullState(at[0], at[1], number, 'open');
  });

  it('lets a suggestion replace all lines of its comment', async () => {
    const body = 'Better:\n\n```suggestion\nsix = 6\n```';
    await post({ path: 'new.py', side: 'RIGHT', startLine: 4, line: 6, body });
    assert.equal(written().reviewComments.at(-1)?.body, 'Better:\n\n```suggestion:-2+0\nsix = 6\n```');
  });
});
