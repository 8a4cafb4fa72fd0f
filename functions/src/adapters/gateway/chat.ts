/**
 * Chat completions as servers really speak them. Every gateway leaves some part of OpenAI's protocol out, and says so in
 * its own words with a 400: `concede` reads those words and gives the next simpler way to ask the same, which the caller
 * remembers for the model. Answers are read as what they are: text from another company's server.
 *
 *   400 {"error": {"message": "Unsupported parameter: 'max_completion_tokens'"}}      → ask with max_tokens
 *   400 {"error": {"message": "This model supports at most 16384 completion tokens"}}         → ask for no more than these
 *   400 {"error": {"message": "Invalid parameter: 'response_format' of type 'json_schema'"}} → ask with json_object
 *
 * API: POST {base}/chat/completions (platform.openai.com/docs/api-reference/chat).
 */
import type OpenAI from 'openai';
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import type { ChatAnswer, ChatMessage, ChatRequest } from '../../ports.ts';

/** How a model is asked: what it has refused so far is left out. */
export interface Dialect {
  format: 'json_schema' | 'json_object' | 'none';
  limit: 'max_completion_tokens' | 'max_tokens' | 'none';
  tools: boolean;
  /** Tokens of an answer that the model was found to have room for; undefined as long as it took what was asked for. */
  most?: number;
}

export const FULL_DIALECT: Dialect = { format: 'json_schema', limit: 'max_completion_tokens', tools: true };

const ABOUT_FORMAT = /response_?format|json_?schema|json_?object|json mode|structured output|response mime|strict/i;
const ABOUT_LIMIT = /max_(completion_|output_|new_)?tokens/i;
const ABOUT_TOOLS = /\btools?\b|tool_choice|function.?call/i;

/** The next simpler dialect that leaves out what the refusal is about; undefined when it is about something else. */
export function concede(dialect: Dialect, request: ChatRequest, refusal: string): Dialect | undefined {
  if (request.answer !== undefined && dialect.format !== 'none' && ABOUT_FORMAT.test(refusal)) {
    return { ...dialect, format: dialect.format === 'json_schema' ? 'json_object' : 'none' };
  }
  if (request.maxTokens !== undefined && dialect.limit !== 'none' && ABOUT_LIMIT.test(refusal)) {
    return { ...dialect, limit: dialect.limit === 'max_completion_tokens' ? 'max_tokens' : 'none' };
  }
  if ((request.tools ?? []).length > 0 && dialect.tools && ABOUT_TOOLS.test(refusal)) {
    return { ...dialect, tools: false };
  }
  return undefined;
}

/** A review needs some room to answer in. */
const LEAST_ANSWER = 1_024;
/** Part of a context window that is kept for answers: questions grow. */
const ANSWER_SHARE = 0.25;

const WINDOW =
  /(?:context (?:length|window|size)|(?:model|sequence|total)[ _](?:length|tokens))[^\d\n]{0,40}?(\d[\d,_]{2,})/i;
const OUTPUT = [
  /at most (\d[\d,_]{2,}) (?:completion |output )?tokens/i,
  /> ?(\d[\d,_]{2,}), which is the maximum/i,
  /(?:completion|output|max_(?:completion_|output_|new_)?)[ _]?tokens?[^\n]{0,60}?(?:less than or equal to|<=|at most|no more than|maximum(?: value)?(?: is| of)?|between 1 and|\[1, ?)\s*(\d[\d,_]{2,})/i,
  /(?:supports|maximum(?: allowed)?(?: number of)?) (?:output|completion) tokens[^\d\n]{0,30}?(\d[\d,_]{2,})/i,
];
const INPUT = [
  /(\d[\d,_]*) (?:input|prompt) tokens/i,
  /\(?(\d[\d,_]*)(?: tokens)? (?:in|from) (?:the|your) (?:messages|prompt|input)/i,
  /(?:messages|prompt|input)[^\d\n]{0,40}?(?:resulted in|has|contains?|is|of|:) (\d[\d,_]*) tokens/i,
];

function numberIn(text: string, forms: readonly RegExp[]): number | undefined {
  const digits = forms.map((form) => form.exec(text)?.[1]).find((found) => found !== undefined);
  return digits === undefined ? undefined : Number(digits.replace(/[,_]/g, ''));
}

/**
 * The dialect with a shorter answer, when a refusal says that it is the answer's length that does not fit:
 * `This model's maximum context length is 32768 tokens and your request has 786 input tokens` → 8,192 of them.
 */
export function concedeAnswer(dialect: Dialect, request: ChatRequest, refusal: string): Dialect | undefined {
  const asked = Math.min(request.maxTokens ?? 0, dialect.most ?? Infinity);
  if (asked <= LEAST_ANSWER || dialect.limit === 'none') return undefined;
  const [window, output, input] = [numberIn(refusal, [WINDOW]), numberIn(refusal, OUTPUT), numberIn(refusal, INPUT)];
  if (output !== undefined && output < asked) return { ...dialect, most: Math.max(1, output) };
  if (window === undefined) return undefined;
  const share = Math.floor(window * ANSWER_SHARE);
  const fits = input === undefined ? asked <= share : input + asked <= window;
  if (fits) return undefined;
  const room = window - (input ?? 0);
  const most = Math.min(asked - 1, Math.max(share, LEAST_ANSWER));
  if (most <= room) return { ...dialect, most };
  // Too little is left: the question has to become shorter.
  return room > LEAST_ANSWER && room < asked ? { ...dialect, most: room - 1 } : undefined;
}

function messageOf(message: ChatMessage): OpenAI.ChatCompletionMessageParam {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  if (message.role !== 'assistant') return { role: message.role, content: message.content };
  const calls = (message.toolCalls ?? []).map((call) => ({
    id: call.id,
    type: 'function' as const,
    function: { name: call.name, arguments: call.arguments },
  }));
  return { role: 'assistant', content: message.content, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
}

function formatOf({ answer }: ChatRequest, { format }: Dialect): Partial<OpenAI.ChatCompletionCreateParams> {
  if (answer === undefined || format === 'none') return {};
  if (format === 'json_object') return { response_format: { type: 'json_object' } };
  return {
    response_format: { type: 'json_schema', json_schema: { name: answer.name, schema: answer.schema, strict: true } },
  };
}

export function bodyOf(request: ChatRequest, dialect: Dialect): OpenAI.ChatCompletionCreateParamsNonStreaming {
  const { model, messages, tools = [], maxTokens } = request;
  return {
    model,
    messages: messages.map(messageOf),
    ...(tools.length === 0 || !dialect.tools
      ? {}
      : { tools: tools.map((tool) => ({ type: 'function' as const, function: { ...tool } })) }),
    ...formatOf(request, dialect),
    ...(maxTokens === undefined || dialect.limit === 'none'
      ? {}
      : { [dialect.limit]: Math.min(maxTokens, dialect.most ?? Infinity) }),
    stream: false,
  };
}

const textSchema = z.union([
  z.string(),
  z
    .array(z.looseObject({ text: z.string().optional() }))
    .transform((parts) => parts.map(({ text = '' }) => text).join('')),
]);

const callSchema = z.object({
  id: z.string().nullish(),
  function: z.object({
    name: z.string(),
    /** Some servers send the object itself. */
    arguments: z.union([z.string(), z.record(z.string(), z.unknown()).transform((given) => JSON.stringify(given))]),
  }),
});

const tokens = z.int().min(0).catch(0);

const completionSchema = z.object({
  choices: z.array(
    z.object({
      message: z.object({
        content: textSchema.nullish(),
        refusal: z.string().nullish(),
        tool_calls: z.array(z.unknown()).nullish(),
      }),
      finish_reason: z.string().nullish(),
    }),
  ),
  usage: z
    .object({ prompt_tokens: tokens, completion_tokens: tokens })
    .catch({ prompt_tokens: 0, completion_tokens: 0 }),
  model: z.string().nullish().catch(null),
});

const finishSchema = z.enum(['stop', 'tool_calls', 'length', 'content_filter', 'other']).catch('other');

/** Throws `gateway_unavailable` for a body that holds no answer: proxies send such with status 200 on a bad day. */
export function answerOf(body: unknown, model: string): ChatAnswer {
  const parsed = completionSchema.safeParse(body);
  if (!parsed.success) throw new AppError('gateway_unavailable', 'The model gateway answered with no chat completion');
  const { choices, usage } = parsed.data;
  const [choice] = choices;
  if (choice === undefined) throw new AppError('gateway_unavailable', 'The model gateway answered without a choice');
  const { message, finish_reason: reason } = choice;
  const toolCalls = (message.tool_calls ?? []).flatMap((given, at) => {
    const call = callSchema.safeParse(given);
    if (!call.success) return [];
    return [
      { id: call.data.id ?? `call_${at}`, name: call.data.function.name, arguments: call.data.function.arguments },
    ];
  });
  return {
    content: message.content ?? message.refusal ?? null,
    toolCalls,
    finish: finishSchema.parse(reason),
    usage: { prompt: usage.prompt_tokens, completion: usage.completion_tokens },
    model: parsed.data.model ?? model,
  };
}
