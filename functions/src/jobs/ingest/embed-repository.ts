/**
 * Embedding as a job of its own, of kind `embed`: what an ingestion had no time for, or what its gateway gave no more of,
 * goes on here while the repository already answers. The repository's document does not name it as its active job, since it
 * changes no code and keeps no other from starting. The worker is the ingestion's (tasks.ts), with this as its work.
 */
import { randomUUID } from 'node:crypto';
import { jobs } from '../../documents/jobs.ts';
import type { Job } from '../../documents/jobs.ts';
import { repositoryStands } from '../../documents/repositories.ts';
import { countEmbedded, embeddingStamp } from '../../graph/embeddings.ts';
import { readRepository } from '../../graph/repository.ts';
import { AppError } from '../../model/errors.ts';
import { repoIdOf } from '../../model/ids.ts';
import type { Ports } from '../../ports.ts';
import { embedNodes } from './embed.ts';
import { enqueueJob, type QueuePorts } from './enqueue-job.ts';
import type { Indexed } from './index-repository.ts';
import { unstarted } from './job-table.ts';
import type { ProgressHeartbeat } from '../work/heartbeat.ts';
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
  await jobs.create(ports.store, job, job);
  await enqueueJob(ports, job);
}

/** Retryable while nodes remain: the queue then delivers the task again. */
export async function embedRepository(
  ports: Pick<Ports, 'gateway' | 'graph' | 'settings' | 'store'>,
  job: Job,
  beat: ProgressHeartbeat,
): Promise<Indexed> {
  const repoId = repoIdOf(job.owner, job.repo_name);
  const gone = new AppError('not_found', 'The repository is no longer in the graph');
  if (!(await repositoryStands(ports.store, job.repo_key))) throw gone;
  const model = ports.settings.embeddingModel;
  const { remaining, failure } = await embedNodes(ports, {
    repoId,
    model,
    budgetMs: TASK_MS,
    signal: beat.signal,
    onProgress: (progress) => beat.report(progress),
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
