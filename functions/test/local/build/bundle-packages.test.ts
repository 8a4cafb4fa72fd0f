import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { bundlePackages } from '../../../local/build/bundle-packages.ts';
import { toolchainFolder } from '../../../local/stack/toolchain.ts';

/** Modules as the compiler writes them, in a folder from which the packages are found. */
const FILES = {
  'adapters/graph.js': `
    import neo4j from 'neo4j-driver';
    import { z } from 'zod';
    export const driver = neo4j.driver('bolt://127.0.0.1:1');
    export const seven = neo4j.int(7).toNumber();
    export const text = z.string();`,
  'model/text.js': `
    import { z } from 'zod';
    export const isText = (schema) => schema instanceof z.ZodString;
    export const here = import.meta.url;`,
  'model/worker.js': `
    import { parentPort } from 'node:worker_threads';
    import { here, isText } from './text.js';
    import { z } from 'zod';
    parentPort.postMessage([here, isText(z.string())]);`,
  'main.js': `
    export { driver, seven, text } from './adapters/graph.js';
    export { here, isText } from './model/text.js';
    export const later = async () => (await import('isomorphic-git')).default.version();
    export const apart = async () => (await import('web-tree-sitter')).LANGUAGE_VERSION;`,
};

describe('local/bundle-packages', () => {
  let folder: string;
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');

  before(async () => {
    folder = mkdtempSync(join(toolchainFolder(), 'bundled-'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    await bundlePackages(folder);
  });

  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('puts packages into the built files, which do as before and share what both import', async () => {
    const main = (await import(pathToFileURL(join(folder, 'main.js')).href)) as {
      driver: { close(): Promise<void> };
      seven: number;
      text: unknown;
      isText(schema: unknown): boolean;
      here: string;
      later(): Promise<string>;
    };
    await main.driver.close();
    assert.equal(main.seven, 7);
    assert.equal(main.isText(main.text), true);
    assert.equal(main.here, pathToFileURL(join(folder, 'model', 'text.js')).href);
    assert.match(await main.later(), /^\d+\.\d+/);
  });

  it('leaves nothing of them to be looked for, and the others as they were', () => {
    const built = ['adapters/graph.js', 'model/text.js', 'main.js'].map(read).join('\n');
    assert.doesNotMatch(built, /(from|import\() ?"(neo4j-driver|zod|isomorphic-git)"/);
    assert.match(built, /import\("web-tree-sitter"\)/);
    assert.match(built, /from "\.\/adapters\/graph\.js"/);
  });

  it('refuses a name that is imported later from a package which gives none but its default', async () => {
    const other = mkdtempSync(join(toolchainFolder(), 'bundled-'));
    const bundle = async (text: string): Promise<void> => {
      writeFileSync(join(other, 'main.js'), text);
      await bundlePackages(other);
    };
    try {
      await assert.rejects(
        bundle("export const f = async () => { const { extract } = await import('tar-stream'); };"),
        {
          message: /main\.js imports extract from a package that has it under its default only/,
        },
      );
      await assert.rejects(bundle("export const f = async () => (await import('tar-stream')).pack();"), /imports pack/);
      await bundle("export const f = async () => { const { default: { extract } } = await import('tar-stream'); };");
      await bundle("export const f = async () => { const { z } = await import('zod'); return z; };");
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });

  it('makes a thread one file with all that it imports', async () => {
    assert.doesNotMatch(read('model/worker.js'), /from "[^n]/);
    const url = pathToFileURL(join(folder, 'model', 'worker.js'));
    const thread = new Worker(url);
    const [answer] = (await once(thread, 'message')) as unknown[];
    assert.deepEqual(answer, [url.href, true]);
    await thread.terminate();
  });

  it('keeps what several files import in one place', () => {
    const holding = readdirSync(join(folder, 'packages'))
      .filter((name) => name.endsWith('.js'))
      .filter((name) => /ZodString = /.test(read(join('packages', name))));
    assert.equal(holding.length, 1);
    assert.doesNotMatch(read('adapters/graph.js'), /ZodString = /);
  });
});
