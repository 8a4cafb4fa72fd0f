/** Refusals that are about lengths, in the words of servers: each is one for 32,000 tokens beside a question of 786. */
import assert from 'node:assert/strict';
import { answerLimit, saysTooLong } from '../../../src/adapters/gateway/limits.ts';

/** One limit for question and answer: a quarter of it is for the answer, but no less than a review needs. */
const SHARED: [most: number, refusal: string][] = [
  [2_048, "This model's maximum context length is 8,192 tokens. However, you requested 32,786 tokens (786 in the messages, 32,000 in the completion)."], // prettier-ignore
  [2_048, 'max_tokens=32000 cannot be greater than max_model_len=max_total_tokens=8192. Please request fewer output tokens.'], // prettier-ignore
  [2_048, 'The decoder prompt (length 786) plus max_tokens (32000) is longer than the maximum model length of 8192.'],
  [8_192, 'Requested token count exceeds the model’s maximum context length of 32768 tokens. You requested a total of 32786 tokens: 786 tokens from the input messages and 32000 tokens for the completion.'], // prettier-ignore
  [1_024, 'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 786 `inputs` tokens and 32000 `max_new_tokens`'], // prettier-ignore
  [2_048, 'The sum of prompt length (786.0), query length (0) max_tokens (32000) should not exceed max_num_tokens (8192)'], // prettier-ignore
  [8_192, 'This endpoint’s maximum context length is 32768 tokens. However, you requested about 32786 tokens (686 of text input, 100 of tool input, 32000 in the output).'], // prettier-ignore
  [
    1_500,
    'Request too large for model `m` in organization `o` on tokens per minute (TPM): Limit 6000, Requested 32786',
  ],
  [5_000, 'input length and `max_tokens` exceed context limit: 786 + 32000 > 20000, decrease input length or `max_tokens`'], // prettier-ignore
  [2_048, 'Please reduce the length of the messages or completion. Current length is 32786 while limit is 8192'],
  [1_024, 'the number of input tokens 786 plus the max_new_tokens 32000 exceeds the total tokens limit 4096 for this model'], // prettier-ignore
  [2_048, 'Prompt + max_tokens exceeds the context limit: prompt has 786 tokens, max_tokens is 32000, context limit is 8192'], // prettier-ignore
  [2_048, 'internal error: input tokens 786 + max_new_tokens 32000 > session_len 8192'],
  [2_048, 'Total length (input: 786, output: 32000) exceeds the maximum length (8192) of the engine.'],
  [2_000, 'This model’s context window is 8k tokens; the request needs 32786.'],
];

/** The longest answer that a model gives. */
const OUTPUT: [most: number, refusal: string][] = [
  [8_192, '`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model'], // prettier-ignore
  [8_192, 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]'],
  [8_192, '<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 8192]'],
  [8_192, 'Unable to submit request because it has a maxOutputTokens value of 32000 but the supported range is from 1 (inclusive) to 8193 (exclusive).'], // prettier-ignore
  [4_096, 'too many tokens: max tokens must be less than or equal to 4096, the maximum output for this model - received 32000.'], // prettier-ignore
  [4_095, 'The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096.'], // prettier-ignore
  [8_192, 'Malformed input request: #/max_tokens: 32000 is not less or equal to 8192, please reformat your input.'],
  [2_048, 'Input validation error: `max_new_tokens` must be <= 2048. Given: 32000'],
  [8_000, 'Requested max_tokens value of 32000 is greater than the maximum of 8000'],
  [4_095, 'max_tokens参数非法。限制范围[1,4095]'],
  [4_095, 'max_tokens 参数非法。取值范围 1 - 4095'],
  [12_288, 'The parameter `max_tokens` is not valid: expected a value <= 12288, but got 32000 instead. Request id: 0217150'], // prettier-ignore
  [4_096, '[{"type":"less_than_equal","loc":["body","max_completion_tokens"],"msg":"Input should be less than or equal to 4096","input":32000}]'], // prettier-ignore
  [4_096, 'Requests with max_tokens > 4096 must have stream=true'],
  [4_234, 'This request requires more credits, or fewer max_tokens. You requested up to 32000 tokens, but can only afford 4234.'], // prettier-ignore
];

/** The question alone is too long, however short the answer. */
const QUESTION = [
  'prompt is too long: 210000 tokens > 200000 maximum',
  'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  'Input is too long for requested model.',
  '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 30720]',
  'Input validation error: `inputs` must have less than 4095 tokens. Given: 5000',
  'This model’s maximum prompt length is 131072 but the request contains 140000 tokens.',
  "Invalid 'messages[1].content': string too long. Expected a string with maximum length 1048576, but got a string with length 1100000 instead.", // prettier-ignore
  'This model’s maximum context length is 8192 tokens. However, your request has 9000 input tokens.',
];

/** Nothing about lengths. */
const OTHERS = [
  "Unsupported parameter: 'max_completion_tokens' is not supported with this model. Use 'max_tokens' instead.",
  "[{'type': 'extra_forbidden', 'loc': ('body', 'max_completion_tokens'), 'msg': 'Extra inputs are not permitted', 'input': 32000}]", // prettier-ignore
  'Content is against the rules',
  "Invalid schema for response_format 'review'",
  'API version 2024-10-21 does not know this model',
];

describe('adapters/gateway limits', () => {
  for (const [most, refusal] of [...SHARED, ...OUTPUT]) {
    it(`asks for ${most} tokens after “${refusal.slice(0, 90)}”`, () => {
      const limit = answerLimit(32_000, refusal, saysTooLong(400, refusal));
      assert.deepEqual(limit, { most, guessed: false });
    });
  }

  it('gives up nothing of the answer where the question is too long by itself, and calls that an overflow', () => {
    for (const refusal of QUESTION) {
      assert.equal(answerLimit(32_000, refusal, true), undefined, refusal);
      assert.ok(saysTooLong(400, refusal), refusal);
    }
  });

  it('leaves other refusals to others', () => {
    for (const refusal of OTHERS) {
      assert.ok(!saysTooLong(400, refusal), refusal);
      assert.equal(answerLimit(32_000, refusal, false), undefined, refusal);
    }
    assert.ok(!saysTooLong(429, 'Number of request tokens has exceeded your per-minute rate limit'));
  });

  it('guesses where no number is said', () => {
    const refusal = 'the context length is exceeded';
    assert.deepEqual(answerLimit(32_000, refusal, true), { most: 4_096, guessed: true });
    assert.deepEqual(answerLimit(4_096, refusal, true), { most: 1_024, guessed: true });
    assert.equal(answerLimit(1_024, refusal, true), undefined);
  });
});
