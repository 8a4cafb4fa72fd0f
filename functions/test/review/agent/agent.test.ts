import assert from 'node:assert/strict';
import { z } from 'zod';
import { type LlmStandIn, startLlmStandIn, type StandInReply } from '../../../local/demo/llm-stand-in.ts';
import { AppError } from '../../../src/model/errors.ts';
import type { ReviewRequest } from '../../../src/review/agent/review-request.ts';
import type { AgentTool } from '../../../src/review/agent/tools.ts';
import { answer, finding, MATERIAL, review as ask, said } from '../../support/small-review.ts';

const CALL: StandInReply = { content: null, toolCalls: [{ name: 'double', arguments: '{"value": 21}' }] };

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

  const review = (options: Partial<ReviewRequest> = {}) => ask(model, { tools: [double], ...options });

  it('asks with the material and the tools, runs calls, and gives what the model found', async () => {
    model.script(CALL, answer(finding()));
    const outcome = await review();
    assert.deepEqual(outcome.findings, [{ ...finding(), source: 'agent', rule: null, by: 'generalist' }]);
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
    assert.equal(ran, 6, 'the graph was asked three times');
    assert.deepEqual(outcome.incomplete, ['1 of the model’s questions about the code could not be answered']);
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
    const overflow = { status: 400, code: 'context_length_exceeded', message: 'The prompt is too long' };
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
});
