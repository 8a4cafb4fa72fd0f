import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { startTestHost, type TestHost } from '../../support/scm-host.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `line ${n + 1}`);
const text = (lines: string[]) => `${lines.join('\n')}\n`;

/** What is looked at of the three payloads. */
const payloadSchema = z.object({
  issue: z.object({ number: z.number(), pull_request: z.unknown() }).optional(),
  comment: z.object({ body: z.string() }).optional(),
  sender: z.object({ login: z.string() }).optional(),
  commits: z.array(z.object({ added: z.array(z.string()), removed: z.array(z.string()), id: z.string() })).optional(),
  pull_request: z.object({ head: z.object({ sha: z.string() }) }).optional(),
  before: z.string().optional(),
});

describe('scm host: pull requests', () => {
  let host: TestHost;
  let ada: string;
  let grace: string;
  let source: TestRepository;
  let number: number;
  let head: string;

  async function call(method: string, path: string, body?: unknown, token = ada) {
    const response = await fetch(host.apiUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'user-agent': 'test' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    const json = (answer === '' ? {} : JSON.parse(answer)) as Record<string, unknown> & Record<string, unknown>[];
    return { status: response.status, headers: response.headers, json };
  }
  const review = (comments: object[], more: object = {}) =>
    call('POST', `/repos/ada/engine/pulls/${number}/reviews`, { event: 'COMMENT', body: 'r', comments, ...more });
  const stored = () => host.written('ada', 'engine', number).reviewComments;

  before(async () => {
    host = await startTestHost();
    ada = host.addUser({ login: 'ada' }).token;
    grace = host.addUser({ login: 'grace' }).token;
    source = makeRepository({ 'a.py': text(numbered(60)), 'gone.py': 'old\n', 'same.py': 'same\n' });
    source.git('checkout', '-q', '-b', 'fix');
    const lines = numbered(60);
    lines[4] = 'five';
    lines[7] = 'eight';
    lines.splice(40, 2);
    head = source.commit({ 'a.py': text(lines), 'gone.py': null, 'новый файл.py': 'x = 1\n' });
    source.git('checkout', '-q', 'main');
    source.commit({ 'other.py': 'unrelated\n' });
    await host.addRepository({ owner: 'ada', name: 'engine', from: source.path });
    const made = await call('POST', '/repos/ada/engine/pulls', { title: 'Fix', head: 'fix', base: 'main', body: 'b' });
    assert.equal(made.status, 201, JSON.stringify(made.json));
    number = Number(made.json['number']);
  });
  afterEach(() => host.clearFaults());
  after(async () => {
    await host.remove();
    source.remove();
  });

  it('describes what a pull request changes against the merge base, not the branch', async () => {
    const { json } = await call('GET', `/repos/ada/engine/pulls/${number}`);
    const shown = [json['state'], json['merged'], json['changed_files'], json['additions'], json['deletions']];
    assert.deepEqual(shown, ['open', false, 3, 3, 5]);
    assert.equal((json['head'] as { sha: string }).sha, head);
    const files = await call('GET', `/repos/ada/engine/pulls/${number}/files`);
    assert.deepEqual(
      files.json.map((file) => [file['filename'], file['status']]),
      [
        ['a.py', 'modified'],
        ['gone.py', 'removed'],
        ['новый файл.py', 'added'],
      ],
    );
    const commits = await call('GET', `/repos/ada/engine/pulls/${number}/commits`);
    assert.deepEqual(
      commits.json.map((commit) => commit['sha']),
      [head],
    );
  });

  it('refuses a second pull request for a branch, one without commits, and unknown branches', async () => {
    const open = (from: string, to = 'main') =>
      call('POST', '/repos/ada/engine/pulls', { title: 't', head: from, base: to });
    assert.match(JSON.stringify((await open('fix')).json), /already exists/);
    source.git('branch', 'level', 'main~1');
    assert.match(JSON.stringify((await open('level')).json), /No commits between/);
    assert.equal((await open('nope')).status, 422);
    assert.equal((await open('fix', 'nope')).status, 422);
  });

  it('takes comments on lines of the diff, and refuses the whole review for one that is not', async () => {
    const good = { path: 'a.py', line: 5, body: 'x' };
    for (const [bad, why] of [
      [{ path: 'a.py', line: 30, body: 'x' }, /Line could not be resolved/],
      [{ path: 'a.py', body: 'x' }, /Line could not be resolved/],
      [{ path: 'same.py', line: 1, body: 'x' }, /Path could not be resolved/],
      [{ path: 'gone.py', line: 1, side: 'RIGHT', body: 'x' }, /Line could not be resolved/],
      [{ path: 'a.py', start_line: 8, line: 41, body: 'x' }, /same hunk/],
      [{ path: 'a.py', start_line: 8, line: 8, body: 'x' }, /precede/],
      [{ path: 'a.py', start_line: 5, start_side: 'LEFT', line: 8, body: 'x' }, /side/],
      [{ path: 'a.py', line: 5, body: ' ' }, /missing_field/],
      [{ path: 'a.py', line: 5, body: 'x'.repeat(65_537) }, /maximum is 65536/],
    ] as [object, RegExp][]) {
      const answer = await review([good, bad]);
      assert.equal(answer.status, 422, JSON.stringify(bad));
      assert.match(JSON.stringify(answer.json), why);
    }
    assert.equal(stored().length, 0);
    const answer = await review([
      good,
      { path: 'a.py', start_line: 5, start_side: 'RIGHT', line: 8, body: 'range' },
      { path: 'a.py', line: 41, side: 'LEFT', body: 'gone line' },
      { path: 'gone.py', line: 1, side: 'LEFT', body: 'gone file' },
      { path: 'новый файл.py', line: 1, body: 'x'.repeat(65_536) },
    ]);
    assert.equal(answer.status, 200, JSON.stringify(answer.json));
    assert.equal(stored().length, 5);
    assert.match(stored()[1]?.hunk ?? '', /^@@ -2,10 \+2,10 @@[\s\S]*\+eight$/);
  });

  it('wants a text for a review, and a commit of the pull request', async () => {
    assert.equal((await review([], { body: '' })).status, 422);
    assert.equal((await review([], { commit_id: source.git('rev-parse', 'main') })).status, 422);
    assert.equal((await review([], { event: 'APPROVE' })).status, 422); // her own
    assert.equal((await review([], { commit_id: head })).status, 200);
  });

  it('says where comments stand after a push: moved, or outdated', async () => {
    const found = stored();
    source.git('checkout', '-q', 'fix');
    const lines = source.git('show', 'fix:a.py').split('\n');
    const next = source.commit({ 'a.py': text(['line 0', ...lines.slice(0, 7), 'EIGHT', ...lines.slice(8)]) });
    source.git('checkout', '-q', 'main');
    const { json } = await call('GET', `/repos/ada/engine/pulls/${number}/comments?per_page=100`);
    const seen = json.map((each) => [each['id'], each['line'], each['original_line'], each['side']]);
    assert.deepEqual(seen, [
      [found[0]?.id, 6, 5, 'RIGHT'],
      [found[1]?.id, null, 8, 'RIGHT'],
      [found[2]?.id, 41, 41, 'LEFT'],
      [found[3]?.id, 1, 1, 'LEFT'],
      [found[4]?.id, 1, 1, 'RIGHT'],
    ]);
    assert.deepEqual([json[0]?.['commit_id'], json[1]?.['commit_id']], [next, head]);
    head = next;
  });

  it('keeps the conversation: pages, edits by the author or who may push, reactions once', async () => {
    const path = `/repos/ada/engine/issues/${number}/comments`;
    const first = await call('POST', path, { body: 'hello' }, grace);
    assert.deepEqual([first.status, first.json['author_association']], [201, 'NONE']);
    for (let n = 0; n < 100; n++) await call('POST', path, { body: `c${n}` });
    const page = await call('GET', `${path}?per_page=100`);
    assert.equal(page.json.length, 100);
    assert.match(page.headers.get('link') ?? '', /page=2>; rel="next"/);
    const last = await call('GET', `${path}?per_page=100&page=2`);
    const comment = `/repos/ada/engine/issues/comments/${String(last.json[0]?.['id'])}`;
    assert.equal((await call('PATCH', comment, { body: 'hijack' }, grace)).status, 403);
    assert.equal((await call('PATCH', comment, { body: '' })).status, 422);
    assert.equal((await call('PATCH', comment, { body: 'edited' })).json['body'], 'edited');
    assert.equal((await call('POST', `${comment}/reactions`, { content: 'eyes' })).status, 201);
    assert.equal((await call('POST', `${comment}/reactions`, { content: 'eyes' })).status, 200);
    assert.equal((await call('POST', `${comment}/reactions`, { content: 'wave' })).status, 422);
    assert.equal((await call('DELETE', comment)).status, 204);
    assert.equal((await call('GET', comment)).status, 404);
    assert.equal((await call('POST', path, { body: 'x'.repeat(65_537) })).status, 422);
  });

  it('answers and edits comments on lines', async () => {
    const root = stored()[0]?.id ?? 0;
    const reply = await call(
      'POST',
      `/repos/ada/engine/pulls/${number}/comments/${root}/replies`,
      { body: 'ok' },
      grace,
    );
    assert.deepEqual([reply.status, reply.json['in_reply_to_id']], [201, root]);
    const path = `/repos/ada/engine/pulls/comments/${root}`;
    assert.equal((await call('PATCH', path, { body: 'mine' }, grace)).status, 403);
    assert.equal((await call('PATCH', path, { body: 'new' })).json['body'], 'new');
  });

  it('closes, reopens and merges, with the commit in the source', async () => {
    const path = `/repos/ada/engine/pulls/${number}`;
    assert.equal((await call('PATCH', path, { state: 'closed' })).json['state'], 'closed');
    assert.equal((await call('GET', '/repos/ada/engine/pulls')).json.length, 0);
    assert.equal((await call('PUT', `${path}/merge`, {})).status, 405);
    assert.equal((await call('PATCH', path, { state: 'open' })).json['state'], 'open');
    assert.equal((await call('PUT', `${path}/merge`, {}, grace)).status, 404);
    assert.equal((await call('PUT', `${path}/merge`, { sha: 'f'.repeat(40) })).status, 409);
    const merged = await call('PUT', `${path}/merge`, { sha: head });
    assert.equal(merged.status, 200, JSON.stringify(merged.json));
    assert.equal(source.git('rev-parse', 'main'), merged.json['sha']);
    assert.equal(source.git('rev-parse', 'main^2'), head);
    assert.equal(source.git('status', '--porcelain'), '');
    const after = await call('GET', path);
    assert.deepEqual(
      [after.json['state'], after.json['merged'], typeof after.json['merged_at']],
      ['closed', true, 'string'],
    );
    assert.equal((await call('PATCH', path, { state: 'open' })).status, 422);
  });

  it('squashes, and refuses to merge what conflicts', async () => {
    source.git('checkout', '-q', '-b', 'squashed', 'main');
    source.commit({ 's.py': '1\n' });
    source.commit({ 's.py': '2\n' });
    source.git('checkout', '-q', '-b', 'clash', 'main');
    source.commit({ 's.py': 'clash\n' });
    source.git('checkout', '-q', 'main');
    const one = await host.openPull({ owner: 'ada', name: 'engine', head: 'squashed', by: 'ada' });
    const two = await host.openPull({ owner: 'ada', name: 'engine', head: 'clash', by: 'ada' });
    const { commit } = await host.mergePull({
      owner: 'ada',
      name: 'engine',
      number: one.number,
      by: 'ada',
      method: 'squash',
    });
    assert.equal(source.git('rev-list', '--parents', '-1', 'main').split(' ').length, 2);
    assert.equal(source.git('show', `${commit}:s.py`), '2');
    assert.equal((await call('PUT', `/repos/ada/engine/pulls/${two.number}/merge`, {})).status, 405);
  });

  it('keeps strangers out and forgets nothing over a restart', async () => {
    await host.addRepository({ owner: 'ada', name: 'secret', from: source.path, private: true });
    const pull = await host.openPull({ owner: 'ada', name: 'secret', head: 'clash', by: 'ada' });
    const path = `/repos/ada/secret/pulls/${pull.number}`;
    assert.equal((await call('GET', path, undefined, grace)).status, 404);
    assert.equal(
      (await call('POST', `/repos/ada/secret/issues/${pull.number}/comments`, { body: 'x' }, grace)).status,
      404,
    );
    const again = await startTestHost({ dataDir: host.dataDir });
    assert.equal((await again.pull('ada', 'secret', pull.number)).headSha, pull.headSha);
    assert.equal(again.written('ada', 'engine', number).reviewComments.length, 6);
    await again.close();
  });

  it('signs the webhooks it sends, in the platform’s forms', async () => {
    const got: { headers: Record<string, unknown>; raw: Buffer }[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        got.push({ headers: request.headers, raw: Buffer.concat(chunks) });
        response.end('{"status":"ignored"}');
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const target = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, secret: 'whsec' };
    source.git('checkout', '-q', '-b', 'hook', 'main');
    const before = source.commit({ 'h.py': '1\n' });
    const pull = await host.openPull({ owner: 'ada', name: 'engine', head: 'hook', base: 'main', by: 'ada' });
    const comment = await host.comment({
      owner: 'ada',
      name: 'engine',
      number: pull.number,
      by: 'grace',
      body: '@x 😊',
    });
    const after = source.commit({ 'h.py': null, 'i.py': '1\n' });
    const answer = await host.sendWebhook(
      target,
      'issue_comment',
      await host.payloads.issueComment('ada', 'engine', comment.id),
    );
    await host.sendWebhook(target, 'push', await host.payloads.push('ada', 'engine', 'hook', { before, after }));
    const closed = await host.payloads.pullRequest('ada', 'engine', pull.number, 'synchronize', before);
    await host.sendWebhook(target, 'pull_request', closed, 'delivery-1');
    server.close();
    source.git('checkout', '-q', 'main');
    assert.deepEqual(answer, { status: 200, text: '{"status":"ignored"}' });
    for (const { headers, raw } of got) {
      const signature = `sha256=${createHmac('sha256', 'whsec').update(raw).digest('hex')}`;
      assert.equal(headers['x-hub-signature-256'], signature);
    }
    assert.deepEqual(
      got.map(({ headers }) => headers['x-github-event']),
      ['issue_comment', 'push', 'pull_request'],
    );
    assert.equal(got[2]?.headers['x-github-delivery'], 'delivery-1');
    const [spoken, pushed, moved] = got.map(({ raw }) => payloadSchema.parse(JSON.parse(raw.toString())));
    assert.equal(spoken?.issue?.number, pull.number);
    assert.ok(spoken.issue.pull_request);
    assert.deepEqual([spoken.comment?.body, spoken.sender?.login], ['@x 😊', 'grace']);
    const [commit] = pushed?.commits ?? [];
    assert.deepEqual([commit?.added, commit?.removed, commit?.id], [['i.py'], ['h.py'], after]);
    assert.deepEqual([moved?.pull_request?.head.sha, moved?.before], [after, before]);
  });
});
