/**
 * The newest commit of a job's branch, with its files readable. An ingestion clones. An update asks the platform for the
 * commit's tree, compares it with what the graph was made from, and fetches only the blobs that are new, as long as they
 * are few; otherwise it clones as well. A pack above the limit is not taken: the platform's archive is, as it comes.
 *
 *     head, tree, 2 blobs: 4 requests          instead of          a pack of 40 MB
 */
import { isUpdate, ownerAndName } from '../../documents/jobs.ts';
import type { Job, Sharding } from '../../documents/jobs.ts';
import { readRepository } from '../../graph/repository.ts';
import { readStoredManifests } from '../../graph/stored-manifests.ts';
import { AppError } from '../../model/errors.ts';
import { repoIdOf } from '../../model/ids.ts';
import type { Snapshot } from '../../ports.ts';
import { textsMissing } from '../sync/text-files.ts';
import { codeVersions, fileVersion } from '../sync/code-versions.ts';
import type { FilesReader } from '../sync/known-files.ts';
import { planSync } from '../sync/plan.ts';
import { openSources } from '../sync/sources.ts';
import type { OpenSources } from '../sync/sources.ts';
import type { ProgressHeartbeat } from '../work/heartbeat.ts';
import { openArchiveSnapshot, type ArchiveAsk } from './archive-snapshot.ts';
import { MOST_BLOBS, openCommit } from './open-commit.ts';
import type { OpenTree, PlatformSnapshot } from './platform-snapshot.ts';
import { targetOf } from './target.ts';
import type { HeadPorts } from './target.ts';

/** What has been asked for a job, and need not be asked again. */
export interface JobReaders {
  openTree: OpenTree;
  readFiles: FilesReader;
}

export interface Head {
  snapshot: Snapshot;
  sources: OpenSources;
  /** As the graph will name it. */
  branch: string;
  close(): Promise<void>;
}

/** `branch` undefined: the default one, whose name may have changed since the job was made. */
async function cloneHead(
  ports: HeadPorts,
  job: Job,
  beat: ProgressHeartbeat,
  { token, branch }: { token: string; branch: string | undefined },
): Promise<Head> {
  const { owner, repo_name: name } = job;
  let snapshot: Snapshot;
  try {
    snapshot = await ports.git.clone({
      url: ports.scm.cloneUrl(owner, name),
      branch,
      token,
      onProgress: (_, done, total) => beat.report({ phase: 'clone', done, total }),
      signal: beat.signal,
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
      signal: beat.signal,
      onProgress: (done, total) => beat.report({ phase: 'archive', done, total }),
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
async function blobsToRead(
  ports: HeadPorts,
  job: Job,
  { readFiles }: Pick<JobReaders, 'readFiles'>,
  { snapshot, sources }: Head,
): Promise<ArchiveAsk> {
  const { states } = await readFiles(await readRepository(ports.graph, repoIdOf(job.owner, job.repo_name)));
  const versions = codeVersions();
  const versionOf = (language: string) => fileVersion(versions, language);
  const plan = planSync(snapshot.entries, states, versionOf, (entry) => sources.reasonToSkip(entry));
  const kept = await readStoredManifests(ports.graph, repoIdOf(job.owner, job.repo_name));
  const manifests = snapshot.entries.filter((entry) => sources.isManifest(entry) && !kept.has(entry.oid));
  const texts = await textsMissing(ports.graph, repoIdOf(job.owner, job.repo_name), snapshot.entries, (entry) =>
    sources.reasonToSkip(entry),
  );
  return { files: [...plan.changed, ...manifests], texts };
}

/** undefined when the change is too large for this, or the platform does not list the tree. */
async function fetchHead(
  ports: HeadPorts,
  job: Job,
  beat: ProgressHeartbeat,
  readers: JobReaders,
  { token, branch }: { token: string; branch: string },
) {
  const { owner, repo_name: name } = job;
  let snapshot: PlatformSnapshot | undefined;
  try {
    snapshot = await readers.openTree({ scm: ports.scm, token, owner, name, branch, signal: beat.signal });
  } catch (error) {
    // An empty repository, a branch that is gone, or a host without this API: the clone finds out which, and says so.
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
  if (snapshot === undefined) return undefined;
  const head = await withSources(snapshot, branch);
  try {
    const { files, texts } = await blobsToRead(ports, job, readers, head);
    const blobs = new Set([...files, ...texts].map(({ oid }) => oid));
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

/** The commit that a divided job is for. */
async function openDivided(
  ports: HeadPorts,
  job: Job,
  beat: ProgressHeartbeat,
  readers: JobReaders,
  { token, sharding }: { token: string; sharding: Sharding },
): Promise<Head> {
  const { commit, branch } = sharding;
  const snapshot = await openCommit(ports.scm, { token, ...ownerAndName(job), commit, branch, signal: beat.signal });
  const head = await withSources(snapshot, branch);
  try {
    await snapshot.fetch(await blobsToRead(ports, job, readers, head), ports.settings.maxCloneBytes);
    return head;
  } catch (error) {
    await head.close();
    throw error;
  }
}

/** Failures are AppErrors as git, graph and platform give them. */
export async function openHead(
  ports: HeadPorts,
  job: Job,
  beat: ProgressHeartbeat,
  readers: JobReaders,
): Promise<Head> {
  const { token, branch } = await targetOf(ports, job);
  const { sharding } = job;
  if (sharding != null) return openDivided(ports, job, beat, readers, { token, sharding });
  const fetched =
    isUpdate(job) && branch !== undefined ? await fetchHead(ports, job, beat, readers, { token, branch }) : undefined;
  return fetched ?? cloneHead(ports, job, beat, { token, branch });
}
