import assert from 'node:assert/strict';
import { type LlmStandIn, startLlmStandIn, type StandInReply } from '../../../local/demo/llm-stand-in.ts';
import { openaiGateway } from '../../../src/adapters/gateway/gateway.ts';
import { AppError, type ErrorCode } from '../../../src/model/errors.ts';
import type { ChatRequest, GatewayPort } from '../../../src/ports.ts';

const REQUEST: ChatRequest = {
  model: 'm',
  messages: [
    { role: 'system', content: 'Answer in JSON.' },
    { role: 'user', content: 'Hello' },
  ],
  answer: { name: 'greeting', schema: { type: 'object', properties: {}, additionalProperties: false } },
  tools: [{ name: 'look', description: 'Looks', parameters: { type: 'object', properties: {} } }],
  maxTokens: 100,
};

describe('adapters/gateway chat', () => {
  let model: LlmStandIn;
  let gateway: GatewayPort;

  beforeEach(async () => {
    model = await startLlmStandIn();
    gateway = patientFor(20_000);
  });

  function patientFor(timeoutMs: number): GatewayPort {
    return openaiGateway({ apiKey: 'key-of-the-test', baseUrl: model.url, embeddingModel: 'e', timeoutMs });
  }

  afterEach(() => model.close());

  async function failure(reply: StandInReply): Promise<AppError> {
    model.script(reply);
    const error: unknown = await gateway.chat(REQUEST).then(
      () => assert.fail('answered'),
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof AppError, String(error));
    assert.doesNotMatch(error.message, /key-of-the-test/);
    return error;
  }

  it('sends messages, tools, the schema and the limit, and reads calls, usage and the reason to stop', async () => {
    model.script(
      { toolCalls: [{ name: 'look', arguments: '{"at":1}' }], usage: { prompt_tokens: 7, completion_tokens: 3 } },
      { content: '{"ok":true}', finish: 'length' },
    );
    const first = await gateway.chat(REQUEST);
    assert.deepEqual(first.usage, { prompt: 7, completion: 3 });
    assert.equal(first.finish, 'tool_calls');
    const [call] = first.toolCalls;
    assert.ok(call);
    assert.equal(call.arguments, '{"at":1}');
    const messages: ChatRequest['messages'] = [
      ...REQUEST.messages,
      { role: 'assistant', content: null, toolCalls: first.toolCalls },
      { role: 'tool', toolCallId: call.id, content: 'seen' },
    ];
    const second = await gateway.chat({ ...REQUEST, messages });
    assert.deepEqual([second.content, second.finish], ['{"ok":true}', 'length']);
    const [{ body }, { body: answered, headers }] = [model.requests[0]!, model.requests[1]!];
    assert.equal(headers.authorization, 'Bearer key-of-the-test');
    assert.equal(body['max_completion_tokens'], 100);
    assert.equal(body.response_format?.type, 'json_schema');
    assert.equal(body.tools?.[0]?.function.name, 'look');
    assert.equal(answered.messages[2]?.tool_calls?.[0]?.id, call.id);
    assert.equal(answered.messages[3]?.tool_call_id, call.id);
  });

  it('asks in simpler ways where a parameter is refused, and remembers it', async () => {
    model.script(
      { status: 400, message: "Unsupported parameter: 'max_completion_tokens' is not supported with this model." },
      { status: 422, message: 'response_format.type: unexpected value; permitted: json_object' },
      { status: 400, message: "Invalid parameter: 'response_format'" },
      { status: 404, message: 'No endpoints found that support tool use' },
      { content: 'done' },
      { content: 'again' },
    );
    assert.equal((await gateway.chat(REQUEST)).content, 'done');
    assert.equal((await gateway.chat(REQUEST)).content, 'again');
    const asked = model.requests.map(({ body }) => [
      body['max_completion_tokens'] ?? null,
      body['max_tokens'] ?? null,
      body.response_format?.type ?? null,
      body.tools?.length ?? 0,
    ]);
    assert.deepEqual(asked, [
      [100, null, 'json_schema', 1],
      [null, 100, 'json_schema', 1],
      [null, 100, 'json_object', 1],
      [null, 100, null, 1],
      [null, 100, null, 0],
      [null, 100, null, 0],
    ]);
  });

  it('gives up on a refusal that no simpler question helps', async () => {
    assert.equal((await failure({ status: 401, message: 'Incorrect API key provided' })).code, 'gateway_refused');
    assert.equal((await failure({ status: 400, message: 'Content is against the rules' })).code, 'gateway_refused');
    assert.equal(model.requests.length, 2);
  });

  /** A server with one window for question and answer, in the words of several. */
  const SMALL: [name: string, words: (input: number, asked: number) => string][] = [
    [
      'vLLM',
      (input, asked) =>
        `'max_tokens' or 'max_completion_tokens' is too large: ${asked}. This model's maximum context length is 32768 tokens and your request has ${input} input tokens (${asked} > 32768 - ${input}).`,
    ],
    [
      'OpenAI',
      (input, asked) =>
        `This model's maximum context length is 32768 tokens. However, you requested ${input + asked} tokens (${input} in the messages, ${asked} in the completion).`,
    ],
    ['others', () => 'the context window of 32768 tokens is exceeded by prompt and max_tokens'],
  ];
  for (const [name, words] of SMALL) {
    it(`gives up a part of the answer’s length first where the window is small, as ${name} says it`, async () => {
      await model.close();
      const input = 786;
      model = await startLlmStandIn({
        otherwise: (body) => {
          const asked = Number(body['max_completion_tokens']);
          return input + asked > 32_768 ? { status: 400, message: words(input, asked) } : { content: String(asked) };
        },
      });
      gateway = patientFor(20_000);
      for (let time = 0; time < 2; time++) {
        assert.equal((await gateway.chat({ ...REQUEST, maxTokens: 32_000 })).content, '8192');
      }
      assert.equal(model.requests.length, 3);
    });
  }

  it('asks for the longest answer that a model says it gives', async () => {
    for (const message of [
      'max_tokens is too large: 32000. This model supports at most 16384 completion tokens',
      'max_tokens: 32000 > 16384, which is the maximum allowed number of output tokens for m',
    ]) {
      gateway = patientFor(20_000);
      model.script({ status: 400, message }, { content: 'done' });
      assert.equal((await gateway.chat({ ...REQUEST, maxTokens: 32_000 })).content, 'done');
      assert.equal(model.requests.at(-1)?.body['max_completion_tokens'], 16_384);
    }
  });

  it('calls it an overflow when the question itself leaves no room', async () => {
    const message = "This model's maximum context length is 8192 tokens and your request has 8000 input tokens";
    model.script({ status: 400, message }, { status: 400, message });
    await assert.rejects(
      gateway.chat({ ...REQUEST, maxTokens: 32_000 }),
      (error) => error instanceof AppError && error.code === 'context_overflow',
    );
  });

  it('takes a guess back that was of no use, and keeps one that was', async () => {
    const message = 'context length exceeded';
    const limits = () => model.requests.map(({ body }) => body['max_completion_tokens']);
    model.script(...[1, 2, 3].map(() => ({ status: 400, message })), { content: 'short' }, { status: 400, message });
    const asking = () => gateway.chat({ ...REQUEST, maxTokens: 32_000 });
    await assert.rejects(asking(), (error) => error instanceof AppError && error.code === 'context_overflow');
    assert.equal((await asking()).content, 'short');
    await assert.rejects(asking());
    assert.deepEqual(limits(), [32_000, 4_096, 1_024, 32_000, 32_000]);
    gateway = patientFor(20_000);
    model.requests.length = 0;
    model.script({ status: 400, message }, { content: 'short' }, { status: 400, message }, { content: 'again' });
    await asking();
    await assert.rejects(asking(), (error) => error instanceof AppError && error.code === 'context_overflow');
    await asking();
    assert.deepEqual(limits(), [32_000, 4_096, 4_096, 4_096]);
  });

  const FAULTS: [name: string, reply: StandInReply, code: ErrorCode][] = [
    [
      '5xx',
      { status: 503, raw: '<html>upstream</html>', headers: { 'content-type': 'text/html' } },
      'gateway_unavailable',
    ],
    ['a closed connection', { hangUp: true }, 'gateway_unavailable'],
    ['no choices', { raw: '{"choices":[]}' }, 'gateway_unavailable'],
    ['an error with status 200', { raw: '{"error":{"message":"overloaded"}}' }, 'gateway_unavailable'],
    ['a body that is cut off', { raw: '{"choices":[{"mess' }, 'gateway_unavailable'],
    ['a page', { raw: '<html>', headers: { 'content-type': 'text/html' } }, 'gateway_unavailable'],
    ['null', { raw: 'null' }, 'gateway_unavailable'],
    [
      'an exhausted quota',
      { status: 429, code: 'insufficient_quota', message: 'You exceeded your quota' },
      'gateway_refused',
    ],
    ['overflow by code', { status: 400, code: 'context_length_exceeded', message: 'too long' }, 'context_overflow'],
    [
      'overflow in words that name a parameter',
      {
        status: 400,
        message: "This model's maximum context length is 8192 tokens. Reduce your prompt or max_completion_tokens",
      },
      'context_overflow',
    ],
    ['a body above the limit', { status: 413, message: 'Payload too large' }, 'context_overflow'],
    [
      'a limit per minute below one request',
      { status: 429, message: 'Request too large for m on tokens per min' },
      'context_overflow',
    ],
  ];
  for (const [name, reply, code] of FAULTS) {
    it(`calls ${name} ${code}`, async () => {
      assert.equal((await failure(reply)).code, code);
    });
  }

  it('says what to change: the key, the quota, the model', async () => {
    const said = async (reply: StandInReply) => (await failure(reply)).message;
    assert.match(await said({ status: 401, message: 'Incorrect API key provided: sk-abc' }), /refused the key/);
    assert.match(await said({ status: 402, message: 'Insufficient credits' }), /quota is used up/);
    assert.match(await said({ status: 429, code: 'insufficient_quota', message: 'Exceeded' }), /quota is used up/);
    assert.match(await said({ status: 404, code: 'model_not_found', message: 'No such' }), /no such model or address/);
    assert.doesNotMatch(await said({ status: 401, message: 'Incorrect API key provided: sk-abc' }), /sk-abc/);
  });

  it('takes no answer that would fill the memory', async () => {
    const endless = `{"choices":[{"message":{"content":"${'a'.repeat(33_000_000)}"}}]}`;
    const refused = await failure({ raw: endless });
    assert.equal(refused.code, 'gateway_unavailable');
    assert.match(refused.message, /unexpected length/);
  });

  it('calls no answer in time gateway_unavailable', async () => {
    gateway = patientFor(300);
    assert.equal((await failure({ delay: 5_000, content: 'late' })).code, 'gateway_unavailable');
  });

  it('says how long to wait', async () => {
    assert.equal((await failure({ status: 429, headers: { 'retry-after': '17' } })).retryAfter, 17);
    const date = new Date(Date.now() + 30_000).toUTCString();
    const { code, retryAfter } = await failure({ status: 429, headers: { 'retry-after': date } });
    assert.equal(code, 'rate_limited');
    assert.ok(retryAfter !== undefined && retryAfter > 25 && retryAfter <= 31, String(retryAfter));
  });

  it('reads content in parts, arguments as an object, calls without an id, and refusals', async () => {
    const message = {
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
      tool_calls: [{ function: { name: 'look', arguments: { at: 1 } } }, { nonsense: true }],
    };
    model.script(
      { raw: JSON.stringify({ choices: [{ message, finish_reason: 'end_turn' }] }) },
      { raw: JSON.stringify({ choices: [{ message: { content: null, refusal: 'I will not' } }] }) },
    );
    const answer = await gateway.chat(REQUEST);
    assert.equal(answer.content, 'ab');
    assert.deepEqual(answer.toolCalls, [{ id: 'call_0', name: 'look', arguments: '{"at":1}' }]);
    assert.deepEqual([answer.finish, answer.usage, answer.model], ['other', { prompt: 0, completion: 0 }, 'm']);
    assert.equal((await gateway.chat(REQUEST)).content, 'I will not');
  });
});
