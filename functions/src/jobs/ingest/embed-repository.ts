/**
 * Embedding as a job of its own, of kind `embed`: what an ingestion had no time for, or what its gateway gave no more of,
 * goes on here while the repository already answers. It is no job of the repository's own row (it changes no code, and
 * keeps no other from starting); the worker that runs it is the ingestion's (ingest.ts), with this as its work.
 */
import { randomUUID } from 'node:crypto';
import { countEmbedded, embeddingStamp } from '../../graph/embeddings.ts';
import { readRepository } from '../../graph/repository.ts';
import { AppError } from '../../model/errors.ts';
import { repoIdOf } from '../../model/ids.ts';
import { repositoryPath } from '../../model/repositories.ts';
import type { Ports } from '../../ports.ts';
import { embedNodes } from './embed.ts';
import { enqueueJob, type QueuePorts } from './enqueue-job.ts';
import type { Indexed } from './index-repository.ts';
import { jobPath, unstarted, type Job } from './job.ts';
import type { Lease } from '../work/lease.ts';
import { syncStatsSchema } from '../sync/stats.ts';

/** The task ends after 30 minutes; what is left then is the next delivery's. */
const TASK_MS = 25 * 60_000;

/** Makes and enqueues the job that goes on where the embedding of `ingestion` ended. */
export async function startEmbedding(ports: QueuePorts, ingestion: Job): Promise<void> {
  const job: Job = {
    ...ingestion,
    job_id: randomUUID(),
    kind: 'embed',
    clear_existing: false,
    ...unstarted(ports.clock.now()),
  };
  await ports.store.create(jobPath(job.job_id), { ...job });
  await enqueueJob(ports, job);
}

/** Retryable while nodes remain: the queue then delivers the task again. */
export async function embedRepository(
  ports: Pick<Ports, 'gateway' | 'graph' | 'settings' | 'store'>,
  job: Job,
  lease: Lease,
): Promise<Indexed> {
  const repoId = repoIdOf(job.owner, job.repo_name);
  const gone = new AppError('not_found', 'The repository is no longer in the graph');
  const record = await ports.store.get(repositoryPath(job.repo_key));
  if (record === undefined || record['deleting'] === true) throw gone;
  const model = ports.settings.embeddingModel;
  const { remaining, failure } = await embedNodes(ports, {
    repoId,
    model,
    budgetMs: TASK_MS,
    signal: lease.signal,
    onProgress: (progress) => lease.report(progress),
  });
  if (failure !== undefined) throw failure;
  if (remaining > 0) throw new AppError('gateway_unavailable', `${remaining} nodes have no embedding yet`);
  const repository = await readRepository(ports.graph, repoId);
  const stats = syncStatsSchema.safeParse(repository?.stats);
  if (repository === undefined || !stats.success) throw gone;
  const embedded = await countEmbedded(ports.graph, repoId, embeddingStamp(model));
  return {
    stats: { ...stats.data, embedding_status: 'completed', nodes_embedded: embedded, embedding_error: null },
    commitSha: repository.commit === '' ? null : repository.commit,
    outcome: {},
  };
}
