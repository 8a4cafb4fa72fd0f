import assert from 'node:assert/strict';
import { createScm } from '../../../../src/adapters/scm/scm.ts';
import { AppError } from '../../../../src/model/errors.ts';
import type { ScmPort } from '../../../../src/ports.ts';
import { makeRepository, type TestRepository } from '../../../support/repositories.ts';
import { startTestHost, type TestHost } from '../../../support/scm-host.ts';

const lines = (count: number) => Array.from({ length: count }, (_, n) => `x${n} = ${n}`);

describe('scm: reviews', () => {
  const at = ['ada', 'engine'] as const;
  let host: TestHost;
  let scm: ScmPort;
  let token: string;
  let number: number;
  let source: TestRepository;

  before(async () => {
    host = await startTestHost();
    const { appId, appPrivateKey } = host;
    scm = createScm({ apiUrl: host.apiUrl, gitUrl: host.url, appSlug: 'reviewgraph', appId, appPrivateKey });
    host.addUser({ login: 'ada' });
    source = makeRepository({ 'a.py': `${lines(120).join('\n')}\n` });
    source.git('checkout', '-q', '-b', 'fix');
    source.commit({
      'a.py': `${['y = 1', ...lines(120).slice(1), ...lines(130).map((line) => `_${line}`)].join('\n')}\n`,
    });
    source.git('checkout', '-q', 'main');
    source.commit({ 'b.py': 'z = 1\n' });
    await host.addRepository({ owner: 'ada', name: 'engine', from: source.path, private: true });
    await host.addRepository({ owner: 'ada', name: 'apart', from: source.path, private: true });
    host.addInstallation({ login: 'ada', repositories: ['engine'] });
    const installation = await scm.installationOfRepository(...at);
    token = (await scm.installationToken(installation ?? 0)).token;
    number = (await host.openPull({ owner: 'ada', name: 'engine', head: 'fix', base: 'main', by: 'ada', body: 'why' }))
      .number;
  });
  afterEach(() => host.clearFaults());
  after(async () => {
    await host.remove();
    source.remove();
  });

  it('finds the installation of a repository that it reaches', async () => {
    assert.equal(typeof (await scm.installationOfRepository(...at)), 'number');
    assert.equal(await scm.installationOfRepository('ada', 'apart'), undefined);
    assert.equal(await scm.installationOfRepository('ada', 'nope'), undefined);
    const plain = createScm({ apiUrl: host.apiUrl, gitUrl: host.url, appSlug: 'x' });
    assert.equal(await plain.installationOfRepository(...at), undefined);
  });

  it('describes a pull request and its merge base', async () => {
    const pull = await scm.pullRequest(token, ...at, number);
    const { title, body, state, author, headRef, baseRef, mergedAt } = pull;
    assert.deepEqual(
      { title, body, state, author, headRef, baseRef, mergedAt },
      { title: 'fix', body: 'why', state: 'open', author: 'ada', headRef: 'fix', baseRef: 'main', mergedAt: null },
    );
    assert.deepEqual([pull.headSha, pull.baseSha], [source.git('rev-parse', 'fix'), source.git('rev-parse', 'main')]);
    assert.equal(await scm.mergeBase(token, ...at, pull), source.git('rev-parse', 'main~1'));
    await assert.rejects(scm.pullRequest(token, ...at, 99), (error: AppError) => error.code === 'not_found');
  });

  it('lists pull requests that changed since a time, newest first, over pages', async () => {
    const opened: number[] = [];
    for (let n = 0; n < 3; n++) {
      source.git('checkout', '-q', '-b', `b${n}`, 'main');
      source.commit({ [`b${n}.py`]: '1\n' });
      source.git('checkout', '-q', 'main');
      opened.push(
        (await host.openPull({ owner: 'ada', name: 'engine', head: `b${n}`, base: 'main', by: 'ada' })).number,
      );
    }
    await host.setPullState('ada', 'engine', opened[0] ?? 0, 'closed');
    await host.mergePull({ owner: 'ada', name: 'engine', number: opened[1] ?? 0, by: 'ada' });
    const all = await scm.pullRequests(token, ...at, { state: 'all' });
    assert.deepEqual(all.map((pull) => [pull.number, pull.state]).slice(0, 2), [
      [opened[1], 'merged'],
      [opened[0], 'closed'],
    ]);
    assert.equal(all.length, 4);
    const since = all.find((pull) => pull.number === opened[0])?.updatedAt ?? '';
    const recent = await scm.pullRequests(token, ...at, { state: 'all', since });
    assert.deepEqual(
      recent.map((pull) => pull.number),
      [opened[1], opened[0]],
    );
    assert.equal((await scm.pullRequests(token, ...at)).length, 2);
    const few = await scm.pullRequests(token, ...at, { state: 'all', limit: 2 });
    assert.deepEqual(few, all.slice(0, 2));
  });

  it('posts a review as the app, and nothing of one that the platform refuses', async () => {
    const { headSha } = await scm.pullRequest(token, ...at, number);
    const good = { path: 'a.py', side: 'RIGHT', startLine: 121, line: 123, body: 'range' } as const;
    const bad = { path: 'a.py', side: 'RIGHT', startLine: 60, line: 60, body: 'outside' } as const;
    const post = (comments: (typeof good | typeof bad)[], commitSha = headSha) =>
      scm.createReview(token, ...at, number, { commitSha, body: 'summary', comments });
    const invalid = (error: unknown) => error instanceof AppError && error.code === 'invalid';
    await assert.rejects(post([good, bad]), invalid);
    await assert.rejects(post([good], source.git('rev-parse', 'main')), invalid);
    assert.deepEqual(await scm.reviewComments(token, ...at, number), []);
    await post([good, { path: 'a.py', side: 'LEFT', startLine: 1, line: 1, body: 'left' } as never]);
    const found = await scm.reviewComments(token, ...at, number);
    assert.deepEqual(
      found.map(({ path, side, line, author, replyTo, body }) => [path, side, line, author, replyTo, body]),
      [
        ['a.py', 'RIGHT', 123, 'reviewgraph[bot]', null, 'range'],
        ['a.py', 'LEFT', 1, 'reviewgraph[bot]', null, 'left'],
      ],
    );
    assert.equal(found[0]?.commitSha, headSha);
  });

  it('reads comments and threads from all pages', async () => {
    const { headSha } = await scm.pullRequest(token, ...at, number);
    const comments = Array.from({ length: 101 }, (_, n) => {
      return { path: 'a.py', side: 'RIGHT', startLine: n + 121, line: n + 121, body: `n${n}` } as const;
    });
    await scm.createReview(token, ...at, number, { commitSha: headSha, body: 'many', comments });
    const found = await scm.reviewComments(token, ...at, number);
    assert.equal(found.length, 103);
    const last = found.at(-1)?.id ?? 0;
    host.resolveThread(last, 'ada');
    const threads = await scm.reviewThreads(token, ...at, number);
    assert.equal(threads.length, 103);
    assert.deepEqual(
      threads.filter((thread) => thread.resolved).map((thread) => thread.commentIds),
      [[last]],
    );
    await assert.rejects(scm.reviewThreads(token, ...at, 99), (error: AppError) => error.code === 'not_found');
  });

  it('writes into the conversation, edits it, and reacts once', async () => {
    const made = await scm.createComment(token, ...at, number, 'hello 😊');
    assert.deepEqual([made.author, made.body], ['reviewgraph[bot]', 'hello 😊']);
    assert.equal((await scm.updateComment(token, ...at, { id: made.id, number }, 'bye')).body, 'bye');
    await scm.react(token, ...at, { id: made.id, number }, 'eyes');
    await scm.react(token, ...at, { id: made.id, number }, 'eyes');
    const stored = host.written('ada', 'engine', number).comments.find((comment) => comment.id === made.id);
    assert.deepEqual(
      stored?.reactions.map((each) => each.content),
      ['eyes'],
    );
    await assert.rejects(
      scm.updateComment(token, ...at, { id: 1, number }, 'x'),
      (error: AppError) => error.code === 'not_found',
    );
    await assert.rejects(
      scm.createComment(token, ...at, number, 'x'.repeat(65_537)),
      (error: AppError) => error.code === 'invalid',
    );
  });

  it('says how long to wait after posting too fast', async () => {
    host.fail({ path: /reviews$/, method: 'POST', status: 403, retryAfter: 33 });
    const { headSha } = await scm.pullRequest(token, ...at, number);
    await assert.rejects(
      scm.createReview(token, ...at, number, { commitSha: headSha, body: 'r', comments: [] }),
      (error: AppError) => error.code === 'rate_limited' && error.retryAfter === 33,
    );
    host.fail({ path: /comments$/, method: 'POST', status: 422, message: 'was submitted too quickly' });
    await assert.rejects(
      scm.createComment(token, ...at, number, 'x'),
      (error: AppError) => error.code === 'rate_limited',
    );
  });
});
