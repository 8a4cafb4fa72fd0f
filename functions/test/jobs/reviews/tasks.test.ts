import assert from 'node:assert/strict';
import type { CommitFacts } from '../../../src/model/change-facts.ts';
import { FAULTY_PRICE, startReviewService } from '../../support/review-service.ts';
import type { ReviewService } from '../../support/review-service.ts';
import type { SarifLog } from '../../../src/review/sarif/sarif-log.ts';
import { sarifProblems } from '../../support/sarif-schema.ts';

describe('review run', function () {
  this.timeout(180_000);
  let review: ReviewService;
  before(async () => {
    review = await startReviewService();
  });
  after(() => review.close());

  it('posts findings on their lines, and one walkthrough with what has no line', async () => {
    const answer = await review.command('@reviewgraph review');
    assert.deepEqual(answer, { status: 'processing', pr: `${review.owner}/shop#${review.number}`, action: 'review' });
    assert.equal(await review.deliver(), 'completed');
    const { comments, reviewComments } = review.written();
    assert.deepEqual(reviewComments.map(({ path, side, line }) => [path, side, line]).sort(), [
      ['shop/price.py', 'RIGHT', 1],
      ['shop/price.py', 'RIGHT', 7],
    ]);
    const fix = reviewComments.find(({ line }) => line === 7)?.body ?? '';
    assert.match(fix, /```suggestion\n {8}total \+= item\.price \* item\.quantity\n```/);
    assert.doesNotMatch(fix, /@everyone/);
    const [command, walkthrough] = comments;
    assert.equal(comments.length, 2);
    assert.deepEqual(
      command?.reactions.map(({ content }) => content),
      ['eyes'],
    );
    assert.match(walkthrough?.body ?? '', /Payment takes the wrong total/);
    assert.match(walkthrough?.body ?? '', /Totals change\./);
    const { id } = reviewComments.find(({ line }) => line === 7) ?? assert.fail();
    const link = `${review.service.host.url}/${review.owner}/shop/pull/${review.number}#discussion_r${id}`;
    assert.ok(walkthrough?.body.includes(`— [\`shop/price.py:7\`](${link})`), walkthrough?.body);
  });

  it('rests on what the graph has said, and on no place that it has not', async () => {
    const said = 'Graph: `Cart.total` calls `total_of` at `shop/cart.py:9`.';
    const { comments, reviewComments } = review.written();
    assert.ok(reviewComments.find(({ line }) => line === 7)?.body.includes(said));
    assert.ok(reviewComments.find(({ line }) => line === 1)?.body.includes('No graph evidence.'));
    assert.match(comments[1]?.body ?? '', /The caller charges[^]*No graph evidence\./);
    const commit = review.source.git('rev-parse', 'main');
    const [quantity] = (await review.issues()).filter(({ title }) => title === 'The quantity is ignored');
    const id = (path: string, name: string) => `${review.owner}/shop ${path}#${name}`;
    assert.deepEqual(quantity?.evidence, [
      { symbol_id: id('shop/cart.py', 'Cart.total'), relation: 'calls', path: 'shop/cart.py', line: 9, commit },
      { symbol_id: id('shop/price.py', 'total_of'), relation: 'declares', path: 'shop/price.py', line: 1, commit },
    ]);
  });

  it('names the symbol that each finding stands in, by the id that the graph has', async () => {
    const { service, owner, name, number, ada } = review;
    const repo = `${owner}/${name}`;
    const detail = await service.call('GET', `/api/v1/repos/${repo}/prs/${number}/reviews/1`, { as: ada });
    const { issues } = detail.body as { issues: { line_start: number; symbol_id: string }[] };
    assert.deepEqual(
      issues.map(({ line_start, symbol_id }) => `${line_start} ${symbol_id.slice(repo.length)}`).sort(),
      ['1  shop/price.py', '12  shop/cart.py#pay', '7  shop/price.py#total_of'],
    );
    for (const { symbol_id } of issues) {
      const query = new URLSearchParams({ symbol_id, repo_owner: owner, repo_name: name }).toString();
      const around = await service.call('GET', `/api/v1/query/neighbours?${query}`, { as: ada });
      assert.equal(around.status, 200, around.text);
    }
  });

  it('tells what the change does, in the walkthrough and by the API', async () => {
    const { service, owner, name, number, ada, source } = review;
    const body = review.written().comments[1]?.body ?? '';
    assert.match(body, /### Facts/);
    assert.match(body, /`total_of` by `Cart\.total` \(`shop\/cart\.py:9`, \d+ %\)/);
    const answer = await service.call('GET', `/api/v1/repos/${owner}/${name}/prs/${number}/facts`, { as: ada });
    const facts = answer.body as CommitFacts;
    assert.deepEqual([answer.status, facts.head, facts.base], [200, source.git('rev-parse', 'change'), source.git('rev-parse', 'main')]); // prettier-ignore
    assert.deepEqual(
      facts.changed.map(({ qualified_name: changed, how }) => [changed, how]),
      [['total_of', 'modified']],
    );
    const callers = facts.callers.map(({ qualified_name: caller, line, distance }) => [caller, line, distance]);
    assert.deepEqual(callers, [['Cart.total', 9, 1]]);
    assert.deepEqual([facts.broken, facts.truncated], [[], []]);
  });

  it('can be had as SARIF, and what it compared as long as it is there, when its branch is gone', async () => {
    const { service, owner, name, number, ada, source } = review;
    const get = async (what: string) =>
      service.call('GET', `/api/v1/repos/${owner}/${name}/prs/${number}/reviews/1/${what}`, { as: ada });
    const sarif = await get('sarif');
    assert.deepEqual([sarif.status, sarifProblems(sarif.body)], [200, []]);
    const [log] = (sarif.body as SarifLog).runs;
    assert.equal(log?.results.length, 3);
    assert.equal(log.invocations[0]?.executionSuccessful, true);
    assert.equal(log.versionControlProvenance[0]?.repositoryUri, `${service.host.url}/${owner}/${name}`);
    const quantity = log.results.find(({ message }) => message.text.startsWith('The quantity'));
    assert.match(quantity?.relatedLocations?.[0]?.message?.text ?? '', /^Cart\.total calls total_of/);
    const before = await get('diff');
    assert.match(before.text, /total \+= item\.price"/);
    const head = source.git('rev-parse', 'change');
    source.git('branch', '-D', 'change');
    assert.deepEqual((await get('diff')).body, before.body);
    source.git('branch', 'change', head);
  });

  it('records the run, its issues and what happened', async () => {
    const run = await review.run(1);
    const { status, issue_count, positive_findings, files_changed, usage } = run;
    assert.deepEqual(
      { status, issue_count, positive_findings, files_changed, rounds: usage.tool_rounds },
      { status: 'completed', issue_count: 3, positive_findings: ['Small and focused.'], files_changed: 1, rounds: 1 },
    );
    const issues = await review.issues();
    assert.deepEqual(issues.map((each) => [each.source, each.status, each.comment_id !== null]).sort(), [
      ['agent', 'open', false],
      ['agent', 'open', true],
      ['python_linter', 'open', true],
    ]);
    const pull = await review.pull();
    assert.deepEqual([pull.open_issue_count, pull.active_run, pull.review_run_count], [3, null, 1]);
    assert.equal(pull.last_reviewed_head, review.source.git('rev-parse', 'change'));
    const events = (await review.events()).map((event) => event.split(' ')[0]);
    assert.deepEqual(events, ['finding.posted', 'finding.posted', 'finding.posted', 'pr.opened', 'run.completed']);
  });

  it('shows what it recorded in the forms that clients know', async () => {
    const { service, owner, name, number, ada } = review;
    const prs = `/api/v1/repos/${owner}/${name}/prs`;
    const get = async (path: string) => (await service.call('GET', path, { as: ada })).body;
    const keysOf = (row: unknown) => Object.keys(row as object).sort();
    const [pull] = (await get(prs)) as unknown[];
    const [run] = (await get(`${prs}/${number}/reviews`)) as unknown[];
    const detail = (await get(`${prs}/${number}/reviews/1`)) as Record<'coverage' | 'usage', unknown> & {
      issues: unknown[];
    };
    // prettier-ignore
    const summary = ['automatic', 'command', 'completed_at', 'head_sha', 'issue_count', 'mode', 'positive_finding_count', 'run_number', 'status', 'superseded', 'triggered_at'];
    // prettier-ignore
    assert.deepEqual(keysOf(pull), ['author', 'last_reviewed_at', 'merged_at', 'number', 'open_issue_count', 'review_run_count', 'state', 'title', 'url']);
    assert.deepEqual(keysOf(run), summary);
    // prettier-ignore
    const more = ['coverage', 'error_message', 'files_changed', 'has_facts', 'incomplete', 'issues', 'positive_findings', 'usage', 'walkthrough_summary'];
    assert.deepEqual(
      [...summary, ...more].filter((key) => !keysOf(detail).includes(key)),
      [],
    );
    assert.deepEqual(keysOf(detail.usage), ['completion_tokens', 'model', 'prompt_tokens', 'tool_rounds']);
    assert.equal(detail.issues.length, 3);
    // prettier-ignore
    assert.deepEqual(keysOf(detail.issues[0]), ['category', 'closed', 'code_snippet', 'comment_id', 'confidence', 'description', 'evidence', 'fingerprint', 'first_seen_run', 'line_end', 'line_start', 'path', 'resolved_in_run', 'rule', 'severity', 'side', 'source', 'status', 'suggestion', 'symbol_id', 'title']);
  });

  it('does nothing for a task that comes again', async () => {
    const before = JSON.stringify(review.written());
    assert.equal(await review.deliver(), 'nothing to do');
    assert.equal(JSON.stringify(review.written()), before);
  });

  it('resolves what a push has fixed, and repeats nothing', async () => {
    review.source.git('checkout', '-q', 'change');
    const fixed = FAULTY_PRICE.replace('import os\n\n\n', '').replace('item.price', 'item.price * item.quantity');
    const head = review.source.commit({ 'shop/price.py': fixed, 'shop/new.py': 'LIMIT = 3\n' });
    review.source.git('checkout', '-q', 'main');
    const before = review.written();
    await review.command('@reviewgraph review');
    assert.equal(await review.deliver(), 'completed');
    const { comments, reviewComments } = review.written();
    assert.equal(reviewComments.length, before.reviewComments.length);
    assert.equal(comments.filter(({ body }) => body.includes('reviewgraph:walkthrough')).length, 1);
    const shown = (await review.issues()).map(({ source, path, status, resolved_in_run: by }) => [
      source,
      path,
      status,
      by,
    ]);
    assert.deepEqual(shown.sort(), [
      // Its lines are as they were, and nobody marked its thread: it has none.
      ['agent', 'shop/cart.py', 'open', null],
      ['agent', 'shop/price.py', 'resolved', 2],
      ['python_linter', 'shop/price.py', 'resolved', 2],
    ]);
    const pull = await review.pull();
    assert.deepEqual([pull.open_issue_count, pull.last_reviewed_head], [1, head]);
    const resolved = (await review.events()).filter((event) => event.startsWith('finding.resolved'));
    assert.equal(resolved.length, 2);
  });

  it('looks only at what is new: a rebase alone is nothing', async () => {
    const asked = review.model.requests.length;
    review.source.git('checkout', '-q', 'main');
    review.source.commit({ 'shop/other.py': 'OTHER = 1\n' });
    review.source.git('checkout', '-q', 'change');
    review.source.git('rebase', '-q', 'main');
    review.source.git('checkout', '-q', 'main');
    await review.command('@reviewgraph review');
    assert.equal(await review.deliver(), 'completed');
    assert.equal(review.model.requests.length, asked);
    assert.match(review.written().comments.at(-1)?.body ?? '', /Nothing that this pull request changes is new/);
    const run = await review.run(3);
    assert.deepEqual([run.status, run.issue_count], ['completed', 0]);
    assert.equal((await review.pull()).last_reviewed_head, review.source.git('rev-parse', 'change'));
  });

  it('shows the model of an incremental review the new lines only', async () => {
    review.source.git('checkout', '-q', 'change');
    review.source.commit({ 'shop/newer.py': 'import sys\nNEWER = 4\n' });
    review.source.git('checkout', '-q', 'main');
    await review.command('@reviewgraph review');
    assert.equal(await review.deliver(), 'completed');
    const material =
      review.model.requests
        .at(-1)
        ?.body.messages.map(({ content }) => content)
        .join('\n') ?? '';
    assert.match(material, /NEWER = 4/);
    assert.doesNotMatch(material, /LIMIT = 3/);
    assert.ok(review.written().reviewComments.some(({ path, line }) => path === 'shop/newer.py' && line === 1));
  });

  it('takes a thread that somebody resolved over unchanged lines for dismissed, and does not bring it back', async () => {
    const thread = review.written().reviewComments.find(({ path, line }) => path === 'shop/newer.py' && line === 1);
    const count = review.written().reviewComments.length;
    review.service.host.resolveThread(thread?.id ?? 0, review.owner);
    await review.command('@reviewgraph full review');
    assert.equal(await review.deliver(), 'completed');
    const issue = (await review.issues()).find(({ comment_id: id }) => id === thread?.id);
    assert.deepEqual([issue?.status, issue?.run_numbers], ['dismissed', [4, 5]]);
    assert.equal(review.written().reviewComments.length, count);
    assert.ok((await review.events()).includes(`finding.dismissed ${issue?.fingerprint}`));
  });

  it('runs linters alone when asked', async () => {
    const asked = review.model.requests.length;
    review.source.git('checkout', '-q', 'change');
    review.source.commit({ 'shop/last.py': 'import re\n' });
    review.source.git('checkout', '-q', 'main');
    const answer = (await review.command('@reviewgraph run lint')) as { action: string };
    assert.equal(answer.action, 'lint');
    assert.equal(await review.deliver(), 'completed');
    assert.equal(review.model.requests.length, asked);
    assert.equal(review.written().reviewComments.at(-1)?.path, 'shop/last.py');
    assert.equal((await review.run(6)).command, 'lint');
  });

  it('lets three specialists and a synthesis review when it is told to go deep', async () => {
    await review.openAnother();
    const asked = review.model.requests.length;
    await review.command('@reviewgraph full review deep');
    assert.equal(await review.deliver(), 'completed');
    const run = await review.run(1);
    assert.deepEqual([run.mode, run.status], ['deep', 'completed']);
    const models = review.model.requests.slice(asked).map(({ body }) => body.model);
    assert.ok(models.filter((model) => model === 'review-test').length >= 6, models.join(' '));
    assert.ok(models.includes('synthesis-test'), models.join(' '));
  });
});
