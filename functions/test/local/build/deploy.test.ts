/** What `firebase deploy` uploads of this package, by the deploying tool's own reading of firebase.json. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { z } from 'zod';
import { buildProduct } from '../../../local/build/build-product.ts';
import { PACKAGE, ROOT } from '../../../local/stack/toolchain.ts';
import type { createExtractorPool } from '../../../src/extract/pool/pool.ts';

const require = createRequire(import.meta.url);

interface Found {
  name: string;
}

const configSchema = z.object({ functions: z.array(z.object({ ignore: z.array(z.string()) })) });
const packageSchema = z.object({ dependencies: z.record(z.string(), z.string()) });

describe('firebase deploy', () => {
  let uploaded: string[];
  let uploadOf: (folder: string) => Promise<string[]>;

  before(async function () {
    this.timeout(240_000);
    await buildProduct(() => undefined);
    const [codebase] = configSchema.parse(JSON.parse(readFileSync(join(ROOT, 'firebase.json'), 'utf8'))).functions;
    const { readdirRecursive } = require('firebase-tools/lib/fsAsync.js') as {
      readdirRecursive(options: { path: string; ignoreStrings: string[] }): Promise<Found[]>;
    };
    uploadOf = async (folder) => {
      const found = await readdirRecursive({ path: folder, ignoreStrings: codebase?.ignore ?? [] });
      return found.map(({ name }) => relative(folder, name));
    };
    uploaded = await uploadOf(PACKAGE);
  });

  it('uploads the product and what it reads, and nothing else', () => {
    const tops = [...new Set(uploaded.map((path) => path.split('/')[0] ?? ''))].sort();
    const product = ['explorers', 'frameworks', 'grammars', 'languages', 'lib', 'linters'];
    assert.deepEqual(tops, ['.npmrc', ...product, 'openapi.json', 'package-lock.json', 'package.json'].sort());
    const kinds = new Set(uploaded.filter((path) => path.startsWith('languages/')).map((path) => extname(path)));
    assert.deepEqual([...kinds].sort(), ['.json', '.scm']);
    assert.deepEqual(
      uploaded.filter((path) => /\.(ts|map|md)$/.test(path)),
      [],
    );
    for (const needed of [
      'lib/index.js',
      'lib/extract/pool/worker.js',
      'lib/code-versions.json',
      'linters/revive/revive.wasm.br',
      'linters/gitleaks/gitleaks.wasm.br',
    ]) {
      assert.ok(uploaded.includes(needed), needed);
    }
  });

  it('leaves settings and secrets of this machine where they are', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'upload-'));
    mkdirSync(join(folder, 'lib'));
    for (const file of ['.env.demo', '.env', '.secret.local', 'firebase-debug.log', join('lib', 'index.js')])
      writeFileSync(join(folder, file), 'x');
    const found = await uploadOf(folder);
    rmSync(folder, { recursive: true });
    assert.deepEqual(found, [join('lib', 'index.js')]);
  });

  it('starts threads that find their grammars', async () => {
    const built = (await import(pathToFileURL(join(PACKAGE, 'lib', 'extract', 'pool', 'pool.js')).href)) as {
      createExtractorPool: typeof createExtractorPool;
    };
    const pool = built.createExtractorPool({ workers: 1 });
    const { definitions, problems } = await pool.extract({ path: 'a.py', language: 'python', text: 'def f(): pass\n' });
    await pool.close();
    assert.deepEqual([definitions.map(({ name }) => name), problems], [['f'], []]);
  });

  it('finds each package that the product loads among the dependencies that are installed there', () => {
    const { dependencies } = packageSchema.parse(JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')));
    const loaded = new Set<string>();
    for (const path of uploaded.filter((each) => /^lib\/.*\.js$/.test(each))) {
      const text = readFileSync(join(PACKAGE, path), 'utf8');
      for (const { fileName: specifier } of ts.preProcessFile(text, true, true).importedFiles) {
        if (!/^[@\w][^:]*$/.test(specifier) || isBuiltin(specifier)) continue;
        loaded.add(
          specifier
            .split('/')
            .slice(0, specifier.startsWith('@') ? 2 : 1)
            .join('/'),
        );
      }
    }
    assert.ok(loaded.size > 5, [...loaded].join());
    assert.deepEqual(
      [...loaded].filter((name) => dependencies[name] === undefined),
      [],
    );
  });
});
