/**
 * Resolution depends on what facts say, not on which of them are the same object: extraction lets several facts share an
 * expression, while those that were stored share nothing.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { extractFolder } from '../../../local/lab/extract-folder.ts';
import type { FileFacts } from '../../../src/model/facts.ts';
import { resolveGraph } from '../../../src/resolve/resolve.ts';
import { makeFolder, writeFiles } from '../../support/repositories.ts';
import { programNames, readProgram } from '../labelled-programs.ts';

/** Facts in which equal parts are one object; collections stay apart, since two empty lists are two lists. */
function shared<T>(value: T, known: Map<string, unknown>): T {
  if (typeof value !== 'object' || value === null) return value;
  const copy = Array.isArray(value)
    ? value.map((item: unknown) => shared(item, known))
    : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shared(item as unknown, known)]));
  const text = JSON.stringify(copy);
  if (text.includes('"is":"collection"')) return copy as T;
  if (!known.has(text)) known.set(text, copy);
  return known.get(text) as T;
}

describe('facts that share objects', function () {
  this.timeout(120_000);
  for (const name of programNames()) {
    it(`give the edges of those that share nothing: ${name}`, async () => {
      const folder = makeFolder();
      try {
        writeFiles(folder, readProgram(name));
        const { files, manifests } = await extractFolder(folder);
        const edges = (facts: FileFacts[]): unknown =>
          resolveGraph({ repoId: 'local/shared', files: facts, manifests }).files.map((file) =>
            file.edges.map((edge) => JSON.stringify(edge)).sort(),
          );
        const apart = edges(files);
        assert.deepEqual(edges(files.map((facts) => shared(facts, new Map()))), apart);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
});
