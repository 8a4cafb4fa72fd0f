/** Which events of pull requests may lead to a review: rows of settings and payloads. */
import assert from 'node:assert/strict';
import { autoEventOf } from '../../../src/api/webhook/auto-event.ts';
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
