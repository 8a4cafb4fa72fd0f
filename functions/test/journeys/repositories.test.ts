/** What teams read, through the whole service: a trigger folds what happened, and a deletion is purged by its task. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import type { App } from 'firebase-admin/app';
import { PROJECT_ID } from '../../local/stack/emulators.ts';
import { firestoreStore } from '../../src/adapters/store.ts';
import { eventId } from '../../src/model/events.ts';
import type { ReviewEvent } from '../../src/model/events.ts';
import { repoKeyOf } from '../../src/model/repositories.ts';
import type { StorePort } from '../../src/ports.ts';
import { makeRepository } from '../support/repositories.ts';
import type { TestRepository } from '../support/repositories.ts';
import { baseUrl, finishedJob, loggedInUser, scmHost } from '../support/services.ts';
import type { TestUser } from '../support/services.ts';
import { eventPath, repositoryPath } from '../support/document-paths.ts';

describe('repositories', function () {
  this.timeout(240_000);
  const login = `team${process.pid}`;
  let user: TestUser;
  let source: TestRepository;
  let app: App;
  let store: StorePort;

  before(async () => {
    app = initializeApp({ projectId: PROJECT_ID }, 'journey-repositories');
    store = firestoreStore(app);
    user = await loggedInUser(login);
    source = makeRepository({ 'app.py': 'def start():\n    return 1\n' });
    await (await scmHost()).addRepository({ owner: login, name: 'engine', from: source.path, private: true });
    const started = (await user.client.post('/api/v1/ingest/scm', { owner: login, repo_name: 'engine' })) as {
      job_id: string;
    };
    assert.equal((await finishedJob(user.client, started.job_id))['status'], 'completed');
  });
  after(async () => {
    source.remove();
    await deleteApp(app);
  });

  const key = repoKeyOf(login, 'engine');
  async function until(met: () => Promise<boolean>): Promise<void> {
    while (!(await met())) await sleep(250);
  }

  it('show in figures what an event told, once', async () => {
    const event: ReviewEvent = {
      type: 'finding.posted',
      repo_key: key,
      repo_id: `${login}/engine`,
      pr_number: 1,
      fingerprint: 'f',
      severity: 'high',
      category: 'bug',
      source: 'agent',
      at: new Date().toISOString(),
    };
    const path = eventPath(eventId(event));
    await store.set(path, { ...event });
    await until(async () => (await store.get(path))?.['expires_at'] !== undefined);
    const analytics = (await user.client.get(`/api/v1/repos/${login}/engine/analytics`)) as Record<string, unknown>;
    assert.equal(analytics['issues_raised'], 1);
    const stats = (await user.client.get('/api/v1/repos/dashboard/stats')) as Record<string, number>;
    assert.ok(Number(stats['issues_raised']) >= 1);
  });

  it('are gone at once when they are deleted, and purged by the queue', async () => {
    const answer = await fetch(`${baseUrl()}/api/v1/repos/${login}/engine`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${await user.client.token()}` },
    });
    assert.equal(answer.status, 200, await answer.text());
    const list = (await user.client.get('/api/v1/repos')) as { repositories: { full_name: string }[] };
    assert.ok(list.repositories.every((each) => each.full_name !== `${login}/engine`));
    await until(async () => (await store.get(repositoryPath(key))) === undefined);
    const found = (await user.client.get('/api/v1/query/code-finder/function?name=start')) as {
      results: { repo_id: string }[];
    };
    assert.ok(found.results.every((each) => each.repo_id !== `${login}/engine`));
    assert.deepEqual(await store.query({ collection: 'events', where: [['repo_key', '==', key]] }), []);
  });
});
