/** What every platform's adapter must do with what people say on lines and in the conversation, and who may do what. */
import assert from 'node:assert/strict';
import { AppError } from '../../../src/model/errors.ts';
import type { ScmPort } from '../../../src/ports.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { startTestHost, type TestHost } from '../../support/scm-host.ts';
import { PLATFORMS } from '../../support/platforms.ts';

const code = (wanted: string) => (error: unknown) => error instanceof AppError && error.code === wanted;

for (const [platform, { scm: make }] of Object.entries(PLATFORMS)) {
  describe(`scm contract: threads on ${platform}`, () => {
    const at = ['ada', 'engine'] as const;
    let host: TestHost;
    let scm: ScmPort;
    let token: string;
    let number: number;
    let source: TestRepository;

    before(async () => {
      host = await startTestHost();
      scm = make(host);
      token = host.addUser({ login: 'ada' }).token;
      host.addUser({ login: 'bob' });
      source = makeRepository({ 'a.py': 'one = 1\ntwo = 2\n' });
      source.git('checkout', '-q', '-b', 'fix');
      source.commit({ 'a.py': 'ONE = 1\nTWO = 2\n' });
      source.git('checkout', '-q', 'main');
      await host.addRepository({ owner: 'ada', name: 'engine', from: source.path, private: true });
      number = (await host.openPull({ owner: 'ada', name: 'engine', head: 'fix', base: 'main', by: 'ada' })).number;
      const { headSha } = await scm.pullRequest(token, ...at, number);
      const onLine = (line: number) => ({ path: 'a.py', side: 'RIGHT' as const, startLine: line, line });
      // Two of one line: a program marks each, so that they open a thread each.
      const comments = [1, 2, 2].map((line, n) => ({
        ...onLine(line),
        body: `<!-- reviewgraph:finding f${n} -->\n${n}`,
      }));
      await scm.createReview(token, ...at, number, { commitSha: headSha, body: 'summary', comments });
    });
    after(async () => {
      await host.remove();
      source.remove();
    });

    it('answers in a thread, which it tells apart from what opened it, and resolves it', async () => {
      const before = await scm.reviewComments(token, ...at, number);
      const [root, other] = before.filter(({ replyTo }) => replyTo === null);
      assert.ok(root !== undefined && other !== undefined);
      const where = { id: root.id, number, onLines: true };
      const made = await scm.reply(token, ...at, where, '<!-- reviewgraph:reply 1 answer -->\nbecause 😊');
      assert.equal(made.author, 'ada');
      const byHand = await host.reply({ commentId: root.id, by: 'bob', body: 'and why?' });
      const now = await scm.reviewComments(token, ...at, number);
      assert.deepEqual(
        now.filter(({ replyTo }) => replyTo === root.id).map(({ id }) => id),
        [made.id, byHand.id],
      );
      assert.deepEqual(
        now.filter(({ replyTo }) => replyTo === null).map(({ id }) => id),
        before.map(({ id }) => id),
      );
      const threads = () => scm.reviewThreads(token, ...at, number);
      assert.deepEqual((await threads()).find(({ commentIds: [first] }) => first === root.id)?.commentIds, [
        root.id,
        made.id,
        byHand.id,
      ]);
      assert.equal(await scm.resolveThread(token, ...at, where), true);
      assert.equal(await scm.resolveThread(token, ...at, where), true, 'again changes nothing');
      assert.equal((await threads()).find(({ commentIds: [first] }) => first === root.id)?.resolved, true);
      const gone = { id: 999_999, number };
      await assert.rejects(scm.reply(token, ...at, { ...gone, number: 99, onLines: false }, 'x'), code('not_found'));
      // Its author may, and who may push; nobody else.
      const stranger = host.addUser({ login: 'stranger' }).token;
      host.grant({ login: 'stranger', owner: 'ada', name: 'engine', permission: 'pull' });
      const outcome = await scm
        .resolveThread(stranger, ...at, { id: other.id, number })
        .catch((error: unknown) => error);
      assert.ok(outcome === false || code('bad_request')(outcome), String(outcome));
    });

    it('answers in the conversation', async () => {
      const asked = await host.comment({ owner: 'ada', name: 'engine', number, by: 'bob', body: 'What is it?' });
      const where = { id: asked.id, number, onLines: false };
      const made = await scm.reply(token, ...at, where, 'an engine');
      assert.deepEqual((await scm.comments(token, ...at, number)).at(-1), { ...made, url: made.url });
    });

    it('knows what somebody may do, where it may ask', async () => {
      const may = (login: string, as = token) => scm.permission(as, ...at, login);
      host.addUser({ login: 'carol' });
      assert.deepEqual(await Promise.all([may('ada'), may('carol'), may('nobody-of-the-name')]), [
        'write',
        'none',
        'none',
      ]);
      for (const [permission, word] of [
        ['pull', 'read'],
        ['push', 'write'],
        ['admin', 'write'],
      ] as const) {
        host.grant({ login: 'carol', owner: 'ada', name: 'engine', permission });
        assert.equal(await may('carol'), word);
      }
    });
  });
}
