/**
 * Who may read what. Public repositories are everyone's; a private one is a user's when the user's own platform token
 * has shown it: `users/{uid}/grants/private` holds the ids of those, replaced as a whole by every repository list (what
 * the list no longer shows is withdrawn) and extended by an ingestion.
 */
import { hidden, HIDDEN_REPOSITORIES, isStanding, repositories } from '../../documents/repositories.ts';
import { grants, loginOf, privateGrants } from '../../documents/users.ts';
import { writeAudit } from '../../jobs/work/audit.ts';
import { AppError } from '../../model/errors.ts';
import { repoIdOf } from '../../model/ids.ts';
import { repoKeyOf } from '../../model/repositories.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import type { Identity, Ports, ScmRepository } from '../../ports.ts';

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

function keyOfId(repoId: string): string {
  const slash = repoId.lastIndexOf('/');
  return repoKeyOf(repoId.slice(0, slash), repoId.slice(slash + 1));
}

/** Who asks. */
export type Caller = Pick<Identity, 'uid' | 'withoutPrivate'>;

export async function accessOfUser({ store }: AccessPorts, { uid, withoutPrivate }: Caller): Promise<Access> {
  const [granted, left] = await Promise.all([
    grants.get(store, privateGrants(uid)),
    hidden.get(store, HIDDEN_REPOSITORIES),
  ]);
  const privateRepoIds = withoutPrivate === true ? [] : (granted?.repo_ids ?? []);
  const hiddenRepoIds = left?.repo_ids ?? [];
  return { uid, privateRepoIds, privateKeys: new Set(privateRepoIds.map(keyOfId)), hiddenRepoIds };
}

/** What the platform listed to the user's token just now becomes all that the user may read of private repositories. */
export async function refreshGrants(ports: AccessPorts, uid: string, listed: readonly ScmRepository[]): Promise<void> {
  const ids = listed.filter((repository) => repository.private).map(({ owner, name }) => repoIdOf(owner, name));
  const now = ports.clock.now().toISOString();
  await grants.set(ports.store, privateGrants(uid), { repo_ids: ids.sort(), refreshed_at: now });
}

/**
 * Notes what one answer of the platform showed to the user's token: read access to a private repository, or (`shown`
 * false) that there is none any more.
 */
export async function noteGrant(ports: AccessPorts, uid: string, repoId: string, shown: boolean): Promise<void> {
  const key = keyOfId(repoId);
  await ports.store.transaction(async (tx) => {
    const [granted, actor, record] = [
      await grants.get(tx, privateGrants(uid)),
      await loginOf(tx, uid),
      await repositories.get(tx, { repo_key: key }),
    ];
    const before = granted?.repo_ids ?? [];
    const others = before.filter((id) => keyOfId(id) !== key);
    const after = shown ? [...others, repoId].sort() : others;
    if (after.join('\n') === before.join('\n')) return;
    const now = ports.clock.now().toISOString();
    grants.set(tx, privateGrants(uid), { ...granted, repo_ids: after, refreshed_at: now });
    const action = shown ? ('access_granted' as const) : ('access_withdrawn' as const);
    if (isStanding(record)) writeAudit(tx, key, { actor, action }, ports.clock.now());
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
  const record = await repositories.get(ports.store, { repo_key: repoKey });
  if (record === undefined || !mayRead(access, record, repoKey)) {
    throw new AppError('not_found', `Repository ${owner}/${name} is not indexed`);
  }
  return record;
}

/** The key of a repository that the user may read, below which its reviews are stored; else `not_found`. */
export async function readableKey(ports: AccessPorts, caller: Caller, owner: string, name: string): Promise<string> {
  await readableRepository(ports, await accessOfUser(ports, caller), owner, name);
  return repoKeyOf(owner, name);
}
