import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scopeOf } from '../../../src/graph/access.ts';
import { linesWith } from '../../../src/graph/queries/content-lines.ts';
import { findContent } from '../../../src/graph/queries/find-content.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import { AppError } from '../../../src/model/errors.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { indexTexts } from '../../support/indexed-texts.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';

const ODD = [
  '# a + b - c && d || !e (f) {g} [h] ^i "j" ~k *l ?m :n \\o /p AND q OR r NOT s',
  "s = 'naïve 日本語テスト ünï 🎉🎈 İstanbul'",
  't = "tab\there"\t# two  blanks',
  'def book(room):',
  '    return f(room)  # BOOK',
  `long = "${'x'.repeat(600)}"`,
  'AND = NOT_ = 1',
  'z',
  '',
].join('\n');

/** Files that are code of this product: what a real repository holds. */
function ownSources(): Record<string, string> {
  const root = join(import.meta.dirname, '../../../src');
  const files: Record<string, string> = {};
  for (const folder of ['graph', 'api', 'adapters']) {
    for (const name of readdirSync(join(root, folder))) {
      if (name.endsWith('.ts')) files[`src/${folder}/${name}`] = readFileSync(join(root, folder, name), 'utf8');
    }
  }
  return files;
}

/** What `grep -F` prints: path:line of every line with the literal. */
function literalLines(files: Record<string, string>, literal: string): string[] {
  return Object.entries(files)
    .flatMap(([path, text]) =>
      text.split('\n').flatMap((line, at) => (line.includes(literal) ? [`${path}:${at + 1}`] : [])),
    )
    .sort();
}

describe('graph/queries content', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  const odd = testRepoId('odd');
  const own = testRepoId('own');
  const inOdd = scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, odd);
  const inOwn = scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, own);
  const files = ownSources();

  before(async () => {
    graph = await testGraph();
    await indexTexts(graph, odd, { 'odd.py': ODD, 'other.py': 'def other(): return 1\n' });
    await indexTexts(graph, own, files);
  });

  after(async () => {
    await deleteRepository(graph, odd);
    await deleteRepository(graph, own);
  });

  const numbers = async (literal: string) =>
    (await linesWith(graph, inOdd, literal, 50)).lines.filter(({ path }) => path === 'odd.py').map(({ line }) => line);

  it('finds every operator and special character as it stands', async () => {
    const signs = ['+', '-', '&&', '||', '!', '(', ')', '{', '}', '[', ']', '^', '"', '~', '*', '?', ':', '\\', '/'];
    for (const sign of [...signs, 'AND', 'OR', 'NOT', '(f) {g}', '~k *l ?m :n \\o /p', 'q OR r NOT s']) {
      const expected = ODD.split('\n').flatMap((line, at) => (line.includes(sign) ? [at + 1] : []));
      assert.deepEqual(await numbers(sign), expected, sign);
    }
  });

  it('finds other scripts, emoji, tabs, one character and five hundred', async () => {
    assert.deepEqual(await numbers('日本'), [2]);
    assert.deepEqual(await numbers('語'), [2]);
    assert.deepEqual(await numbers('🎉'), [2]);
    assert.deepEqual(await numbers('🎉🎈 İ'), [2]);
    assert.deepEqual(await numbers('tab\there'), [3]);
    assert.deepEqual(await numbers('  blanks'), [3]);
    assert.deepEqual(await numbers('z'), [8]);
    assert.deepEqual(await numbers('x'.repeat(500)), [6]);
    assert.deepEqual(await numbers('x'.repeat(601)), []);
    assert.deepEqual(await numbers(''), []);
    assert.deepEqual(await numbers('\n'), []);
  });

  it('finds a text over several lines where it begins', async () => {
    assert.deepEqual(await numbers('book(room):\n    return'), [4]);
    assert.deepEqual(await numbers('book(room):\n    yield'), []);
  });

  it('tries another case only when there is no line in this one', async () => {
    assert.deepEqual(await numbers('BOOK'), [5]);
    assert.deepEqual(await numbers('book'), [4]);
    assert.deepEqual(await numbers('Book'), [4, 5]);
    assert.deepEqual(await numbers('NAÏVE'), [2]);
  });

  it('agrees with a plain search of the files for texts taken from them', async () => {
    const texts = Object.values(files);
    for (let at = 0; at < 120; at++) {
      const text = texts[(at * 7) % texts.length] ?? '';
      const start = (at * 7919) % Math.max(1, text.length - 40);
      const literal = text.slice(start, start + 1 + (at % 30)).split('\n')[0] ?? '';
      if (literal === '') continue;
      const expected = literalLines(files, literal);
      const { lines, more } = await linesWith(graph, inOwn, literal, 1_000);
      const found = lines.map(({ path, line }) => `${path}:${line}`).sort();
      if (more) assert.ok(expected.length > 1_000 && found.every((place) => expected.includes(place)), literal);
      else assert.deepEqual(found, expected, JSON.stringify(literal));
    }
  });

  it('stops at the limit, and says that there is more', async () => {
    const { lines, more } = await linesWith(graph, inOwn, 'e', 25);
    assert.equal(lines.length, 25);
    assert.equal(more, true);
    const few = await linesWith(graph, inOwn, 'db.awaitIndexes', 25);
    assert.deepEqual([few.lines.length > 0, few.more], [true, false]);
  });

  it('finds what stands across the pieces of one long line, and names the line once', async () => {
    const wide = testRepoId('wide');
    const words = Array.from({ length: 8_000 }, (_, at) => `w${at}`);
    // Not minified: the other lines are short.
    const text = `a = 1\nwide = "${words.join(' ')}"\n${'b = 2\n'.repeat(200)}`;
    await indexTexts(graph, wide, { 'wide.py': text });
    const inWide = scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, wide);
    const line = text.split('\n')[1] ?? '';
    for (let at = 7_000; at + 500 < line.length; at += 450) {
      const literal = line.slice(at, at + 500);
      const { lines } = await linesWith(graph, inWide, literal, 10);
      assert.deepEqual(
        lines.map((found) => found.line),
        [2],
        literal,
      );
    }
    assert.deepEqual(
      (await linesWith(graph, inWide, ' w', 10)).lines.map((found) => found.line),
      [2],
    );
    const { results } = await findContent.run(graph, inWide, { query: line.slice(7_990, 8_040) });
    assert.deepEqual(
      results.map(({ name }) => name),
      ['wide'],
    );
    await deleteRepository(graph, wide);
  });

  it('knows which lines stand in symbols', async () => {
    const { lines } = await linesWith(graph, inOdd, 'o', 50);
    assert.deepEqual(
      lines.filter(({ path }) => path === 'odd.py').map(({ line, inSymbol }) => [line, inSymbol]),
      ODD.split('\n').flatMap((line, at) => (line.includes('o') ? [[at + 1, at > 0]] : [])),
    );
  });

  describe('find_content', () => {
    const ask = async (query: string, scope = inOdd) =>
      findContent.output.parse(await findContent.run(graph, scope, { query }));

    it('gives the symbols whose text holds it', async () => {
      const answer = await ask('f(room)');
      assert.deepEqual(
        answer.results.map(({ type, name, line_number }) => [type, name, line_number]),
        [['function', 'book', 4]],
      );
      assert.deepEqual([answer.search_query, answer.total, answer.truncated], ['f(room)', 1, undefined]);
      assert.deepEqual(
        (await ask('日本語')).results.map(({ type, name }) => [type, name]),
        [['variable', 's']],
      );
    });

    it('has nothing to say of lines outside any symbol', async () => {
      assert.deepEqual((await ask('# a + b')).results, []);
    });

    it('finds what stands behind the part of a long symbol that its node keeps', async () => {
      const long = testRepoId('long');
      const body = Array.from({ length: 1_500 }, (_, at) => `    step_${at}()`).join('\n');
      await indexTexts(graph, long, { 'long.py': `def long():\n${body}\n    needle_at_the_end()\n` });
      const scope = scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, long);
      assert.deepEqual(
        (await ask('needle_at_the_end', scope)).results.map(({ name }) => name),
        ['long'],
      );
      await deleteRepository(graph, long);
    });

    it('holds at most 100 elements and says so', async () => {
      const answer = await ask('e', inOwn);
      assert.deepEqual([answer.results.length, answer.total, answer.truncated], [100, 100, true]);
    });

    it('answers blank queries with nothing, and refuses long ones', async () => {
      for (const blank of ['', ' ', '\t\n']) assert.deepEqual((await ask(blank)).results, []);
      await ask('🎉'.repeat(500));
      await assert.rejects(ask('x'.repeat(501)), (error) => error instanceof AppError && error.code === 'bad_request');
    });
  });
});
