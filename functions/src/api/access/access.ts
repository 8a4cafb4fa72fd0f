/**
 * Who may read what. Public repositories are everyone's; a private one is a user's when the user's own platform token
 * has shown it: `users/{uid}/grants/private` holds the ids of those, replaced as a whole by every repository list (what
 * the list no longer shows is withdrawn) and extended by an ingestion.
 *
 *     { repo_ids: ["ada/engine", "ada/notes"], refreshed_at: "2026-11-27T10:00:00.000Z" }
 *
 * One document and not one per repository: every query reads it, and it holds some 20,000 ids.
 */
import { AppError } from '../../model/errors.ts';
import { repoIdOf } from '../../model/ids.ts';
import { HIDDEN_REPOSITORIES_PATH, repoKeyOf, repositoryPath, repositorySchema } from '../../model/repositories.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import type { Doc, Ports, ScmRepository } from '../../ports.ts';

export type AccessPorts = Pick<Ports, 'store' | 'clock'>;

export interface Access {
  uid: string;
  /** `owner/name`, as the platform spells it. */
  privateRepoIds: readonly string[];
  /** Keys of the same repositories. */
  privateKeys: ReadonlySet<string>;
  /** `owner/name` of repositories that are being deleted, whoever could read them: questions leave them out. */
  hiddenRepoIds: readonly string[];
}

function grantsPath(uid: string): string {
  return `users/${uid}/grants/private`;
}

function repoIds(doc: Doc | undefined): string[] {
  const stored = doc?.['repo_ids'];
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : [];
}

function keyOfId(repoId: string): string {
  const [owner = '', name = ''] = repoId.split('/');
  return repoKeyOf(owner, name);
}

export async function accessOfUser(ports: AccessPorts, uid: string): Promise<Access> {
  const [grants, hidden] = await ports.store.getAll([grantsPath(uid), HIDDEN_REPOSITORIES_PATH]);
  const privateRepoIds = repoIds(grants);
  return { uid, privateRepoIds, privateKeys: new Set(privateRepoIds.map(keyOfId)), hiddenRepoIds: repoIds(hidden) };
}

/** What the platform listed to the user's token just now becomes all that the user may read of private repositories. */
export async function refreshGrants(ports: AccessPorts, uid: string, listed: readonly ScmRepository[]): Promise<void> {
  const ids = listed.filter((repository) => repository.private).map(({ owner, name }) => repoIdOf(owner, name));
  await ports.store.set(grantsPath(uid), { repo_ids: ids.sort(), refreshed_at: ports.clock.now().toISOString() });
}

/**
 * Notes what one answer of the platform showed to the user's token: read access to a private repository, or (`shown`
 * false) that there is none any more.
 */
export async function noteGrant(ports: AccessPorts, uid: string, repoId: string, shown: boolean): Promise<void> {
  const key = keyOfId(repoId);
  await ports.store.transaction(async (tx) => {
    const doc = await tx.get(grantsPath(uid));
    const before = repoIds(doc);
    const others = before.filter((id) => keyOfId(id) !== key);
    const after = shown ? [...others, repoId].sort() : others;
    if (after.join('\n') === before.join('\n')) return;
    tx.set(grantsPath(uid), { ...doc, repo_ids: after, refreshed_at: ports.clock.now().toISOString() });
  });
}

export function mayRead(
  access: Access,
  record: Pick<RepositoryRecord, 'private' | 'deleting'>,
  repoKey: string,
): boolean {
  return record.deleting !== true && (!record.private || access.privateKeys.has(repoKey));
}

/** The record of a repository the user may read. `not_found` whether it is unknown or merely invisible. */
export async function readableRepository(
  ports: AccessPorts,
  access: Access,
  owner: string,
  name: string,
): Promise<RepositoryRecord> {
  const repoKey = repoKeyOf(owner, name);
  const doc = await ports.store.get(repositoryPath(repoKey));
  const record = doc === undefined ? undefined : repositorySchema.parse(doc);
  if (record === undefined || !mayRead(access, record, repoKey)) {
    throw new AppError('not_found', `Repository ${owner}/${name} is not indexed`);
  }
  return record;
}
