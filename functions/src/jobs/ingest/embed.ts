/**
 * Gives vectors to the nodes of a repository that have none, or one of an older text or another model. It can stop at
 * any batch and go on later: what is written stays, what is missing is found anew. A gateway that asks to wait is waited
 * for within bounds; one that refuses ends the run, and whatever was embedded before counts.
 *
 *     keys without a vector ─▶ texts, a batch at a time ─▶ gateway ─▶ vectors, checked ─▶ nodes that still say that text
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { cut } from '../../graph/embedding-text.ts';
import {
  embeddingStamp,
  keysToEmbed,
  readEmbeddable,
  writeEmbeddings,
  type EmbeddableNode,
  type LabelCounts,
} from '../../graph/embeddings.ts';
import { NODE_LABELS } from '../../model/graph.ts';
import { AppError } from '../../model/errors.ts';
import type { Ports } from '../../ports.ts';

export type EmbedPorts = Pick<Ports, 'graph' | 'gateway'>;

/** Hosted gateways take 2,048 texts and 300,000 tokens a request; self-hosted ones take their time with much less. */
const BATCH_TEXTS = 96;
const BATCH_UNITS = 120_000;
/** Requests under way at once: most of the time is the gateway's. */
const CONCURRENCY = 3;
const MOST_TRIES = 5;
/** A gateway that asks to wait for longer is left. */
const LONGEST_WAIT_SECONDS = 60;
/** A silent gateway takes two minutes of each try: a second one may find it well, a fifth would not. */
const PATIENCE_MS = 180_000;
/** A gateway that calls even such a text too long means something else. */
const SHORTEST_TEXT = 200;

export interface EmbedOptions {
  repoId: string;
  model: string;
  /** No request starts after this many milliseconds, and those under way are dropped; none starts when it is not above 0. */
  budgetMs: number;
  /** How long one request is tried for, in milliseconds; three minutes unless given. */
  patienceMs?: number;
  signal?: AbortSignal | undefined;
  onProgress?: (progress: { phase: 'embed'; done: number; total: number }) => void;
}

export interface Embedded {
  /** Nodes that got a vector in this run. */
  counts: LabelCounts;
  total: number;
  /** Nodes still without one: the time was up, the gateway failed, or their text changed meanwhile. */
  remaining: number;
  /** Why the gateway gave no more. */
  failure: AppError | undefined;
}

/** Failures of the gateway are part of the result; those of the graph, and an aborted `signal`, are thrown. */
export async function embedNodes(ports: EmbedPorts, options: EmbedOptions): Promise<Embedded> {
  const { repoId, signal, patienceMs = PATIENCE_MS } = options;
  const stamp = embeddingStamp(options.model);
  const keys = await keysToEmbed(ports.graph, repoId, stamp);
  const budgetMs = Math.floor(options.budgetMs);
  const timeIsUp = budgetMs > 0 ? AbortSignal.timeout(budgetMs) : AbortSignal.abort();
  const enough = new AbortController();
  const stop = AbortSignal.any([timeIsUp, enough.signal, ...(signal === undefined ? [] : [signal])]);
  const counts: LabelCounts = {};
  let failure: AppError | undefined;
  let next = 0;
  let total = 0;
  const ask: Ask = (texts) => patiently((until) => ports.gateway.embed(texts, until), patienceMs, stop);

  async function work(): Promise<void> {
    while (next < keys.length && !stop.aborted) {
      const chosen = keys.slice(next, next + BATCH_TEXTS);
      next += chosen.length;
      for (const batch of batchesOf(await readEmbeddable(ports.graph, chosen))) {
        const vectors = await vectorsOf(ask, batch.map(({ text }) => text)); // prettier-ignore
        const rows = batch.map(({ key, hash }, at) => ({ key, hash, vector: vectors[at] ?? [] }));
        const written = await writeEmbeddings(ports.graph, repoId, stamp, rows);
        for (const label of NODE_LABELS) {
          const more = written[label] ?? 0;
          if (more > 0) counts[label] = (counts[label] ?? 0) + more;
          total += more;
        }
        options.onProgress?.({ phase: 'embed', done: total, total: keys.length });
      }
    }
  }

  const ends = await Promise.allSettled(
    Array.from({ length: CONCURRENCY }, () =>
      work().catch((error: unknown) => {
        // What another worker's end aborted is no failure of its own.
        if (stop.aborted) return;
        enough.abort();
        if (!isGatewayFailure(error)) throw error;
        failure = error;
      }),
    ),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  signal?.throwIfAborted();
  return { counts, total, remaining: keys.length - total, failure };
}

function isGatewayFailure(error: unknown): error is AppError {
  return error instanceof AppError && error.code !== 'graph_unavailable' && error.code !== 'internal';
}

function* batchesOf(nodes: EmbeddableNode[]): Generator<EmbeddableNode[]> {
  let batch: EmbeddableNode[] = [];
  let units = 0;
  for (const node of nodes) {
    if (batch.length > 0 && units + node.text.length > BATCH_UNITS) {
      yield batch;
      batch = [];
      units = 0;
    }
    batch.push(node);
    units += node.text.length;
  }
  if (batch.length > 0) yield batch;
}

type Ask = (texts: string[]) => Promise<number[][]>;

/** One vector a text. What the model finds too long is asked for in halves: of the batch, then of the text. */
async function vectorsOf(ask: Ask, texts: string[]): Promise<number[][]> {
  try {
    return await ask(texts);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'context_overflow') throw error;
    const [only = ''] = texts;
    if (texts.length === 1 && only.length <= SHORTEST_TEXT) throw error;
    if (texts.length === 1) return vectorsOf(ask, [cut(only, Math.ceil(only.length / 2))]);
    const half = Math.ceil(texts.length / 2);
    const first = await vectorsOf(ask, texts.slice(0, half));
    return [...first, ...(await vectorsOf(ask, texts.slice(half)))];
  }
}

/** Tries again what may pass: after the time that the gateway asks for, else after 1, 2, 4 and 8 seconds. */
async function patiently<T>(
  call: (until: AbortSignal) => Promise<T>,
  patienceMs: number,
  stop: AbortSignal,
): Promise<T> {
  const late = AbortSignal.timeout(patienceMs);
  const until = AbortSignal.any([stop, late]);
  for (let tried = 1; ; tried++) {
    try {
      return await call(until);
    } catch (error) {
      if (late.aborted && !stop.aborted) {
        throw new AppError('gateway_unavailable', 'The model gateway did not answer in time', { cause: error });
      }
      if (!(error instanceof AppError) || !error.retryable || stop.aborted || tried >= MOST_TRIES) throw error;
      const seconds = error.retryAfter ?? 2 ** (tried - 1);
      if (seconds > LONGEST_WAIT_SECONDS) throw error;
      await sleep(seconds * 1000, undefined, { signal: stop });
      if (late.aborted) throw error;
    }
  }
}
