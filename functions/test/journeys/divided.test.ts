/**
 * A repository that is too much for one task, through the running service: `npm test` sets SHARD_FILES to 40 and RESOLVE_FILES to 90.
 * Its tasks come from the task queue and run at once, each in a process of its own; what a client sees is one job.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import type { App } from 'firebase-admin/app';
import { PROJECT_ID } from '../../local/stack/emulators.ts';
import { firestoreStore } from '../../src/adapters/store.ts';
import { jobs } from '../../src/documents/jobs.ts';
import { makeRepository } from '../support/repositories.ts';
import type { TestRepository } from '../support/repositories.ts';
import { loggedInUser, scmHost } from '../support/services.ts';
import type { TestUser } from '../support/services.ts';

type Body = Record<string, unknown>;

const FILES = 100;

/** Each file calls the next one and the last calls the first, so every shard has edges into another. */
function chain(): Record<string, string> {
  const nameOf = (at: number) => `step${String(at % FILES).padStart(3, '0')}`;
  const text = (at: number) =>
    `from chain.${nameOf(at + 1)} import ${nameOf(at + 1)}\n\n\ndef ${nameOf(at)}():\n    return ${nameOf(at + 1)}()\n`;
  return Object.fromEntries(Array.from({ length: FILES }, (_, at) => [`chain/${nameOf(at)}.py`, text(at)]));
}

describe('journey: a divided ingestion', function () {
  this.timeout(300_000);
  let source: TestRepository;
  let user: TestUser;
  let app: App;

  before(async () => {
    app = initializeApp({ projectId: PROJECT_ID }, 'journey-divided');
    user = await loggedInUser(`long${process.pid}${Date.now() % 1_000_000}`);
    source = makeRepository(chain());
    await (await scmHost()).addRepository({ owner: user.login, name: 'chain', from: source.path, private: true });
  });
  after(async () => {
    source.remove();
    await deleteApp(app);
  });

  it('ends as one job, whose progress adds up and whose edges cross its shards', async () => {
    const asked = { owner: user.login, repo_name: 'chain' };
    const { job_id: id } = (await user.client.post('/api/v1/ingest/scm', asked)) as { job_id: string };
    const shown: number[] = [];
    const phases = new Set<string>();
    let job: Body;
    for (;;) {
      job = (await user.client.get(`/api/v1/ingest/jobs/${id}`)) as Body;
      const progress = job['progress'] as { phase: string; done: number; total: number } | null;
      if (progress !== null) phases.add(progress.phase);
      if (progress?.phase === 'files') {
        shown.push(progress.done);
        assert.equal(progress.total, FILES);
      }
      if (job['completed_at'] !== null) break;
      await sleep(100);
    }
    assert.equal(job['status'], 'completed', JSON.stringify(job));
    assert.deepEqual(
      shown,
      [...shown].sort((a, b) => a - b),
    );
    assert.ok(
      shown.every((done) => done <= FILES),
      String(shown),
    );
    const stats = job['stats'] as Body;
    assert.deepEqual(
      [stats['files_processed'], stats['files_reused'], stats['functions_found'], stats['errors']],
      [FILES, 0, FILES, []],
    );
    const stored = await jobs.get(firestoreStore(app), { job_id: id });
    const { shards, done, files, round = 0 } = stored?.sharding ?? {};
    assert.deepEqual([shards, done, files], [4, 4, FILES], 'parts of the last round');
    // Edges are made in round 1; later ones are for what a file rests on and came behind it.
    assert.ok(round >= 1, `round ${round}`);
    assert.ok(
      phases.has('files') && ['outline', 'resolve', 'settle'].some((phase) => phases.has(phase)),
      [...phases].join(),
    );

    const callerOf = async (symbol: string) => {
      const path = `find_callers?symbol_name=${symbol}&repo_owner=${user.login}&repo_name=chain`;
      const { callers } = (await user.client.get(`/api/v1/query/${path}`)) as { callers: { caller: string }[] };
      return callers.map(({ caller }) => caller);
    };
    // The first of a shard is called from the shard before it.
    for (const [callee, caller] of [
      ['step000', 'step099'],
      ['step034', 'step033'],
      ['step067', 'step066'],
    ] as const) {
      assert.deepEqual(await callerOf(callee), [caller]);
    }
  });
});
