import assert from 'node:assert/strict';
import { createGiteaScm } from '../../../../src/adapters/scm/gitea/gitea.ts';
import { AppError } from '../../../../src/model/errors.ts';
import type { ScmNewReviewComment, ScmPort } from '../../../../src/ports.ts';
import { makeRepository, type TestRepository } from '../../../support/repositories.ts';
import { startTestHost, type TestHost } from '../../../support/scm-host.ts';

describe('scm: Gitea', () => {
  const at = ['ada', 'engine'] as const;
  let host: TestHost;
  let scm: ScmPort;
  let token: string;
  let number: number;
  let source: TestRepository;
  const code = (wanted: string) => (error: unknown) => error instanceof AppError && error.code === wanted;

  before(async () => {
    host = await startTestHost();
    scm = createGiteaScm({ apiUrl: `${host.url}/api/v1`, gitUrl: host.url });
    token = host.addUser({ login: 'ada', name: 'Ada', email: 'ada@example.com' }).token;
    source = makeRepository({ 'a.py': 'one = 1\ntwo = 2\n', 'far.py': 'x = 1\n' });
    source.git('checkout', '-q', '-b', 'feature/fix');
    source.commit({ 'a.py': 'ONE = 1\ntwo = 2\nthree = 3\n' });
    source.git('checkout', '-q', 'main');
    source.commit({ 'b.py': 'z = 1\n' });
    await host.addRepository({ owner: 'ada', name: 'engine', from: source.path, private: true });
    number = (await host.openPull({ owner: 'ada', name: 'engine', head: 'feature/fix', base: 'main', by: 'ada' }))
      .number;
  });
  after(async () => {
    await host.remove();
    source.remove();
  });

  it('knows users, repositories, branches and files', async () => {
    const { login, name, type } = await scm.profile(token);
    assert.deepEqual([login, name, type], ['ada', 'Ada', 'User']);
    await assert.rejects(scm.profile('wrong'), code('token_refused'));
    for (let n = 0; n < 51; n++) await host.addRepository({ owner: 'ada', name: `r${n}`, from: source.path });
    assert.equal((await scm.repositories(token)).length, 52);
    const repository = await scm.repository(token, ...at);
    const { description, language, canPush, defaultBranch } = repository;
    assert.deepEqual([description, language, canPush, defaultBranch], [null, null, true, 'main']);
    assert.equal(await scm.branchHead(token, ...at, 'feature/fix'), source.git('rev-parse', 'feature/fix'));
    const tree = await scm.tree(token, ...at, source.git('rev-parse', 'main'));
    const blob = tree?.find(({ path }) => path === 'b.py');
    assert.equal(Buffer.from(await scm.blob(token, ...at, blob?.oid ?? '')).toString(), 'z = 1\n');
    assert.equal(await scm.installationOfRepository(...at), undefined);
    await assert.rejects(scm.installationToken(1), code('not_configured'));
  });

  it('lists a tree on all of its pages', async () => {
    const many = Object.fromEntries(Array.from({ length: 2_300 }, (_, i) => [`d${i % 7}/f${i}.py`, `${i % 50}`]));
    const large = makeRepository(many);
    await host.addRepository({ owner: 'ada', name: 'large', from: large.path });
    const entries = await scm.tree(token, 'ada', 'large', large.git('rev-parse', 'HEAD'));
    assert.deepEqual(entries?.map(({ path }) => path).sort(), Object.keys(many).sort());
    large.remove();
  });

  it('knows pull requests and their merge base', async () => {
    const pull = await scm.pullRequest(token, ...at, number);
    assert.deepEqual([pull.state, pull.headRef, pull.author], ['open', 'feature/fix', 'ada']);
    assert.equal(await scm.mergeBase(token, ...at, pull), source.git('rev-parse', 'main~1'));
    const stale = { ...pull, headSha: 'f'.repeat(40) };
    await assert.rejects(scm.mergeBase(token, ...at, stale), code('platform_unavailable'));
    assert.deepEqual((await scm.pullRequests(token, ...at, { state: 'all' })).length, 1);
  });

  it('posts reviews by line, ranges on their last line, and nothing of a refused one', async () => {
    const { headSha } = await scm.pullRequest(token, ...at, number);
    const post = (...comments: ScmNewReviewComment[]) =>
      scm.createReview(token, ...at, number, { commitSha: headSha, body: 'r', comments });
    const right = { path: 'a.py', side: 'RIGHT', startLine: 1, line: 3, body: 'range' } as const;
    const left = { path: 'a.py', side: 'LEFT', startLine: 1, line: 1, body: 'left' } as const;
    await assert.rejects(post(right, { ...right, path: 'far.py', startLine: 1, line: 1 }), code('invalid'));
    await assert.rejects(post(right, { ...left, line: 40, startLine: 40 }), code('invalid'));
    assert.deepEqual(await scm.reviewComments(token, ...at, number), []);
    await post(right, left);
    const found = await scm.reviewComments(token, ...at, number);
    assert.deepEqual(
      found.map(({ side, line, body }) => [side, line, body]),
      [
        ['RIGHT', 3, 'range\n\n_Lines 1 to 3._'],
        ['LEFT', 1, 'left'],
      ],
    );
    host.resolveThread(found[1]?.id ?? 0, 'ada');
    assert.deepEqual(await scm.reviewThreads(token, ...at, number), [
      { commentIds: [found[0]?.id], resolved: false },
      { commentIds: [found[1]?.id], resolved: true },
    ]);
  });

  it('takes a line that breaks for no refusal, which Gitea says as an error of its own', async () => {
    const commitSha = source.git('rev-parse', 'feature/fix');
    const comment = { path: 'a.py', side: 'RIGHT' as const, startLine: 1, line: 1, body: 'Why?' };
    for (const fault of [{ truncateAfter: 4, cut: 'reset' as const }, { status: 503 }]) {
      host.fail({ path: /\/reviews$/, method: 'POST', ...fault });
      const posting = scm.createReview(token, ...at, number, { commitSha, body: '', comments: [comment] });
      await assert.rejects(posting, code('platform_unavailable'));
    }
    host.clearFaults();
  });

  it('submits neither what an attempt before left pending twice, nor drafts as posted', async () => {
    const { headSha } = await scm.pullRequest(token, ...at, number);
    const post = (...comments: ScmNewReviewComment[]) =>
      scm.createReview(token, ...at, number, { commitSha: headSha, body: 'r', comments });
    const lines = async () => (await scm.reviewComments(token, ...at, number)).map(({ body }) => body);
    const before = (await lines()).length;
    const one = { path: 'a.py', side: 'RIGHT', startLine: 1, line: 1, body: '<!-- one -->\nOne' } as const;
    const two = { ...one, startLine: 3, line: 3, body: '<!-- two -->\nTwo' };
    await assert.rejects(post(one, { ...two, line: 99 }), code('invalid'));
    assert.equal((await lines()).length, before);
    await post({ ...one, body: '<!-- one -->\nOne, in other words' }, two);
    const posted = (await lines()).slice(before);
    assert.deepEqual(posted, ['<!-- one -->\nOne, in other words', '<!-- two -->\nTwo']);
  });

  it('reads reviews from pages that no link leads to', async () => {
    const { headSha } = await scm.pullRequest(token, ...at, number);
    const before = (await scm.reviewComments(token, ...at, number)).length;
    // Not through the adapter, which looks for drafts before each.
    for (let n = 0; n < 55; n++) {
      const comments = [{ path: 'a.py', new_position: 1, body: `n${n}` }];
      const answer = await fetch(`${host.url}/api/v1/repos/ada/engine/pulls/${number}/reviews`, {
        method: 'POST',
        headers: { Authorization: `token ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ event: 'COMMENT', commit_id: headSha, body: '', comments }),
      });
      assert.equal(answer.status, 200);
    }
    const bodies = (await scm.reviewComments(token, ...at, number)).map(({ body }) => body);
    assert.equal(bodies.length, before + 55);
    assert.equal(new Set(bodies).size, bodies.length);
  });

  it('answers in the conversation, and resolves nothing, where the version has no such routes', async () => {
    const { headSha } = await scm.pullRequest(token, ...at, number);
    const comment = { path: 'a.py', side: 'RIGHT', startLine: 3, line: 3, body: '<!-- x -->\nsee' } as const;
    await scm.createReview(token, ...at, number, { commitSha: headSha, body: '', comments: [comment] });
    const root = (await scm.reviewComments(token, ...at, number)).at(-1);
    assert.ok(root !== undefined);
    for (const status of [404, 405]) {
      host.fail({ path: /\/replies$/, status });
      const made = await scm.reply(token, ...at, { id: root.id, number, onLines: true }, `for ${status}`);
      assert.equal((await scm.comments(token, ...at, number)).at(-1)?.id, made.id);
      host.fail({ path: /\/resolve$/, status });
      assert.equal(await scm.resolveThread(token, ...at, { id: root.id, number }), false);
    }
    host.fail({ path: /\/replies$/, status: 502 });
    await assert.rejects(
      scm.reply(token, ...at, { id: root.id, number, onLines: true }, 'x'),
      code('platform_unavailable'),
    );
    host.clearFaults();
  });

  it('knows how somebody stands to a repository, where the token administers it', async () => {
    const { token: bob } = host.addUser({ login: 'bob' });
    const of = (login: string, as = token) => scm.association?.(as, ...at, { id: null, login });
    assert.deepEqual([await of('ada'), await of('bob'), await of('nobody')], ['OWNER', 'NONE', 'NONE']);
    host.grant({ login: 'bob', owner: at[0], name: at[1], permission: 'push' });
    assert.equal(await of('bob'), 'COLLABORATOR');
    assert.equal(await of('bob', bob), 'COLLABORATOR', 'one may ask about oneself');
    assert.equal(await scm.permission(bob, ...at, 'ada'), undefined);
  });
});
