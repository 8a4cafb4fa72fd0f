/** What the importer is given: repositories as they are, and copies of them that belong to others. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeImport } from '../../../../local/lab/store/import-rows.ts';
import { copyValues } from '../../../../local/lab/store/store-rows.ts';
import type { StoreRows } from '../../../../local/lab/store/store-rows.ts';
import { repositoryTokenOf } from '../../../../src/graph/access.ts';
import { lineGrams } from '../../../../src/graph/line-grams.ts';
import { nameTokens } from '../../../../src/graph/name-tokens.ts';

const OWN = { repo_id: 'ada/engine', repo_token: repositoryTokenOf('ada/engine'), access: 'public' };
const FUNCTION = {
  ...{ ...OWN, key: 'k1', file_key: 'f1', id: 'ada/engine src/load.ts#loadConfiguration', path: 'src/load.ts' },
  ...{ name: 'loadConfiguration', name_lower: 'loadconfiguration', name_tokens: 'load configuration' },
  ...{ source_code: 'function loadConfiguration() { return "a, b"; }\n', line_number: 3, decorators: ['one', 'two'] },
};
const CHUNK = {
  ...OWN,
  key: 'c1',
  file_key: 'f1',
  text: 'loadConfiguration()\n',
  grams: lineGrams('loadConfiguration()\n'),
};
const ROWS: StoreRows = {
  nodes: [
    { id: 0, labels: ['Symbol', 'Function'], values: FUNCTION },
    { id: 1, labels: ['Chunk'], values: CHUNK },
  ],
  edges: [{ from: 0, to: 0, type: 'CALLS', values: { confidence: 0.95, lines: [3, 4], owner: 'f1' } }],
};

describe('rows of a copied repository', () => {
  const stranger = copyValues({ number: 4, isPublic: false });

  it('belong to another tenant, by every property that says whose they are', () => {
    const token = repositoryTokenOf('tenant-4/engine');
    for (const values of [FUNCTION, CHUNK]) {
      const { repo_id, repo_token, access, key, file_key } = stranger(values);
      assert.deepEqual([repo_id, repo_token, access], ['tenant-4/engine', token, token]);
      assert.deepEqual([key, file_key], [`${values.key}.4`, 'f1.4']);
    }
    assert.equal(copyValues({ number: 5, isPublic: true })(FUNCTION)['access'], 'public');
  });

  it('are found by what they say: names, their parts and runs of three characters follow the altered text', () => {
    const { name, name_lower, name_tokens, source_code } = stranger(FUNCTION);
    assert.ok(typeof name === 'string' && name !== FUNCTION.name);
    assert.ok(typeof source_code === 'string' && source_code.includes(name));
    assert.deepEqual([name_lower, name_tokens], [name.toLowerCase(), nameTokens(name)]);
    const { text, grams } = stranger(CHUNK);
    assert.ok(typeof text === 'string');
    assert.deepEqual([text.includes(name), grams], [true, lineGrams(text)]);
  });

  it('are written once for each copy, quoted, with arrays in one cell, edges within their copy', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rg-rows-'));
    try {
      await writeImport(folder, ROWS, [{ number: 1, isPublic: true }]);
      const [nodes = '', edges = ''] = ['nodes.csv', 'edges.csv'].map((name) =>
        readFileSync(join(folder, name), 'utf8'),
      );
      assert.match(nodes, /^:ID,:LABEL,repo_id:string,.*line_number:long,decorators:string\[\]/);
      assert.ok(nodes.includes('0,"Symbol\u001fFunction","ada/engine"'));
      assert.ok(nodes.includes('"one\u001ftwo"') && nodes.includes('return ""a, b""; }\n"'));
      assert.ok(nodes.includes('\n2,"Symbol\u001fFunction","tenant-1/engine"'));
      assert.deepEqual(edges.split('\n'), [
        ':START_ID,:END_ID,:TYPE,confidence:double,lines:long[],owner:string',
        '0,0,CALLS,0.95,"3\u001f4","f1"',
        '2,2,CALLS,0.95,"3\u001f4","f1.1"',
        '',
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
