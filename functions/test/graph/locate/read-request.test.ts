import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isNamed, liesIn, readRequest } from '../../../src/graph/locate/read-request.ts';

describe('graph/locate/read-request', () => {
  it('weighs repeated words, the first line, and what comes from code', () => {
    const { words, written } = readRequest('Merging fails\nmerge `parseConfig` token token token token token');
    assert.equal(words.get('merg'), 4);
    assert.equal(words.get('fail'), 2);
    assert.equal(words.get('parseconfig'), 2);
    assert.equal(words.get('token'), 3);
    assert.equal(written.get('merg'), 'Merging');
  });

  it('weighs the area that a subject names before a colon', () => {
    const weightIn = (text: string, word: string) => readRequest(text).words.get(word) ?? 0;
    for (const text of ['fix(client): no answer', 'client: no answer', 'feat(client)!: no answer']) {
      assert.ok(weightIn(text, 'client') > 2 * weightIn(text, 'answer'), text);
    }
    assert.equal(weightIn('no client: answer', 'client'), weightIn('no client: answer', 'answer'));
  });

  it('weighs words of grammar, of any change, and numbers less', () => {
    const { words } = readRequest('Crash\nfixes the 404 of every merging branch');
    const weightOf = (word: string) => words.get(word) ?? 0;
    for (const word of ['fix', 'the', '404', 'of', 'every']) assert.ok(weightOf(word) < weightOf('merg') / 2, word);
    assert.equal(weightOf('merg'), weightOf('branch'));
  });

  it('reads words side by side as steps of a path, those of the first line first', () => {
    const { steps } = readRequest('Lists of runs\nsee `run lists` and pulls');
    assert.deepEqual([steps.get('list/of'), steps.get('of/run')], [1, 1]);
    assert.deepEqual([steps.get('run/list'), steps.get('and/pull')], [0.5, 0.5]);
    assert.ok(!steps.has('run/see'));
  });

  it('reads the places that stack traces name', () => {
    const text = [
      'Error: no',
      '    at load (file:///home/ada/app/src/config.ts:12:3)',
      '  File "/srv/app/pkg/base.py", line 40, in run',
      '    at com.shop.Cart.add(Cart.java:7)',
      String.raw`   at Shop.Add() in C:\work\Shop\Cart.cs:line 9`,
      'see ./docs/../lib/x.go and README.md',
    ].join('\n');
    assert.deepEqual(
      readRequest(text).places.map(({ path, line }) => `${path}:${line ?? ''}`),
      ['home/ada/app/src/config.ts:12', 'srv/app/pkg/base.py:40', 'Cart.java:7', 'work/Shop/Cart.cs:9', 'docs/../lib/x.go:', 'README.md:'], // prettier-ignore
    );
  });

  it('matches a place with a file by whole names of folders', () => {
    assert.ok(isNamed({ path: 'home/ada/app/src/config.ts', line: 1 }, 'src/config.ts'));
    assert.ok(isNamed({ path: 'Config.ts', line: null }, 'src/config.ts'));
    assert.ok(!isNamed({ path: 'config.ts', line: null }, 'src/my-config.ts'));
  });

  it('joins words that stand side by side, as code may', () => {
    const { words, written } = readRequest('the program name is wrong');
    assert.equal(words.get('programname'), 1);
    assert.equal(words.get('program_name'), 1);
    assert.equal(written.get('program_name'), 'program name');
    assert.ok(!words.has('programis') && !readRequest('program\nname').words.has('programname'));
    assert.ok(readRequest(Array.from({ length: 2_000 }, (_, at) => `w${at}x`).join(' ')).words.size <= 800);
  });

  it('reads the folders that a text names, and knows what lies in them', () => {
    assert.deepEqual(readRequest('cmd/Service: use I/O of api.\nSee cmd/service.').folders, ['cmd/service', 'i/o']);
    assert.ok(liesIn('cli/service', 'cli/command/service/opts.go'));
    assert.ok(liesIn('command/service/opts', 'cli/command/service/opts.go'));
    assert.ok(!liesIn('service/cli', 'cli/command/service/opts.go'));
    assert.ok(!liesIn('cli/serv', 'cli/command/service/opts.go'));
  });

  it('reads any text in time that grows with it', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => void readRequest(text)));
    const started = performance.now();
    for (const part of ['a/', 'a.', '`', '_', 'aA', '\\', '1:']) readRequest(part.repeat(20_000 / part.length));
    assert.ok(performance.now() - started < 5_000, 'a text of 20,000 characters takes too long');
  });
});
