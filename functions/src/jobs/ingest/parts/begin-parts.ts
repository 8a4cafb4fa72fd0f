/**
 * Divides the resolution of a repository that is too much for one task: into parts, whose files are resolved together, and
 * rounds, in each of which every part is a task (jobs/ingest/shards/ has the tasks' leases). Between two rounds a task of the
 * job looks whether anything changed that parts say of each other.
 *
 *     round 0    what each part's files provide by their own text
 *     round 1    their edges, by what is known of the others so far
 *     round 2…   files that depend on what came or went since, of the parts that have one, until none has
 */
import type { Job, Shard, Sharding } from '../../../documents/jobs.ts';
import { shards } from '../../../documents/jobs.ts';
import { readSteps } from '../../../graph/parts/steps.ts';
import { beginParts, readKnown, readRests } from '../../../graph/parts/stored-parts.ts';
import { AppError } from '../../../model/errors.ts';
import type { Ports } from '../../../ports.ts';
import { areAmong, stepsUnknownTo } from '../../../resolve/parts/changed-keys.ts';
import { weightOf } from '../../../resolve/parts/resolve-open.ts';
import type { Unresolved } from '../../sync/sync.ts';
import { divide, isWithin, UNTOUCHED } from '../shards/sharding.ts';
import { shardsFence } from '../shards/shards-fence.ts';
import { enqueueShards, storeShards } from '../shards/split-job.ts';

export type PartsPorts = Pick<Ports, 'clock' | 'graph' | 'queue' | 'settings' | 'store'>;

/**
 * What a task may hold is this often what its part is: the rest are files of others that it needs. Larger parts need fewer of
 * them in all, and a part that needs more than it may hold is done by halves.
 */
const HELD_PER_PART = 3;

/** More than any repository needs. */
const MOST_ROUNDS = 30;

/** Makes tasks of the parts, for what one task left unresolved. `branch`: as the graph will name it. */
export async function divideResolution(
  ports: PartsPorts,
  job: Job,
  unresolved: Unresolved,
  branch: string,
): Promise<void> {
  const { commit, fence, files, manifests, reused, versions } = unresolved;
  const weights = files.map(({ path, lines }) => ({ path, size: weightOf(lines) }));
  const ranges = divide(weights, { files: 0, bytes: Math.max(1, ports.settings.resolveFiles / HELD_PER_PART) });
  const parts = ranges.map((range) => files.filter(({ path }) => isWithin(path, range)));
  await beginParts(shardsFence(ports.graph, job, unresolved), { manifests, versions, parts });
  const counts = { shards: ranges.length, done: 0, files: files.length, files_done: 0 };
  const sharding: Sharding = { commit, branch, fence, ...counts, reused, round: 0 };
  await enqueueShards(ports, await storeShards(ports, job, ranges, sharding));
}

/** Parts with a file that may depend on what came or went since the part was looked at. */
async function dueParts({ graph }: PartsPorts, repoId: string): Promise<Set<number>> {
  const known = await readKnown(graph, repoId);
  const steps = await readSteps(graph, repoId, Math.min(...Array.from(known.values(), (knows = 0) => knows)));
  const due = new Set<number>();
  for (const [part, knows] of known) {
    const unknown = stepsUnknownTo(part, knows ?? 0, steps);
    const isDue = unknown.length > 0 && areAmong(unknown, await readRests(graph, repoId, part));
    if (knows === undefined || isDue) due.add(part);
  }
  return due;
}

/** True when another round is at work, or about to be; false when no file depends on what the last one changed. */
export async function nextRound(ports: PartsPorts, job: Job, sharding: Sharding): Promise<boolean> {
  const { round = 0 } = sharding;
  const { repoId } = shardsFence(ports.graph, job, sharding);
  const due = await dueParts(ports, repoId);
  if (due.size === 0) return false;
  if (round >= MOST_ROUNDS) {
    throw new AppError(
      'internal',
      `What parts of the repository say of each other still changes after ${round} rounds`,
    );
  }
  const parts: [number, Shard][] = [];
  for await (const page of shards.pages(ports.store, job))
    for (const { doc, id } of page) parts.push([Number(id), doc]);
  const next = parts
    .sort(([a], [b]) => a - b)
    .map(([part, shard]): Shard => {
      const open = { ...shard, ...UNTOUCHED };
      return due.has(part) ? open : { ...open, status: 'done', done: shard.files };
    });
  const spared = next.filter(({ status }) => status === 'done');
  const counts = { done: spared.length, files_done: spared.reduce((sum, { files }) => sum + files, 0) };
  await enqueueShards(ports, await storeShards(ports, job, next, { ...sharding, ...counts, round: round + 1 }));
  return true;
}
