/**
 * The model gateway as the GatewayPort: any server that speaks OpenAI's protocol, at GATEWAY_BASE_URL. The SDK's own
 * retries are off: a job knows better how long it can wait, and what a refusal means for it.
 *
 * API: POST {base}/embeddings and {base}/chat/completions (platform.openai.com/docs/api-reference).
 */
import OpenAI, { APIConnectionError, APIError } from 'openai';
import { AppError } from '../../model/errors.ts';
import { wellFormed } from '../../model/well-formed.ts';
import type { ChatAnswer, ChatRequest, GatewayPort } from '../../ports.ts';
import {
  concedeEmbedding,
  fewerTexts,
  otherDimensions,
  PLAIN_EMBEDDING,
  vectorsOf,
  type EmbeddingDialect,
} from './embeddings.ts';
import { afterGuess, answerOf, bodyOf, concede, concedeAnswer, FULL_DIALECT, type Dialect } from './chat.ts';
import { saysTooLong } from './limits.ts';
import { readWhole } from '../response-bytes.ts';
import { retryAfterOf } from '../scm/retry-after.ts';

export interface GatewayOptions {
  /** '' when there is none. */
  apiKey: string;
  baseUrl: string;
  embeddingModel: string;
  /** Milliseconds for one request, its answer's body included; two minutes unless given. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 120_000;
/** Unpacked: a batch of vectors is 4 MB, 32,000 tokens of text are less. Some processes have 512 MiB in all. */
const LONGEST_ANSWER = 32_000_000;

/** What is read of the SDK's error. */
interface Refusal {
  status: unknown;
  message: string;
  code?: string | null | undefined;
  param?: string | null | undefined;
}

function isOverflow(error: Refusal): boolean {
  if (error.code === 'context_length_exceeded' || error.status === 413) return true;
  return saysTooLong(error.status, error.message);
}

function translated(error: unknown): unknown {
  // The body should be JSON and is not: it was cut off on its way.
  if (error instanceof SyntaxError) return new AppError('gateway_unavailable', undefined, { cause: error });
  if (!(error instanceof APIError)) return error;
  // What our own fetch threw.
  if (error.cause instanceof AppError) return error.cause;
  const status: unknown = error.status;
  const headers: unknown = error.headers;
  const retryAfter = headers instanceof Headers ? retryAfterOf(headers.get('retry-after'), new Date()) : undefined;
  const options = { cause: error, ...(retryAfter === undefined ? {} : { retryAfter }) };
  if (error instanceof APIConnectionError || typeof status !== 'number') {
    return new AppError('gateway_unavailable', undefined, options);
  }
  if (isOverflow(error)) return new AppError('context_overflow', undefined, options);
  if (status === 429 && error.code !== 'insufficient_quota') {
    return new AppError('rate_limited', 'The model gateway asks to wait', options);
  }
  if (status >= 500 || status === 408) return new AppError('gateway_unavailable', undefined, options);
  return new AppError('gateway_refused', refusedBecause(status, error.code), options);
}

/** A sentence that tells the operator what to change. */
function refusedBecause(status: number, code: string | null | undefined): string {
  if (status === 402 || code === 'insufficient_quota') return `The model gateway’s quota is used up (HTTP ${status})`;
  if (status === 401) return 'The model gateway refused the key of this server (HTTP 401)';
  if (status === 404) return 'The model gateway knows no such model or address (HTTP 404)';
  return `The model gateway refused the request (HTTP ${status})`;
}

async function fetchWithin(...asked: Parameters<typeof fetch>): Promise<Response> {
  const tooLong = () => new AppError('gateway_unavailable', 'The model gateway gave an answer of an unexpected length');
  return readWhole(await fetch(...asked), LONGEST_ANSWER, tooLong);
}

/** Statuses by which gateways refuse a parameter; some routers answer 404 for a model that has no tools. */
const REFUSALS: readonly unknown[] = [400, 404, 422];

function isRefusal(error: unknown): error is Refusal {
  return error instanceof APIError && REFUSALS.includes(error.status) && !isOverflow(error);
}

/** A refusal that may be about lengths. */
function isLimit(error: unknown): error is Refusal {
  if (!(error instanceof APIError)) return false;
  return REFUSALS.includes(error.status) || isOverflow(error) || affordsLess(error);
}

/** Routers that are paid in advance reserve what the longest answer would cost. */
function affordsLess({ status, message }: Refusal): boolean {
  return status === 402 && /fewer max_tokens|can only afford/i.test(message);
}

function refusalOf({ param, code, message }: Refusal): string {
  return `${param ?? ''} ${code ?? ''} ${message}`;
}

/** Made with the first request: functions that ask no model need no key. */
function clientOf({ apiKey, baseUrl, timeoutMs = TIMEOUT_MS }: GatewayOptions): () => OpenAI {
  let made: OpenAI | undefined;
  // A redirect is a refusal: a question holds private code, which is for the configured host alone.
  const fetchOptions = { redirect: 'manual' } as const;
  return () => {
    if (apiKey === '') throw new AppError('not_configured', 'GATEWAY_API_KEY is not set on this server');
    return (made ??= new OpenAI({
      apiKey,
      baseURL: baseUrl,
      timeout: timeoutMs,
      maxRetries: 0,
      fetch: fetchWithin,
      fetchOptions,
    }));
  };
}

/** One request within its time. The SDK's own limit ends with the answer's head; this one covers the body too. */
async function inTime<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  request: (options: { signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    return await request({ signal: signal === undefined ? late : AbortSignal.any([signal, late]) });
  } catch (error) {
    if (late.aborted && signal?.aborted !== true) {
      throw new AppError('gateway_unavailable', 'The model gateway did not answer in time', { cause: error });
    }
    throw error;
  }
}

type EmbedWith = (openai: OpenAI, texts: string[], signal: AbortSignal | undefined) => Promise<number[][]>;

function embeddingsOf({ embeddingModel, timeoutMs = TIMEOUT_MS }: GatewayOptions): EmbedWith {
  /** How the embedding model is asked: what it refuses is left out, what it needs is added. */
  let asks: EmbeddingDialect = PLAIN_EMBEDDING;
  /** Texts that it takes at once. */
  let most = Infinity;

  async function ask(openai: OpenAI, texts: string[], signal: AbortSignal | undefined): Promise<number[][] | 'fewer'> {
    const question = { model: embeddingModel, input: wellFormed(texts) };
    for (;;) {
      const dialect = asks;
      try {
        // The SDK's own method would ask for base64 where no format is named.
        const body: unknown = await inTime(timeoutMs, signal, (within) =>
          openai.post('/embeddings', { body: { ...question, ...dialect }, ...within }),
        );
        const other = otherDimensions(body, dialect);
        if (other === undefined) return vectorsOf(body, texts.length);
        asks = other;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        const fewer = fewerTexts(texts.length, refusalOf(error));
        if (fewer !== undefined) {
          most = Math.min(most, fewer);
          return 'fewer';
        }
        const simpler = concedeEmbedding(dialect, refusalOf(error));
        if (simpler === undefined) throw error;
        asks = simpler;
      }
    }
  }

  return async (openai, texts, signal) => {
    const vectors: number[][] = [];
    while (vectors.length < texts.length) {
      const answer = await ask(openai, texts.slice(vectors.length, vectors.length + most), signal);
      if (answer !== 'fewer') vectors.push(...answer);
    }
    return vectors;
  };
}

export function openaiGateway(options: GatewayOptions): GatewayPort {
  const { timeoutMs = TIMEOUT_MS } = options;
  const client = clientOf(options);
  /** What each model was found to take. */
  const dialects = new Map<string, Dialect>();

  /** Asks again in a simpler dialect while the model refuses a parameter; each refusal leaves less to leave out. */
  async function chatWith(openai: OpenAI, request: ChatRequest): Promise<ChatAnswer> {
    const { model, signal } = request;
    for (;;) {
      const dialect = dialects.get(model) ?? FULL_DIALECT;
      try {
        const body: unknown = await inTime(timeoutMs, signal, (within) =>
          openai.chat.completions.create(wellFormed(bodyOf(request, dialect)), within),
        );
        if (dialect.guess === 'untried') dialects.set(model, afterGuess(dialect, true));
        return answerOf(body, model);
      } catch (error) {
        const shorter = isLimit(error)
          ? concedeAnswer(dialect, request, refusalOf(error), isOverflow(error))
          : undefined;
        const simpler = shorter ?? (isRefusal(error) ? concede(dialect, request, refusalOf(error)) : undefined);
        if (simpler === undefined && isLimit(error)) dialects.set(model, afterGuess(dialect, false));
        if (simpler === undefined) throw error;
        dialects.set(model, simpler);
      }
    }
  }

  const embedWith = embeddingsOf(options);

  async function call<T>(work: (openai: OpenAI) => Promise<T>): Promise<T> {
    try {
      return await work(client());
    } catch (error) {
      throw translated(error);
    }
  }

  return {
    embed: (texts, signal) => call((openai) => embedWith(openai, texts, signal)),
    chat: (request) => call((openai) => chatWith(openai, request)),
  };
}
