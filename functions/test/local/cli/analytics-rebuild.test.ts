/** The command that counts figures again, as a person runs it: on the emulator, from events to a report. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { firestoreStore } from '../../../src/adapters/store.ts';
import type { StorePort } from '../../../src/ports.ts';
import { startProject } from '../../support/firebase.ts';
import type { TestProject } from '../../support/firebase.ts';
import { indexedRepository } from '../../support/review-history.ts';
import type { TestHistory } from '../../support/review-history.ts';
import { aggregatePath } from '../../support/document-paths.ts';

const SCRIPT = join(import.meta.dirname, '..', '..', '..', 'local', 'cli', 'analytics-rebuild.ts');

describe('analytics-rebuild', () => {
  let project: TestProject;
  let store: StorePort;
  let engine: TestHistory;

  before(async () => {
    project = startProject();
    store = firestoreStore(project.app);
    engine = await indexedRepository(store, 'ada', 'engine');
    await indexedRepository(store, 'ada', 'quiet');
    await engine.event({
      type: 'finding.posted',
      pr_number: 1,
      fingerprint: 'f',
      severity: 'low',
      category: 'bug',
      source: 'agent',
      at: '2026-11-03T10:00:00.000Z',
    });
    await store.set(aggregatePath(engine.key), { days: { '2026-11-09': { runs: 2 } }, folds: 1 });
  });
  after(() => project.close());

  const rebuild = async (...args: string[]) => {
    const run = promisify(execFile)(process.execPath, [SCRIPT, '--project', project.projectId, ...args]);
    return (await run).stdout.trim().split('\n').sort();
  };

  it('reports what differs, mends it, and then finds it as stored', async () => {
    assert.deepEqual(await rebuild(), [
      '  2026-11-09 runs: stored 2, counted 0',
      '  finding-1-f had missed an event',
      '2 repositories counted, 1 mended',
      'ada/engine: 1 events, 1 subjects',
      'ada/quiet: 0 events, 0 subjects, as stored',
    ]);
    assert.deepEqual((await store.get(aggregatePath(engine.key)))?.['days'], { '2026-11-03': { posted: 1 } });
    assert.deepEqual(await rebuild('--repo', 'Ada/engine'), [
      '1 repositories counted, 0 mended',
      'ada/engine: 1 events, 1 subjects, as stored',
    ]);
  }).timeout(60_000);

  it('says that a repository is not there', async () => {
    await assert.rejects(rebuild('--repo', 'ada/none'), /No repository ada\/none is indexed/);
  }).timeout(60_000);
});
