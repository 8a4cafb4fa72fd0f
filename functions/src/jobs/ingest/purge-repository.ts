/**
 * Removes what a deleted repository left: its graph (facts, text and vectors with it), its events, figures, pull
 * requests with runs and issues, and its jobs; the record goes last. Every step can be repeated and the record says what
 * is to be done until all is, so a purge that died is continued by simply purging again: by the queue's next delivery,
 * by the sweeper, or by the worker of a new ingestion, which waits for the purge by doing it.
 *
 * Nothing can come back behind it. Workers in the graph lose it to the purge's fence, and check that their job still
 * stands after they took a fence of their own (jobs/sync/take-repository.ts); an event's trigger reads the event, which goes before figures.
 */
import { jobs, shards } from '../../documents/jobs.ts';
import { hidden, HIDDEN_REPOSITORIES, repositories } from '../../documents/repositories.ts';
import { pullRequests } from '../../documents/reviews.ts';
import { deleteDocumentsOf } from '../../documents/tenants.ts';
import { deleteRepository } from '../../graph/repository.ts';
import type { RepositoryDeletion, RepositoryRecord } from '../../model/repositories.ts';
import type { Ports } from '../../ports.ts';
import { enqueuePurge, hiddenWith } from './delete-repository.ts';
import type { DeletePorts } from './delete-repository.ts';

export type PurgePorts = Pick<Ports, 'store' | 'graph'>;

/** Repositories looked at in one sweep. */
const BATCH = 50;
/** A purge that has been going for less is probably still going; another one would only repeat its work. */
const SWEEP_MS = 5 * 60_000;

/** What is to be deleted of a repository that is being deleted. */
function deletionOf(record: RepositoryRecord | undefined): RepositoryDeletion | undefined {
  return record?.deleting === true ? record.deletion : undefined;
}

/** Those that the deletion ended stay until they expire; younger ones are of an ingestion that came after it. */
async function deleteJobs(store: Ports['store'], repoKey: string, deletion: RepositoryDeletion): Promise<void> {
  for await (const page of jobs.readablePages(store, {}, [['repo_key', '==', repoKey]])) {
    for (const { id, doc } of page) if (doc?.sharding != null) await shards.deleteAll(store, { job_id: id });
    const old = page.filter(
      ({ id, doc }) => (doc?.created_at ?? '') <= deletion.requested_at && !deletion.ended_jobs.includes(id),
    );
    if (old.length === 0) continue;
    await store.transaction(async (tx) => {
      for (const { id } of old) jobs.delete(tx, { job_id: id });
    });
  }
}

/** The record: gone, or free for the ingestion that was asked for meanwhile. */
async function conclude(store: Ports['store'], repoKey: string): Promise<void> {
  await store.transaction(async (tx) => {
    const found = await repositories.get(tx, { repo_key: repoKey });
    if (found === undefined || deletionOf(found) === undefined) return;
    const before = await hidden.get(tx, HIDDEN_REPOSITORIES);
    const { deleting: _, deletion, ...record } = found;
    hidden.set(tx, HIDDEN_REPOSITORIES, hiddenWith(before, deletion?.repo_id ?? '', false));
    if (record.active_job_id === null) repositories.delete(tx, { repo_key: repoKey });
    else repositories.set(tx, { repo_key: repoKey }, record);
  });
}

/** False when the repository is not being deleted (any more). */
export async function purgeRepository({ store, graph }: PurgePorts, repoKey: string): Promise<boolean> {
  const deletion = deletionOf(await repositories.get(store, { repo_key: repoKey }));
  if (deletion === undefined) return false;
  await deleteRepository(graph, deletion.repo_id);
  await deleteDocumentsOf(store, 'repository', repoKey);
  await deleteJobs(store, repoKey, deletion);
  // Once more: a worker may have stored a step of its run between our reading of the runs and their removal.
  await pullRequests.deleteAll(store, { repo_key: repoKey });
  await conclude(store, repoKey);
  return true;
}

/** Enqueues purges that should have ended by now; the number of tasks made. */
export async function sweepDeletions(ports: DeletePorts): Promise<number> {
  const now = ports.clock.now().getTime();
  const where: [['deleting', '==', boolean]] = [['deleting', '==', true]];
  let enqueued = 0;
  for (const { id, doc } of await repositories.query(ports.store, {}, { where, limit: BATCH })) {
    const deletion = deletionOf(doc);
    const age = deletion === undefined ? 0 : now - Date.parse(deletion.requested_at);
    const attempt = Math.floor(age / SWEEP_MS);
    if (deletion !== undefined && attempt > 0 && (await enqueuePurge(ports, id, deletion, attempt))) enqueued += 1;
  }
  return enqueued;
}
