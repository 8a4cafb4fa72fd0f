import assert from 'node:assert/strict';
import { z } from 'zod';
import { type ChatBody, type LlmStandIn, startLlmStandIn, type StandInReply } from '../../local/llm-stand-in.ts';
import { openaiGateway } from '../../src/adapters/gateway.ts';
import { AppError } from '../../src/model/errors.ts';
import type { Finding } from '../../src/model/findings.ts';
import { type AgentOutcome, reviewWithModels, type ReviewRequest } from '../../src/review/agent.ts';
import type { ReviewMaterial } from '../../src/review/prompts-material.ts';
import type { AgentTool } from '../../src/review/tools.ts';

const MATERIAL: ReviewMaterial = {
  repoId: 'ada/shop',
  number: 7,
  title: 'Count items',
  body: 'Sums up prices.',
  author: 'ada',
  files: [{ path: 'src/cart.ts', status: 'modified', patch: '@@ -1,2 +1,2 @@\n a\n-b\n+c\n' }],
  context: [],
  known: [],
  remarks: [],
};

function finding(over: Partial<Finding> = {}): Finding {
  return {
    path: 'src/cart.ts',
    side: 'RIGHT',
    line_start: 2,
    line_end: 2,
    quote: 'c',
    title: 'Wrong sum',
    description: 'The sum leaves the last item out.',
    suggestion: null,
    confidence: 9,
    category: 'bug',
    severity: 'high',
    ...over,
  };
}

function answer(...findings: unknown[]): StandInReply {
  return { content: JSON.stringify({ findings, positive_findings: ['Short functions'], summary: 'Adds a sum.' }) };
}

const CALL: StandInReply = { content: null, toolCalls: [{ name: 'double', arguments: '{"value": 21}' }] };

/** Texts of the messages with this role. */
function said({ messages }: ChatBody, role: string): string[] {
  return messages.filter((message) => message.role === role).map(({ content }) => content ?? '');
}

describe('review/agent', () => {
  let model: LlmStandIn;
  let ran: number;
  const double: AgentTool = {
    name: 'double',
    description: 'Doubles a number',
    input: z.object({ value: z.number() }),
    run(input) {
      ran++;
      const { value } = z.object({ value: z.number() }).parse(input);
      return value === 13 ? Promise.reject(new AppError('graph_unavailable')) : Promise.resolve({ doubled: value * 2 });
    },
  };

  beforeEach(async () => {
    ran = 0;
    model = await startLlmStandIn();
  });

  afterEach(() => model.close());

  function review(options: Partial<ReviewRequest> = {}): Promise<AgentOutcome> {
    return reviewWithModels({
      gateway: openaiGateway({ apiKey: 'k', baseUrl: model.url, embeddingModel: 'e', timeoutMs: 5_000 }),
      material: MATERIAL,
      tools: [double],
      mode: 'normal',
      reviewModel: 'reviewer',
      synthesisModel: 'judge',
      maxToolRounds: 3,
      patience: { retries: 2, firstWaitMs: 5 },
      ...options,
    });
  }

  it('asks with the material and the tools, runs calls, and gives what the model found', async () => {
    model.script(CALL, answer(finding()));
    const outcome = await review();
    assert.deepEqual(outcome.findings, [{ ...finding(), source: 'agent', rule: null }]);
    assert.deepEqual(outcome.positive_findings, ['Short functions']);
    assert.equal(outcome.summary, 'Adds a sum.');
    assert.deepEqual(outcome.incomplete, []);
    assert.deepEqual(outcome.dropped, { lowConfidence: 0, unreadable: 0, rejected: 0 });
    assert.equal(outcome.usage.model, 'reviewer');
    assert.equal(outcome.usage.tool_rounds, 1);
    assert.ok(outcome.usage.prompt_tokens > 500 && outcome.usage.completion_tokens > 20);
    const [first, second] = model.requests.map(({ body }) => body);
    assert.ok(first && second);
    assert.match(
      said(first, 'user')[0] ?? '',
      /src\/cart\.ts \(modified\)\n@@ -1,2 \+1,2 @@\n {7}1 {3}a\nL {6}2 - b\n {7}2 \+ c\n</,
    );
    assert.deepEqual(
      first.tools?.map((tool) => tool.function.name),
      ['double'],
    );
    assert.match(said(second, 'tool')[0] ?? '', /\{"doubled":42\}/);
  });

  it('answers several calls of a round at once, wrong ones included', async () => {
    const toolCalls = [
      { name: 'double', arguments: '{"value": 1}' },
      { name: 'double', arguments: '{"value": ' },
      { name: 'double', arguments: '{"value": 2}{"value": 3}' },
      { name: 'double', arguments: '{"value": "many"}' },
      { name: 'double', arguments: '{"value": 13}' },
      { name: 'delete_repository', arguments: '{}' },
    ];
    model.script({ toolCalls }, answer());
    const outcome = await review();
    const results = said(model.requests[1]!.body, 'tool');
    const expected = [
      /\{"doubled":2\}/,
      /not a JSON object/,
      /\{"doubled":4\}\s+\{"doubled":6\}/,
      /do not fit[^]*expected number/,
      /The tool failed: Graph database unavailable/,
      /There is no tool "delete_repository"/,
    ];
    expected.forEach((pattern, at) => assert.match(results[at] ?? '', pattern));
    assert.equal(results.length, 6);
    assert.equal(ran, 4);
    assert.deepEqual(outcome.incomplete, []);
  });

  it('asks once more without tools when the rounds are used up, and calls that incomplete', async () => {
    model.script(CALL, CALL, CALL, answer(finding()));
    const outcome = await review();
    assert.equal(outcome.findings.length, 1);
    assert.equal(outcome.usage.tool_rounds, 3);
    assert.deepEqual(outcome.incomplete, ['the 3 rounds of tool calls were used up']);
    const last = model.requests.at(-1)!.body;
    assert.equal(last.tools, undefined);
    assert.match(said(last, 'user').at(-1) ?? '', /no more tool calls/);
  });

  it('never takes a model that only calls tools for one that found nothing', async () => {
    model.script(CALL, CALL, CALL, { ...CALL, content: 'Let me look again' }, { ...CALL, content: '' });
    const outcome = await review();
    assert.deepEqual(outcome.findings, []);
    assert.deepEqual(outcome.incomplete, [
      'the 3 rounds of tool calls were used up',
      'the model’s answer could not be read',
    ]);
    assert.equal(outcome.summary, 'Let me look again');
    assert.equal(ran, 3);
  });

  it('tells a gateway that wants no calls in a request without tools about them in words', async () => {
    const refusal = { status: 400, message: 'Messages hold tool_calls but the request has none' };
    model.script(CALL, refusal, answer(finding()));
    const outcome = await review({ maxToolRounds: 1 });
    assert.equal(outcome.findings.length, 1);
    const last = model.requests.at(-1)!.body;
    assert.ok(last.messages.every(({ role, tool_calls: calls }) => role !== 'tool' && calls === undefined));
    assert.match(said(last, 'user').join('\n'), /double\(\{"value": 21\}\) gave:[^]*\{"doubled":42\}/);
  });

  it('stops asking tools when its time is over', async () => {
    model.script(CALL, answer());
    const outcome = await review({ timeMs: 0 });
    assert.deepEqual(outcome.incomplete, ['the time for it was over']);
    assert.equal(model.requests.length, 2);
  });

  it('asks once to put unreadable findings right and joins what comes back', async () => {
    const broken = { ...finding({ title: 'Second' }), severity: 'unclear' };
    model.script(answer(finding(), broken, { title: 'Third' }), answer(finding({ title: 'Second' })));
    const outcome = await review();
    assert.deepEqual(
      outcome.findings.map(({ title }) => title),
      ['Wrong sum', 'Second'],
    );
    assert.match(said(model.requests[1]!.body, 'user').at(-1) ?? '', /"unclear"[^]*severity: /);
    assert.deepEqual(outcome.incomplete, []);

    model.script(answer(finding(), broken), { content: 'I cannot' });
    const again = await review();
    assert.equal(again.findings.length, 1);
    assert.equal(again.dropped.unreadable, 1);
    assert.deepEqual(again.incomplete, ['1 of the model’s findings could not be read']);
  });

  it('asks again for prose, for nothing and for an answer that is cut off', async () => {
    model.script({ content: 'All good, nothing to report.' }, answer(finding()));
    assert.equal((await review()).findings.length, 1);
    model.script({ content: null }, answer(finding()));
    assert.deepEqual((await review()).incomplete, []);
    const whole = JSON.stringify({ findings: [finding(), finding({ title: 'Second' })] });
    model.script(
      { content: whole.slice(0, whole.indexOf('Second') + 3), finish: 'length' },
      answer(finding({ title: 'Second' })),
    );
    const cut = await review();
    assert.deepEqual([cut.findings.map(({ title }) => title), cut.incomplete], [['Wrong sum', 'Second'], []]);
    model.script(
      { content: whole.slice(0, -20), finish: 'length' },
      { content: '{"findings": [{"path"', finish: 'length' },
    );
    assert.deepEqual((await review()).incomplete.includes('the model’s answer was cut off'), true);
  });

  it('says so when the provider withholds the answer', async () => {
    model.script({ content: '', finish: 'content_filter' });
    assert.deepEqual((await review()).incomplete, ['the model’s provider withheld its answer']);
  });

  it('drops and counts what the model itself is unsure of', async () => {
    model.script(
      answer(finding({ confidence: 6.9 }), finding({ confidence: 7, title: 'Kept' }), finding({ confidence: 0 })),
    );
    const outcome = await review();
    assert.deepEqual(
      outcome.findings.map(({ title }) => title),
      ['Kept'],
    );
    assert.equal(outcome.dropped.lowConfidence, 2);
  });

  it('waits out 429 and 5xx, and gives up after a bound', async () => {
    const busy = { status: 429, headers: { 'retry-after': '0' } };
    model.script(busy, { status: 502 }, answer(finding()));
    assert.equal((await review()).findings.length, 1);
    model.script(busy, busy, busy);
    await assert.rejects(review(), (error) => error instanceof AppError && error.code === 'rate_limited');
    assert.equal(model.requests.length, 6);
    model.script({ status: 429, headers: { 'retry-after': '3600' } });
    await assert.rejects(review(), (error) => error instanceof AppError && error.retryAfter === 3600);
    assert.equal(model.requests.length, 7);
  });

  it('asks with less when the model cannot read so much, and says which files it left out', async () => {
    const patch = `@@ -0,0 +1,400 @@\n${'+const line = "of a long file";\n'.repeat(400)}`;
    const files = ['a.ts', 'b.ts', 'c.ts', 'd.ts'].map((path) => ({ path, status: 'added', patch }));
    const overflow = { status: 400, code: 'context_length_exceeded' };
    model.script(overflow, overflow, answer(finding()));
    const outcome = await review({ material: { ...MATERIAL, files }, budget: 120_000 });
    const sizes = model.requests.map(({ body }) => (said(body, 'user')[0] ?? '').length);
    assert.ok(sizes[0]! > sizes[1]! && sizes[1]! > sizes[2]!, String(sizes));
    assert.deepEqual(outcome.unseenFiles, ['a.ts', 'b.ts', 'c.ts', 'd.ts']);
    assert.match(said(model.requests[2]!.body, 'user')[0] ?? '', / {5}200 \+ const line/);
    assert.match(said(model.requests[2]!.body, 'user')[0] ?? '', /added d\.ts/);

    model.script(...new Array<StandInReply>(10).fill(overflow));
    await assert.rejects(review(), (error) => error instanceof AppError && error.code === 'context_overflow');
  });

  it('keeps the conversation within its budget by shortening old results', async () => {
    const verbose: AgentTool = { ...double, run: () => Promise.resolve('x'.repeat(11_000)) };
    model.script(CALL, CALL, CALL, answer());
    await review({ tools: [verbose], budget: 30_000 });
    for (const { body } of model.requests) {
      const length = body.messages.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
      assert.ok(length <= 30_000, String(length));
    }
    const results = said(model.requests.at(-1)!.body, 'tool');
    assert.match(results[0] ?? '', /shortened/);
    assert.doesNotMatch(results.at(-1) ?? '', /shortened/);
  });

  it('puts no secret into what is posted', async () => {
    const key = `sk-${'a1'.repeat(20)}`;
    model.script(
      answer(finding({ title: `Key ${key}`, description: `Uses ${key}`, suggestion: `const key = "${key}";` })),
    );
    const outcome = await review();
    assert.doesNotMatch(JSON.stringify(outcome), new RegExp(key));
    assert.equal(outcome.findings[0]?.suggestion, null);
  });

  describe('deep', () => {
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
      const outcome = await review({ mode: 'deep' });
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
      assert.equal((await review({ mode: 'deep' })).findings.length, 4);
    });

    it('keeps every finding when the synthesis cannot be asked or read', async () => {
      for (const reply of [{ status: 400, message: 'no such model' }, { content: 'They are all fine.' }]) {
        model.script(...specialists(), { when: (body) => body.model === 'judge', ...reply });
        const outcome = await review({ mode: 'deep' });
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
      const outcome = await review({ mode: 'deep' });
      assert.deepEqual(
        outcome.findings.map(({ title }) => title),
        ['From correctness', 'The same again'],
      );
      assert.deepEqual(outcome.incomplete, ['1 of 3 specialists could not be asked']);
      await model.close();
      model = await startLlmStandIn({ otherwise: () => refused });
      await assert.rejects(
        review({ mode: 'deep' }),
        (error) => error instanceof AppError && error.code === 'gateway_refused',
      );
    });
  });
});
