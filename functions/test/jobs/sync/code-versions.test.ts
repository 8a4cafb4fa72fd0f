import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeVersions, fileVersion, hashCode, type CodeVersions } from '../../../src/jobs/sync/code-versions.ts';

const PACKAGE = join(import.meta.dirname, '..', '..', '..');

describe('jobs/code-versions', () => {
  let copy: string;
  let before: CodeVersions;

  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'reviewgraph-versions-'));
    for (const part of ['src', 'languages', 'frameworks', 'package-lock.json'])
      cpSync(join(PACKAGE, part), join(copy, part), { recursive: true });
    before = hash();
  });

  afterEach(() => {
    rmSync(copy, { recursive: true, force: true });
  });

  function hash(): CodeVersions {
    return hashCode(pathToFileURL(`${copy}/`));
  }

  function edit(path: string, from: string | RegExp, to: string): void {
    const text = readFileSync(join(copy, path), 'utf8');
    const edited = text.replace(from, to);
    assert.notEqual(edited, text);
    writeFileSync(join(copy, path), edited);
  }

  /** Languages whose files would be made anew. */
  function remade(): string[] {
    const after = hash();
    assert.notEqual(after.edges, before.edges);
    return Object.keys(after.files).filter((name) => after.files[name] !== before.files[name]);
  }

  const all = () => Object.keys(before.files);

  it('are those of the code that runs, wherever it stands', () => {
    assert.deepEqual(codeVersions(), before);
    assert.equal(new Set(Object.values(before.files)).size, all().length);
  });

  it('change for every language with extraction and with what rows are made of', () => {
    for (const path of ['src/extract/gather/values.ts', 'src/resolve/program/nodes.ts', 'src/graph/node-row.ts']) {
      edit(path, /$/, '\n// other code\n');
      assert.deepEqual(remade(), all(), path);
      before = hash();
    }
  });

  it('change for one language with its folder, and with what it inherits', () => {
    edit('languages/lua/facts.scm', /$/, '\n; another pattern\n');
    assert.deepEqual(remade(), ['lua']);
    before = hash();
    edit('languages/c/facts.scm', /$/, '\n; another pattern\n');
    assert.deepEqual(remade(), ['c', 'cpp']);
    before = hash();
    edit('package-lock.json', /("node_modules\/tree-sitter-go": \{\s*"version": ")[^"]+/, '$19.9.9');
    assert.deepEqual(remade(), ['go']);
  });

  it('change for all when a file may be of another language now', () => {
    edit('languages/lua/language.json', '".lua"', '".lua", ".xlua"');
    const { skipped } = before;
    assert.deepEqual(remade(), all());
    assert.notEqual(hash().skipped, skipped);
  });

  it('change for edges alone with resolution and its rules', () => {
    for (const path of [
      'src/resolve/names/resolve-name.ts',
      'languages/go/resolution.json',
      'frameworks/pytest.json',
      'src/jobs/sync/stats.ts',
    ]) {
      edit(path, /\s*$/, '\n\n');
      assert.deepEqual(remade(), [], path);
      before = hash();
    }
  });

  it('do not change with endpoints, tests of a language, or words for failures', () => {
    edit('src/api/http/app.ts', /$/, '\n// other code\n');
    edit('src/model/errors.ts', /$/, '\n// other code\n');
    writeFileSync(join(copy, 'languages/go/examples/another.go'), 'package another\n');
    assert.deepEqual(hash(), before);
  });

  it('follow no import that only a comment shows', () => {
    edit('src/resolve/program/nodes.ts', /$/, "\n// const Page = lazy(() => import('./page'))\n");
    assert.deepEqual(remade(), all());
  });

  it('know files that were skipped', () => {
    assert.equal(fileVersion(before, ''), before.skipped);
    assert.equal(fileVersion(before, 'go'), before.files['go']);
  });
});
