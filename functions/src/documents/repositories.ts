/**
 * Repositories as they are stored, and which of them questions of the graph leave out.
 *
 *     repositories/4f…       { owner: "ada", repo_name: "engine", ingestion_status: "ingested", active_job_id: null, … }
 *     hidden/repositories    { repo_ids: ["ada/gone"] }
 */
import { z } from 'zod';
import { repositorySchema } from '../model/repositories.ts';
import type { RepositoryRecord } from '../model/repositories.ts';
import type { StorePort } from '../ports.ts';
import { collection, NOBODYS } from './collection.ts';

export const repositories = collection('repositories/{repo_key}', repositorySchema, {
  kept: 'until the repository is deleted; it goes last, since it says what is to be deleted',
  tenant: { of: 'repository', by: 'its own rules' },
});

/** One document, since every question reads it; it holds what is being deleted at this moment. */
export const hidden = collection('hidden/{which}', z.object({ repo_ids: z.array(z.string()) }), {
  kept: 'for ever: one small document',
  tenant: NOBODYS,
});
export const HIDDEN_REPOSITORIES = { which: 'repositories' };

/** Whether a repository is stored and not being deleted. */
export function isStanding(record: RepositoryRecord | undefined): record is RepositoryRecord {
  return record !== undefined && record.deleting !== true;
}

/**
 * Whoever writes below a repository's document asks this in the same transaction: the deletion is one transaction too, so
 * nothing is written behind it, and the purge that follows finds all there is.
 */
export async function repositoryStands(from: Pick<StorePort, 'get'>, repoKey: string): Promise<boolean> {
  return isStanding(await repositories.get(from, { repo_key: repoKey }));
}
