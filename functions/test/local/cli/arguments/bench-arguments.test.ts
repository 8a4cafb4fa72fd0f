import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readBenchArguments } from '../../../../local/cli/arguments/bench-arguments.ts';
import { WrongArguments } from '../../../../local/cli/arguments/command-line.ts';
import { makeFolder, makeRepository, type TestRepository } from '../../../support/repositories.ts';

describe('local/bench-arguments', () => {
  let repository: TestRepository;
  before(() => {
    repository = makeRepository({ 'a.py': 'x = 1\n' });
  });
  after(() => repository.remove());

  it('reads the words in any order, paths from where they were typed', () => {
    const words = ['--only', 'queries', join(repository.path, '.git', '..'), '--inputs', '60', '.'];
    assert.deepEqual(readBenchArguments(words, repository.path), {
      repositories: [repository.path, repository.path],
      growth: false,
      peers: false,
      rounds: 5,
      only: 'queries',
      inputs: 60,
      symbols: 3_000_000,
      atOnce: 1,
      shardFiles: 8_000,
      resolveFiles: 12_000,
    });
  });

  it('asks for a repository where one is measured, and only there', () => {
    for (const section of ['cold-start', 'documents', 'webhook'])
      assert.deepEqual(readBenchArguments(['--only', section], '/').repositories, []);
    for (const words of [
      [],
      ['--only', 'ingestion'],
      ['--only', 'growth'],
      ['--only', 'queries'],
      ['--only', 'review'],
    ])
      assert.throws(() => readBenchArguments(words, '/'), WrongArguments, words.join(' '));
  });

  it('refuses a folder that is no repository before anything is measured', () => {
    const folder = makeFolder();
    assert.throws(() => readBenchArguments(['plain', '--growth'], folder), /There is no folder .*plain\./);
    assert.throws(() => readBenchArguments([folder], folder), /is no git repository with a commit/);
  });
});
