/** Manifests that are made to break or to hold their reader: they say nothing, and the others still do. */
import assert from 'node:assert/strict';
import { readPackages } from '../../../../src/resolve/imports/manifests/package-json.ts';
import { readPathMaps } from '../../../../src/resolve/imports/manifests/tsconfig-paths.ts';
import { parseJavascriptOptions } from '../../../../src/review/lint/javascript-options.ts';

const NESTED = ['['.repeat(400_000), '{"a":'.repeat(200_000), `{"paths":${'['.repeat(400_000)}${']'.repeat(400_000)}}`];
const good = { compilerOptions: { baseUrl: '.', paths: { '@/*': ['src/*'] } } };

describe('manifests of strangers', () => {
  it('are left out when they are nested too deep', () => {
    for (const text of NESTED) {
      const packages = readPackages([
        { path: 'bad/package.json', text },
        { path: 'good/package.json', text: '{"name":"good","main":"a.js"}' },
      ]);
      assert.deepEqual([packages.has('good'), packages.candidates('', 'good')[0]], [true, 'good/a.js']);
      const maps = readPathMaps([
        { path: 'bad/tsconfig.json', text },
        { path: 'tsconfig.json', text: JSON.stringify(good) },
      ]);
      assert.deepEqual(maps.candidates('other', '@/x'), ['src/x', '@/x']);
      assert.match(parseJavascriptOptions('.oxlintrc.json', text).notes.join(), /holds no options/);
    }
  });

  it('are read once, however often they extend each other', () => {
    const twenty = (name: string) => Array<string>(20).fill(name);
    const maps = readPathMaps([
      { path: 'tsconfig.json', text: JSON.stringify({ ...good, extends: [...twenty('./tsconfig.json'), './b.json'] }) },
      { path: 'b.json', text: JSON.stringify({ extends: [...twenty('./b.json'), ...twenty('./tsconfig.json')] }) },
    ]);
    assert.deepEqual(maps.candidates('', '@/x'), ['src/x', '@/x']);
  });

  it('end, however many of them extend the next', () => {
    const chain = Array.from({ length: 20_000 }, (_, at) => ({
      path: `${at}/tsconfig.json`,
      text: JSON.stringify({ extends: `../${at + 1}/tsconfig.json` }),
    }));
    const maps = readPathMaps([...chain, { path: 'tsconfig.json', text: JSON.stringify(good) }]);
    assert.deepEqual(maps.candidates('other', '@/x'), ['src/x', '@/x']);
  });

  it('may hold values of any type', () => {
    const values = [null, 1, 'text', [], [null], {}, { a: null }, [[1]], true];
    const manifests = values.flatMap((value, at) => [
      { path: `${at}/a/tsconfig.json`, text: JSON.stringify(value) },
      { path: `${at}/b/tsconfig.json`, text: JSON.stringify({ extends: value, compilerOptions: value }) },
      { path: `${at}/c/tsconfig.json`, text: JSON.stringify({ compilerOptions: { baseUrl: value, paths: value } }) },
      { path: `${at}/d/tsconfig.json`, text: JSON.stringify({ compilerOptions: { paths: { x: value } } }) },
      {
        path: `${at}/package.json`,
        text: JSON.stringify({ name: value, exports: value, imports: value, main: value }),
      },
    ]);
    const maps = readPathMaps(manifests);
    const packages = readPackages(manifests);
    for (const { path } of manifests) {
      const dir = path.slice(0, path.lastIndexOf('/'));
      assert.ok(Array.isArray(maps.candidates(dir, 'x')) && Array.isArray(packages.candidates(dir, '#x')), path);
    }
  });

  it('count as far as each import can be held against them', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`./p${at}`, `./f${at}.js`]));
    const packages = readPackages([
      { path: 'package.json', text: JSON.stringify({ name: 'p', exports: many(5_000) }) },
    ]);
    assert.deepEqual([packages.entries('', './p1999'), packages.entries('', './p2000')], [['f1999.js'], []]);
  });
});
