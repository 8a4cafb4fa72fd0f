/** The worker: a task's whole life on real git, Neo4j and Firestore, with deliveries that come twice, late or not at all. */
import assert from 'node:assert/strict';
import { changeJob } from '../../../src/jobs/ingest/states.ts';
import { runIngestTask } from '../../../src/jobs/ingest/tasks.ts';
import { MAX_ATTEMPTS } from '../../../src/jobs/ingest/job-table.ts';
import { LEASE_MS } from '../../../src/jobs/work/lease.ts';
import { testGraph } from '../../support/neo4j.ts';
import { makeRepository } from '../../support/repositories.ts';
import type { TestRepository } from '../../support/repositories.ts';
import { startService } from '../../support/service.ts';
import type { TestService, TestUser } from '../../support/service.ts';

describe('runIngestTask', () => {
  let service: TestService;
  let source: TestRepository;
  let user: TestUser;

  before(async function () {
    this.timeout(240_000);
    service = await startService({ graph: await testGraph() });
    source = makeRepository({
      'src/app.py':
        'import os\n\n\nclass App:\n    def run(self):\n        return helper(self)\n\n\ndef helper(app):\n    return app\n',
      'README.md': '# Not source code\n',
    });
    user = await service.user(`worker${process.pid}x${Date.now() % 100_000}`);
  });
  after(async () => {
    await service.close();
    source.remove();
  });

  let count = 0;
  /** A job that is waiting for its worker. */
  async function waiting(options: { from?: string; private?: boolean } = {}): Promise<{ id: string; name: string }> {
    count += 1;
    const name = `r${count}`;
    const { from = source.path, private: isPrivate = false } = options;
    await service.host.addRepository({ owner: user.login, name, from, private: isPrivate });
    return { id: await again(name), name };
  }
  async function again(name: string, more: object = {}): Promise<string> {
    const body = { owner: user.login, repo_name: name, ...more };
    const answer = await service.call('POST', '/api/v1/ingest/scm', { as: user, body });
    assert.equal(answer.status, 200, answer.text);
    return (answer.body as { job_id: string }).job_id;
  }
  const run = (id: string, last = false) => runIngestTask(service.ports, { job_id: id }, last);
  const job = async (id: string) =>
    (await service.call('GET', `/api/v1/ingest/jobs/${id}`, { as: user })).body as Record<string, unknown>;
  const record = async (id: string) => {
    const key = String((await service.ports.store.get(`jobs/${id}`))?.['repo_key']);
    return (await service.ports.store.get(`repositories/${key}`)) ?? {};
  };
  const query = async (path: string, as = user) => service.call('GET', `/api/v1/query/${path}`, { as });

  it('takes a repository from a request to an answer', async () => {
    const { id, name } = await waiting();
    assert.equal(await run(id), 'completed');
    const done = await job(id);
    assert.equal(done['status'], 'completed', JSON.stringify(done));
    const stats = done['stats'] as Record<string, unknown>;
    assert.deepEqual(
      ['files_processed', 'files_skipped', 'classes_found', 'functions_found', 'total_lines', 'errors'].map(
        (key) => stats[key],
      ),
      [1, 1, 1, 2, 10, []],
    );
    assert.deepEqual([done['progress'], done['error_message'], done['branch']], [null, null, null]);
    assert.equal(done['commit_sha'], source.git('rev-parse', 'HEAD').trim());
    assert.ok(String(done['started_at']) <= String(done['completed_at']));
    const { ingestion_status, files, functions, classes, total_lines, languages, commit_sha, branch, active_job_id } =
      await record(id);
    assert.deepEqual(
      { ingestion_status, files, functions, classes, total_lines, languages, commit_sha, branch, active_job_id },
      {
        ingestion_status: 'ingested',
        files: 1,
        functions: 2,
        classes: 1,
        total_lines: 10,
        languages: ['python'],
        commit_sha: done['commit_sha'],
        branch: 'main',
        active_job_id: null,
      },
    );
    const filter = `repo_owner=${user.login}&repo_name=${name}`;
    const found = (await query(`code-finder/function?name=helper&${filter}`)).body as {
      results: Record<string, unknown>[];
    };
    assert.deepEqual(
      found.results.map((each) => [each['repo_id'], each['path'], each['line_number'], each['language']]),
      [[`${user.login}/${name}`, 'src/app.py', 9, 'python']],
    );
    const callers = (await query(`find_callers?symbol_name=helper&${filter}`)).body as {
      callers: Record<string, unknown>[];
    };
    assert.deepEqual(
      callers.callers.map((each) => each['caller']),
      ['run'],
    );
  });

  it('does nothing when a finished job’s task is delivered again', async () => {
    const { id } = await waiting();
    await run(id);
    const before = await job(id);
    assert.equal(await run(id), 'nothing to do');
    assert.deepEqual(await job(id), before);
    assert.equal(await run('00000000-0000-4000-8000-000000000000'), 'nothing to do');
    assert.equal(await runIngestTask(service.ports, { nonsense: true }), 'nothing to do');
  });

  it('lets one of two deliveries work; the other comes back later', async () => {
    const { id } = await waiting();
    const outcomes = await Promise.allSettled([run(id), run(id)]);
    const worked = outcomes.filter((each) => each.status === 'fulfilled' && each.value === 'completed');
    assert.equal(worked.length, 1);
    const [other] = outcomes.filter((each) => !worked.includes(each));
    assert.ok(other?.status === 'rejected' || other?.value === 'nothing to do');
    assert.equal((await job(id))['status'], 'completed');
  });

  it('resumes a job whose worker died, once its lease is over', async () => {
    const { id } = await waiting();
    await changeJob(service.ports, id, { type: 'started', holder: 'a worker that is dead now' });
    await assert.rejects(run(id), { code: 'conflict' });
    assert.equal(await run(id, true), 'nothing to do');
    service.advance(LEASE_MS);
    assert.equal(await run(id), 'completed');
    assert.equal((await service.ports.store.get(`jobs/${id}`))?.['attempts'], 2);
  });

  it('gives a job back for a passing failure and takes it again', async () => {
    const { id } = await waiting();
    service.host.fail({ path: /info\/refs/, status: 503, times: 1 });
    await assert.rejects(run(id), { code: 'platform_unavailable' });
    service.host.clearFaults();
    assert.equal((await job(id))['status'], 'running');
    assert.equal(await again(String((await job(id))['repo_name'])), id, 'a request meanwhile finds the job');
    assert.equal(await run(id), 'completed');
  });

  it('records a passing failure that does not pass', async () => {
    const { id } = await waiting();
    service.host.fail({ path: /info\/refs/, status: 503, times: 99 });
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) await assert.rejects(run(id));
    assert.equal(await run(id), 'failed');
    service.host.clearFaults();
    const failed = await job(id);
    assert.equal(failed['status'], 'failed');
    assert.ok(String(failed['error_message']).length > 10);
    assert.deepEqual([failed['stats'], (await record(id))['ingestion_status']], [null, 'failed']);
  });

  it('records a permanent failure at once: the branch is gone', async () => {
    source.git('branch', 'short-lived');
    const { id: first, name } = await waiting();
    await run(first);
    const id = await again(name, { branch: 'short-lived' });
    source.git('branch', '-D', 'short-lived');
    await service.host.addRepository({ owner: user.login, name, from: source.path });
    assert.equal(await run(id), 'failed');
    assert.match(String((await job(id))['error_message']), /branch/);
  });

  it('indexes a private repository by the user’s token, for the user alone', async () => {
    const { id, name } = await waiting({ private: true });
    assert.equal(await run(id), 'completed');
    const other = await service.user(`other${process.pid}x${Date.now() % 100_000}`);
    const path = `code-finder/function?name=helper&repo_owner=${user.login}&repo_name=${name}`;
    assert.equal((await query(path)).status, 200);
    const hidden = await query(path, other);
    const absent = await query(path.replace(name, 'never-made'), other);
    assert.deepEqual([hidden.status, absent.status], [404, 404]);
    assert.equal(hidden.text.replace(name, ''), absent.text.replace('never-made', ''));
    const ids = async (as: TestUser) => {
      const { results } = (await query('code-finder/function?name=helper', as)).body as {
        results: { repo_id: string }[];
      };
      return results.map((each) => each.repo_id);
    };
    assert.ok((await ids(user)).includes(`${user.login}/${name}`));
    assert.ok(!(await ids(other)).includes(`${user.login}/${name}`));
    const stored = JSON.stringify(await service.ports.store.get(`jobs/${id}`)) + JSON.stringify(service.log);
    assert.ok(!stored.includes(user.scmToken));
  });

  it('re-indexes what changed and reports the whole', async () => {
    const moving = makeRepository({ 'a.py': 'def a():\n    pass\n', 'b.py': 'def b():\n    pass\n' });
    const { id, name } = await waiting({ from: moving.path });
    await run(id);
    moving.commit({ 'b.py': null, 'c.py': 'def c():\n    a()\n' });
    await service.host.addRepository({ owner: user.login, name, from: moving.path });
    const second = await again(name);
    assert.equal(await run(second), 'completed');
    const stats = (await job(second))['stats'] as Record<string, unknown>;
    assert.deepEqual([stats['files_processed'], stats['functions_found'], stats['files_reused']], [2, 2, 1]);
    const third = await again(name, { clear_existing: true });
    assert.equal(await run(third), 'completed');
    assert.equal(((await job(third))['stats'] as Record<string, unknown>)['files_reused'], 0);
    moving.remove();
  });

  it('completes an empty repository with nothing in it', async () => {
    const empty = makeRepository({});
    const { id } = await waiting({ from: empty.path });
    assert.equal(await run(id), 'completed');
    assert.equal(((await job(id))['stats'] as Record<string, unknown>)['files_processed'], 0);
    empty.remove();
  });

  it('records the pull requests that were open before, and completes when they cannot be listed', async () => {
    const branches = makeRepository({ 'a.py': 'x = 1\n' });
    for (const branch of ['fix', 'feature', 'left']) {
      branches.git('checkout', '-q', '-b', branch, 'main');
      branches.commit({ [`${branch}.py`]: 'y = 2\n' });
    }
    branches.git('checkout', '-q', 'main');
    const { id, name } = await waiting({ from: branches.path });
    const at = { owner: user.login, name, by: user.login };
    const numbers: number[] = [];
    for (const head of ['fix', 'feature', 'left']) numbers.push((await service.host.openPull({ ...at, head })).number);
    await service.host.setPullState(user.login, name, numbers[2] ?? 0, 'closed');
    service.host.fail({ path: /\/pulls$/, status: 502 });
    assert.equal(await run(id), 'completed');
    const pulls = async () => {
      const { body } = await service.call('GET', `/api/v1/repos/${user.login}/${name}/prs`, { as: user });
      return (body as { number: number }[]).map(({ number }) => number).sort();
    };
    assert.deepEqual(await pulls(), []);
    assert.equal(await run(await again(name)), 'completed');
    assert.deepEqual(await pulls(), numbers.slice(0, 2));
    branches.remove();
  });
});
