/** A repository that is deleted while its review runs: the run ends, posts nothing more, and leaves nothing behind. */
import assert from 'node:assert/strict';
import { deleteIndexedRepository } from '../../../src/jobs/ingest/delete-repository.ts';
import { sweepRuns } from '../../../src/jobs/reviews/enqueue-run.ts';
import { purgeRepository } from '../../../src/jobs/ingest/purge-repository.ts';
import type { Ports } from '../../../src/ports.ts';
import { startReviewService } from '../../support/review-service.ts';
import type { ReviewService } from '../../support/review-service.ts';
import { tries } from '../../support/tries.ts';
import { aggregatePath, pullRequestPath, repositoryPath, runPath } from '../../support/document-paths.ts';

/** Calls that leave something on the pull request; one that is on its way when the repository goes is not called back. */
const POSTS = /^scm\.(react|createReview|createComment|updateComment)$/;

describe('review run: a deleted repository', function () {
  this.timeout(1_200_000);
  let review: ReviewService;
  before(async () => {
    review = await startReviewService();
  });
  after(() => review.close());

  /** Ports whose every call is named to `before`, which is awaited first. */
  function watched(before: (call: string) => Promise<void>): Ports {
    const { ports } = review.service;
    const watch = <P extends object>(port: P, name: string): P =>
      new Proxy(port, {
        get(target, method) {
          const work: unknown = Reflect.get(target, method);
          if (typeof work !== 'function' || method === 'cloneUrl') return work;
          return async (...args: unknown[]) => {
            await before(`${name}.${String(method)}`);
            return Reflect.apply(work, target, args) as unknown;
          };
        },
      });
    return {
      ...ports,
      scm: watch(ports.scm, 'scm'),
      git: watch(ports.git, 'git'),
      graph: watch(ports.graph, 'graph'),
      store: watch(ports.store, 'store'),
      gateway: watch(ports.gateway, 'gateway'),
    };
  }

  async function leftOf(number: number): Promise<string[]> {
    const { store, graph } = review.service.ports;
    const key = review.repoKey;
    const docs = [repositoryPath(key), aggregatePath(key), pullRequestPath(key, number), runPath(key, number, 1)];
    const collections = ['runs', 'issues', 'runs/1/steps'].map((below) => `${pullRequestPath(key, number)}/${below}`);
    const left: string[] = [];
    for (const path of docs) if ((await store.get(path)) !== undefined) left.push(path);
    for (const path of collections) if ((await store.query({ collection: path })).length > 0) left.push(path);
    for (const collection of ['events', 'active_runs', 'untold_runs']) {
      const found = await store.query({ collection, where: [['repo_key', '==', key]] });

      if (found.length > 0) left.push(collection);
    }
    const repo_id = `${review.owner}/${review.name}`;
    const [row] = await graph.read('MATCH (n:Symbol) WHERE n.repo_id = $repo_id RETURN count(n) AS nodes', { repo_id });
    if (Number(row?.['nodes']) > 0) left.push('nodes');
    return left;
  }

  it('ends, posts nothing more and leaves nothing behind, wherever it is', async () => {
    const calls: string[] = [];
    await review.command('@reviewgraph review');
    assert.equal(await review.deliver(watched((call) => Promise.resolve(void calls.push(call)))), 'completed');
    const names = new Set(calls);
    for (const wanted of ['git.fetchCommits', 'gateway.chat', 'scm.createReview', 'scm.reviewThreads', 'graph.read']) {
      assert.ok(names.has(wanted), wanted);
    }
    // Around every post, and once while each service is asked.
    const near = calls.flatMap((call, at) => (POSTS.test(call) ? [at - 2, at, at + 1] : []));
    const last = ['git.fetchCommits', 'graph.read', 'gateway.chat', 'store.transaction'].map((call) =>
      calls.lastIndexOf(call),
    );
    // Every second of them by default: before, at and behind a post take turns.
    const every = tries(2, 1);
    const moments = [...new Set([...near, ...last])].sort((a, b) => a - b).filter((_, nth) => nth % every === 0);

    for (const wanted of moments) {
      let moment = wanted;
      let at = -1;
      let posted = 0;
      let outcome = '';
      let isOver = false;
      // A worker on a slow machine also writes that it is alive: the first run may have made more calls than this one.
      while (at < moment) {
        if (at >= 0) moment = at;
        at = -1;
        await review.index();
        await review.openAnother();
        await review.command('@reviewgraph review');
        outcome = await review
          .deliver(
            watched(async (call) => {
              if (at >= moment && POSTS.test(call)) posted += 1;
              if (++at !== moment) return;
              const run = await review.service.ports.store.get(runPath(review.repoKey, review.number, 1));
              isOver = run?.['status'] === 'completed';
              await deleteIndexedRepository(review.service.ports, review.repoKey, review.ada.uid);
              await purgeRepository(review.service.ports, review.repoKey);
            }),
          )
          .catch((error: unknown) => `failed: ${String(error)}`);
        if (at < moment) assert.equal(outcome, 'completed', `only ${at + 1} of ${calls.length} calls`);
      }
      const here = `${calls[moment] ?? ''} (${moment} of ${calls.length}): ${outcome}`;
      // The same worker may have written once less that it is alive, and have ended by now.
      if (!isOver) assert.notEqual(outcome, 'completed', here);
      assert.equal(posted, 0, here);
      assert.deepEqual(await leftOf(review.number), [], here);
      // Nor does what the queue and the sweeper still hold bring anything back.
      review.service.advance(100_000);
      assert.equal(await review.deliver(), 'nothing to do', here);
      await sweepRuns(review.service.ports);
      assert.deepEqual(await leftOf(review.number), [], here);
    }
  });
});
