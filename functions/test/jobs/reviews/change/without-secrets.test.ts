/** Secrets in a pull request: each is told of, and none is in anything that a run stores, sends, posts or logs. */
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { getFirestore } from 'firebase-admin/firestore';
import type { CollectionReference } from 'firebase-admin/firestore';
import type { IssueRecord } from '../../../../src/model/reviews.ts';
import type { Settings } from '../../../../src/ports.ts';
import { plantedSecrets } from '../../../support/planted-secrets.ts';
import { startReviewService } from '../../../support/review-service.ts';
import type { ReviewService } from '../../../support/review-service.ts';

describe('review run: secrets', function () {
  this.timeout(600_000);
  const secrets = plantedSecrets('run');
  const [known, other, removed] = [secrets[7]?.value ?? '', secrets[9]?.value ?? '', secrets[11]?.value ?? ''];
  let review: ReviewService;

  before(async () => {
    review = await startReviewService({ reply: ({ messages, tools }) => reply(messages.length, tools !== undefined) });
  });
  after(() => review.close());

  /** A model that asks for the file, and then repeats what it has seen and what it has not. */
  function reply(messages: number, tooled: boolean) {
    if (tooled && messages === 2) {
      const calls = ['keys.py', 'shop/old.py'].map((path) => ({
        name: 'read_file',
        arguments: JSON.stringify({ path }),
      }));
      return { toolCalls: [...calls, { name: 'search_files', arguments: '{"text":"VALUE_7"}' }] };
    }
    const finding = {
      ...{ path: 'keys.py', side: 'RIGHT', line_start: 8, line_end: 8, quote: 'VALUE_7 = ' },
      title: `A hardcoded token ${known}`,
      description: `The token ${known} is in the code.`,
      suggestion: `VALUE_7 = "${known}"`,
      ...{ confidence: 9, category: 'security', severity: 'high' },
    };
    const answer = { findings: [finding], positive_findings: [`Uses ${other}`], summary: `Adds ${known}.` };
    return { content: JSON.stringify(answer) };
  }

  const shown = (value: unknown) => inspect(value, { depth: null, maxArrayLength: null, maxStringLength: null });

  async function* documentsIn(collection: CollectionReference): AsyncGenerator<[where: string, text: string]> {
    for (const document of await collection.listDocuments()) {
      yield [document.path, shown([document.path, (await document.get()).data()])];
      for (const inner of await document.listCollections()) yield* documentsIn(inner);
    }
  }

  /** Without the hunks, which the platform adds from its own copy. */
  const posted = () => {
    const { reviewComments, ...rest } = review.written();
    return { ...rest, reviewComments: reviewComments.map((comment) => ({ ...comment, hunk: '' })) };
  };

  /** All that has left the run, by where it is. */
  async function everything(): Promise<[where: string, text: string][]> {
    const { service, model } = review;
    const all: [string, string][] = [];
    for (const collection of await getFirestore(service.project.app).listCollections())
      for await (const document of documentsIn(collection)) all.push(document);
    model.requests.forEach(({ body }, at) => all.push([`request ${at}`, shown(body)]));
    all.push(['log', shown(service.log)], ['posted', shown(posted())], ['tasks', shown(service.tasks.tasks)]);
    return all;
  }

  /** Also without the line ends and quotes between which a part might hide. */
  async function assertNoneIn(values: readonly string[]): Promise<void> {
    const plain = (text: string) => text.replace(/\\n|["'`+\s]/g, '');
    const all = (await everything()).map(([where, text]) => [where, plain(text)] as const);
    assert.ok(all.some(([, text]) => text.includes('REDACTEDxxx')));
    for (const value of values) {
      for (const line of value.split('\n')) {
        const inner = plain(line);
        for (const form of [inner, inner.slice(-12), Buffer.from(inner).toString('base64').slice(0, 20)]) {
          const places = all.filter(([, text]) => text.includes(form)).map(([where]) => where);
          assert.deepEqual(places, [], `${line.slice(0, 4)}… of ${line.length} characters`);
        }
      }
    }
  }

  async function pullRequest(files: Record<string, string>, branch: string): Promise<void> {
    const { source } = review;
    source.git('checkout', '-q', 'change');
    source.commit(files);
    source.git('checkout', '-q', 'main');
    assert.ok(branch.length > 0);
    await review.openAnother();
  }

  const told = (issues: readonly IssueRecord[]) => issues.filter(({ source }) => source === 'secrets');

  it('tells of each, and repeats none', async () => {
    const { source } = review;
    source.commit({ 'shop/old.py': `OLD = "${removed}"\n` });
    source.git('branch', '-f', 'change', 'main');
    const keys = `${secrets.map(({ line }) => line).join('\n')}\n`;
    await pullRequest({ 'keys.py': keys, 'shop/old.py': `NEW = "${other}"\n` }, 'change');
    await review.command('@reviewgraph review');
    assert.equal(await review.deliver(), 'completed');
    const issues = told(await review.issues());
    const rules = new Set(issues.map(({ rule }) => rule));
    assert.deepEqual(
      secrets.map(({ rule }) => rule).filter((rule) => !rules.has(rule)),
      [],
    );
    assert.ok(issues.every(({ severity, category }) => /critical|high/.test(severity) && category === 'security'));
    assert.ok(review.model.requests.length > 1);
    await assertNoneIn([...secrets.map(({ value }) => value), removed]);
    const { comments } = review.written();
    assert.match(
      comments.find(({ body }) => body.includes('reviewgraph:walkthrough'))?.body ?? '',
      /Secrets were looked for in 2 changed files: \d+ findings on added lines\./,
    );
  });

  it('tells of them without a model, and in a lint run', async () => {
    for (const [command, settings] of [
      ['review', { gatewayConfigured: false }],
      ['run lint', {}],
    ] as [string, Partial<Settings>][]) {
      await review.openAnother();
      review.model.requests.length = 0;
      const { ports } = review.service;
      await review.command(`@reviewgraph ${command}`);
      assert.equal(await review.deliver({ ...ports, settings: { ...ports.settings, ...settings } }), 'completed');
      assert.ok(told(await review.issues()).length >= 50, command);
      assert.deepEqual(review.model.requests, []);
    }
    await assertNoneIn(secrets.map(({ value }) => value));
  });

  it('tells of those that are divided among literals, and repeats none of their parts', async () => {
    const divided = plantedSecrets('divided run').filter(({ value }) => !value.includes('\n'));
    const lines = divided.map(({ line, value }) => {
      const parts = [value.slice(0, 5), value.slice(5, 12), value.slice(12)].map((part) => `"${part}"`);
      return line.replace(`"${value}"`, `(${parts.join(' +\n    ')})`);
    });
    await pullRequest({ 'divided.py': `${lines.join('\n')}\n` }, 'change');
    await review.command('@reviewgraph review');
    assert.equal(await review.deliver(), 'completed');
    const rules = new Set(
      told(await review.issues()).flatMap(({ path, rule }) => (path === 'divided.py' ? [rule] : [])),
    );
    assert.deepEqual(
      divided.map(({ rule }) => rule).filter((rule) => !rules.has(rule)),
      [],
    );
    await assertNoneIn(divided.map(({ value }) => value));
  });

  it('tells of none where the repository asks for that, and repeats none either', async () => {
    review.source.commit({ '.reviewgraph.yml': 'linters: { secrets: false }\n' });
    await review.openAnother();
    await review.command('@reviewgraph review');
    assert.equal(await review.deliver(), 'completed');
    assert.deepEqual(told(await review.issues()), []);
    await assertNoneIn(secrets.map(({ value }) => value));
    review.source.commit({ '.reviewgraph.yml': '' });
  });
});
