import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { WrongArguments } from '../../../../local/cli/arguments/command-line.ts';
import {
  commitsToReview,
  readFindings,
  readReviewArguments,
  repoIdOfGitDir,
  repositoryUriOf,
} from '../../../../local/cli/arguments/review-arguments.ts';
import { findingOf } from '../../../support/findings.ts';
import { makeFolder, makeRepository, type TestRepository } from '../../../support/repositories.ts';

describe('local/review-arguments', () => {
  it('reads the words in any order with their options, paths from where they were typed', () => {
    assert.deepEqual(readReviewArguments(['--json', '../a', 'main', '--findings', 'f.json', 'topic'], '/home/ada/b'), {
      folder: '/home/ada/a',
      base: 'main',
      head: 'topic',
      findings: '/home/ada/b/f.json',
      repoId: undefined,
      facts: false,
      noModel: false,
      failOn: undefined,
      json: true,
      sarif: false,
    });
    const tree = readReviewArguments(['.', 'main', '--no-model', '--fail-on', 'high'], '/home/ada');
    assert.deepEqual([tree.head, tree.noModel, tree.failOn], [undefined, true, 'high']);
  });

  it('names the word that is wrong', () => {
    const wrong: [string[], RegExp][] = [
      [[], /two commits are needed.*0 words given/],
      [['.'], /two commits are needed.*1 word given/],
      [['.', 'a', '--fail-on', 'worst'], /--fail-on takes critical, high, medium, low, not "worst"/],
      [['.', 'a', '--facts', '--fail-on', 'high'], /--facts makes no review/],
      [['.', 'a', 'b', 'c'], /"c" is one word too many/],
      [['.', 'a', 'b', '--nonsense'], /option '--nonsense'/],
      [['.', 'a', 'b', '--sarif', '--json'], /--sarif stands alone: leave out --json/],
      [['.', 'a', 'b', '--findings'], /'--findings <value>' argument missing/],
      [['.', 'a', 'b', '--repo', 'engine'], /--repo engine: .*owner\/name/],
      [['.', 'a', 'b', '--repo', '../x/y'], /--repo .*owner\/name/],
    ];
    for (const [args, message] of wrong) {
      assert.throws(
        () => readReviewArguments(args, '/'),
        (error) => error instanceof WrongArguments && message.test(error.message),
        args.join(' '),
      );
    }
  });

  describe('commits', () => {
    let repository: TestRepository;
    before(() => {
      repository = makeRepository({ 'src/a.py': 'x = 1\n' });
    });
    after(() => repository.remove());
    const REST = {
      findings: undefined,
      repoId: undefined,
      facts: false,
      noModel: false,
      failOn: undefined,
      json: false,
      sarif: false,
    };
    const asked = (folder: string, base: string, head?: string) => commitsToReview({ folder, base, head, ...REST });

    it('are compared from their merge base, wherever in the repository the command is run', async () => {
      const base = repository.git('rev-parse', 'HEAD');
      repository.git('checkout', '--quiet', '-b', 'topic');
      const head = repository.commit({ 'src/b.py': 'y = 2\n' });
      repository.git('checkout', '--quiet', '-b', 'target', base);
      const target = repository.commit({ 'src/c.py': 'z = 3\n' });
      const tree = join(makeFolder(), 'linked');
      repository.git('worktree', 'add', '--quiet', '--detach', tree, head);
      for (const folder of [repository.path, join(repository.path, 'src'), tree]) {
        const gitDir = join(repository.path, '.git');
        const root = folder === tree ? tree : repository.path;
        assert.deepEqual(await asked(folder, 'target', 'topic'), { gitDir, base, head, target, root });
      }
      assert.equal((await asked(tree, 'target', 'HEAD')).head, head);
    });

    it('are of a repository that is named by where it was cloned from, and by no login', async () => {
      const gitDir = join(repository.path, '.git');
      assert.equal(await repositoryUriOf(gitDir), pathToFileURL(gitDir).href);
      for (const [remote, address] of [
        ['https://ada:secret@code.example.com/ada/shop.git?x=1', 'https://code.example.com/ada/shop'],
        ['git@code.example.com:group/sub/shop.git', 'https://code.example.com/group/sub/shop'],
        ['ssh://git@code.example.com/ada/shop', 'ssh://code.example.com/ada/shop'],
        ['../elsewhere', pathToFileURL(gitDir).href],
      ] as const) {
        repository.git('remote', 'add', 'origin', remote);
        assert.equal(await repositoryUriOf(gitDir), address);
        repository.git('remote', 'remove', 'origin');
      }
    });

    it('that are not there are told with what to do, and so are folders', async () => {
      const plain = makeFolder();
      const file = join(plain, 'file');
      writeFileSync(file, '');
      await assert.rejects(asked(join(plain, 'none'), 'a', 'b'), /There is no folder .*none\.$/);
      await assert.rejects(asked(file, 'a', 'b'), /is not a folder: give/);
      await assert.rejects(asked(plain, 'a', 'b'), /is not a git repository: give/);
      // A tree, an option, an empty word: none of them names a commit.
      for (const revision of ['gone', 'HEAD^{tree}', '--all', '']) {
        await assert.rejects(asked(repository.path, 'HEAD', revision), /has no commit ".*": see git log/, revision);
      }
      const shallow = join(makeFolder(), 'shallow');
      repository.git('clone', '--quiet', '--depth', '1', `file://${repository.path}`, shallow);
      await assert.rejects(asked(shallow, 'HEAD~1', 'HEAD'), /has no commit "HEAD~1": the clone is shallow/);
    });
  });

  it('calls a repository by the folder that it is in', () => {
    assert.equal(repoIdOfGitDir('/src/engine/.git'), 'review/engine');
    assert.equal(repoIdOfGitDir('/srv/my engine.git'), 'review/my-engine');
  });

  describe('findings', () => {
    const folder = makeFolder();
    const fileOf = (text: string): string => {
      const path = join(folder, 'findings.json');
      writeFileSync(path, text);
      return path;
    };
    const {
      source: _,
      rule: __,
      side: ___,
      suggestion: ____,
      ...finding
    } = findingOf({ path: 'a.py', quote: 'x = 1' });

    it('may leave out the side and the suggestion', () => {
      const [read] = readFindings(fileOf(`\ufeff${JSON.stringify([finding])}`));
      assert.deepEqual(read, { ...finding, side: 'RIGHT', suggestion: null, source: 'agent', rule: null });
    });

    it('that are none are told by their place in the file', () => {
      mkdirSync(join(folder, 'sub'), { recursive: true });
      assert.throws(() => readFindings(join(folder, 'none.json')), /^Error: There is no file .*none\.json: /);
      assert.throws(() => readFindings(join(folder, 'sub')), /sub is a folder: /);
      for (const text of ['', '[{']) assert.throws(() => readFindings(fileOf(text)), /findings\.json is not JSON/);
      assert.throws(() => readFindings(fileOf('{"findings": []}')), /has to hold a list, .*:\n {2}.*array/);
      const second = JSON.stringify([finding, { ...finding, line_start: 0 }]);
      assert.throws(() => readFindings(fileOf(second)), /:\n {2}finding 2, line_start: [^\n]*$/);
      const many = JSON.stringify(new Array(50).fill({ ...finding, confidence: 'high' }));
      assert.throws(() => readFindings(fileOf(many)), /finding 10, confidence: .*\n {2}and 40 more$/);
    });
  });
});
