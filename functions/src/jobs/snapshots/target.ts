/** What of a job's repository is read, and by which token. */
import { isUpdate } from '../../documents/jobs.ts';
import type { Job } from '../../documents/jobs.ts';
import { repositories } from '../../documents/repositories.ts';
import { users } from '../../documents/users.ts';
import { AppError } from '../../model/errors.ts';
import type { Ports } from '../../ports.ts';
import { platformTokenOf } from './platform-token.ts';
import { repositoryToken } from './repository-token.ts';

export type HeadPorts = Pick<Ports, 'clock' | 'git' | 'graph' | 'scm' | 'secretBox' | 'settings' | 'signIn' | 'store'>;

export interface Target {
  /** Reads the repository. */
  token: string;
  /** undefined: the default one, as it is called today. */
  branch: string | undefined;
  /** Source files that the graph holds, for an update. */
  files?: number;
}

export async function targetOf(ports: HeadPorts, job: Job): Promise<Target> {
  if (!isUpdate(job)) return { token: await requesterToken(ports, job), branch: job.branch ?? undefined };
  const record = await repositories.get(ports.store, job);
  if (record === undefined) throw new AppError('not_found', 'The repository is no longer indexed');
  // Not the job's own: an ingestion before it may have changed what the graph holds.
  const branch = record.branch ?? job.target_branch;
  return { token: await repositoryToken(ports, record), branch, files: record.files };
}

/**
 * The requester's own token, which has shown access when the job was made; without one that opens (the key was rotated
 * out) a token of the requester's installation.
 */
async function requesterToken(ports: HeadPorts, job: Job): Promise<string> {
  const own = await platformTokenOf(ports, job.requested_by);
  if (own !== undefined) return own;
  const installation = (await users.get(ports.store, { uid: job.requested_by }))?.scmInstallationId ?? null;
  if (installation !== null) return (await ports.scm.installationToken(installation)).token;
  throw new AppError('bad_request', 'No platform access token is stored for the user who asked for this: log in again');
}
