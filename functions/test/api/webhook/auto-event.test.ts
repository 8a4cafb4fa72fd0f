/** Which events of pull requests may lead to a review: rows of settings and payloads. */
import assert from 'node:assert/strict';
import { autoEventOf } from '../../../src/api/webhook/auto-event.ts';
import { GITLAB_EVENTS } from '../../../src/api/webhook/gitlab.ts';
import { pullRequestEventSchema } from '../../../src/api/webhook/payloads.ts';
import { AUTOMATIC } from '../../support/automatic-settings.ts';

const REPOSITORY = { full_name: 'ada/engine', name: 'engine', owner: { login: 'ada' } };
const event = (action: string, pull: object = {}, more: object = {}) =>
  pullRequestEventSchema.parse({
    action,
    number: 7,
    pull_request: { number: 7, title: 'Fix', state: 'open', user: { login: 'grace', type: 'User' }, ...pull },
    repository: REPOSITORY,
    ...more,
  });
const settings = (automatic: object = {}, allows: string[] = [], scmKind: 'github' | 'gitea' = 'github') => {
  return { automatic: { ...AUTOMATIC, ...automatic }, repositoryConfigAllows: allows, scmKind };
};

describe('api/webhook/auto-event', () => {
  it('is none where automatic reviews are off and may not be asked for', () => {
    for (const action of ['opened', 'reopened', 'ready_for_review', 'synchronize', 'synchronized', 'unlabeled']) {
      assert.equal(autoEventOf(event(action), settings({ reviews: 'off' }, ['deep'])), undefined, action);
      assert.equal(autoEventOf(event(action), settings({ paused: true }, ['pushed'])), undefined, action);
    }
  });

  it('is what the deployment does, or lets repositories ask for', () => {
    const opened = settings({ reviews: 'opened' });
    const kinds = (given: typeof opened) =>
      ['opened', 'reopened', 'ready_for_review', 'synchronize', 'synchronized', 'closed', 'edited', 'constructor'].map(
        (action) => autoEventOf(event(action), given),
      );
    const none = [undefined, undefined, undefined];
    assert.deepEqual(kinds(opened), ['opened', 'opened', 'ready', undefined, undefined, ...none]);
    assert.deepEqual(kinds(settings()), ['opened', 'opened', 'ready', 'pushed', 'pushed', ...none]);
    assert.deepEqual(kinds(settings({ reviews: 'off' }, ['deep', 'opened'])), kinds(opened));
  });

  it('is read from GitLab’s updates, which say what they changed', () => {
    const attributes = { iid: 7, title: 'Fix', state: 'opened', action: 'update', author_id: 1, labels: [] };
    const of = (pull: object, changes: object = {}) => {
      const sent = {
        user: { id: 1, username: 'grace' },
        project: { path_with_namespace: 'group/sub/engine' },
        object_attributes: { ...attributes, ...pull },
        changes,
      };
      return autoEventOf(GITLAB_EVENTS['Merge Request Hook'].schema.parse(sent), settings());
    };
    assert.equal(of({ action: 'open' }), 'opened');
    assert.equal(of({ action: 'reopen' }), 'opened');
    assert.equal(of({ oldrev: 'a'.repeat(40) }), 'pushed');
    assert.equal(of({ oldrev: 'a'.repeat(40), draft: true }), undefined);
    assert.equal(of({}, { draft: { previous: true, current: false } }), 'ready');
    assert.equal(of({}, { draft: { previous: false, current: true } }), undefined);
    assert.equal(of({}, { title: { previous: 'Fix [skip review]' } }), 'ready');
    assert.equal(of({}, { labels: { previous: [{ title: 'reviewgraph:ignore' }] } }), 'ready');
    assert.equal(of({}, { labels: { previous: [{ title: 'bug' }] } }), undefined);
    assert.equal(of({ labels: [{ title: 'reviewgraph:ignore' }], action: 'open' }), undefined);
    assert.equal(of({ action: 'approved' }), undefined);
  });

  it('throws for nothing that stands in whichever field of a merge request', () => {
    const odd = [
      null,
      true,
      -1,
      1.5,
      '',
      '__proto__',
      '\u0000',
      '\ud800',
      [],
      {},
      [null],
      [{ title: null }],
      'x'.repeat(10_000),
    ];
    const attributes = {
      iid: 7,
      title: 'Fix',
      state: 'opened',
      action: 'update',
      labels: [],
      draft: false,
      oldrev: 'a',
    };
    const changes = { draft: { previous: true, current: false }, title: { previous: 'x' }, labels: { previous: [] } };
    const whole = { user: { id: 1, username: 'grace' }, project: { path_with_namespace: 'a/b' }, changes };
    const schema = GITLAB_EVENTS['Merge Request Hook'].schema;
    let read = 0;
    for (const value of odd) {
      const variants = [
        ...Object.keys(attributes).map((key) => ({ ...whole, object_attributes: { ...attributes, [key]: value } })),
        ...Object.keys(changes).map((key) => ({
          ...whole,
          object_attributes: attributes,
          changes: { ...changes, [key]: value },
        })),
        ...Object.keys(whole).map((key) => ({ ...whole, object_attributes: attributes, [key]: value })),
      ];
      for (const sent of variants) {
        const { success, data } = schema.safeParse(sent);
        if (!success) continue;
        read += 1;
        assert.ok(['opened', 'ready', 'pushed', undefined].includes(autoEventOf(data, settings())));
      }
    }
    assert.ok(read > 50, `${read} were read`);
  });

  it('leaves alone what the payload says enough about', () => {
    for (const pull of [
      { draft: true },
      { state: 'closed' },
      { user: { login: 'dependabot[bot]', type: 'Bot' } },
      { user: { login: 'x[bot]' } },
      { title: 'Bump [skip review]' },
      { labels: [{ name: 'Reviewgraph:Ignore' }] },
      { author_association: 'CONTRIBUTOR' },
      { author_association: 'none' },
    ]) {
      assert.equal(autoEventOf(event('opened', pull), settings()), undefined, JSON.stringify(pull));
    }
    assert.equal(autoEventOf(event('opened', { author_association: 'MEMBER' }), settings()), 'opened');
    assert.equal(
      autoEventOf(event('opened', { author_association: 'MEMBER' }), settings({ associations: [] })),
      undefined,
    );
    assert.equal(autoEventOf(event('opened', { labels: 'odd', draft: 'yes' }), settings()), 'opened');
    assert.equal(autoEventOf(event('opened', { title: 'WIP: x' }), settings()), 'opened');
    assert.equal(autoEventOf(event('opened', { title: 'WIP: x' }, {}), settings({}, [], 'gitea')), undefined);
    const edited = event('edited', {}, { changes: { title: { from: 'WIP: x' } } });
    assert.equal(autoEventOf(edited, settings({}, [], 'gitea')), 'ready');
    assert.equal(autoEventOf(edited, settings()), undefined);
  });
});
