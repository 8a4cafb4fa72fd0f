import assert from 'node:assert/strict';
import { emptyFacts, type FileFacts } from '../../../src/model/facts.ts';
import { dropUnneeded } from '../../../src/resolve/parts/drop-unneeded.ts';

const PATHS = ['use.cs', 'form.cs', 'point.cs'];

describe('dropUnneeded', () => {
  it('ends where each of two files is asked for by whoever has the other one', () => {
    const now = new Map(PATHS.map((path) => [path, { path, language: 'csharp', module: undefined }]));
    const dropped = new Set<string>();
    const search = { now, wanted: new Set(['use.cs', 'form.cs']), loaded: new Map<string, FileFacts>() };
    let attempts = 0;
    for (; attempts < 10; attempts++) {
      for (const path of search.wanted) search.loaded.set(path, emptyFacts('csharp', path, 0));
      if (search.loaded.size === PATHS.length) break;
      search.wanted = new Set(['use.cs', search.loaded.has('form.cs') ? 'point.cs' : 'form.cs']);
      dropUnneeded(search, dropped);
      assert.ok([...search.loaded.keys()].every((path) => search.wanted.has(path)));
    }
    assert.equal(attempts, 3);
  });

  it('drops what is needed no more, once', () => {
    const now = new Map(PATHS.map((path) => [path, { path, language: 'csharp', module: undefined }]));
    const loaded = new Map(PATHS.map((path) => [path, emptyFacts('csharp', path, 0)]));
    const search = { now, loaded, wanted: new Set(['use.cs']) };
    dropUnneeded(search, new Set(['point.cs']));
    assert.deepEqual([...search.loaded.keys()], ['use.cs', 'point.cs']);
    assert.deepEqual([...search.wanted], ['use.cs', 'point.cs']);
  });
});
