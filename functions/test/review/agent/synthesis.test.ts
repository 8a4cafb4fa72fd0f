import assert from 'node:assert/strict';
import {
  type ChatBody,
  type LlmStandIn,
  startLlmStandIn,
  type StandInReply,
} from '../../../local/demo/llm-stand-in.ts';
import { AppError } from '../../../src/model/errors.ts';
import { answer, finding, review as ask, said } from '../../support/small-review.ts';

describe('review/agent in deep mode', () => {
  let model: LlmStandIn;

  beforeEach(async () => {
    model = await startLlmStandIn();
  });

  afterEach(() => model.close());

  const review = () => ask(model, { mode: 'deep' });

  const about = (word: string) => (body: ChatBody) =>
    body.model === 'reviewer' && (said(body, 'system')[0] ?? '').includes(word);
  const specialists = (): StandInReply[] => [
    { when: about('Your part is correctness'), ...answer(finding({ title: 'From correctness' })) },
    {
      when: about('Your part is security'),
      ...answer(finding({ title: 'From security', confidence: 5 }), finding({ title: 'Taste' })),
    },
    { when: about('Your part is design'), ...answer(finding({ title: 'The same again' })) },
  ];
  const verdict = (number: number, over: object = {}) => ({
    number,
    keep: true,
    duplicate_of: null,
    confidence: 8,
    severity: 'low',
    ...over,
  });

  it('asks three specialists and lets the synthesis judge their findings by number', async () => {
    const verdicts = [
      verdict(0),
      verdict(1, { confidence: 9 }),
      verdict(2, { keep: false }),
      verdict(3, { duplicate_of: 0 }),
    ];
    model.script(...specialists(), {
      when: (body) => body.model === 'judge',
      content: JSON.stringify({ verdicts, positive_findings: ['Joined'], summary: 'Judged.' }),
    });
    const outcome = await review();
    assert.deepEqual(
      outcome.findings.map(({ title, confidence, severity }) => [title, confidence, severity]),
      [
        ['From correctness', 8, 'low'],
        ['From security', 9, 'low'],
      ],
    );
    assert.deepEqual(outcome.dropped, { lowConfidence: 0, unreadable: 0, rejected: 2 });
    assert.deepEqual([outcome.summary, outcome.positive_findings], ['Judged.', ['Joined']]);
    assert.equal(outcome.usage.model, 'reviewer, judge');
    assert.equal(model.requests.length, 4);
    assert.deepEqual(outcome.incomplete, []);
  });

  it('never lets two findings go for the sake of each other', async () => {
    const verdicts = [0, 1, 2, 3].map((number) => verdict(number, { duplicate_of: 3 - number }));
    model.script(...specialists(), { when: (body) => body.model === 'judge', content: JSON.stringify({ verdicts }) });
    assert.equal((await review()).findings.length, 4);
  });

  it('keeps every finding when the synthesis cannot be asked or read', async () => {
    for (const reply of [{ status: 400, message: 'no such model' }, { content: 'They are all fine.' }]) {
      model.script(...specialists(), { when: (body) => body.model === 'judge', ...reply });
      const outcome = await review();
      assert.deepEqual(outcome.findings.map(({ title }) => title).sort(), [
        'From correctness',
        'Taste',
        'The same again',
      ]);
      assert.equal(outcome.incomplete.length, 1);
      assert.match(outcome.incomplete[0] ?? '', /joined/);
    }
  });

  it('goes on without a specialist that fails, and fails when all do', async () => {
    const refused = { status: 400, message: 'refused' };
    model.script({ when: about('Your part is security'), ...refused }, ...specialists(), {
      when: (body) => body.model === 'judge',
      content: '{"verdicts": []}',
    });
    const outcome = await review();
    assert.deepEqual(
      outcome.findings.map(({ title }) => title),
      ['From correctness', 'The same again'],
    );
    assert.deepEqual(outcome.incomplete, ['1 of 3 specialists could not be asked']);
    await model.close();
    model = await startLlmStandIn({ otherwise: () => refused });
    await assert.rejects(review(), (error) => error instanceof AppError && error.code === 'gateway_refused');
  });
});
