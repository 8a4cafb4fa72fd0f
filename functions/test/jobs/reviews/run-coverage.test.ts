/** What counts as reviewed, on every platform: only what stood before linters or models, whatever happens meanwhile. */
import assert from 'node:assert/strict';
import { createGiteaScm } from '../../../src/adapters/scm/gitea/gitea.ts';
import { createGitlabScm } from '../../../src/adapters/scm/gitlab/gitlab.ts';
import type { CommitFacts } from '../../../src/model/change-facts.ts';
import type { Ports } from '../../../src/ports.ts';
import type { ChatBody, StandInReply } from '../../../local/demo/llm-stand-in.ts';
import type { SarifLog } from '../../../src/review/sarif/sarif-log.ts';
import { startReviewService } from '../../support/review-service.ts';
import type { ReviewService } from '../../support/review-service.ts';
import { sarifProblems } from '../../support/sarif-schema.ts';
import { tries } from '../../support/tries.ts';

const EVIL = 'def evil(x):\n    return eval(x)\n';
const NOTHING: StandInReply = { content: '{"findings": [], "positive_findings": [], "summary": "Fine."}' };

/** How a platform is asked to change a comment in the conversation, and with which statuses it refuses that here. */
const PLATFORMS = {
  github: { comments: /\/issues\/(comments\/)?\d+(\/comments)?$/, edits: 'PATCH', refusals: [403, 404, 422] },
  gitea: { comments: /\/issues\/(comments\/)?\d+(\/comments)?$/, edits: 'PATCH', refusals: [403, 404, 422] },
  gitlab: { comments: /\/merge_requests\/\d+\/notes(\/\d+)?$/, edits: 'PUT', refusals: [403, 400] },
} as const;
/** The platform has no part in it. In deep mode each specialist has a conversation of its own. */
const OVERFLOWS = { github: ['', ' deep'], gitea: [' deep', ''], gitlab: ['', ' deep'] } as const;

for (const platform of ['github', 'gitea', 'gitlab'] as const) {
  const { comments: conversation, edits, refusals } = PLATFORMS[platform];
  const overflows = OVERFLOWS[platform].slice(0, tries(platform === 'gitlab' ? 0 : 1, 2));
  describe(`review run: coverage (${platform})`, function () {
    this.timeout(600_000);
    let review: ReviewService;
    let ports: Ports;
    /** Pushed when the model is asked next. */
    let during: Record<string, string> | undefined;
    /** Characters of the longest conversation that the gateway takes. */
    let most = Infinity;
    const asked: string[] = [];

    const reply = (body: ChatBody): StandInReply => {
      const text = body.messages.map(({ content }) => content ?? '').join('\n');
      if (text.length > most) return { status: 400, code: 'context_length_exceeded', message: 'too long' };
      asked.push(text);
      if (during !== undefined) push(during);
      during = undefined;
      return body.model === 'synthesis-test' ? { content: '{"verdicts": []}' } : NOTHING;
    };

    function push(files: Record<string, string>): string {
      review.source.git('checkout', '-q', 'change');
      const head = review.source.commit(files);
      review.source.git('checkout', '-q', 'main');
      return head;
    }

    async function run(command: string): Promise<string> {
      await review.command(`@reviewgraph ${command}`);
      assert.equal(await review.deliver(ports), 'completed');
      return review.written().comments.findLast(({ body }) => body.includes('reviewgraph:walkthrough'))?.body ?? '';
    }

    before(async () => {
      review = await startReviewService({ reply, installed: platform === 'github' });
      ports = review.service.ports;
      const { url } = review.service.host;
      if (platform === 'gitea') ports = { ...ports, scm: createGiteaScm({ apiUrl: `${url}/api/v1`, gitUrl: url }) };
      if (platform === 'gitlab') ports = { ...ports, scm: createGitlabScm({ apiUrl: `${url}/api/v4`, gitUrl: url }) };
    });
    after(() => review.close());
    beforeEach(() => {
      most = Infinity;
      during = undefined;
      asked.length = 0;
    });

    it('tells what the change does in the walkthrough, and hands it out with the symbols and lines of findings', async () => {
      const { owner, name, number, ada, service, source } = review;
      const text = await run(platform === 'gitea' ? 'full review deep' : 'full review');
      assert.match(text, /### Facts[^]*`total_of` by `Cart\.total` \(`shop\/cart\.py:9`, \d+ %\)/);
      const get = async (what: string) => {
        const answer = await service.call('GET', `/api/v1/repos/${owner}/${name}/prs/${number}/${what}`, { as: ada });
        assert.equal(answer.status, 200, answer.text);
        return answer.body;
      };
      const facts = (await get('facts')) as CommitFacts;
      assert.deepEqual(
        [facts.base, facts.head],
        ['main', 'change'].map((ref) => source.git('rev-parse', ref)),
      );
      assert.deepEqual(
        facts.callers.map(({ of, qualified_name: caller, line }) => [of, caller, line]),
        [['total_of', 'Cart.total', 9]],
      );
      const { issues } = (await get('reviews/1')) as { issues: { source: string; symbol_id: string }[] };
      assert.deepEqual(
        issues.map(({ source: by, symbol_id }) => [by, symbol_id]),
        [['python_linter', `${owner}/${name} shop/price.py`]],
      );
      const sarif = (await get('reviews/1/sarif')) as SarifLog;
      assert.deepEqual(sarifProblems(sarif), []);
      assert.equal(sarif.runs[0]?.versionControlProvenance[0]?.repositoryUri, `${service.host.url}/${owner}/${name}`);
    });

    for (const mode of ['', ' deep'].slice(0, tries(platform === 'github' ? 2 : 1, 2))) {
      it(`leaves what is pushed during a${mode} review to the next one`, async () => {
        const path = `shop/evil${mode.trim()}.py`;
        const before = review.source.git('rev-parse', 'change');
        during = { [path]: EVIL };
        const text = await run(`full review${mode}`);
        assert.match(text, new RegExp(`\`${path}\` \\| added \\| \\+2 -0 \\| not looked at \\|`));
        assert.match(text, /\*\*This review is incomplete:\*\* 1 changed file was looked at in part or not at all/);
        assert.equal((await review.pull()).last_reviewed_head, before);
        asked.length = 0;
        const next = await run(`review${mode}`);
        assert.ok(
          asked.some((each) => each.includes('+     return eval(x)')),
          'the next review has to show it',
        );
        assert.doesNotMatch(next, /not looked at|incomplete/i);
        assert.equal((await review.pull()).last_reviewed_head, review.source.git('rev-parse', 'change'));
      });
    }

    it('leaves what is pushed during the linters’ run open for them as well', async () => {
      const { linters } = ports;
      let pushed = false;
      const slow: Ports['linters'] = {
        ...linters,
        lint: async (request) => {
          const report = await linters.lint(request);
          if (!pushed) push({ 'shop/late.py': 'import os\n' });
          pushed = true;
          return report;
        },
      };
      await review.command('@reviewgraph run lint');
      assert.equal(await review.deliver({ ...ports, linters: slow }), 'completed');
      const text = review.written().comments.find(({ body }) => body.includes('reviewgraph:walkthrough'))?.body ?? '';
      assert.match(text, /`shop\/late\.py` \| added \| \+1 -0 \| not linted \|/);
      assert.ok(!review.written().reviewComments.some(({ path }) => path === 'shop/late.py'));
      await run('run lint');
      assert.ok(review.written().reviewComments.some(({ path }) => path === 'shop/late.py'));
    });

    it('does not resolve an issue by a push that nobody has looked at', async () => {
      const open = async () => (await review.issues()).find(({ path }) => path === 'shop/late.py')?.status;
      during = { 'shop/late.py': 'import sys\n' };
      await run('full review');
      assert.equal(await open(), 'open');
      await run('review');
      assert.equal((await review.issues()).find(({ code_snippet: code }) => code === 'import os')?.status, 'resolved');
    });

    for (const overflowing of overflows)
      it(`names files that an overflowing${overflowing} conversation lost, and goes on with them`, async () => {
        const before = (await run('review'), (await review.pull()).last_reviewed_head);
        const lines = (name: string) =>
          Array.from(
            { length: 300 },
            (_, at) => `${name}_${at} = compute_${name}(${at}, "some words to fill it")\n`,
          ).join('');
        push(
          Object.fromEntries(
            ['p', 'q', 'r', 's', 't', 'u'].map((name) => [`shop/long${overflowing.trim()}_${name}.py`, lines(name)]),
          ),
        );
        most = 40_000;
        const text = await run(`review${overflowing}`);
        const [, whole = '', all = ''] = /(\d+) of (\d+) changed files reviewed/.exec(text) ?? [];
        assert.ok(Number(whole) < Number(all), text);
        assert.match(text, /This review is incomplete:\*\* \d changed files were looked at in part or not at all/);
        assert.match(text, /not looked at \||\d+ of 300 changed lines looked at \|/);
        const pull = await review.pull();
        assert.equal(pull.last_reviewed_head, before);
        for (let more = 1; (await review.pull()).last_reviewed_head === before; more++) {
          assert.ok(more < 12, 'the rest has to be looked at in the end');
          await run(`review${overflowing}`);
        }
        const shown = asked.flatMap((each) => each.match(/^ {2} *\d+ \+ [p-u]_\d+ = /gm) ?? []);
        assert.equal(new Set(shown).size, 1_800);
        // Three lines lead to where a long file goes on; nothing else is shown twice to one agent.
        assert.ok(shown.length < 1_900 * (overflowing === '' ? 1 : 4), String(shown.length));
        assert.doesNotMatch(await run(`review${overflowing}`), /not looked at/);
      });

    if (refusals.length > 0)
      it('stores and counts what stands when the walkthrough is refused, and says what landed', async () => {
        for (const [at, status] of refusals.entries()) {
          const path = `shop/part${at}.py`;
          push({ [path]: 'import os\n' });
          const { host } = review.service;
          const refused = { path: conversation, status, message: 'no' };
          host.fail({ ...refused, method: edits });
          if (status === 404) host.fail({ ...refused, method: 'POST' });
          await review.command('@reviewgraph review');
          assert.equal(await review.deliver(ports), 'completed');
          host.clearFaults();
          const { review_run_count: number } = await review.pull();
          const { status: end, error_message: said, issue_count: count } = await review.run(number);
          assert.deepEqual([end, count], ['completed', 1], `HTTP ${status}`);
          assert.match(said ?? '', /^1 of 1 comment stand on the diff; the walkthrough could not be posted: /);
          const issue = (await review.issues()).find((each) => each.path === path);
          assert.deepEqual([issue?.status, issue?.comment_id !== null], ['open', true]);
          assert.ok(!review.written().comments.some(({ body }) => body.includes('could not be finished')));
          assert.match(
            review.written().comments.at(-1)?.body ?? '',
            /was posted in part:\*\* 1 of 1 comment stand on the diff/,
          );
          assert.notEqual((await review.pull()).last_reviewed_head, review.source.git('rev-parse', 'change'));
          assert.match(await run('review'), new RegExp(path));
        }
      });

    it('writes the walkthrough anew when somebody deletes it in that moment', async () => {
      push({ 'shop/again.py': 'AGAIN = 1\n' });
      review.service.host.fail({ path: conversation, method: edits, status: 404, message: 'gone' });
      assert.match(await run('review'), /shop\/again\.py/);
      assert.equal((await review.pull()).last_reviewed_head, review.source.git('rev-parse', 'change'));
    });
  });
}
