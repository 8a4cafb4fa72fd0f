/**
 * Whether a repository is there for those who write below its document. Whatever is written of a pull request or a run
 * asks this in its own transaction: the deletion is one transaction too, so nothing is written behind it, and the purge
 * that follows finds all there is.
 */
import { repositoryPath } from '../../model/repositories.ts';
import type { StoreTransaction } from '../../ports.ts';

/** False for a repository that is not stored or is being deleted. */
export async function repositoryStands(tx: Pick<StoreTransaction, 'get'>, repoKey: string): Promise<boolean> {
  const doc = await tx.get(repositoryPath(repoKey));
  return doc !== undefined && doc['deleting'] !== true;
}
