/** Whose settings the linters of a run follow. */
import assert from 'node:assert/strict';
import { DEFAULT_TOOLS } from '../../../src/model/tools.ts';
import type { ToolsConfig } from '../../../src/model/tools.ts';
import { startReviewService } from '../../support/review-service.ts';
import type { ReviewService } from '../../support/review-service.ts';
import type { TestUser } from '../../support/service.ts';

const FAULT = 'import os\n';

describe('review run: tool settings', function () {
  this.timeout(180_000);
  let review: ReviewService;
  let bob: TestUser;
  let count = 0;
  before(async () => {
    review = await startReviewService();
    bob = await review.service.user(`bob-${process.pid}-${Date.now().toString(36)}`);
    review.service.host.addUser({ login: 'eve' });
  });
  after(() => review.close());

  const set = async (as: TestUser, changed: Partial<ToolsConfig>) => {
    const body = { ...DEFAULT_TOOLS, ...changed };
    assert.equal((await review.service.call('PUT', '/api/v1/tools/config', { as, body })).status, 200);
  };

  /** The rules that a run of this person's command posts about a new file. */
  async function rulesFor(login: string, command = 'run lint', more: Record<string, string> = {}): Promise<string[]> {
    const path = `shop/part${++count}.py`;
    review.source.git('checkout', '-q', 'change');
    review.source.commit({ [path]: FAULT, ...more });
    review.source.git('checkout', '-q', 'main');
    await review.command(`@reviewgraph ${command}`, login);
    assert.equal(await review.deliver(), 'completed');
    const issues = (await review.issues()).filter((issue) => issue.path === path);
    return issues.flatMap(({ rule }) => rule ?? []).sort();
  }

  it('are those of who wrote the command, in lint runs and in reviews', async () => {
    await set(review.ada, { python_linter: { enabled: false, configFile: null } });
    assert.deepEqual(await rulesFor(review.owner), []);
    assert.deepEqual(await rulesFor(review.owner, 'review'), []);
    assert.deepEqual(await rulesFor(review.owner, 'full review'), []);
    await set(bob, {});
    assert.deepEqual(await rulesFor(bob.login), ['F401']);
  });

  it('are those of who indexed the repository when a stranger wrote it', async () => {
    await set(review.ada, { python_linter: { enabled: false, configFile: null } });
    assert.deepEqual(await rulesFor('eve'), []);
    await set(review.ada, { python_linter: { enabled: true, configFile: null } });
    assert.deepEqual(await rulesFor('eve'), ['F401']);
  });

  it('are the defaults for a user who never set any', async () => {
    await set(review.ada, { python_linter: { enabled: false, configFile: null } });
    const carol = await review.service.user(`carol-${process.pid}-${Date.now().toString(36)}`);
    assert.deepEqual(await rulesFor(carol.login), ['F401']);
  });

  it('name a configuration in the repository, of the commit under review, from the next run on', async () => {
    await set(bob, { python_linter: { enabled: true, configFile: 'tools/ruff.toml' } });
    const quiet = { 'tools/ruff.toml': '[lint]\nignore = ["F401"]\nselect = ["F", "E"]\n' };
    assert.deepEqual(await rulesFor(bob.login, 'run lint', quiet), []);
    await set(bob, { python_linter: { enabled: false, configFile: 'tools/ruff.toml' } });
    await set(bob, { python_linter: { enabled: true, configFile: null } });
    assert.deepEqual(await rulesFor(bob.login), ['F401']);
  });
});
