/**
 * The answer of `POST {base}/embeddings`, checked: what is written to the graph must be what was asked for, since a vector
 * index takes no other dimension, and takes vectors of another one without a word.
 *
 *     { data: [{ index: 0, embedding: [0.013, -0.4, …] }], model: 'text-embedding-3-small', … }
 */
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import { EMBEDDING_DIMENSIONS } from '../../model/graph.ts';

/** Some servers send base64 of 32-bit floats whatever they are asked for; some leave the index out, and keep the order. */
const answerSchema = z.object({
  data: z.array(
    z.object({
      index: z.int().nonnegative().optional(),
      embedding: z.union([z.array(z.number()), z.base64().transform(floatsOf)]),
    }),
  ),
});

function floatsOf(text: string): number[] {
  const bytes = Buffer.from(text, 'base64');
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readFloatLE(at * 4));
}

/** What is asked for beside the texts. Servers refuse one or the other, and some models have other dimensions by themselves. */
export interface EmbeddingDialect {
  encoding_format?: 'float';
  dimensions?: number;
}

export const PLAIN_EMBEDDING: EmbeddingDialect = { encoding_format: 'float' };

/** The next way to ask after a refusal; undefined when there is none. Many servers do not name what they refuse. */
export function concedeEmbedding(dialect: EmbeddingDialect, refusal: string): EmbeddingDialect | undefined {
  const { encoding_format: format, ...rest } = dialect;
  const isDimensions = /dimension/i.test(refusal);
  if (isDimensions && !/encoding_?format/i.test(refusal)) {
    return dialect.dimensions === undefined ? { ...dialect, dimensions: EMBEDDING_DIMENSIONS } : undefined;
  }
  return format === undefined ? undefined : rest;
}

const TOO_MANY_TEXTS =
  /batch|(?:number|count|list|array|amount) of (?:\w+ )?(?:texts|inputs?|items|strings|documents)|too many (?:texts|inputs|items|strings|documents)|array too long|at most \d+ (?:texts|inputs|items|elements|strings|documents)/i;

/** How many texts to send at once after a refusal of `count`; undefined when it is about something else. */
export function fewerTexts(count: number, refusal: string): number | undefined {
  if (count < 2 || !TOO_MANY_TEXTS.test(refusal)) return undefined;
  const said = [...refusal.matchAll(/(?<![\w.-])\d+(?![\w-])/g)].map(([digits]) => Number(digits));
  const limits = said.filter((each) => each > 0 && each < count);
  return limits.length > 0 ? Math.max(...limits) : Math.ceil(count / 2);
}

/** How to ask again when the vectors are of another length than ours; undefined when they are not, or it was asked for. */
export function otherDimensions(body: unknown, dialect: EmbeddingDialect): EmbeddingDialect | undefined {
  const parsed = answerSchema.safeParse(body);
  const length = parsed.data?.data[0]?.embedding.length ?? EMBEDDING_DIMENSIONS;
  if (length === EMBEDDING_DIMENSIONS || dialect.dimensions !== undefined) return undefined;
  return { ...dialect, dimensions: EMBEDDING_DIMENSIONS };
}

/** `count` vectors in the order of the texts. `gateway_refused` for any other number of them, length, or a zero vector. */
export function vectorsOf(body: unknown, count: number): number[][] {
  const parsed = answerSchema.safeParse(body);
  if (!parsed.success) {
    throw new AppError('gateway_refused', 'The embedding model answered with something else than vectors', {
      cause: parsed.error,
    });
  }
  const vectors: (number[] | undefined)[] = Array.from({ length: count });
  for (const [at, { index = at, embedding }] of parsed.data.data.entries())
    if (index < count) vectors[index] = embedding;
  return vectors.map((vector) => {
    if (vector === undefined || parsed.data.data.length !== count) {
      const got = `${parsed.data.data.length} vectors`;
      throw new AppError('gateway_refused', `The embedding model gave ${got} where ${count} were asked for`);
    }
    if (vector.length !== EMBEDDING_DIMENSIONS) {
      const wanted = `${EMBEDDING_DIMENSIONS} were asked for`;
      throw new AppError('gateway_refused', `The embedding model gave ${vector.length} dimensions where ${wanted}`);
    }
    // It has no direction, and the index refuses it.
    if (vector.every((number) => number === 0)) throw new AppError('gateway_refused', 'The embedding model gave zeros');
    return vector;
  });
}
