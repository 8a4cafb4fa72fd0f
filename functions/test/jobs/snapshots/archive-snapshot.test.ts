/** Repositories whose pack is above the limit: the same graph, from the platform's archive. */
import assert from 'node:assert/strict';
import { createGit } from '../../../src/adapters/git/git.ts';
import { readTextWords } from '../../../src/graph/kept/stored-text-words.ts';
import { mentionsIn } from '../../../src/graph/kept/text-words.ts';
import { runIngestTask } from '../../../src/jobs/ingest/tasks.ts';
import type { Ports } from '../../../src/ports.ts';
import { testGraph } from '../../support/neo4j.ts';
import { makeRepository } from '../../support/repositories.ts';
import type { TestRepository } from '../../support/repositories.ts';
import { startService } from '../../support/service.ts';
import type { TestService, TestUser } from '../../support/service.ts';

describe('openArchiveSnapshot', function () {
  let service: TestService;
  let user: TestUser;
  let source: TestRepository;
  const LONG = `${'deep/'.repeat(40)}módulo.py`;

  before(async function () {
    this.timeout(240_000);
    service = await startService({ graph: await testGraph() });
    user = await service.user(`archive${process.pid}x${Date.now() % 100_000}`);
    source = makeRepository({
      'a.py': 'import b\n\n\ndef a():\n    return b.b()\n',
      'b.py': 'def b():\n    return 1\n',
      'crlf.py': 'def c():\n    return 2\n',
      'left-out.py': 'def left_out():\n    return 3\n',
      'copy-of-b.py': 'def b():\n    return 1\n',
      'noise.bin': Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 251)),
      'link.py': { symlink: 'a.py' },
      'run.sh': { executable: '#!/bin/sh\nrun() { :; }\nrun\n' },
      '.gitattributes':
        'crlf.py eol=crlf\nleft-out.py export-ignore\nleft-out.html export-ignore\nvendored.py linguist-vendored\n',
      'view.html': '{{ shown }}',
      'left-out.html': '{{ unseen }}',
      'vendored.py': 'def vendored():\n    pass\n',
      [LONG]: 'def deep():\n    pass\n',
    });
  });
  after(async () => {
    await service.close();
    source.remove();
  });

  const noPack = (): Ports => ({ ...service.ports, git: createGit({ gitUrl: service.host.url, maxPackBytes: 1 }) });

  async function indexed(name: string, ports: Ports): Promise<Record<string, unknown>> {
    await service.host.addRepository({ owner: user.login, name, from: source.path, private: true });
    const body = { owner: user.login, repo_name: name };
    const started = (await service.call('POST', '/api/v1/ingest/scm', { as: user, body })).body as { job_id: string };
    await runIngestTask(ports, { job_id: started.job_id });
    return (await service.call('GET', `/api/v1/ingest/jobs/${started.job_id}`, { as: user })).body as Record<
      string,
      unknown
    >;
  }

  it('gives the graph that a clone gives', async () => {
    const cloned = await indexed('cloned', service.ports);
    const archived = await indexed('archived', noPack());
    assert.deepEqual([cloned['status'], archived['status']], ['completed', 'completed'], JSON.stringify(archived));
    assert.equal(archived['commit_sha'], cloned['commit_sha']);
    const figures = (job: Record<string, unknown>) => ({ ...(job['stats'] as object), phase_ms: null });
    assert.deepEqual(figures(archived), figures(cloned));
    assert.equal((archived['stats'] as Record<string, unknown>)['files_processed'], 7);
    // Words of texts too, but for those that the archive leaves out, which are counted.
    const texts = async (name: string) => {
      const words = await readTextWords(service.ports.graph, `${user.login}/${name}`);
      const { paths, unread } = mentionsIn(words, ['shown', 'unseen']);
      return [Object.fromEntries(paths), unread, words?.complete];
    };
    assert.deepEqual(await texts('cloned'), [{ shown: 'view.html', unseen: 'left-out.html' }, 0, true]);
    assert.deepEqual(await texts('archived'), [{ shown: 'view.html' }, 1, false]);
    // Line ends are the blob's, not the archive's.
    const [text] = await service.ports.graph.read(
      'MATCH (c:Chunk) WHERE c.repo_id = $repo_id AND c.path = $path RETURN c.text AS text',
      { repo_id: `${user.login}/archived`, path: 'crlf.py' },
    );
    assert.equal(text?.['text'], 'def c():\n    return 2\n');
  });

  it('tries again after an archive that breaks off, and says when even the sources are too many', async () => {
    service.host.fail({ path: /_archives/, truncateAfter: 200 });
    await assert.rejects(indexed('broken', noPack()), { code: 'platform_unavailable' });
    service.host.clearFaults();
    const ports = noPack();
    const failed = await indexed('many', { ...ports, settings: { ...ports.settings, maxCloneBytes: 100 } });
    assert.deepEqual(
      [failed['status'], failed['error_message']],
      ['failed', 'The repository is too large: its source files exceed the limit (MAX_CLONE_MB)'],
    );
  });

  it('gives the wanted files alone, whatever the length of their names', async () => {
    const archive = (name: string, wanted: (file: { path: string }) => boolean) =>
      service.ports.scm.archive(user.scmToken, user.login, name, source.git('rev-parse', 'HEAD'), {
        wanted,
        signal: new AbortController().signal,
      });
    const found: string[] = [];
    for await (const { path, bytes } of archive('cloned', (entry) => entry.path === LONG)) {
      found.push(`${path} ${Buffer.from(bytes).toString()}`);
    }
    assert.deepEqual(found, [`${LONG} def deep():\n    pass\n`]);
    await assert.rejects(
      async () => {
        for await (const { path } of archive('never-made', () => true)) found.push(path);
      },
      { code: 'not_found' },
    );
  });
});
