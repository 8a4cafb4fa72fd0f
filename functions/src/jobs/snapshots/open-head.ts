/**
 * The newest commit of a job's branch, with its files readable. An ingestion clones. An update asks the platform for the
 * commit's tree, compares it with what the graph was made from, and fetches only the blobs that are new, as long as they
 * are few; otherwise it clones as well. A pack above the limit is not taken: the platform's archive is, as it comes.
 *
 *     head, tree, 2 blobs: 4 requests          instead of          a pack of 40 MB
 */
import { readFileStates } from '../../graph/file-states.ts';
import { readStoredManifests } from '../../graph/stored-manifests.ts';
import { AppError } from '../../model/errors.ts';
import { repoIdOf } from '../../model/ids.ts';
import { repositoryPath, repositorySchema } from '../../model/repositories.ts';
import type { Ports, Snapshot, TreeEntry } from '../../ports.ts';
import { openArchiveSnapshot } from './archive-snapshot.ts';
import { codeVersions, fileVersion } from '../sync/code-versions.ts';
import { MOST_BLOBS, openCommit } from './open-commit.ts';
import { isUpdate, ownerAndName } from '../ingest/job.ts';
import type { Job } from '../ingest/job.ts';
import type { Lease } from '../work/lease.ts';
import { openPlatformSnapshot } from './platform-snapshot.ts';
import type { PlatformSnapshot } from './platform-snapshot.ts';
import { platformTokenOf, userPath } from './platform-token.ts';
import { repositoryToken } from './repository-token.ts';
import type { Sharding } from '../ingest/shards/sharding.ts';
import { openSources } from '../sync/sources.ts';
import type { OpenSources } from '../sync/sources.ts';
import { planSync } from '../sync/plan.ts';

export type HeadPorts = Pick<Ports, 'git' | 'graph' | 'scm' | 'secretBox' | 'settings' | 'store'>;

export interface Head {
  snapshot: Snapshot;
  sources: OpenSources;
  /** As the graph will name it. */
  branch: string;
  close(): Promise<void>;
}

/**
 * The requester's own token, which has shown access when the job was made; without one that opens (the key was rotated
 * out) a token of the requester's installation.
 */
async function requesterToken(ports: HeadPorts, job: Job): Promise<string> {
  const own = await platformTokenOf(ports, job.requested_by);
  if (own !== undefined) return own;
  const installation = (await ports.store.get(userPath(job.requested_by)))?.['scmInstallationId'];
  if (typeof installation === 'number') return (await ports.scm.installationToken(installation)).token;
  throw new AppError('bad_request', 'No platform access token is stored for the user who asked for this: log in again');
}

/** `branch` undefined: the default one, whose name may have changed since the job was made. */
async function cloneHead(
  ports: HeadPorts,
  job: Job,
  lease: Lease,
  { token, branch }: { token: string; branch: string | undefined },
): Promise<Head> {
  const { owner, repo_name: name } = job;
  let snapshot: Snapshot;
  try {
    snapshot = await ports.git.clone({
      url: ports.scm.cloneUrl(owner, name),
      branch,
      token,
      onProgress: (_, done, total) => lease.report({ phase: 'clone', done, total }),
      signal: lease.signal,
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_large') throw error;
    snapshot = await openArchiveSnapshot({
      scm: ports.scm,
      token,
      owner,
      name,
      branch: branch ?? (await ports.scm.repository(token, owner, name)).defaultBranch,
      maxBytes: ports.settings.maxCloneBytes,
      signal: lease.signal,
      onProgress: (done, total) => lease.report({ phase: 'archive', done, total }),
    });
  }
  return withSources(snapshot, snapshot.branch ?? job.target_branch);
}

async function withSources(snapshot: Snapshot, branch: string): Promise<Head> {
  const closing = async (sources?: OpenSources) => {
    await sources?.close();
    await snapshot.close();
  };
  try {
    const sources = await openSources(snapshot);
    return { snapshot, sources, branch, close: () => closing(sources) };
  } catch (error) {
    await closing();
    throw error;
  }
}

/** What a sync to this snapshot will read. */
async function blobsToRead(ports: HeadPorts, job: Job, { snapshot, sources }: Head): Promise<TreeEntry[]> {
  const states = await readFileStates(ports.graph, repoIdOf(job.owner, job.repo_name));
  const versions = codeVersions();
  const versionOf = (language: string) => fileVersion(versions, language);
  const plan = planSync(snapshot.entries, states, versionOf, (entry) => sources.reasonToSkip(entry));
  const kept = await readStoredManifests(ports.graph, repoIdOf(job.owner, job.repo_name));
  const manifests = snapshot.entries.filter((entry) => sources.isManifest(entry) && !kept.has(entry.oid));
  return [...plan.changed, ...manifests];
}

/** undefined when the change is too large for this, or the platform does not list the tree. */
async function fetchHead(ports: HeadPorts, job: Job, lease: Lease, token: string, branch: string) {
  const { owner, repo_name: name } = job;
  let snapshot: PlatformSnapshot | undefined;
  try {
    snapshot = await openPlatformSnapshot({ scm: ports.scm, token, owner, name, branch, signal: lease.signal });
  } catch (error) {
    // An empty repository, a branch that is gone, a host without this API: the clone knows which, and says so.
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
  if (snapshot === undefined) return undefined;
  const head = await withSources(snapshot, branch);
  try {
    const blobs = new Set((await blobsToRead(ports, job, head)).map(({ oid }) => oid));
    if (blobs.size <= MOST_BLOBS) {
      snapshot.fetch(blobs);
      return head;
    }
  } catch (error) {
    await head.close();
    throw error;
  }
  await head.close();
  return undefined;
}

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
  const doc = await ports.store.get(repositoryPath(job.repo_key));
  if (doc === undefined) throw new AppError('not_found', 'The repository is no longer indexed');
  const record = repositorySchema.parse(doc);
  // Not the job's own: an ingestion before it may have changed what the graph holds.
  const branch = record.branch ?? job.target_branch;
  return { token: await repositoryToken(ports, record), branch, files: record.files };
}

/** The commit that a divided job is for. */
async function openDivided(ports: HeadPorts, job: Job, lease: Lease, token: string, sharding: Sharding): Promise<Head> {
  const { commit, branch } = sharding;
  const snapshot = await openCommit(ports.scm, { token, ...ownerAndName(job), commit, branch, signal: lease.signal });
  const head = await withSources(snapshot, branch);
  try {
    await snapshot.fetch(await blobsToRead(ports, job, head), ports.settings.maxCloneBytes);
    return head;
  } catch (error) {
    await head.close();
    throw error;
  }
}

/** Failures are AppErrors as git, graph and platform give them. */
export async function openHead(ports: HeadPorts, job: Job, lease: Lease): Promise<Head> {
  const { token, branch } = await targetOf(ports, job);
  if (job.sharding != null) return openDivided(ports, job, lease, token, job.sharding);
  const fetched = isUpdate(job) && branch !== undefined ? await fetchHead(ports, job, lease, token, branch) : undefined;
  return fetched ?? cloneHead(ports, job, lease, { token, branch });
}
