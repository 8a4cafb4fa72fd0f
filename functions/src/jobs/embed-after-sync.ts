/**
 * The embedding half of an ingestion, as its stats tell it. It comes after the sync is whole, so the graph answers
 * whatever becomes of it: a gateway that fails is reported and fails nothing.
 *
 *     { embedding_status: 'failed', nodes_embedded: 96, embedding_error: 'The model gateway asks to wait; 812 nodes …' }
 */
import { countEmbedded, embeddingStamp } from '../graph/embeddings.ts';
import { redact } from '../model/redact.ts';
import type { Ports, Settings } from '../ports.ts';
import { embedNodes, type EmbedOptions } from './embed.ts';
import type { JobStats } from './job.ts';

export type EmbeddingStats = Pick<JobStats, 'embedding_status' | 'nodes_embedded' | 'embedding_error'>;

const LONGEST_ERROR = 300;

/** `nodes_embedded` counts the vectors that the commit's nodes have by then, those of earlier runs included. */
export async function embedAfterSync(
  ports: Pick<Ports, 'gateway' | 'graph'> & { settings: Pick<Settings, 'gatewayConfigured' | 'embeddingModel'> },
  options: Omit<EmbedOptions, 'model'>,
): Promise<EmbeddingStats> {
  const { gatewayConfigured, embeddingModel: model } = ports.settings;
  if (!gatewayConfigured) return { embedding_status: 'skipped', nodes_embedded: 0, embedding_error: null };
  const { remaining, failure } = await embedNodes(ports, { ...options, model });
  const embedded = await countEmbedded(ports.graph, options.repoId, embeddingStamp(model));
  if (remaining === 0) return { embedding_status: 'completed', nodes_embedded: embedded, embedding_error: null };
  const cause =
    failure === undefined ? 'The time for embedding was up' : redact(failure.message).slice(0, LONGEST_ERROR);
  const error = `${cause}; ${remaining} nodes have no embedding yet: call the embed endpoint`;
  return { embedding_status: 'failed', nodes_embedded: embedded, embedding_error: error };
}
