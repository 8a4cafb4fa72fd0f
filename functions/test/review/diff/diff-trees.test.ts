import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { openCommit } from '../../../src/adapters/git/git-local.ts';
import { eligibilityOf } from '../../../src/jobs/sync/sources.ts';
import { diffTrees, UNREAD, type DiffOptions, type FileDiff } from '../../../src/review/diff/diff-trees.ts';
import { patchText } from '../../../src/review/diff/hunks.ts';
import { plainEnvironment, withoutHeadings } from '../../support/git-oracle.ts';
import { randomNumbers } from '../../support/random-numbers.ts';
import { editLines, randomLines } from '../../support/random-texts.ts';
import { makeRepository, type Content, type TestRepository } from '../../support/repositories.ts';
import { tries } from '../../support/tries.ts';

async function diffOf(repository: TestRepository, base: string, head: string, options?: DiffOptions) {
  return diffTrees(openCommit(repository.path, base), openCommit(repository.path, head), options);
}

function git(repository: TestRepository, ...args: string[]): Buffer {
  const all = ['-C', repository.path, '-c', 'core.quotePath=false', ...args];
  return execFileSync('git', all, { env: plainEnvironment(), maxBuffer: 2 ** 28 });
}

/** `R091 old new`, `M path path` … as `git diff --raw` has them. */
function rawOf(repository: TestRepository, base: string, head: string): string[] {
  const fields = git(repository, 'diff', '--raw', '-z', '--find-renames', base, head).toString().split('\0');
  const lines: string[] = [];
  for (let at = 0; at + 1 < fields.length;) {
    const code = (fields[at++] ?? '').split(' ')[4] ?? '';
    const from = fields[at++] ?? '';
    const to = code.startsWith('R') ? (fields[at++] ?? '') : from;
    lines.push(`${code.replace('T', 'M')} ${from} ${to}`);
  }
  return lines;
}

const LETTERS: Record<FileDiff['status'], string> = { added: 'A', deleted: 'D', modified: 'M', renamed: 'R' };

function rawLine({ status, similarity, oldPath, path }: FileDiff): string {
  const score = similarity === null ? '' : String(similarity).padStart(3, '0');
  return `${LETTERS[status]}${score} ${oldPath ?? path} ${path}`;
}

function decoded(bytes: string): string {
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? bytes : text;
}

/** Fails unless files, renames, similarities and hunks are git's. */
async function assertAsGit(repository: TestRepository, base: string, head: string): Promise<FileDiff[]> {
  const diffs = await diffOf(repository, base, head);
  assert.deepEqual(diffs.map(rawLine), rawOf(repository, base, head));
  // Files of different encodings in one output.
  const sections = git(repository, 'diff', '--find-renames', base, head)
    .toString('latin1')
    .split(/^(?=diff --git )/m);
  const patches = sections.filter((section) => section !== '').map((section) => withoutHeadings(decoded(section)));
  assert.equal(patches.length, diffs.length);
  diffs.forEach((diff, at) => {
    if (diff.kind !== 'submodule') assert.equal(patchText(diff.hunks), patches[at], diff.path);
  });
  return diffs;
}

const LONG = Array.from({ length: 40 }, (_, at) => `line ${at} of a file that moves\n`).join('');

describe('review/diff-trees', function () {
  const OLD: Record<string, Content> = {
    'edited.py': 'a = 1\nb = 2\n',
    'gone.py': 'gone = True\n',
    'moved/same.py': LONG,
    'moved/other.py': LONG.replaceAll('moves', 'stays'),
    'run.sh': '#!/bin/sh\necho hello\n',
    link: { symlink: 'edited.py' },
    sub: { submodule: '1'.repeat(40) },
    'logo.png': new Uint8Array([1, 0, 2, 0]),
    'windows.py': 'a\r\nb\r\nc\r\n',
    'no-end.py': 'a\nb',
    '한국어 폴더/파일.md': 'a\n',
    'src/a b/f.ts': 'let a;\n',
    'odd "name"\t.py': 'a\n',
    'latin.py': new Uint8Array([0x23, 0xe9, 0x0a, 0x61, 0x0a]),
  };
  const NEW: Record<string, Content> = {
    'edited.py': 'a = 1\nb = 3\n',
    'gone.py': null,
    'new.py': 'new = True\n',
    'moved/same.py': null,
    'elsewhere/same.py': LONG,
    'moved/other.py': null,
    'elsewhere/renamed.py': LONG.replaceAll('moves', 'stays').replace('line 7 ', 'line seven '),
    'run.sh': { executable: '#!/bin/sh\necho hello\n' },
    sub: { submodule: '2'.repeat(40) },
    'logo.png': new Uint8Array([1, 0, 3, 0]),
    'windows.py': 'a\r\nB\r\nc\r\n',
    'no-end.py': 'a\nc',
    '한국어 폴더/파일.md': 'b\n',
    'src/a b/f.ts': 'let b;\n',
    'odd "name"\t.py': 'b\n',
    'latin.py': new Uint8Array([0x23, 0xe8, 0x0a, 0x61, 0x0a]),
    'empty.py': '',
  };

  describe('of one commit with everything in it', () => {
    let repository: TestRepository;
    let diffs: FileDiff[];
    const named = (path: string) => diffs.find((diff) => diff.path === path) ?? assert.fail(path);

    before(async () => {
      repository = makeRepository(OLD);
      const base = repository.git('rev-parse', 'HEAD');
      const head = repository.commit(NEW);
      diffs = await assertAsGit(repository, base, head);
    });
    after(() => repository.remove());

    it('knows renames with and without an edit', () => {
      assert.deepEqual(
        [named('elsewhere/same.py'), named('elsewhere/renamed.py')].map(({ status, oldPath, similarity }) => [
          status,
          oldPath,
          similarity,
        ]),
        [
          ['renamed', 'moved/same.py', 100],
          ['renamed', 'moved/other.py', 97],
        ],
      );
      assert.equal(named('elsewhere/renamed.py').additions, 1);
    });

    it('names what has no hunks, with the reason', () => {
      const { unread, hunks } = named('logo.png');
      assert.deepEqual([unread, hunks], [UNREAD.binary, []]);
      assert.deepEqual([named('run.sh').modeChanged, named('run.sh').hunks], [true, []]);
      assert.deepEqual([named('sub').kind, named('sub').hunks], ['submodule', []]);
    });

    it('keeps paths of other scripts, with spaces, quotes and control characters', () => {
      for (const path of ['한국어 폴더/파일.md', 'src/a b/f.ts', 'odd "name"\t.py'])
        assert.equal(named(path).hunks.length, 1);
    });

    it('shows UTF-8 as text and other bytes as Latin-1, compared as bytes', () => {
      const [hunk] = named('latin.py').hunks;
      assert.deepEqual(
        hunk?.lines.map(({ text }) => text),
        ['#é', '#è', 'a'],
      );
    });

    it('keeps the texts of both sides', () => {
      assert.deepEqual([named('new.py').oldText, named('new.py').newText], [null, 'new = True\n']);
      assert.deepEqual([named('gone.py').oldText, named('gone.py').newText], ['gone = True\n', null]);
    });
  });

  it('says of a path that became a link only that its type changed', async () => {
    const repository = makeRepository({ 'a.py': 'a\n' });
    const base = repository.git('rev-parse', 'HEAD');
    repository.git('rm', '--quiet', 'a.py');
    const [diff] = await diffOf(repository, base, repository.commit({ 'a.py': { symlink: 'b' } }));
    assert.deepEqual([diff?.typeChanged, diff?.hunks], [true, []]);
    repository.remove();
  });

  const COMMITS = tries(15, 40);

  it('finds the renames that git finds in random histories', async () => {
    const random = randomNumbers(99);
    const repository = makeRepository();
    const folders = ['src', 'lib', 'test', 'src/deep'];
    let files = new Map<string, string[]>();
    let last = repository.commit({ 'keep.txt': 'x\n' });
    let renames = 0;
    for (let commit = 0; commit < COMMITS; commit++) {
      const changes: Record<string, Content> = {};
      const next = new Map(files);
      for (let edit = 0; edit < 6; edit++) {
        const path = `${random.pick(folders)}/${random.pick(['a', 'b', 'c', 'index', 'main'])}${random.below(4)}.py`;
        const [from] = random.shuffled([...next.keys()]);
        const kind = random.below(4);
        if (from === undefined || kind === 0)
          next.set(path, Array.from({ length: 4 }, () => randomLines(random, 30)).flat());
        else if (kind === 1) next.delete(from);
        else {
          const lines = next.get(from) ?? [];
          if (random.below(4) > 0) next.delete(from);
          next.set(path, random.below(2) === 0 ? lines : editLines(random, lines));
        }
      }
      for (const path of files.keys()) if (!next.has(path)) changes[path] = null;
      for (const [path, lines] of next)
        if (files.get(path) !== lines) changes[path] = lines.map((line) => `${line}\n`).join('');
      const head = repository.commit(changes);
      const diffs = await assertAsGit(repository, last, head);
      renames += diffs.filter(({ status }) => status === 'renamed').length;
      [files, last] = [next, head];
    }
    assert.ok(renames > COMMITS * 0.75, `${renames} renames`);
    repository.remove();
  });

  it('reads no file above the limit, and no more than it may in all', async () => {
    const repository = makeRepository({ 'big.py': 'a\n', 'x.py': 'a\n', 'y.py': 'a\n' });
    const base = repository.git('rev-parse', 'HEAD');
    const long = 'b = 1\n'.repeat(200);
    const head = repository.commit({ 'big.py': long.repeat(5), 'x.py': long, 'y.py': long });
    const diffs = await diffOf(repository, base, head, { maxFileBytes: 2_000, maxTotalBytes: 2_000 });
    assert.deepEqual(
      diffs.map(({ path, unread }) => [path, unread]),
      [
        ['big.py', UNREAD.large],
        ['x.py', null],
        ['y.py', UNREAD.total],
      ],
    );
    repository.remove();
  });

  it('asks eligibility before it reads, and takes the language from it', async () => {
    const repository = makeRepository({ '.gitattributes': 'gen.py linguist-generated\n' });
    const base = repository.git('rev-parse', 'HEAD');
    const head = repository.commit({
      'a.py': 'a = 1\n',
      'gen.py': 'a = 1\n',
      'node_modules/x/i.js': 'a\n',
      'README.md': '# x\n',
      'one-line.js': `var a = [${'1,'.repeat(4_000)}];\n`,
    });
    const eligibility = await eligibilityOf(openCommit(repository.path, head));
    const diffs = await diffOf(repository, base, head, { eligibility });
    assert.deepEqual(
      diffs.map(({ path, unread, language }) => [path, unread, language]),
      [
        ['README.md', 'unsupported language', null],
        ['a.py', null, 'python'],
        ['gen.py', 'marked linguist-generated', null],
        ['node_modules/x/i.js', 'dependency folder', null],
        ['one-line.js', 'minified', null],
      ],
    );
    repository.remove();
  });
});
