/** Checks as apps write them: one for each run, all annotations however many there are, and once only. */
import assert from 'node:assert/strict';
import { createScm } from '../../../../src/adapters/scm/scm.ts';
import { AppError } from '../../../../src/model/errors.ts';
import type { ScmAnnotation, ScmCheck, ScmPort } from '../../../../src/ports.ts';
import { makeRepository, type TestRepository } from '../../../support/repositories.ts';
import { startTestHost, type TestHost } from '../../../support/scm-host.ts';

const code = (wanted: string) => (error: unknown) => error instanceof AppError && error.code === wanted;

describe('scm: GitHub checks and code scanning', () => {
  const at = ['ada', 'engine'] as const;
  let host: TestHost;
  let scm: ScmPort;
  let token: string;
  let own: string;
  let sha: string;
  let number: number;
  let source: TestRepository;

  before(async () => {
    host = await startTestHost();
    const { apiUrl, url: gitUrl, appId, appPrivateKey } = host;
    scm = createScm({ apiUrl, gitUrl, appSlug: 'reviewgraph', appId, appPrivateKey });
    own = host.addUser({ login: 'ada' }).token;
    source = makeRepository({ 'a.py': 'x = 1\n' });
    source.git('checkout', '-q', '-b', 'fix');
    sha = source.commit({ 'a.py': 'x = 2\n' });
    source.git('checkout', '-q', 'main');
    await host.addRepository({ owner: 'ada', name: 'engine', from: source.path });
    number = (await host.openPull({ owner: 'ada', name: 'engine', head: 'fix', by: 'ada' })).number;
    token = (await scm.installationToken(host.addInstallation({ login: 'ada' }).id)).token;
  });
  afterEach(() => host.clearFaults());
  after(async () => {
    await host.remove();
    source.remove();
  });

  const annotation = (n: number): ScmAnnotation => {
    return { path: 'a.py', startLine: 1, endLine: 1, level: 'warning', title: `t${n}`, message: `m${n}` };
  };
  const check = (fields: Partial<ScmCheck> = {}): ScmCheck => ({
    ...{ commitSha: sha, name: 'reviewgraph', key: 'run-1', state: 'in_progress', blocking: false, byApp: true },
    ...{ title: 'Under way', summary: 'Wait.', annotations: [], detailsUrl: 'https://host.test/pull/1' },
    ...fields,
  });
  const runs = () => host.checks(...at, sha).checkRuns;

  it('begins, and ends with all annotations, 50 with each request', async () => {
    await scm.setCheck(token, ...at, check());
    await scm.setCheck(token, ...at, check());
    assert.deepEqual(
      runs().map(({ status, conclusion }) => [status, conclusion]),
      [['in_progress', null]],
    );
    const annotations = Array.from({ length: 117 }, (_, n) => annotation(n));
    await scm.setCheck(token, ...at, check({ state: 'failure', title: 'Three', summary: 'All.', annotations }));
    const [run] = runs();
    assert.deepEqual(
      [run?.status, run?.conclusion, run?.title, run?.summary],
      ['completed', 'failure', 'Three', 'All.'],
    );
    assert.deepEqual(
      run?.annotations.map(({ message }) => message),
      annotations.map(({ message }) => message),
    );
  });

  it('adds only the annotations that are missing when it is said again', async () => {
    const annotations = Array.from({ length: 120 }, (_, n) => annotation(n));
    const done = check({ key: 'run-2', state: 'neutral', annotations });
    host.fail({ method: 'PATCH', path: /\/check-runs\//, status: 502, times: 1 });
    await assert.rejects(scm.setCheck(token, ...at, done), code('platform_unavailable'));
    await scm.setCheck(token, ...at, { ...done, annotations: annotations.slice(0, 70) });
    await scm.setCheck(token, ...at, done);
    await scm.setCheck(token, ...at, done);
    const mine = runs().filter(({ externalId }) => externalId === 'run-2');
    assert.equal(mine.length, 1);
    assert.deepEqual(
      mine[0]?.annotations.map(({ message }) => message),
      annotations.map(({ message }) => message),
    );
  });

  it('shows what was not finished as no success', async () => {
    const conclusionOf = async (state: ScmCheck['state'], blocking: boolean) => {
      await scm.setCheck(token, ...at, check({ key: `${state}-${blocking}`, state, blocking }));
      return runs().at(-1)?.conclusion;
    };
    assert.equal(await conclusionOf('incomplete', false), 'neutral');
    assert.equal(await conclusionOf('incomplete', true), 'action_required');
    assert.equal(await conclusionOf('cancelled', true), 'cancelled');
    assert.equal(await conclusionOf('success', true), 'success');
  });

  it('is refused for a commit that is not there', async () => {
    await assert.rejects(scm.setCheck(token, ...at, check({ commitSha: 'e'.repeat(40) })), code('invalid'));
  });

  it('is a status of the commit where the app may set no check, and says so where it may set neither', async () => {
    const statuses = () => host.checks(...at, sha).statuses;
    const before = runs().length;
    host.fail({ path: /\/check-runs$/, status: 403, times: 2 });
    await scm.setCheck(token, ...at, check({ key: 'run-9' }));
    await scm.setCheck(token, ...at, check({ key: 'run-9', state: 'incomplete', title: 'Not whole' }));
    assert.deepEqual(
      statuses().map(({ state, description }) => [state, description]),
      [
        ['pending', 'Under way'],
        ['error', 'Not whole'],
      ],
    );
    assert.equal(runs().length, before);
    host.fail({ path: /\/(?:check-runs|statuses\/\w+)$/, status: 403, times: 2 });
    await assert.rejects(scm.setCheck(token, ...at, check({ key: 'run-9' })), /neither a check nor a commit status/);
    // A platform that is down is asked again, and no status stands for what may still become a check.
    host.fail({ path: /\/check-runs$/, status: 502 });
    await assert.rejects(scm.setCheck(token, ...at, check({ key: 'run-10' })), code('platform_unavailable'));
    assert.equal(statuses().length, 2);
  });

  it('takes SARIF at the head of a pull request, where code scanning is on', async () => {
    const run = {
      tool: { driver: { name: 'Reviewgraph' } },
      automationDetails: { id: 'reviewgraph/pull/1/' },
      results: [],
    };
    const sarif = JSON.stringify({ version: '2.1.0', runs: [run] });
    await scm.uploadSarif?.(token, ...at, { commitSha: sha, number, sarif });
    assert.deepEqual(
      host.sarifs(...at).map((each) => [each.ref, each.sha, each.sarif.runs[0]?.automationDetails?.id]),
      [[`refs/pull/${number}/head`, sha, 'reviewgraph/pull/1/']],
    );
    await assert.rejects(
      scm.uploadSarif?.(own, ...at, { commitSha: sha, number, sarif }) ?? Promise.resolve(),
      code('bad_request'),
    );
    await assert.rejects(
      scm.uploadSarif?.(token, ...at, { commitSha: sha, number, sarif: '{}' }) ?? Promise.resolve(),
      code('invalid'),
    );
    host.setCodeScanning(...at, false);
    await assert.rejects(
      scm.uploadSarif?.(token, ...at, { commitSha: sha, number, sarif }) ?? Promise.resolve(),
      code('bad_request'),
    );
    host.setCodeScanning(...at, true);
    assert.equal(host.sarifs(...at).length, 1);
  });
});
