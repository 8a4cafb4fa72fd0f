/** Objects that are not what others say of them: no other try mends such a repository, so it is said what is wrong with it. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { openLocal } from '../../../src/adapters/git/git-local.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';

describe('a damaged repository', () => {
  let source: TestRepository;
  beforeEach(() => {
    source = makeRepository({ 'a.py': 'a = 1\n', 'src/b.py': 'b = 1\n' });
  });
  afterEach(() => source.remove());

  /** Stores an object as git does, under its own id or another one. */
  function store(type: string, content: Buffer | string, name?: string): string {
    const bytes = Buffer.concat([Buffer.from(`${type} ${Buffer.byteLength(content)}\0`), Buffer.from(content)]);
    const oid = name ?? createHash('sha1').update(bytes).digest('hex');
    const folder = join(source.path, '.git', 'objects', oid.slice(0, 2));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, oid.slice(2)), deflateSync(bytes));
    return oid;
  }

  function tree(...rows: [mode: string, name: string, oid: string][]): Buffer {
    return Buffer.concat(
      rows.flatMap(([mode, name, oid]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')]),
    );
  }

  function head(text: string): void {
    const commit = store('commit', `${text}author A <a@b.c> 1 +0000\n\nx\n`);
    // Git itself would not name such a commit.
    writeFileSync(join(source.path, '.git', 'refs', 'heads', 'main'), `${commit}\n`);
  }

  const idOf = (what: string) => source.git('rev-parse', `HEAD:${what}`).trim();

  it('names a folder that is listed as a file, when the file is read', async () => {
    const folder = idOf('src');
    head(`tree ${store('tree', tree(['100644', 'a.py', folder]))}\n`);
    const snapshot = await openLocal(join(source.path, '.git'));
    await assert.rejects(snapshot.read(folder), {
      code: 'bad_request',
      message: `The repository is damaged: the object ${folder} is a tree where it names a blob`,
    });
    await snapshot.close();
  });

  it('names a file that is listed as a folder, rows that cannot be read, and a commit without a tree', async () => {
    const file = idOf('a.py');
    head(`tree ${store('tree', tree(['40000', 'src', file]))}\n`);
    await assert.rejects(openLocal(join(source.path, '.git')), {
      code: 'bad_request',
      message: /is a blob where it names a tree/,
    });
    head(`tree ${store('tree', 'no rows at all')}\n`);
    await assert.rejects(openLocal(join(source.path, '.git')), { code: 'bad_request', message: /no readable rows/ });
    head('');
    await assert.rejects(openLocal(join(source.path, '.git')), { code: 'bad_request', message: /names no tree/ });
  });

  it('refuses, entry by entry, what names no file of the tree, and takes the first of two files of one name', async () => {
    const [first, second] = [idOf('a.py'), idOf('src/b.py')];
    const inner = store('tree', tree(['100644', 'evil.py', first]));
    const rows = tree(
      ['40000', '..', inner],
      ['100644', '../up.py', first],
      ['40000', '.git', inner],
      ['100644', 'a.py', first],
      ['100644', 'a.py', second],
      ['100644', 'a/../../../etc/x.py', first],
      ['40000', 'src', store('tree', tree(['100644', '.', first], ['100644', 'b.py', second]))],
      ['100644', 'x/y.py', first],
    );
    head(`tree ${store('tree', rows)}\n`);
    const snapshot = await openLocal(join(source.path, '.git'));
    assert.deepEqual(
      snapshot.entries.map(({ path, kind, oid }) => `${kind} ${path} ${oid === first ? 1 : 2}`),
      [
        'refused .. 2',
        'refused ../up.py 1',
        'refused .git 2',
        'file a.py 1',
        'twice a.py 2',
        'refused a/../../../etc/x.py 1',
        'refused src/. 1',
        'file src/b.py 2',
        'refused x/y.py 1',
      ],
    );
    await snapshot.close();
  });

  it('takes no bytes that stand under another id', async () => {
    const other = 'f'.repeat(40);
    store('blob', 'b = 2\n', other);
    head(`tree ${store('tree', tree(['100644', 'a.py', other]))}\n`);
    const snapshot = await openLocal(join(source.path, '.git'));
    await assert.rejects(snapshot.read(other), { code: 'bad_request', message: /have the id [0-9a-f]{40}/ });
    await snapshot.close();
  });
});
