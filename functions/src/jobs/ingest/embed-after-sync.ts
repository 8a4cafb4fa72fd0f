/**
 * The embedding half of an ingestion, as its stats tell it. It comes after the sync is whole, so the graph answers
 * whatever becomes of it: a gateway that fails is reported and fails nothing.
 *
 *     { embedding_status: 'failed', nodes_embedded: 96, embedding_error: 'The model gateway asks to wait; 812 nodes …' }
 */
import type { JobStats } from '../../documents/jobs.ts';
import { countEmbedded, embeddingStamp } from '../../graph/embeddings.ts';
import { redact } from '../../model/redact.ts';
import type { Ports, Settings } from '../../ports.ts';
import { embedNodes, type EmbedOptions } from './embed.ts';

export type EmbeddingStats = Pick<JobStats, 'embedding_status' | 'nodes_embedded' | 'embedding_error'>;

export interface EmbeddedAfterSync {
  stats: EmbeddingStats;
  /** Nodes were left over, and trying again later can help: a job of its own goes on with them. */
  unfinished: boolean;
}

const LONGEST_ERROR = 300;

/** `nodes_embedded` counts the vectors that the commit's nodes have by then, those of earlier runs included. */
export async function embedAfterSync(
  ports: Pick<Ports, 'gateway' | 'graph'> & { settings: Pick<Settings, 'gatewayConfigured' | 'embeddingModel'> },
  options: Omit<EmbedOptions, 'model'>,
): Promise<EmbeddedAfterSync> {
  const { gatewayConfigured, embeddingModel: model } = ports.settings;
  const ended = (
    status: EmbeddingStats['embedding_status'],
    nodes: number,
    error: string | null,
    unfinished = false,
  ) => ({
    stats: { embedding_status: status, nodes_embedded: nodes, embedding_error: error },
    unfinished,
  });
  if (!gatewayConfigured) return ended('skipped', 0, null);
  const { remaining, failure } = await embedNodes(ports, { ...options, model });
  const embedded = await countEmbedded(ports.graph, options.repoId, embeddingStamp(model));
  if (remaining === 0) return ended('completed', embedded, null);
  const cause =
    failure === undefined ? 'The time for embedding was up' : redact(failure.message).slice(0, LONGEST_ERROR);
  const error = `${cause}; ${remaining} nodes have no embedding yet: call the embed endpoint`;
  return ended('failed', embedded, error, failure === undefined || failure.retryable);
}
