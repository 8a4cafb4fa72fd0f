import assert from 'node:assert/strict';
import { readGitAttributes } from '../../src/extract/git-attributes.ts';
import { hostileTexts } from '../support/hostile-texts.ts';

describe('readGitAttributes', () => {
  const markOf = readGitAttributes([
    {
      path: 'web/.gitattributes',
      text: 'keep.gen.js -linguist-generated\n"with space.js" linguist-vendored\n',
    },
    {
      path: '.gitattributes',
      text: [
        '# comment linguist-generated',
        '*.gen.js linguist-generated text=auto',
        '/root-only.js linguist-generated=true',
        'lib/** linguist-vendored=true',
        'lib/ours.js linguist-vendored=false',
        'folder linguist-generated',
        '!negative.js linguist-generated',
        'plain.js text',
      ].join('\r\n'),
    },
  ]);
  const cases: [path: string, mark: string | undefined][] = [
    ['a.gen.js', 'generated'],
    ['deep/er/a.gen.js', 'generated'],
    ['web/keep.gen.js', undefined],
    ['keep.gen.js', 'generated'],
    ['root-only.js', 'generated'],
    ['deep/root-only.js', undefined],
    ['lib/x/y.js', 'vendored'],
    ['lib/ours.js', undefined],
    ['other/lib/x.js', undefined],
    ['folder/inside.js', undefined],
    ['negative.js', undefined],
    ['plain.js', undefined],
    ['web/with space.js', 'vendored'],
    ['with space.js', undefined],
  ];
  for (const [path, mark] of cases) {
    it(`${path} is ${mark ?? 'unmarked'}`, () => assert.equal(markOf(path), mark));
  }

  it('ends for files that are made to take for ever', () => {
    const blanks = [`""${'\t'.repeat(500_000)}\u2028`, `${'*a'.repeat(500)}*b linguist-generated`];
    for (const text of [...blanks, ...hostileTexts(500_000)]) {
      assert.equal(readGitAttributes([{ path: '.gitattributes', text }])('a'.repeat(250)), undefined);
    }
  });

  it('lets no repository ask for more than can be answered', () => {
    const lines = (count: number, line: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => `${line(at)} linguist-generated`).join('\n');
    const markIn = (...texts: string[]) =>
      readGitAttributes(texts.map((text, at) => ({ path: `${'d/'.repeat(at)}.gitattributes`, text })));
    const many = markIn(lines(6_000, (at) => `f${at}.js`));
    assert.deepEqual([many('f4999.js'), many('f5000.js')], ['generated', undefined]);
    const starred = markIn(
      lines(500, (at) => `${'*a'.repeat(50)}${at}`),
      lines(1, () => 'x.js'),
    );
    assert.deepEqual([starred('a'.repeat(50) + '7'), starred('d/x.js')], ['generated', undefined]);
    const one = markIn(lines(1, () => '*.js'));
    assert.deepEqual([one(`${'d/'.repeat(500)}a.js`), one(`${'d/'.repeat(600)}a.js`)], ['generated', undefined]);
  });
});
