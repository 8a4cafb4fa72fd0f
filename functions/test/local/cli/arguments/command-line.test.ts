import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { oneOf, parseWords, wholeNumber, WrongArguments } from '../../../../local/cli/arguments/command-line.ts';
import { PACKAGE } from '../../../../local/stack/toolchain.ts';
import { makeFolder } from '../../../support/repositories.ts';

function refuses(work: () => unknown, message: string): void {
  assert.throws(work, (error) => error instanceof WrongArguments && error.message === message);
}

describe('local/command-line', () => {
  it('says in one sentence which word is wrong', () => {
    const options = { repo: { type: 'string' }, json: { type: 'boolean' } } as const;
    refuses(() => parseWords({ args: ['--bogus'], options, allowPositionals: true }), "Unknown option '--bogus'.");
    refuses(() => parseWords({ args: ['--repo'], options }), "Option '--repo <value>' argument missing.");
    refuses(() => parseWords({ args: ['--json=1'], options }), "Option '--json' does not take an argument.");
    refuses(() => parseWords({ args: ['more'], options }), "Unexpected argument 'more'.");
    assert.deepEqual({ ...parseWords({ args: ['--repo', 'a/b'], options }).values }, { repo: 'a/b' });
  });

  it('takes whole numbers from the least on, and nothing that only begins like one', () => {
    assert.equal(wholeNumber('--show', '0', 0), 0);
    for (const text of ['0', '-1', '1.5', '1e2', ' 2', '2x', '', '99999999999999999999'])
      refuses(() => wholeNumber('--rounds', text, 1), `--rounds takes a whole number from 1 on, not "${text}".`);
  });

  it('names the choices where a word is none of them', () => {
    assert.equal(oneOf('--by', ['kills', 'outages'], 'kills'), 'kills');
    refuses(() => oneOf('--by', ['kills', 'outages'], 'kill'), '--by takes kills, outages, not "kill".');
  });

  /** Whatever a command starts, it starts after it read its words: each of these ends at once. */
  const mistyped: [command: string, words: string[], wrong: RegExp][] = [
    ['analytics-rebuild', ['--nonsense'], /'--nonsense'/],
    ['bench', [], /Give a git directory/],
    ['chaos', ['--kind', 'reviews'], /--kind takes ingest, .*"reviews"/],
    ['demo-review', ['--shallow'], /'--shallow'/],
    ['graph', ['a', 'b'], /"b" is one word too many/],
    ['index', ['.', '--repo', 'engine'], /--repo engine: .*owner\/name/],
    ['quality', ['.', '--only', 'call'], /--only takes calls, .*"call"/],
    ['review', ['.'], /two commits are needed/],
    ['start', ['--nonsense'], /'--nonsense'/],
  ];
  for (const [command, words, wrong] of mistyped) {
    it(`lets ${[command, ...words].join(' ')} end with the reason and the usage`, () => {
      const script = join(PACKAGE, 'local', 'cli', `${command}.ts`);
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' });
      const [reason = '', usage = ''] = stderr.split('\n');
      assert.match(reason, wrong);
      assert.match(usage, /^Usage: npm /);
      assert.deepEqual([status, stdout], [2, '']);
    });
  }

  it('lets bench and quality end with a sentence for folders that are none', () => {
    const folder = makeFolder();
    for (const [command, words, sentence] of [
      ['bench', [join(folder, 'nowhere')], `There is no folder ${join(folder, 'nowhere')}.\n`],
      ['quality', [join(folder, 'nowhere')], `There is no folder ${join(folder, 'nowhere')}\n`],
    ] as const) {
      const script = join(PACKAGE, 'local', 'cli', `${command}.ts`);
      const { status, stderr } = spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' });
      assert.deepEqual([status, stderr], [1, sentence]);
    }
  });
});
