/** Signed nonsense: every field of every event with every kind of value. It is answered or refused, and never a crash. */
import assert from 'node:assert/strict';
import { pendingReviews } from '../../../src/documents/automatic.ts';
import { AUTOMATIC } from '../../support/automatic-settings.ts';
import { startService } from '../../support/service.ts';
import type { TestService } from '../../support/service.ts';
import { signatureOf, webhookOf, WEBHOOK_PATH } from '../../support/webhook.ts';

const LONG = 'x'.repeat(1_200_000);
const ODD: unknown[] = [
  ...[null, true, -1, 1.5, 2 ** 53, '', '..', 'a/b/c', '__id__', '\u0000', '\ud800', '2026-99-99', LONG],
  ...[[], {}, [null], { then: 'x' }],
];

/** `comment.user.login`, and so on, of every part. */
function pathsOf(payload: unknown): string[][] {
  if (typeof payload !== 'object' || payload === null) return [];
  return Object.entries(payload).flatMap(([key, part]) => [[key], ...pathsOf(part).map((rest) => [key, ...rest])]);
}

function withPart(payload: object, [key = '', ...rest]: string[], value: unknown): object {
  const part: unknown = Reflect.get(payload, key);
  return { ...payload, [key]: rest.length === 0 ? value : withPart(part as object, rest, value) };
}

describe('webhook: signed nonsense', function () {
  this.timeout(300_000);
  let service: TestService;
  before(async () => {
    service = await startService({ settings: { reviewsPerHour: 0, automatic: AUTOMATIC } });
  });
  after(() => service.close());

  it('is answered or refused, whatever stands in whichever field', async () => {
    const hook = webhookOf(service, 'fuzz', 'events');
    await hook.indexed();
    // Numbers of their own: what was answered before would be answered the same.
    const events: [string, (number: number) => object][] = [
      ['push', () => hook.push()],
      ['pull_request', (number) => hook.pullRequest('closed', { merged: true }, number)],
      [
        'pull_request',
        (number) => ({
          ...hook.pullRequest(
            'synchronize',
            { draft: false, labels: [{ name: 'x' }], author_association: 'OWNER' },
            number,
          ),
          label: { name: 'x' },
          changes: { title: { from: 'x' } },
        }),
      ],
      ['issue_comment', (number) => hook.comment('@reviewgraph review', { id: number, number })],
      [
        'installation',
        (id) => ({
          action: 'created',
          installation: { id, account: { login: 'fuzz', type: 'User' }, repository_selection: 'all', html_url: '' },
        }),
      ],
    ];
    const refused: string[] = [];
    let number = 0;
    for (const [event, payload] of events) {
      for (const value of ODD) {
        const sent = pathsOf(payload(0)).map(async (path) => {
          const { status, text } = await hook.send(event, withPart(payload(++number), path, value));
          if (status !== 200 && status !== 422) {
            refused.push(
              `${event} ${path.join('.')} = ${JSON.stringify(value).slice(0, 40)}: ${status} ${text.slice(0, 80)}`,
            );
          }
        });
        await Promise.all(sent);
      }
    }
    assert.deepEqual(refused, []);
    assert.deepEqual(
      service.log.filter(({ level }) => level === 'error'),
      [],
    );
  });

  it('is refused when it is no object, or nested as deep as its length allows', async () => {
    const hook = webhookOf(service, 'fuzz', 'depth');
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const body of [
      'null',
      '[]',
      '"x"',
      '1',
      deep,
      `{"repository":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
    ]) {
      for (const event of ['push', 'pull_request', 'issue_comment', 'installation', 'ping']) {
        const { status } = await hook.send(event, body);
        assert.ok([200, 400, 422].includes(status), `${event} ${body.slice(0, 20)}: ${status}`);
      }
    }
  });

  it('names no pull request whose number is none', async () => {
    const hook = webhookOf(service, 'fuzz', 'numbers');
    await hook.indexed();
    for (const number of [0, -1, 1.5, 1e308]) {
      const { status, text } = await hook.send('pull_request', hook.pullRequest('closed', { merged: true }, number));
      assert.equal(status, 422, text);
    }
  });

  it('gets one review that waits out of fifty events of one pull request at once', async () => {
    const hook = webhookOf(service, 'fuzz', 'pushes');
    await hook.indexed();
    const events = Array.from({ length: 50 }, (_, at) => {
      const updated_at = new Date(Date.UTC(2026, 0, 2) + (at % 10) * 1000).toISOString();
      return hook.send('pull_request', hook.pullRequest(at % 3 === 0 ? 'opened' : 'synchronize', { updated_at }));
    });
    const answers = await Promise.all(events);
    // The store may turn some down that write at one moment; the platform offers to send those again.
    assert.ok(
      answers.every(({ status }) => status === 200 || status === 503),
      answers.map(({ status }) => status).join(),
    );
    const waiting = await pendingReviews.query(service.ports.store, {}, { where: [['repo_key', '==', hook.repoKey]] });
    assert.deepEqual(
      waiting.map(({ doc }) => doc.events.toSorted()),
      [['opened', 'pushed']],
    );
    assert.equal((await hook.pull())?.['review_run_count'], 0);
    assert.deepEqual(
      hook.tasks('reviewPullRequest').filter((task) => task['repo_key'] === hook.repoKey),
      [],
    );
  });

  it('gets one run out of fifty deliveries of one comment at once', async () => {
    const hook = webhookOf(service, 'fuzz', 'storm');
    await hook.indexed();
    const body = JSON.stringify(hook.comment('@reviewgraph review', { id: 4242 }));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        service.call('POST', WEBHOOK_PATH, {
          body,
          headers: {
            'X-Scm-Event': 'issue_comment',
            'X-Scm-Signature-256': signatureOf(body),
            'X-Scm-Delivery': `storm-${at % 2}`,
          },
        }),
      ),
    );
    assert.deepEqual(
      [...new Set(answers.map(({ status, text }) => `${status} ${text}`))],
      ['200 {"status":"processing","pr":"fuzz/storm#7","action":"review"}'],
    );
    const tasks = hook.tasks('reviewPullRequest').filter((task) => task['repo_key'] === hook.repoKey);
    assert.deepEqual(tasks, [{ repo_key: hook.repoKey, pr_number: 7, run_number: 1 }]);
    assert.equal((await hook.pull())?.['review_run_count'], 1);
  });
});

describe('webhook: signed nonsense in the form of GitLab', function () {
  this.timeout(300_000);
  let service: TestService;
  before(async () => {
    const tokens = { webhookTokens: ['token-of-the-hook'], webhookSecrets: [] };
    service = await startService({
      settings: { scmKind: 'gitlab', reviewsPerHour: 0, automatic: AUTOMATIC, ...tokens },
    });
    await webhookOf(service, 'fuzz/sub', 'events').indexed();
  });
  after(() => service.close());

  const project = {
    ...{
      id: 1,
      path_with_namespace: 'fuzz/sub/events',
      visibility_level: 20,
      web_url: 'https://host.test/fuzz/sub/events',
    },
  };
  const user = { id: 3, username: 'grace' };
  const mergeRequest = (iid: number) => ({
    ...{ iid, title: 'Sort', state: 'opened', author_id: 3, url: `https://host.test/mr/${iid}`, draft: false },
    ...{
      source_branch: 'sorting',
      target_branch: 'main',
      last_commit: { id: 'c'.repeat(40) },
      labels: [{ title: 'x' }],
    },
    ...{ created_at: '2026-01-02 10:00:00 UTC', updated_at: '2026-01-02 10:00:00 UTC', source_project_id: 1 },
    ...{ target_project_id: 1, source: { path_with_namespace: 'fuzz/sub/events' }, oldrev: 'a'.repeat(40) },
  });
  const EVENTS: [string, (number: number) => object][] = [
    ['Push Hook', () => ({ ref: 'refs/heads/main', before: 'a'.repeat(40), after: 'b'.repeat(40), project })],
    [
      'Merge Request Hook',
      (iid) => ({
        ...{ user, project, object_attributes: { ...mergeRequest(iid), action: 'update' } },
        changes: { draft: { previous: true, current: false }, title: { previous: 'x' }, labels: { previous: [] } },
      }),
    ],
    [
      'Note Hook',
      (id) => ({
        ...{ user, project, merge_request: mergeRequest(id) },
        object_attributes: {
          id,
          note: '@reviewgraph review',
          noteable_type: 'MergeRequest',
          action: 'create',
          type: null,
        },
      }),
    ],
    [
      'Project Hook',
      (id) => ({
        event_name: 'project_update',
        path_with_namespace: `fuzz/p${id}`,
        project_id: id,
        project_visibility: 'x',
      }),
    ],
  ];

  it('is answered or refused, whatever stands in whichever field', async () => {
    const refused: string[] = [];
    let number = 0;
    for (const [event, payload] of EVENTS) {
      for (const value of ODD) {
        const sent = pathsOf(payload(0)).map(async (path) => {
          const body = JSON.stringify(withPart(payload(++number), path, value));
          const headers = {
            'X-Gitlab-Event': event,
            'X-Gitlab-Token': 'token-of-the-hook',
            'Idempotency-Key': `${number}`,
          };
          const { status, text } = await service.call('POST', WEBHOOK_PATH, { body, headers });
          if (status !== 200 && status !== 422) {
            refused.push(
              `${event} ${path.join('.')} = ${JSON.stringify(value).slice(0, 40)}: ${status} ${text.slice(0, 80)}`,
            );
          }
        });
        await Promise.all(sent);
      }
    }
    assert.deepEqual(refused, []);
    assert.deepEqual(
      service.log.filter(({ level }) => level === 'error'),
      [],
    );
  });
});
