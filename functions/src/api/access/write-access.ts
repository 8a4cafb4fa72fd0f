/**
 * Who may change what is indexed (embed, delete): the user who indexed the repository, and whoever may push to it on the
 * platform, which is asked with the caller's own token.
 */
import { platformTokenOf, type TokenPorts } from '../../jobs/snapshots/platform-token.ts';
import { AppError } from '../../model/errors.ts';
import { repoIdOf } from '../../model/ids.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import type { Ports } from '../../ports.ts';
import { noteGrant } from './access.ts';

export type WritePorts = TokenPorts & Pick<Ports, 'scm'>;

/**
 * `record` is one that the caller may read (readableRepository). `forbidden` without the right; `not_found` when the
 * platform no longer shows the repository to the caller, which is noted.
 */
export async function requireWriteAccess(ports: WritePorts, uid: string, record: RepositoryRecord): Promise<void> {
  if (record.indexed_by === uid) return;
  const { owner, repo_name: name } = record;
  const denied = new AppError('forbidden', 'This needs push permission, or to have indexed the repository');
  const token = await platformTokenOf(ports, uid);
  if (token === undefined) throw denied;
  try {
    const { canPush } = await ports.scm.repository(token, owner, name);
    if (!canPush) throw denied;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    // Indexed and public: it is there for everybody, whatever the platform shows by now.
    if (!record.private) throw denied;
    await noteGrant(ports, uid, repoIdOf(owner, name), false);
    throw new AppError('not_found', `Repository ${owner}/${name} is not indexed`, { cause: error });
  }
}
