import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalReview } from '../../../local/lab/review/review-run.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { findingOf } from '../../support/findings.ts';
import { hunkChecker } from '../../support/hunk-checker.ts';
import { testGraph, testGraphUri, testRepoId } from '../../support/neo4j.ts';
import { makeFolder, makeRepository, type TestRepository } from '../../support/repositories.ts';

const COMMAND = join(import.meta.dirname, '..', '..', '..', 'local', 'cli', 'review.ts');

const CART =
  'def total(items):\n    result = 0\n    for item in items:\n        result += item.price\n    return result\n';

describe('local/review', function () {
  this.timeout(300_000);
  let graph: GraphPort;
  let repository: TestRepository;
  let base: string;
  const repoId = testRepoId('local-review');

  before(async () => {
    graph = await testGraph();
    repository = makeRepository({
      'cart.py': CART,
      'pay.py': 'from cart import total\n\ndef pay(items):\n    return total(items)\n',
      'notes.md': '# notes\n',
    });
    base = repository.git('rev-parse', 'HEAD');
  });
  after(async () => {
    repository.remove();
    await deleteRepository(graph, repoId);
  });

  async function run(...args: string[]) {
    const env: NodeJS.ProcessEnv = { ...process.env, NEO4J_URI: await testGraphUri(), INIT_CWD: repository.path };
    delete env['GATEWAY_API_KEY'];
    const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args, '--repo', repoId], {
      env,
      maxBuffer: 2 ** 26,
    });
    return { status, stdout: stdout.toString(), stderr: stderr.toString() };
  }

  it('prints placements and a payload that the platform takes, made from findings in a file', async () => {
    const head = repository.commit({
      'cart.py': CART.replace('def total(items)', 'def total(items, tax)').replace('item.price', 'item.price * tax'),
      'notes.md': '# changed\n',
    });
    // The target branch went on meanwhile; what it changed is not the author's.
    repository.git('checkout', '--quiet', '-b', 'target', base);
    repository.commit({ 'other.py': 'x = 1\n' });
    const findings = [
      findingOf({
        path: 'cart.py',
        line_start: 1,
        line_end: 1,
        quote: 'def total(items, tax):',
        title: 'Callers pass no tax',
        suggestion: 'def total(items, tax=1):',
      }),
      findingOf({ path: 'pay.py', quote: 'return total(items)', title: 'Misses the tax' }),
      findingOf({ path: 'cart.py', quote: 'not there at all', title: 'Invented' }),
    ].map(({ source: _, rule: __, ...finding }) => finding);
    const file = join(makeFolder(), 'findings.json');
    writeFileSync(file, JSON.stringify(findings));
    const { status, stdout, stderr } = await run('.', 'target', head, '--findings', file, '--json');
    assert.equal(status, 0, stderr);
    const review = JSON.parse(stdout) as LocalReview;
    assert.deepEqual([review.base, review.head], [base, head]);
    assert.deepEqual(
      review.files.map(({ path }) => path),
      ['cart.py'],
    );
    assert.deepEqual(review.skipped, [{ path: 'notes.md', reason: 'unsupported language' }]);
    assert.deepEqual(
      review.placements.map(({ title, label, committable }) => `${label} ${String(committable)} ${title}`),
      ['inline true Callers pass no tax', 'dropped false Invented', 'outside_diff false Misses the tax'],
    );
    const caller = review.context.items.find(({ symbol }) => symbol === 'pay');
    assert.equal(caller?.reason, 'calls total, whose signature changes');
    const patch = execFileSync('git', ['-C', repository.path, 'diff', base, head, '--', 'cart.py']).toString();
    const comments = review.payload.review?.comments ?? [];
    assert.equal(comments.length, 1);
    for (const comment of comments) assert.equal(hunkChecker(patch).refusal(comment), undefined);
    assert.match(review.payload.walkthrough, /Misses the tax/);
  });

  it('says for people that nothing was asked when there is no model', async () => {
    const head = repository.commit({ 'x.py': 'import os\n\n\ndef f():\n    return 1\n' });
    const { status, stdout, stderr } = await run(repository.path, `${head}~1`, head);
    assert.equal(status, 0, stderr);
    assert.match(
      stdout,
      /No model looked at it: no model is configured \(GATEWAY_API_KEY\), and no --findings were given/,
    );
    assert.match(stdout, /This review is incomplete:\*\* no model is configured/);
    assert.match(stdout, /Python linter: 1 file read/);
    assert.match(stdout, /inline +x\.py:1-1 RIGHT.*F401/);
  });

  it('sends nothing to a terminal that a name in the repository could command it by', async () => {
    const head = repository.commit({ 'red\u001b[31m.py': 'import os\n', 'two\nlines.py': 'import os\n' });
    const { status, stdout, stderr } = await run('.', `${head}~1`, head);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /added {4}red\\u001b\[31m\.py \+1 -0/);
    assert.match(stdout, /added {4}two\\nlines\.py \+1 -0/);
    assert.doesNotMatch(stdout, /\u001b/);
  });

  it('ends with one sentence about what is wrong, before anything is started', async () => {
    const words = await run('.');
    assert.deepEqual([words.status, words.stdout], [2, '']);
    assert.match(words.stderr, /^A folder and the commit to compare it with, or .*\nUsage: npm/);
    const unknown = await run('.', 'no-such-branch', 'HEAD');
    assert.deepEqual([unknown.status, unknown.stdout], [1, '']);
    assert.match(unknown.stderr, /^.* has no commit "no-such-branch": .*\n$/);
  });
});
