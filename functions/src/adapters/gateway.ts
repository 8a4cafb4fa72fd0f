/**
 * The model gateway as the GatewayPort: any server that speaks OpenAI's protocol, at GATEWAY_BASE_URL. The SDK's own
 * retries are off: a job knows better how long it can wait, and what a refusal means for it.
 *
 * API: POST {base}/embeddings and {base}/chat/completions (platform.openai.com/docs/api-reference).
 */
import OpenAI, { APIConnectionError, APIError } from 'openai';
import { AppError } from '../model/errors.ts';
import { EMBEDDING_DIMENSIONS } from '../model/graph.ts';
import type { ChatAnswer, ChatMessage, ChatRequest, GatewayPort } from '../ports.ts';

export interface GatewayOptions {
  /** '' when there is none. */
  apiKey: string;
  baseUrl: string;
  embeddingModel: string;
  timeoutMs?: number;
}

const TIMEOUT_MS = 120_000;

/** Seconds until a retry makes sense, from `Retry-After` (seconds or a date; RFC 9110 section 10.2.3). */
function retryAfterOf(headers: Headers | undefined): number | undefined {
  const given = headers?.get('retry-after');
  if (given == null) return undefined;
  const seconds = /^\d+$/.test(given.trim()) ? Number(given) : (Date.parse(given) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

function translated(error: unknown): unknown {
  if (!(error instanceof APIError)) return error;
  const status: unknown = error.status;
  const headers: unknown = error.headers;
  const retryAfter = retryAfterOf(headers instanceof Headers ? headers : undefined);
  const options = { cause: error, ...(retryAfter === undefined ? {} : { retryAfter }) };
  if (error instanceof APIConnectionError || typeof status !== 'number') {
    return new AppError('gateway_unavailable', undefined, options);
  }
  if (status === 429 && error.code !== 'insufficient_quota') {
    return new AppError('rate_limited', 'The model gateway asks to wait', options);
  }
  if (error.code === 'context_length_exceeded' || (status === 400 && /context (length|window)/i.test(error.message))) {
    return new AppError('context_overflow', undefined, options);
  }
  if (status >= 500 || status === 408) return new AppError('gateway_unavailable', undefined, options);
  return new AppError('gateway_refused', `The model gateway refused the request (HTTP ${status})`, options);
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

function bodyOf(request: ChatRequest): OpenAI.ChatCompletionCreateParamsNonStreaming {
  const { model, messages, tools = [], answer, maxTokens } = request;
  return {
    model,
    messages: messages.map(messageOf),
    ...(tools.length === 0
      ? {}
      : { tools: tools.map((tool) => ({ type: 'function' as const, function: { ...tool } })) }),
    ...(answer === undefined
      ? {}
      : {
          response_format: { type: 'json_schema' as const, json_schema: { name: answer.name, schema: answer.schema } },
        }),
    ...(maxTokens === undefined ? {} : { max_completion_tokens: maxTokens }),
  };
}

const FINISHES = new Set<ChatAnswer['finish']>(['stop', 'tool_calls', 'length', 'content_filter']);

function finishOf(reason: string): ChatAnswer['finish'] {
  return [...FINISHES].find((known) => known === reason) ?? 'other';
}

function answerOf(completion: OpenAI.ChatCompletion): ChatAnswer {
  // Gateways do send bodies without choices, whatever the type says.
  const choices: OpenAI.ChatCompletion.Choice[] | undefined = completion.choices;
  const [choice] = choices ?? [];
  if (choice === undefined) throw new AppError('gateway_unavailable', 'The model gateway answered without a choice');
  const calls = (choice.message.tool_calls ?? []).flatMap((call) =>
    call.type === 'function' ? [{ id: call.id, name: call.function.name, arguments: call.function.arguments }] : [],
  );
  return {
    content: choice.message.content,
    toolCalls: calls,
    finish: finishOf(choice.finish_reason),
    usage: { prompt: completion.usage?.prompt_tokens ?? 0, completion: completion.usage?.completion_tokens ?? 0 },
    model: completion.model,
  };
}

export function openaiGateway({
  apiKey,
  baseUrl,
  embeddingModel,
  timeoutMs = TIMEOUT_MS,
}: GatewayOptions): GatewayPort {
  let made: OpenAI | undefined;
  const client = (): OpenAI => {
    if (apiKey === '') throw new AppError('not_configured', 'GATEWAY_API_KEY is not set on this server');
    return (made ??= new OpenAI({ apiKey, baseURL: baseUrl, timeout: timeoutMs, maxRetries: 0 }));
  };

  async function call<T>(work: (openai: OpenAI) => Promise<T>): Promise<T> {
    try {
      return await work(client());
    } catch (error) {
      throw translated(error);
    }
  }

  return {
    embed: (texts, signal) =>
      call(async (openai) => {
        const { data } = await openai.embeddings.create(
          { model: embeddingModel, input: texts, encoding_format: 'float' },
          signal === undefined ? {} : { signal },
        );
        const vectors = [...data].sort((a, b) => a.index - b.index).map((row) => row.embedding);
        const wrong = vectors.find((vector) => vector.length !== EMBEDDING_DIMENSIONS);
        if (wrong !== undefined || vectors.length !== texts.length) {
          const got = wrong === undefined ? `${vectors.length} vectors` : `${wrong.length} dimensions`;
          const wanted = wrong === undefined ? texts.length : EMBEDDING_DIMENSIONS;
          throw new AppError('gateway_refused', `The embedding model gave ${got} where ${wanted} were asked for`);
        }
        return vectors;
      }),
    chat: (request) =>
      call(async (openai) => {
        const { signal } = request;
        return answerOf(await openai.chat.completions.create(bodyOf(request), signal === undefined ? {} : { signal }));
      }),
  };
}
