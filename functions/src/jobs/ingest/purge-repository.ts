/**
 * Removes what a deleted repository left: its graph (facts, text and vectors with it), its events, figures, pull
 * requests with runs and issues, and its jobs; the record goes last. Every step can be repeated and the record says what
 * is to be done until all is, so a purge that died is continued by simply purging again: by the queue's next delivery,
 * by the sweeper, or by the worker of a new ingestion, which waits for the purge by doing it.
 *
 * Nothing can come back behind it. Workers in the graph lose it to the purge's fence, and check that their job still
 * stands after they took a fence of their own (sync.ts); an event's trigger reads the event, which goes before figures.
 */
import { z } from 'zod';
import { aggregatePath } from '../../analytics/day-figures.ts';
import { deleteRepository } from '../../graph/repository.ts';
import { HIDDEN_REPOSITORIES_PATH, repositoryPath, repositorySchema } from '../../model/repositories.ts';
import type { RepositoryDeletion, RepositoryRecord } from '../../model/repositories.ts';
import { pullRequestsPath } from '../../model/reviews.ts';
import type { Doc, Ports } from '../../ports.ts';
import { enqueuePurge, hiddenWith } from './delete-repository.ts';
import type { DeletePorts } from './delete-repository.ts';
import { documentPages } from '../../documents/document-pages.ts';
import { jobPath } from './job.ts';
import { shardsPath } from './shards/sharding.ts';

export type PurgePorts = Pick<Ports, 'store' | 'graph'>;

const payloadSchema = z.object({ repo_key: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/) });

/** Repositories looked at in one sweep. */
const BATCH = 50;
/** A purge that has been going for less is probably still going; another one would only repeat its work. */
const SWEEP_MS = 5 * 60_000;

function deletionOf(doc: Doc | undefined): { record: RepositoryRecord; deletion: RepositoryDeletion } | undefined {
  const record = doc === undefined ? undefined : repositorySchema.parse(doc);
  const { deletion } = record ?? {};
  return record?.deleting === true && deletion !== undefined ? { record, deletion } : undefined;
}

async function deleteAll(store: Ports['store'], paths: string[]): Promise<void> {
  if (paths.length === 0) return;
  await store.transaction(async (tx) => {
    for (const path of paths) tx.delete(path);
  });
}

async function deletePages(
  store: Ports['store'],
  collection: string,
  pages: AsyncIterable<{ id: string }[]>,
): Promise<void> {
  for await (const page of pages) {
    await deleteAll(
      store,
      page.map(({ id }) => `${collection}/${id}`),
    );
  }
}

/** Those that the deletion ended stay until they expire; younger ones are of an ingestion that came after it. */
async function deleteJobs(store: Ports['store'], repoKey: string, deletion: RepositoryDeletion): Promise<void> {
  for await (const page of documentPages(store, 'jobs', [['repo_key', '==', repoKey]])) {
    for (const { id, doc } of page) if (doc['sharding'] != null) await store.deleteTree(shardsPath(id));
    const old = page.filter(
      ({ id, doc }) => String(doc['created_at']) <= deletion.requested_at && !deletion.ended_jobs.includes(id),
    );
    await deleteAll(
      store,
      old.map(({ id }) => jobPath(id)),
    );
  }
}

/** The record: gone, or free for the ingestion that was asked for meanwhile. */
async function conclude(store: Ports['store'], repoKey: string): Promise<void> {
  await store.transaction(async (tx) => {
    const found = deletionOf(await tx.get(repositoryPath(repoKey)));
    if (found === undefined) return;
    const hidden = await tx.get(HIDDEN_REPOSITORIES_PATH);
    const { deleting: _, deletion, ...record } = found.record;
    tx.set(HIDDEN_REPOSITORIES_PATH, hiddenWith(hidden, deletion?.repo_id ?? '', false));
    if (record.active_job_id === null) tx.delete(repositoryPath(repoKey));
    else tx.set(repositoryPath(repoKey), { ...record });
  });
}

/** False when the repository is not being deleted (any more). */
export async function purgeRepository({ store, graph }: PurgePorts, repoKey: string): Promise<boolean> {
  const found = deletionOf(await store.get(repositoryPath(repoKey)));
  if (found === undefined) return false;
  const { deletion } = found;
  await deleteRepository(graph, deletion.repo_id);
  await deletePages(store, 'events', documentPages(store, 'events', [['repo_key', '==', repoKey]]));
  await store.deleteTree(aggregatePath(repoKey));
  await store.deleteTree(pullRequestsPath(repoKey));
  await deletePages(store, 'active_runs', documentPages(store, 'active_runs', [['repo_key', '==', repoKey]]));
  await deletePages(store, 'untold_runs', documentPages(store, 'untold_runs', [['repo_key', '==', repoKey]]));
  for (const limits of ['review_limits', 'reply_limits']) await store.delete(`${limits}/${repoKey}`);
  await deleteJobs(store, repoKey, deletion);
  // Once more: a worker may have stored a step of its run between our reading of the runs and their removal.
  await store.deleteTree(pullRequestsPath(repoKey));
  await conclude(store, repoKey);
  return true;
}

/** What the queue calls. */
export async function runPurgeTask(ports: PurgePorts & Pick<Ports, 'log'>, payload: unknown): Promise<boolean> {
  const parsed = payloadSchema.safeParse(payload);
  if (parsed.success) return purgeRepository(ports, parsed.data.repo_key);
  ports.log.error('A task without a repository', { payload });
  return false;
}

/** Enqueues purges that should have ended by now; the number of tasks made. */
export async function sweepDeletions(ports: DeletePorts): Promise<number> {
  const now = ports.clock.now().getTime();
  const found = await ports.store.query({
    collection: 'repositories',
    where: [['deleting', '==', true]],
    limit: BATCH,
  });
  let enqueued = 0;
  for (const { id, doc } of found) {
    const deletion = deletionOf(doc)?.deletion;
    const age = deletion === undefined ? 0 : now - Date.parse(deletion.requested_at);
    const attempt = Math.floor(age / SWEEP_MS);
    if (deletion !== undefined && attempt > 0 && (await enqueuePurge(ports, id, deletion, attempt))) enqueued += 1;
  }
  return enqueued;
}
