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
import { answerLimit } from './limits.ts';

/** How a model is asked: what it has refused so far is left out. */
export interface Dialect {
  format: 'json_schema' | 'json_object' | 'none';
  limit: 'max_completion_tokens' | 'max_tokens' | 'none';
  tools: boolean;
  /** Tokens of an answer that the model was found to have room for; undefined as long as it took what was asked for. */
  most?: number;
  /** That was guessed; without use where it was the question that was too long. */
  guess?: 'untried' | 'useful' | 'useless';
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

/** The dialect with a shorter answer, when a refusal says that it is the answer's length that does not fit. */
export function concedeAnswer(
  dialect: Dialect,
  request: ChatRequest,
  refusal: string,
  tooLong: boolean,
): Dialect | undefined {
  if (dialect.limit === 'none') return undefined;
  const asked = Math.min(request.maxTokens ?? 0, dialect.most ?? Infinity);
  const limit = answerLimit(asked, refusal, tooLong);
  if (limit === undefined || (limit.guessed && (dialect.guess ?? 'untried') !== 'untried')) return undefined;
  return { ...dialect, most: limit.most, ...(limit.guessed ? { guess: 'untried' } : {}) };
}

/** What is known once a request was taken, or finally was not: a guess that did not help is taken back. */
export function afterGuess(dialect: Dialect, accepted: boolean): Dialect {
  if (dialect.guess !== 'untried') return dialect;
  const { format, limit, tools } = dialect;
  return accepted ? { ...dialect, guess: 'useful' } : { format, limit, tools, guess: 'useless' };
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
