/** Starting ingestions over HTTP: who gets a job, and which one. */
import assert from 'node:assert/strict';
import { changeJob } from '../../../src/jobs/ingest/states.ts';
import { sweepJobs } from '../../../src/jobs/ingest/sweep.ts';
import { makeRepository } from '../../support/repositories.ts';
import type { TestRepository } from '../../support/repositories.ts';
import { startService } from '../../support/service.ts';
import type { Answer, TestService, TestUser } from '../../support/service.ts';

const MINUTE = 60_000;

interface JobBody {
  job_id: string;
  status: string;
  owner: string;
  repo_name: string;
  branch: string | null;
  error_message: string | null;
  completed_at: string | null;
}

describe('ingestion group', () => {
  let service: TestService;
  let source: TestRepository;
  let ada: TestUser;

  before(async () => {
    service = await startService();
    source = makeRepository({ 'a.py': 'x = 1\n' });
    ada = await service.user('ada');
  });
  after(async () => {
    await service.close();
    source.remove();
  });

  let count = 0;
  /** A repository nobody has asked about yet. */
  async function repository(owner = 'ada', isPrivate = false): Promise<string> {
    count += 1;
    await service.host.addRepository({ owner, name: `r${count}`, from: source.path, private: isPrivate });
    return `r${count}`;
  }
  const start = (as: TestUser, repoName: string, more: object = {}): Promise<Answer> =>
    service.call('POST', '/api/v1/ingest/scm', { as, body: { owner: 'ada', repo_name: repoName, ...more } });
  const idOf = (answer: Answer) => {
    assert.equal(answer.status, 200, answer.text);
    return (answer.body as { job_id: string }).job_id;
  };
  const job = async (as: TestUser, id: string) =>
    (await service.call('GET', `/api/v1/ingest/jobs/${id}`, { as })).body as JobBody;
  const jobs = async (as: TestUser, query = '') =>
    (await service.call('GET', `/api/v1/ingest/jobs${query}`, { as })).body as JobBody[];
  const tasksOf = (id: string) => service.tasks.tasks.filter((task) => task.name.includes(id));
  const change = (id: string, event: Parameters<typeof changeJob>[2]) => changeJob(service.ports, id, event);

  describe('POST /ingest/scm', () => {
    it('makes a pending job and enqueues it', async () => {
      const name = await repository();
      const answer = await start(ada, name);
      const id = idOf(answer);
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.deepEqual(answer.body, {
        job_id: id,
        status: 'pending',
        message: `Ingestion started for ada/${name}`,
        poll_url: `/api/v1/ingest/jobs/${id}`,
      });
      assert.deepEqual(
        tasksOf(id).map((task) => task.payload),
        [{ job_id: id }],
      );
      const { job_id, status, branch, error_message, completed_at } = await job(ada, id);
      assert.deepEqual([job_id, status, branch, error_message, completed_at], [id, 'dispatched', null, null, null]);
    });

    it('gives the job that is under way, to whoever may read the repository', async () => {
      const name = await repository();
      const id = idOf(await start(ada, name));
      const bob = await service.user('bob');
      const second = await start(bob, name.toUpperCase());
      assert.equal(idOf(second), id);
      assert.equal((second.body as { status: string }).status, 'dispatched');
      await change(id, { type: 'started', holder: 'w' });
      assert.equal(((await start(ada, name)).body as { status: string }).status, 'running');
      assert.equal(tasksOf(id).length, 1);
    });

    it('makes one job of 50 requests at once', async () => {
      const name = await repository();
      const answers = await Promise.all(Array.from({ length: 50 }, () => start(ada, name)));
      assert.equal(new Set(answers.map(idOf)).size, 1);
      assert.equal((await jobs(ada, '?limit=100')).filter((each) => each.repo_name === name).length, 1);
      assert.equal(service.tasks.tasks.filter((task) => task.name.includes(idOf(answers[0] as Answer))).length, 1);
    });

    it('gives up a job that no worker took for 10 minutes, and starts a new one', async () => {
      const name = await repository();
      const first = idOf(await start(ada, name));
      service.advance(9 * MINUTE);
      assert.equal(idOf(await start(ada, name)), first);
      service.advance(2 * MINUTE);
      const second = idOf(await start(ada, name));
      assert.notEqual(second, first);
      const given = await job(ada, first);
      assert.equal(given.status, 'failed');
      assert.match(given.error_message ?? '', /10 minutes/);
      assert.ok(given.completed_at);
    });

    it('gives up a running job whose lease has expired, not one that is alive', async () => {
      const name = await repository();
      const first = idOf(await start(ada, name));
      await change(first, { type: 'started', holder: 'w' });
      service.advance(60_000);
      await change(first, { type: 'heartbeat', holder: 'w' });
      service.advance(60_000);
      assert.equal(idOf(await start(ada, name)), first);
      service.advance(31_000);
      assert.notEqual(idOf(await start(ada, name)), first);
      assert.match((await job(ada, first)).error_message ?? '', /worker stopped/);
    });

    it('starts a new job after the last one ended', async () => {
      const name = await repository();
      const first = idOf(await start(ada, name));
      await change(first, { type: 'failed', message: 'The disk is full' });
      const second = idOf(await start(ada, name));
      assert.notEqual(second, first);
      assert.equal((await job(ada, first)).error_message, 'The disk is full');
    });

    it('keeps a job whose enqueueing failed; the next request or the sweeper enqueues it', async () => {
      const [one, two] = [await repository(), await repository()];
      service.tasks.down = true;
      const ids = [idOf(await start(ada, one)), idOf(await start(ada, two))] as const;
      service.tasks.down = false;
      assert.equal((await job(ada, ids[0])).status, 'pending');
      service.advance(20_000);
      assert.equal(idOf(await start(ada, one)), ids[0]);
      assert.equal((await job(ada, ids[0])).status, 'dispatched');
      assert.equal((await job(ada, ids[1])).status, 'pending');
      assert.ok((await sweepJobs(service.ports)).enqueued >= 1);
      assert.equal((await job(ada, ids[1])).status, 'dispatched');
      assert.deepEqual([tasksOf(ids[0]).length, tasksOf(ids[1]).length], [1, 1]);
    });

    it('sweeps what nobody asks about', async () => {
      const name = await repository();
      const id = idOf(await start(ada, name));
      service.advance(11 * MINUTE);
      assert.ok((await sweepJobs(service.ports)).failed >= 1);
      assert.equal((await job(ada, id)).status, 'failed');
      const key = (await service.ports.store.get(`jobs/${id}`))?.['repo_key'];
      const record = await service.ports.store.get(`repositories/${String(key)}`);
      assert.deepEqual([record?.['ingestion_status'], record?.['active_job_id']], ['failed', null]);
    });

    it('lets only its first indexer and those who may push index a repository again', async () => {
      const name = await repository();
      const cem = await service.user('cem');
      const first = idOf(await start(ada, name));
      await change(first, { type: 'failed', message: 'x' });
      // Nothing is indexed yet, so there is nothing to protect.
      const second = idOf(await start(cem, name));
      const key = String((await service.ports.store.get(`jobs/${second}`))?.['repo_key']);
      await change(second, { type: 'failed', message: 'x' });
      await service.ports.store.update(`repositories/${key}`, {
        ingested_at: new Date().toISOString(),
        indexed_by: 'u0',
      });
      assert.equal((await start(cem, name)).status, 403);
      service.host.grant({ login: 'cem', owner: 'ada', name, permission: 'push' });
      idOf(await start(cem, name));
    });

    it('answers 404 at once for what the caller’s token does not show, and for an unknown branch', async () => {
      const dora = await service.user('dora');
      const secret = await repository('ada', true);
      const hidden = await start(dora, secret);
      const absent = await start(dora, 'never-made');
      assert.deepEqual([hidden.status, absent.status], [404, 404]);
      assert.equal(hidden.text.replace(secret, ''), absent.text.replace('never-made', ''));
      idOf(await start(ada, secret));
      assert.equal((await start(ada, await repository(), { branch: 'no-such' })).status, 404);
      idOf(await start(ada, await repository(), { branch: 'main' }));
    });

    it('answers 400 without a stored platform token or with a refused one, 502 when the platform is down', async () => {
      const name = await repository();
      assert.equal((await start(await service.user('emil', { loggedIn: false }), name)).status, 400);
      const finn = await service.user('finn');
      service.host.expireToken(finn.scmToken);
      assert.equal((await start(finn, name)).status, 400);
      service.host.fail({ path: '/api/v3', status: 500, times: 5 });
      assert.equal((await start(ada, name)).status, 502);
      service.host.clearFaults();
    });

    it('refuses names and branches that could become paths or options', async () => {
      const bad: [object, string][] = [
        [{ owner: '../etc' }, 'owner'],
        [{ owner: 'a/b' }, 'owner'],
        [{ owner: '' }, 'owner'],
        [{ owner: 'a'.repeat(101) }, 'owner'],
        [{ repo_name: '..' }, 'repo_name'],
        [{ repo_name: '.' }, 'repo_name'],
        [{ repo_name: 'x.git' }, 'repo_name'],
        [{ repo_name: 'a b' }, 'repo_name'],
        [{ repo_name: 'a%2fb' }, 'repo_name'],
        [{ branch: '-f' }, 'branch'],
        [{ branch: 'a..b' }, 'branch'],
        [{ branch: 'a b' }, 'branch'],
        [{ branch: 'a\u0000b' }, 'branch'],
        [{ branch: 'half-a-character-\ud83c' }, 'branch'],
        [{ branch: 'x.lock' }, 'branch'],
        [{ branch: '@' }, 'branch'],
        [{ clear_existing: 'yes' }, 'clear_existing'],
      ];
      for (const [fields, name] of bad) {
        const answer = await start(ada, 'r1', fields);
        assert.equal(answer.status, 422, JSON.stringify(fields));
        const [first] = (answer.body as { detail: { loc: unknown[] }[] }).detail;
        assert.deepEqual(first?.loc, ['body', name]);
      }
    });
  });

  it('counts new jobs against the user’s hourly limit', async () => {
    const limited = await startService({ settings: { ingestionsPerHour: 2 } });
    limited.stopClock();
    try {
      const ivy = await limited.user('ivy');
      const begin = async (repoName: string) => {
        await limited.host.addRepository({ owner: 'ivy', name: repoName, from: source.path });
        const body = { owner: 'ivy', repo_name: repoName };
        return limited.call('POST', '/api/v1/ingest/scm', { as: ivy, body });
      };
      assert.deepEqual(
        [(await begin('one')).status, (await begin('one')).status, (await begin('two')).status],
        [200, 200, 200],
      );
      limited.advance(30 * MINUTE);
      const refused = await begin('three');
      assert.equal(refused.status, 429);
      const wait = Number(refused.headers.get('retry-after'));
      assert.ok(wait > 29 * 60 && wait <= 30 * 60, String(wait));
      limited.advance(31 * MINUTE);
      assert.equal((await begin('three')).status, 200);
      limited.advance(61 * MINUTE);
      const atOnce = await Promise.all(['four', 'five', 'six', 'seven', 'eight'].map(begin));
      assert.deepEqual(atOnce.map(({ status }) => status).sort(), [200, 200, 429, 429, 429]);
    } finally {
      await limited.close();
    }
  });
});
