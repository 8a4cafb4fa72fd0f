import assert from 'node:assert/strict';
import { extractFile } from '../../../src/extract/extract-file.ts';
import { grammarOf, initialiseParsing } from '../../../src/extract/compile/grammars.ts';
import { loadRegistry } from '../../../src/extract/compile/registry.ts';

const registry = loadRegistry();

/** First and last line of each definition that has a name. */
async function linesOf(path: string, text: string): Promise<Record<string, [number, number]>> {
  const definition = registry.get(registry.languageOf(path, text) ?? '');
  assert.ok(definition, `no language for ${path}`);
  const { definitions } = extractFile(await grammarOf(definition, path), { path, text }, { stepMs: 20_000 });
  return Object.fromEntries(definitions.map(({ name, line, endLine }) => [name, [line, endLine]]));
}

describe('extract/assemble/place-definitions', function () {
  this.timeout(120_000);
  before(() => initialiseParsing());

  it('ends a definition with its last line, and not where the next one begins', async () => {
    const scala = [
      'object A {',
      '  private def one(a: Int): Boolean =',
      '    a > 1',
      '',
      '  private val two = one _',
      '  def three =',
      '    1 + 2 // sum',
      '',
      '  /** Of the next. */',
      '  def four = 4',
      '}',
      'object B:',
      '  def five =',
      '    val x = 1',
      '    x',
      '',
      '  def six = five',
      '',
    ].join('\n');
    const { one, three, four, B, five, six } = await linesOf('a.scala', scala);
    const ends = { one: [2, 3], three: [6, 7], four: [10, 10], B: [12, 17], five: [13, 15], six: [17, 17] };
    assert.deepEqual({ one, three, four, B, five, six }, ends);
    const python = 'class A:\n    def one(self):\n        return 1\n\n    # Of the next.\n    two = one\n';
    assert.deepEqual((await linesOf('a.py', python)).one, [2, 3]);
    const haskell = 'module A where\n\none x = two\n  where\n    two = x\n\n-- | Of the next.\nthree = one\n';
    assert.deepEqual((await linesOf('A.hs', haskell)).one, [3, 5]);
  });
});
