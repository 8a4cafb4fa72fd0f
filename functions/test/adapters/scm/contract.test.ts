/**
 * What every platform's adapter must do, over the local platform's APIs of all of them: GitHub's, Gitea's and GitLab's.
 * What one of them does otherwise stands in its own tests.
 */
import assert from 'node:assert/strict';
import { createGit } from '../../../src/adapters/git/git.ts';
import { AppError } from '../../../src/model/errors.ts';
import type { ScmNewReviewComment, ScmPort } from '../../../src/ports.ts';
import { PLATFORMS } from '../../support/platforms.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { startTestHost, type TestHost } from '../../support/scm-host.ts';

const lines = (count: number, word = 'x') => Array.from({ length: count }, (_, n) => `${word}${n} = ${n}`);
const code = (wanted: string) => (error: unknown) => error instanceof AppError && error.code === wanted;

for (const [platform, { scm: make, api, user }] of Object.entries(PLATFORMS)) {
  describe(`scm contract: ${platform}`, () => {
    const at = ['ada', 'engine'] as const;
    let host: TestHost;
    let scm: ScmPort;
    let token: string;
    let bob: string;
    let number: number;
    let source: TestRepository;

    before(async () => {
      host = await startTestHost();
      scm = make(host);
      token = host.addUser({ login: 'ada', name: 'Ada', email: 'ada@example.com' }).token;
      bob = host.addUser({ login: 'bob' }).token;
      source = makeRepository({ 'src/a.py': `${lines(60).join('\n')}\n`, 'far.py': 'x = 1\n', run: '#!/bin/sh\n' });
      source.git('checkout', '-q', '-b', 'fix/one');
      const changed = ['y = 1', 'z = 2', ...lines(60).slice(2, 50), ...lines(12, 'n'), ...lines(60).slice(50)];
      source.commit({ 'src/a.py': `${changed.join('\n')}\n` });
      source.git('checkout', '-q', 'main');
      source.commit({ 'b.py': 'z = 1\n' });
      await host.addRepository({ owner: 'ada', name: 'engine', from: source.path, private: true });
      const opened = { owner: 'ada', name: 'engine', head: 'fix/one', base: 'main', by: 'ada', body: 'why' };
      number = (await host.openPull({ ...opened, title: 'Fix' })).number;
    });
    afterEach(() => host.clearFaults());
    after(async () => {
      await host.remove();
      source.remove();
    });

    it('knows who a token is, and refuses one that is none', async () => {
      const { login, name, email, type } = await scm.profile(token);
      assert.deepEqual([login, name, email, type], ['ada', 'Ada', 'ada@example.com', 'User']);
      await assert.rejects(scm.profile('wrong'), code('token_refused'));
      await assert.rejects(scm.profile('two words\n'), code('token_refused'));
    });

    it('shows what a token may see and push to', async () => {
      const own = await scm.repository(token, ...at);
      assert.deepEqual(
        [own.owner, own.name, own.fullName, own.private, own.defaultBranch, own.canPush, own.description],
        ['ada', 'engine', 'ada/engine', true, 'main', true, null],
      );
      await assert.rejects(scm.repository(bob, ...at), code('not_found'));
      await assert.rejects(scm.repository(undefined, ...at), code('not_found'));
      for (const [permission, canPush] of [
        ['pull', false],
        ['push', true],
        ['admin', true],
      ] as const) {
        host.grant({ login: 'bob', owner: 'ada', name: 'engine', permission });
        assert.equal((await scm.repository(bob, ...at)).canPush, canPush, permission);
      }
    });

    it('lists repositories on all pages', async () => {
      for (let n = 0; n < 104; n++) await host.addRepository({ owner: 'ada', name: `r${n}`, from: source.path });
      const listed = await scm.repositories(token);
      assert.equal(new Set(listed.map(({ fullName }) => fullName)).size, 105);
      assert.equal(listed.length, 105);
    });

    it('reads branches, trees, files and archives', async () => {
      const head = source.git('rev-parse', 'fix/one');
      assert.equal(await scm.branchHead(token, ...at, 'fix/one'), head);
      await assert.rejects(scm.branchHead(token, ...at, 'nope'), code('not_found'));
      const entries = (await scm.tree(token, ...at, head)) ?? [];
      assert.deepEqual(entries.map(({ path, kind }) => [path, kind]).sort(), [
        ['far.py', 'file'],
        ['run', 'file'],
        ['src/a.py', 'file'],
      ]);
      const oid = entries.find(({ path }) => path === 'far.py')?.oid ?? '';
      assert.equal(Buffer.from(await scm.blob(token, ...at, oid)).toString(), 'x = 1\n');
      await assert.rejects(scm.blob(token, ...at, 'f'.repeat(40)), code('not_found'));
      const found: string[] = [];
      const { signal } = new AbortController();
      const wanted = ({ path }: { path: string }) => path.endsWith('.py');
      for await (const file of scm.archive(token, ...at, head, { wanted, signal })) found.push(file.path);
      assert.deepEqual(found.sort(), ['far.py', 'src/a.py']);
    });

    it('clones by a token', async () => {
      const git = createGit({ gitUrl: host.url, maxPackBytes: 10_000_000, user });
      const snapshot = await git.clone({ url: scm.cloneUrl(...at), token, branch: 'main' });
      assert.equal(snapshot.commit, source.git('rev-parse', 'main'));
      await snapshot.close();
      await assert.rejects(git.clone({ url: scm.cloneUrl(...at) }), code('bad_request'));
    });

    it('describes a pull request and its merge base', async () => {
      const pull = await scm.pullRequest(token, ...at, number);
      const { title, body, state, author, headRef, baseRef, fromFork, mergedAt, closedAt } = pull;
      assert.deepEqual(
        [title, body, state, author, headRef, baseRef, fromFork, mergedAt, closedAt],
        ['Fix', 'why', 'open', 'ada', 'fix/one', 'main', false, null, null],
      );
      assert.equal(pull.headSha, source.git('rev-parse', 'fix/one'));
      assert.equal(pull.baseSha, source.git('rev-parse', 'main'));
      assert.equal(await scm.mergeBase(token, ...at, pull), source.git('rev-parse', 'main~1'));
      await assert.rejects(scm.pullRequest(token, ...at, 99), code('not_found'));
    });

    it('posts a review with ranges and both sides, and tells where it stands', async () => {
      const { headSha } = await scm.pullRequest(token, ...at, number);
      const post = (comments: ScmNewReviewComment[], commitSha = headSha) =>
        scm.createReview(token, ...at, number, { commitSha, body: 'summary', comments });
      const range = { path: 'src/a.py', side: 'RIGHT', startLine: 51, line: 53, body: '<!-- 1 -->\nrange' } as const;
      const left = { path: 'src/a.py', side: 'LEFT', startLine: 1, line: 1, body: '<!-- 2 -->\nleft' } as const;
      const same = { path: 'src/a.py', side: 'RIGHT', startLine: 64, line: 64, body: '<!-- 3 -->\nunchanged' } as const;
      for (const refused of [
        { ...range, startLine: 30, line: 30 },
        { ...range, startLine: 999, line: 999 },
        { ...range, path: 'far.py', startLine: 1, line: 1 },
        { ...range, path: 'nope.py' },
      ]) {
        await assert.rejects(post([left, refused]), code('invalid'), JSON.stringify(refused));
      }
      await assert.rejects(post([left], source.git('rev-parse', 'main')), code('invalid'));
      assert.deepEqual(await scm.reviewComments(token, ...at, number), []);
      await post([range, left, same]);
      const found = await scm.reviewComments(token, ...at, number);
      assert.deepEqual(
        found.map(({ path, side, line, author, replyTo, body }) => [
          path,
          side,
          line,
          author,
          replyTo,
          body.slice(0, 10),
        ]),
        [
          ['src/a.py', 'RIGHT', 53, 'ada', null, '<!-- 1 -->'],
          ['src/a.py', 'LEFT', 1, 'ada', null, '<!-- 2 -->'],
          ['src/a.py', 'RIGHT', 64, 'ada', null, '<!-- 3 -->'],
        ],
      );
      assert.ok(found.every(({ commitSha, url }) => commitSha === headSha && url.startsWith(host.url)));
      host.resolveThread(found[1]?.id ?? 0, 'ada');
      assert.deepEqual(
        (await scm.reviewThreads(token, ...at, number)).map(({ commentIds, resolved }) => [commentIds, resolved]),
        found.map(({ id }, n) => [[id], n === 1]),
      );
    });

    it('writes into the conversation, edits it, and reacts once', async () => {
      const made = await scm.createComment(token, ...at, number, 'hello 😊');
      assert.deepEqual([made.author, made.body], ['ada', 'hello 😊']);
      const where = { id: made.id, number };
      assert.equal((await scm.updateComment(token, ...at, where, 'bye')).body, 'bye');
      await scm.react(token, ...at, where, 'eyes');
      await scm.react(token, ...at, where, 'eyes');
      const stored = host.written('ada', 'engine', number).comments.find(({ id }) => id === made.id);
      assert.deepEqual(
        stored?.reactions.map((each) => each.content),
        ['eyes'],
      );
      const gone = { id: 999_999, number };
      await assert.rejects(scm.updateComment(token, ...at, gone, 'x'), code('not_found'));
      await assert.rejects(scm.react(token, ...at, gone, '+1'), code('not_found'));
      await assert.rejects(scm.createComment(token, ...at, number, ' '), code('invalid'));
    });

    it('reads a conversation on all pages, oldest first, without what stands on lines', async () => {
      const before = (await scm.comments(token, ...at, number)).length;
      for (let n = 0; n < 104; n++) {
        await host.comment({ owner: 'ada', name: 'engine', number, by: 'bob', body: `c${n}` });
      }
      const all = (await scm.comments(token, ...at, number)).slice(before);
      assert.deepEqual(
        all.map(({ body }) => body),
        Array.from({ length: 104 }, (_, n) => `c${n}`),
      );
      const bodies = (await scm.comments(token, ...at, number)).map(({ body }) => body);
      assert.ok(!bodies.some((body) => body.startsWith('<!-- 1 -->')));
    });

    it('lists pull requests by state and by their last change', async () => {
      const opened: number[] = [];
      for (let n = 0; n < 3; n++) {
        source.git('checkout', '-q', '-b', `b${n}`, 'main');
        source.commit({ [`b${n}.py`]: '1\n' });
        source.git('checkout', '-q', 'main');
        const asked = { owner: 'ada', name: 'engine', head: `b${n}`, base: 'main', by: 'ada', fork: 'eve/engine' };
        opened.push((await host.openPull(asked)).number);
      }
      await host.setPullState('ada', 'engine', opened[0] ?? 0, 'closed');
      await host.mergePull({ owner: 'ada', name: 'engine', number: opened[1] ?? 0, by: 'ada' });
      const numbers = async (options: Parameters<ScmPort['pullRequests']>[3]) =>
        (await scm.pullRequests(token, ...at, options)).map((pull) => [pull.number, pull.state]);
      const ended = [
        [opened[1], 'merged'],
        [opened[0], 'closed'],
      ];
      assert.deepEqual(await numbers({ state: 'closed' }), ended);
      assert.deepEqual((await numbers({ state: 'all' })).slice(0, 2), ended);
      assert.equal((await numbers({ state: 'all' })).length, 4);
      assert.deepEqual((await numbers({})).map(([each]) => each).sort(), [number, opened[2]].sort());
      assert.deepEqual(await numbers({ state: 'all', limit: 1 }), ended.slice(0, 1));
      const closed = await scm.pullRequest(token, ...at, opened[0] ?? 0);
      assert.deepEqual(await numbers({ state: 'all', since: closed.updatedAt }), ended);
      const merged = await scm.pullRequest(token, ...at, opened[1] ?? 0);
      assert.ok(merged.mergedAt !== null && merged.closedAt !== null && merged.fromFork);
    });

    it('says how long to wait, and what failed', async () => {
      host.fail({ path: api, status: 429, retryAfter: 33 });
      const limited = (error: unknown) => code('rate_limited')(error) && (error as AppError).retryAfter === 33;
      await assert.rejects(scm.profile(token), limited);
      host.fail({ path: api, status: 502 });
      await assert.rejects(scm.profile(token), code('platform_unavailable'));
      host.fail({ path: api, truncateAfter: 20, cut: 'reset' });
      await assert.rejects(scm.repository(token, ...at), code('platform_unavailable'));
      host.fail({ path: api, status: 403 });
      await assert.rejects(scm.createComment(token, ...at, number, 'x'), code('bad_request'));
    });
  });
}
