/** What stands on the platform after a run: comments on several lines and on removed ones, and with whose tokens. */
import assert from 'node:assert/strict';
import type { ChatBody, StandInReply } from '../../../local/demo/llm-stand-in.ts';
import { createGiteaScm } from '../../../src/adapters/scm/gitea/gitea.ts';
import { createGitlabScm } from '../../../src/adapters/scm/gitlab/gitlab.ts';
import { CART, FAULTY_PRICE, startReviewService } from '../../support/review-service.ts';
import type { ReviewService } from '../../support/review-service.ts';

const LOOP = '    for item in items:\n        total += item.price';
const FIXED_LOOP = '    for item in items:\n        total += item.price * item.quantity';
const common = { description: 'See the lines.', confidence: 9, category: 'bug', severity: 'high' };
const FINDINGS = [
  {
    ...common,
    path: 'shop/price.py',
    side: 'RIGHT',
    line_start: 6,
    line_end: 7,
    quote: LOOP,
    title: 'The quantity is ignored',
    suggestion: FIXED_LOOP,
  },
  {
    ...common,
    path: 'shop/cart.py',
    side: 'LEFT',
    line_start: 12,
    line_end: 13,
    quote: 'def pay(cart):\n    return cart.total()',
    title: 'Payments are gone',
    suggestion: 'def pay(cart):\n    return 0',
  },
];

/** Finds what the diff that it is shown holds. */
function reply(body: ChatBody): StandInReply {
  const asked = body.messages.map(({ content }) => content ?? '').join('\n');
  const findings = FINDINGS.filter(({ path }) =>
    path.endsWith('cart.py') ? /- +def pay\(cart\):/.test(asked) : /\+ {9}total \+= item\.price$/m.test(asked),
  );
  return { content: JSON.stringify({ findings, positive_findings: [], summary: 'Totals change.' }) };
}

describe('review run: what is posted', function () {
  this.timeout(180_000);
  let review: ReviewService;
  let onReply: () => void = () => undefined;

  beforeEach(async () => {
    onReply = () => undefined;
    review = await startReviewService({
      reply: (body) => {
        onReply();
        return reply(body);
      },
    });
    change(() => {
      review.source.git('rm', '-q', 'shop/cart.py');
      review.source.git('commit', '-q', '--amend', '-m', 'Change');
    });
  });
  afterEach(() => review.close());

  function change(edit: () => void): void {
    review.source.git('checkout', '-q', 'change');
    edit();
    review.source.git('checkout', '-q', 'main');
  }
  const amend = (text: string) =>
    change(() => {
      review.source.commit({ 'shop/price.py': text });
      review.source.git('reset', '-q', '--soft', 'HEAD~2');
      review.source.git('commit', '-q', '-m', 'Change, in other words');
    });
  const written = () =>
    review
      .written()
      .reviewComments.map(({ path, side, startLine, line }) => `${path} ${side} ${startLine ?? line}-${line}`)
      .sort();
  const statuses = async () =>
    (await review.issues()).map(({ path, source, status }) => `${path} ${source} ${status}`).sort();
  async function command(text: string): Promise<void> {
    await review.command(`@reviewgraph ${text}`);
    assert.equal(await review.deliver(), 'completed');
  }

  const POSTED = ['shop/cart.py LEFT 12-13', 'shop/price.py RIGHT 1-1', 'shop/price.py RIGHT 6-7'];

  it('stands on all of its lines, on the side that has them, with what replaces exactly these', async () => {
    await command('review');
    assert.deepEqual(written(), POSTED);
    const bodyOf = (line: number) => review.written().reviewComments.find((each) => each.line === line)?.body ?? '';
    const block = /```suggestion\n([\s\S]*?)\n```/.exec(bodyOf(7))?.[1];
    const lines = FAULTY_PRICE.split('\n');
    lines.splice(5, 2, ...(block ?? '').split('\n'));
    assert.equal(lines.join('\n'), FAULTY_PRICE.replace('item.price', 'item.price * item.quantity'));
    // Nothing can be committed in place of lines that are gone.
    assert.doesNotMatch(bodyOf(13), /suggestion/);
    assert.equal(CART.split('\n')[11], 'def pay(cart):');
  });

  it('is the walkthrough alone when there is nothing that the model is sure of', async () => {
    await review.close();
    const unsure = FINDINGS.map((finding) => ({ ...finding, confidence: 6.9 }));
    review = await startReviewService({
      reply: () => ({
        content: JSON.stringify({ findings: unsure, positive_findings: [], summary: 'Totals change.' }),
      }),
    });
    change(() => review.source.commit({ 'shop/price.py': FAULTY_PRICE.replace('import os\n\n\n', '') }));
    await command('review');
    const { comments, reviewComments } = review.written();
    assert.deepEqual(reviewComments, []);
    assert.equal(comments.length, 2);
    assert.match(
      comments[1]?.body ?? '',
      /^<!-- reviewgraph:walkthrough -->[^]*2 findings dropped: confidence below 7/,
    );
    const { token } = review.service.host.addUser({ login: review.owner });
    const path = `${review.service.host.apiUrl}/repos/${review.owner}/shop/pulls/${review.number}/reviews`;
    const reviews: unknown = await (await fetch(path, { headers: { authorization: `Bearer ${token}` } })).json();
    assert.deepEqual(reviews, []);
    assert.equal((await review.run(1)).issue_count, 0);
  });

  it('is known again after a force-push that moves its lines, and is not repeated', async () => {
    await command('review');
    amend(`# Prices\n# in cents\n${FAULTY_PRICE}`);
    await command('review');
    await command('full review');
    assert.deepEqual(written(), POSTED);
    assert.ok((await statuses()).every((status) => status.endsWith('open')));
  });

  it('is known, and its issue resolved, when a force-push took its lines away', async () => {
    await command('review');
    amend('def total_of(items):\n    return sum(item.price * item.quantity for item in items)\n');
    await command('review');
    const before = review.written().comments.length;
    await command('full review');
    assert.deepEqual(written(), POSTED);
    assert.equal(review.written().comments.length, before + 1);
    assert.deepEqual(await statuses(), [
      'shop/cart.py agent open',
      'shop/price.py agent resolved',
      'shop/price.py python_linter resolved',
    ]);
  });

  it('leaves out what a push has made untrue while the model thought, and says so', async () => {
    let pushed = false;
    const looked = review.source.git('rev-parse', 'change');
    onReply = () => {
      if (!pushed) amend('def total_of(items):\n    return sum(item.price * item.quantity for item in items)\n');
      pushed = true;
    };
    await command('review');
    assert.deepEqual(written(), ['shop/cart.py LEFT 12-13']);
    const walkthrough = review.written().comments[1]?.body ?? '';
    assert.match(walkthrough, /The head moved from/);
    assert.match(walkthrough, /2 findings dropped: its quote is not in the file/);
    const head = review.source.git('rev-parse', 'change');
    // It is posted on the new head, which nobody has looked at.
    assert.deepEqual([(await review.run(1)).head_sha, (await review.pull()).last_reviewed_head], [head, looked]);
  });

  it('is posted with a token of its own, since those of before the model’s answer may have died', async () => {
    const { ports, host } = review.service;
    const minted: string[] = [];
    const scm: typeof ports.scm = {
      ...ports.scm,
      installationToken: async (installation) => {
        const made = await ports.scm.installationToken(installation);
        minted.push(made.token);
        return made;
      },
    };
    onReply = () => minted.splice(0).forEach((token) => host.expireToken(token));
    await review.command('@reviewgraph review');
    assert.equal(await review.deliver({ ...ports, scm }), 'completed');
    assert.ok(minted.length > 0);
    assert.deepEqual(written(), POSTED);
    assert.equal((await review.run(1)).status, 'completed');
  });

  it('is posted by who indexed the repository where the app is not installed', async () => {
    await review.close();
    review = await startReviewService({ installed: false, reply });
    await command('review');
    const authors = review.written().reviewComments.map(({ authorId }) => authorId);
    assert.equal(authors.length, 2);
    const { id } = await review.service.ports.scm.profile(review.ada.scmToken);
    assert.ok(authors.every((author) => author === Number(id)));
    await command('full review');
    assert.equal(review.written().reviewComments.length, 2);
  });

  it('is posted and stored whatever a model makes of characters', async () => {
    await review.close();
    review = await startReviewService({
      reply: (body) => {
        const answer = reply(body);
        // As models write them in JSON: halves of characters, and marks that change the direction of what follows.
        const odd = (answer.content ?? '').replaceAll('See the lines.', 'Half \\ud83d, \\udc00 and \\u0000 \\u202e.');
        return { content: odd.replace('Totals change.', 'Totals \\ud83d') };
      },
    });
    await command('review');
    assert.deepEqual(written(), POSTED.slice(1));
    const texts = review.written().reviewComments.map(({ body }) => body);
    assert.ok(texts.some((text) => text.includes('Half \ufffd')) && texts.every((text) => text.isWellFormed()));
    assert.ok((await review.issues()).every(({ description }) => description.isWellFormed()));
    assert.match((await review.run(1)).walkthrough_summary ?? '', /Totals \ufffd/);
  });

  it('stands on the last of its lines on a host that takes single ones, and is known there through force-pushes', async () => {
    await review.close();
    review = await startReviewService({ installed: false, reply });
    change(() => {
      review.source.git('rm', '-q', 'shop/cart.py');
      review.source.git('commit', '-q', '--amend', '-m', 'Change');
    });
    const { ports, host } = review.service;
    const gitea = { ...ports, scm: createGiteaScm({ apiUrl: `${host.url}/api/v1`, gitUrl: host.url }) };
    const texts = [
      undefined,
      `# Prices\n# in cents\n${FAULTY_PRICE}`,
      'def total_of(items):\n    return sum(item.price * item.quantity for item in items)\n',
    ];
    for (const text of texts) {
      if (text !== undefined) amend(text);
      await review.command('@reviewgraph review');
      assert.equal(await review.deliver(gitea), 'completed');
      assert.deepEqual(written(), ['shop/cart.py LEFT 13-13', 'shop/price.py RIGHT 1-1', 'shop/price.py RIGHT 7-7']);
    }
    assert.match(review.written().reviewComments.find(({ line }) => line === 7)?.body ?? '', /Lines 6 to 7/);
    assert.deepEqual(await statuses(), [
      'shop/cart.py agent open',
      'shop/price.py agent resolved',
      'shop/price.py python_linter resolved',
    ]);
  });

  it('stands in discussions on all of its lines on GitLab, and is known there through force-pushes', async () => {
    await review.close();
    review = await startReviewService({ installed: false, reply });
    change(() => {
      review.source.git('rm', '-q', 'shop/cart.py');
      review.source.git('commit', '-q', '--amend', '-m', 'Change');
    });
    const { ports, host } = review.service;
    const gitlab = { ...ports, scm: createGitlabScm({ apiUrl: `${host.url}/api/v4`, gitUrl: host.url }) };
    for (const text of [undefined, `# Prices\n# in cents\n${FAULTY_PRICE}`]) {
      if (text !== undefined) amend(text);
      await review.command('@reviewgraph review');
      assert.equal(await review.deliver(gitlab), 'completed');
      assert.deepEqual(written(), ['shop/cart.py LEFT 12-13', 'shop/price.py RIGHT 1-1', 'shop/price.py RIGHT 6-7']);
    }
    const body = review.written().reviewComments.find(({ line }) => line === 7)?.body ?? '';
    assert.match(body, /^```suggestion:-1\+0$/m);
    const { comments } = review.written();
    assert.equal(comments.filter((comment) => comment.body.startsWith('<!-- reviewgraph:walkthrough')).length, 1);
  });
});
