/** The number of the run that divided a job, under which its shards and parts write. */
import type { Job, Sharding } from '../../../documents/jobs.ts';
import { accessOf, PUBLIC_ACCESS } from '../../../graph/access.ts';
import { fenceOf, type Fence } from '../../../graph/fence.ts';
import { repoIdOf } from '../../../model/ids.ts';
import type { GraphPort } from '../../../ports.ts';

export function shardsFence(graph: GraphPort, job: Job, { fence }: Pick<Sharding, 'fence'>): Fence {
  const repoId = repoIdOf(job.owner, job.repo_name);
  return fenceOf(graph, repoId, accessOf(repoId, job.access !== PUBLIC_ACCESS), fence);
}
