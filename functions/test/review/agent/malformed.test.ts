/** Completions altered at random, in every part: a review of what can be read comes of it, or an expected failure. */
import assert from 'node:assert/strict';
import { z } from 'zod';
import { startLlmStandIn, type LlmStandIn } from '../../../local/demo/llm-stand-in.ts';
import { AppError } from '../../../src/model/errors.ts';
import { sourcedFindingSchema } from '../../../src/model/findings.ts';
import type { AgentTool } from '../../../src/review/agent/tools.ts';
import { alteredJson } from '../../support/altered-json.ts';
import { randomNumbers } from '../../support/random-numbers.ts';
import { finding, review } from '../../support/small-review.ts';
import { tries } from '../../support/tries.ts';

const tools: AgentTool[] = [
  {
    name: 'double',
    description: 'Doubles a number',
    input: z.object({ value: z.number() }),
    run: (input) => Promise.resolve({ doubled: z.object({ value: z.number() }).parse(input).value * 2 }),
  },
];

const ANSWER = {
  findings: [finding(), finding({ title: 'Also wrong', suggestion: 'd', line_start: 1 })],
  positive_findings: ['Short functions'],
  summary: 'Adds a sum.',
};

function completion(message: object, reason: string): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'reviewer',
    choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: reason }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  };
}
const calling = (...calls: { name: string; arguments: string }[]): object =>
  completion(
    { tool_calls: calls.map((call, at) => ({ id: `call_${at}`, type: 'function', function: call })) },
    'tool_calls',
  );
const CALL = { name: 'double', arguments: '{"value": 21}' };

/** Answers of each mode. */
const ANSWERS = tries(60, 150);

describe('review/agent: malformed answers', function () {
  let model: LlmStandIn;
  afterEach(() => model.close());

  for (const mode of ['normal', 'deep'] as const) {
    it(`are read as far as they can be, in ${mode} mode`, async () => {
      const random = randomNumbers(mode === 'deep' ? 3 : 1);
      const reply = (): { raw: string } => {
        const kind = random.below(4);
        const content = JSON.stringify(random.below(2) === 0 ? ANSWER : alteredJson(random, ANSWER));
        const whole = kind === 0 ? calling(CALL, CALL) : completion({ content }, 'stop');
        const raw = JSON.stringify(kind === 3 ? whole : alteredJson(random, whole));
        return { raw: random.below(12) === 0 ? raw.slice(0, random.below(raw.length)) : raw };
      };
      model = await startLlmStandIn({ otherwise: reply });
      let found = 0;
      let failed = 0;
      for (let round = 0; round < ANSWERS; round++) {
        try {
          const outcome = await review(model, { mode, tools, patience: { retries: 1, firstWaitMs: 1 } });
          for (const one of outcome.findings) sourcedFindingSchema.parse(one);
          z.array(z.string().max(500)).parse(outcome.positive_findings);
          z.string().max(6_000).parse(outcome.summary);
          for (const count of Object.values(outcome.dropped)) assert.ok(Number.isInteger(count) && count >= 0);
          found += outcome.findings.length;
        } catch (error) {
          assert.ok(error instanceof AppError, String(error instanceof Error ? error.stack : error));
          failed++;
        }
      }
      assert.ok(found > (ANSWERS * 2) / 3 && failed > 0, `${found} findings, ${failed} failures`);
    });
  }

  it('of any length do not grow the conversation without end', async () => {
    const many = JSON.stringify(calling(...Array.from({ length: 3_000 }, () => CALL)));
    const long = JSON.stringify(calling({ name: 'double', arguments: `{"value": "${'x'.repeat(2_000_000)}"}` }));
    const odd = JSON.stringify(calling({ name: 'y'.repeat(500_000), arguments: '{}' }));
    const wrong = JSON.stringify(
      completion(
        {
          content: JSON.stringify({ findings: Array.from({ length: 900 }, () => ({ ...finding(), severity: 'odd' })) }),
        },
        'stop',
      ),
    );
    const prose = JSON.stringify(completion({ content: 'No. '.repeat(1_000_000) }, 'stop'));
    for (const raw of [many, long, odd, wrong, prose]) {
      model = await startLlmStandIn({ replies: [{ raw }], otherwise: () => ({ content: JSON.stringify(ANSWER) }) });
      const outcome = await review(model, { tools });
      assert.equal(outcome.findings.length, 2);
      const sizes = model.requests.map(({ body }) => JSON.stringify(body).length);
      assert.ok(Math.max(...sizes) < 500_000, `${raw.slice(0, 300)}: ${sizes.join(' ')}`);
      await model.close();
    }
  });

  it('are sent back in a form that every gateway takes, whatever the model made of names, ids and arguments', async () => {
    const calls = [
      { id: 'same', name: 'double', arguments: '{"value": 1}' },
      { id: 'same', name: 'functions.double now!', arguments: '{"value": 2}' },
      { id: 'x'.repeat(500), name: '', arguments: '{"value": ' },
      { id: '', name: 'double', arguments: '{"value": 3}{"value": 4}' },
      { id: 'five', name: 'double', arguments: '[1, 2]' },
      { id: 'six', name: 'double', arguments: 'half \\ud83d' },
    ];
    const toolCalls = calls.map(({ id, ...call }) => ({ id, type: 'function', function: call }));
    const raw = JSON.stringify(completion({ content: 'Half \ud83d', tool_calls: toolCalls }, 'tool_calls'));
    model = await startLlmStandIn({
      replies: [{ raw }, { raw }],
      otherwise: () => ({ content: JSON.stringify(ANSWER) }),
    });
    await review(model, { tools });
    const sentSchema = z.object({
      id: z.string().min(1).max(200),
      function: z.object({ name: z.string().regex(/^[\w-]{1,64}$/), arguments: z.string() }),
    });
    const messages = model.requests.at(-1)?.body.messages ?? [];
    const sent = messages.flatMap(({ tool_calls: given }) => z.array(sentSchema).parse(given ?? []));
    const ids = sent.map(({ id }) => id);
    assert.equal(new Set(ids).size, 12);
    assert.deepEqual(
      messages.flatMap(({ tool_call_id: id }) => id ?? []),
      ids,
    );
    assert.deepEqual(
      sent.slice(0, 6).map(({ function: { arguments: given } }) => given),
      ['{"value": 1}', '{"value": 2}', '{}', '{"value":3}', '{}', '{}'],
    );
    assert.ok(messages.every(({ content }) => (content ?? '').isWellFormed()));
  });
});
