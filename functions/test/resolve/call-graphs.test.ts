/**
 * Small programs in every language whose calls were labelled by hand, in the ways that its users write: classes and
 * interfaces, imports, closures, generics. `call-graphs/<language>.txt` holds the files of one, and
 * `<language>-features.txt` those of one that uses more of what the language has; a label after a call names what
 * runs, and a line without a label calls nothing of the program:
 *
 *     === app.py
 *     square = make(2)  #> make
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { compare, precision, recall, type Finding } from '../../local/lab/quality/compare.ts';
import { folderGraph } from '../../local/lab/quality/folder-graph.ts';
import { loadRegistry } from '../../src/extract/compile/registry.ts';
import { makeFolder, writeFiles } from '../support/repositories.ts';
import { programNames, readProgram } from './labelled-programs.ts';

const LEAST_PRECISION = 0.97;
const LEAST_RECALL = 0.85;

function finding(path: string, line: number, to: string): Finding {
  return { key: `${path}:${line} ${to}`, shown: `${path}:${line} → ${to}` };
}

function withoutLabels(texts: Record<string, string>): { files: Record<string, string>; labels: Finding[] } {
  const files: Record<string, string> = {};
  const labels: Finding[] = [];
  for (const [path, text] of Object.entries(texts)) {
    const lines = text.split('\n');
    files[path] = lines.map((line) => line.replace(/\s*(#|\/\/|--)> .*$/, '')).join('\n');
    lines.forEach((line, at) => {
      const names = /(?:#|\/\/|--)> (.*)$/.exec(line)?.[1]?.trim().split(/\s+/) ?? [];
      labels.push(...names.map((name) => finding(path, at + 1, name)));
    });
  }
  return { files, labels };
}

describe('call graphs labelled by hand', function () {
  this.timeout(120_000);
  const names = programNames();

  it('are there for every language', () => {
    const languages = new Set(names.map((name) => name.replace(/-.*/, '')));
    assert.deepEqual([...languages].sort(), loadRegistry().names);
  });

  for (const name of names) {
    it(name, async () => {
      const { files, labels } = withoutLabels(readProgram(name));
      const folder = makeFolder();
      try {
        writeFiles(folder, files);
        const { calls } = await folderGraph(folder);
        const row = compare(
          name,
          'labels',
          labels,
          calls.map(({ path, line, to }) => finding(path, line, to)),
        );
        const told = JSON.stringify({ misses: row.misses, extras: row.extras }, null, 2);
        assert.ok(row.expected >= 9, 'the program is too small to say anything');
        assert.ok(precision(row) >= LEAST_PRECISION, told);
        assert.ok(recall(row) >= LEAST_RECALL, told);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
});
