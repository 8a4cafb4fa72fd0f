import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { requestedRepository } from '../../../../local/cli/arguments/repository-argument.ts';
import { ROOT } from '../../../../local/stack/toolchain.ts';
import { makeFolder, makeRepository, type TestRepository } from '../../../support/repositories.ts';

describe('local/repository-argument', () => {
  let repository: TestRepository;
  let plain: string;

  before(() => {
    repository = makeRepository({ 'src/a.py': 'x = 1\n' });
    plain = makeFolder();
    mkdirSync(join(plain, 'owner', 'name'), { recursive: true });
  });
  after(() => {
    repository.remove();
    rmSync(plain, { recursive: true, force: true });
  });

  it('takes a folder on disk, also relative to where the user is', () => {
    const name = basename(repository.path);
    assert.deepEqual(requestedRepository(repository.path, '/'), { owner: 'local', name, from: repository.path });
    assert.deepEqual(requestedRepository(`./${name}`, join(repository.path, '..')), {
      owner: 'local',
      name,
      from: repository.path,
    });
  });

  it('takes a folder inside a work tree for the whole, and a bare repository without its suffix', () => {
    const inside = requestedRepository('src', repository.path);
    assert.deepEqual([inside.name, inside.from], ['src', repository.git('rev-parse', '--show-toplevel')]);
    const bare = join(plain, 'engine.git');
    repository.git('clone', '--quiet', '--bare', repository.path, bare);
    assert.deepEqual(requestedRepository(bare, '/'), { owner: 'local', name: 'engine', from: bare });
  });

  it('takes an https URL, by its last two parts', () => {
    const url = 'https://example.org/group/ada/engine.git';
    assert.deepEqual(requestedRepository(url, '/'), { owner: 'ada', name: 'engine', from: url });
    assert.equal(requestedRepository('https://example.org/engine', '/').owner, 'example-org');
  });

  it('takes owner/name for one that the host has, unless such a folder is there', () => {
    assert.deepEqual(requestedRepository('ada/engine', plain), { owner: 'ada', name: 'engine', from: undefined });
    assert.throws(() => requestedRepository('owner/name', plain), /is no git repository with a commit/);
  });

  it('takes this project when nothing is said', () => {
    assert.deepEqual(requestedRepository(undefined, '/'), { owner: 'local', name: 'reviewgraph', from: ROOT });
  });

  it('says in one sentence what it cannot take', () => {
    assert.throws(() => requestedRepository('git@example.org:ada/engine.git', '/'), /only https URLs/);
    assert.throws(() => requestedRepository('ssh://example.org/ada/engine', '/'), /only https URLs/);
    assert.throws(() => requestedRepository('https://example.org/', '/'), /names no repository/);
    assert.throws(() => requestedRepository('no/such/folder', '/'), /there is no such folder/);
  });
});
