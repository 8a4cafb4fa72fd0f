/** The work of one shard: the files of its range that the graph does not hold as they are, extracted and written. */
import { ownerAndName } from '../../../documents/jobs.ts';
import { readFileStates } from '../../../graph/file-states.ts';
import type { Ports } from '../../../ports.ts';
import { openCommit } from '../../snapshots/open-commit.ts';
import type { CommitSnapshot } from '../../snapshots/open-commit.ts';
import { targetOf } from '../../snapshots/target.ts';
import { codeVersions, fileVersion } from '../../sync/code-versions.ts';
import { readChangedFiles } from '../../sync/files.ts';
import { planSync } from '../../sync/plan.ts';
import { openSources } from '../../sync/sources.ts';
import type { OpenSources } from '../../sync/sources.ts';
import { isWithin } from './sharding.ts';
import { shardsFence } from './shards-fence.ts';
import type { TakenShard } from './states.ts';

/** `done` is told how many files of the shard are in the graph. */
export async function writeShard(
  ports: Ports,
  taken: TakenShard,
  signal: AbortSignal,
  done: (files: number) => void,
): Promise<void> {
  const { job, sharding } = taken;
  const { token } = await targetOf(ports, job);
  const { commit, branch } = sharding;
  const snapshot = await openCommit(ports.scm, { token, ...ownerAndName(job), commit, branch, signal });
  try {
    const sources = await openSources(snapshot);
    try {
      await writeFiles(ports, taken, { snapshot, sources }, signal, done);
    } finally {
      await sources.close();
    }
  } finally {
    await snapshot.close();
  }
}

async function writeFiles(
  { graph, settings }: Ports,
  { job, sharding, shard }: TakenShard,
  { snapshot, sources }: { snapshot: CommitSnapshot; sources: OpenSources },
  signal: AbortSignal,
  done: (files: number) => void,
): Promise<void> {
  const fence = shardsFence(graph, job, sharding);
  const { repoId } = fence;
  const range = snapshot.entries.filter(({ path }) => isWithin(path, shard));
  const paths = range.map(({ path }) => path);
  const states = await readFileStates(graph, repoId, paths);
  const versions = codeVersions();
  const versionOf = (language: string) => fileVersion(versions, language);
  const { changed } = planSync(range, states, versionOf, (entry) => sources.reasonToSkip(entry));
  const before = Math.max(0, shard.files - changed.length);
  done(before);
  await snapshot.fetch({ files: changed, texts: [] }, settings.maxCloneBytes);
  const { written } = await readChangedFiles({
    fence,
    repoId,
    snapshot,
    sources,
    versionOf,
    states,
    changed,
    signal,
    onProgress: (progress) => done(Math.min(shard.files, before + progress.done)),
  });
  await written;
}
