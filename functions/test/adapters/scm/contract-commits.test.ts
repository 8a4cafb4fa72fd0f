/** What every platform's adapter says of pull requests and commits, for reviews that nobody commands. */
import assert from 'node:assert/strict';
import { AppError } from '../../../src/model/errors.ts';
import type { ScmCheck, ScmPort } from '../../../src/ports.ts';
import { PLATFORMS } from '../../support/platforms.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { startTestHost, type TestHost } from '../../support/scm-host.ts';

for (const [platform, { scm: make }] of Object.entries(PLATFORMS)) {
  describe(`scm contract, commits: ${platform}`, () => {
    const at = ['ada', 'engine'] as const;
    let host: TestHost;
    let scm: ScmPort;
    let token: string;
    let bob: string;
    let number: number;
    let source: TestRepository;
    const idOf = async (login: string) => host.addUser({ login }).id;

    before(async () => {
      host = await startTestHost();
      scm = make(host);
      token = host.addUser({ login: 'ada' }).token;
      bob = host.addUser({ login: 'bob' }).token;
      source = makeRepository({ 'src/a.py': 'x = 1\n' });
      source.git('checkout', '-q', '-b', 'fix/one');
      source.commit({ 'src/a.py': 'y = 1\n' });
      source.git('checkout', '-q', 'main');
      source.commit({ 'b.py': 'z = 1\n' });
      await host.addRepository({ owner: 'ada', name: 'engine', from: source.path, private: true });
      number = (await host.openPull({ owner: 'ada', name: 'engine', head: 'fix/one', by: 'ada', title: 'Fix' })).number;
    });
    after(async () => {
      await host.remove();
      source.remove();
    });

    it('tells drafts, labels, and how an author stands to the repository', async () => {
      const plain = await scm.pullRequest(token, ...at, number);
      assert.deepEqual([plain.draft, plain.labels, plain.authorIsBot], [false, [], false]);
      const draft = platform === 'Gitea' ? { title: 'WIP: Fix' } : { draft: true };
      await host.editPull(...at, number, { labels: ['reviewgraph:ignore', 'ui'], ...draft });
      const edited = await scm.pullRequest(token, ...at, number);
      assert.deepEqual([edited.draft, edited.labels.sort()], [true, ['reviewgraph:ignore', 'ui']]);
      assert.equal((await scm.pullRequests(token, ...at))[0]?.draft, true);
      await host.editPull(...at, number, { labels: [], title: 'Fix', draft: false });
      const association = async (login: string, by = token) => {
        const id = await idOf(login);
        return scm.association?.(by, ...at, { id, login });
      };
      if (scm.association === undefined) assert.equal(plain.authorAssociation, 'OWNER');
      else {
        assert.deepEqual([plain.authorAssociation, plain.authorId], [null, await idOf('ada')]);
        assert.equal(await association('ada'), 'OWNER');
        host.grant({ login: 'bob', owner: 'ada', name: 'engine', permission: 'push' });
        assert.equal(await association('bob'), platform === 'Gitea' ? 'COLLABORATOR' : 'MEMBER');
        host.addUser({ login: 'eve' });
        assert.equal(await association('eve'), 'NONE');
        // Who does not administer the repository is told as much as that somebody takes part.
        if (platform === 'Gitea') assert.equal(await association('ada', bob), 'NONE');
        host.addUser({ login: 'carol' });
        host.grant({ login: 'carol', owner: 'ada', name: 'engine', permission: 'push' });
        assert.equal(await association('carol', bob), platform === 'Gitea' ? 'COLLABORATOR' : 'MEMBER');
      }
    });

    it('reads one file of a branch or commit', async () => {
      const read = async (ref: string, path: string) => {
        const bytes = await scm.fileAt(token, ...at, ref, path);
        return bytes && Buffer.from(bytes).toString();
      };
      assert.equal(await read('main', 'b.py'), 'z = 1\n');
      assert.equal(
        await read(source.git('rev-parse', 'fix/one'), 'src/a.py'),
        source.git('show', 'fix/one:src/a.py') + '\n',
      );
      assert.match((await read('fix/one', 'src/a.py')) ?? '', /^y = 1\n/);
      for (const [ref, path] of [
        ['main', '.reviewgraph.yml'],
        ['nope', 'b.py'],
        ['main', 'src/a.py/x'],
        ['main', '../b.py'],
      ] as const) {
        assert.equal(await read(ref, path), undefined, `${ref} ${path}`);
      }
    });

    it('shows how a review stands at a commit, and says it again without harm', async () => {
      const { headSha } = await scm.pullRequest(token, ...at, number);
      const check: ScmCheck = {
        ...{ commitSha: headSha, name: 'reviewgraph', key: 'run-1', state: 'in_progress', blocking: false },
        ...{ title: 'Review run 1 is under way', summary: 'Wait.', annotations: [], detailsUrl: `${host.url}/x` },
        byApp: false,
      };
      const said = () => host.checks(...at, headSha).statuses.map(({ state, name }) => `${name} ${state}`);
      await scm.setCheck(token, ...at, check);
      await scm.setCheck(token, ...at, check);
      assert.equal(new Set(said()).size, 1);
      const words: Record<string, string[]> = {
        GitHub: ['pending', 'success', 'success', 'failure', 'error', 'error', 'error'],
        Gitea: ['pending', 'success', 'success', 'failure', 'warning', 'failure', 'warning'],
        GitLab: ['running', 'success', 'success', 'failed', 'canceled', 'failed', 'canceled'],
      };
      const found: string[] = [];
      for (const [state, blocking] of [
        ['in_progress', false],
        ['success', false],
        ['neutral', false],
        ['failure', false],
        ['incomplete', false],
        ['incomplete', true],
        ['cancelled', false],
      ] as const) {
        await scm.setCheck(token, ...at, { ...check, state, blocking, title: `${'🙂'.repeat(300)}` });
        found.push(said().at(-1)?.replace('reviewgraph ', '') ?? '');
      }
      assert.deepEqual(found, words[platform]);
      const missing = { ...check, commitSha: 'f'.repeat(40) };
      await assert.rejects(
        scm.setCheck(token, ...at, missing),
        (error) => error instanceof AppError && !error.retryable,
      );
      host.grant({ login: 'bob', owner: 'ada', name: 'engine', permission: 'pull' });
      await assert.rejects(scm.setCheck(bob, ...at, check), (error) => error instanceof AppError && !error.retryable);
    });
  });
}
