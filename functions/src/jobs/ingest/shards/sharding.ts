/**
 * How a repository that is too much for one task is divided: into ranges of paths, each of which a task of its own
 * extracts and writes. A range says what belongs to it, so nothing else has to be stored of its files, and any number of
 * workers would agree on them.
 *
 *     jobs/{id}             { sharding: { commit: '5c1b…', fence: 1764…, shards: 2, done: 1, files: 11000, … } }
 *     jobs/{id}/shards/0    { from: null,      to: 'src/m.py', files: 5500, done: 5500, status: 'done' }
 *     jobs/{id}/shards/1    { from: 'src/m.py', to: null,      files: 5500, done: 1200, status: 'open', lease_holder: … }
 */
import type { Shard } from '../../../documents/jobs.ts';
import type { TreeEntry } from '../../../ports.ts';

/** One transaction makes them all. */
const MOST_SHARDS = 400;

/** 0 = no limit. */
export interface ShardLimits {
  files: number;
  bytes: number;
}

function share(count: number, limit: number): number {
  return limit <= 0 ? 0 : count / limit;
}

/** Whether one task should not take all of these files. */
export function exceeds(files: readonly Pick<TreeEntry, 'size'>[], limits: ShardLimits): boolean {
  return share(files.length, limits.files) > 1 || share(bytesOf(files), limits.bytes) > 1;
}

function bytesOf(files: readonly Pick<TreeEntry, 'size'>[]): number {
  return files.reduce((sum, { size = 0 }) => sum + size, 0);
}

/**
 * Ranges of about the same work, none above the limits unless there would be too many. Neighbours stay together: an
 * archive is in the order of paths, so a shard need not read it behind its own.
 */
export function divide(files: readonly Pick<TreeEntry, 'path' | 'size'>[], limits: ShardLimits): Shard[] {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const bytes = bytesOf(sorted);
  const wanted = Math.max(share(sorted.length, limits.files), share(bytes, limits.bytes));
  const count = Math.min(MOST_SHARDS, Math.max(1, Math.ceil(wanted)));
  // A file costs by its bytes and something for itself.
  const weightOf = ({ size = 0 }: Pick<TreeEntry, 'size'>) =>
    1 / Math.max(1, sorted.length) + size / Math.max(1, bytes);
  const whole = sorted.reduce((sum, entry) => sum + weightOf(entry), 0);
  const shards: Shard[] = [];
  let weight = 0;
  for (const entry of sorted) {
    if (shards.length === 0) shards.push(shardFrom(null));
    else if (weight >= (whole * shards.length) / count && shards.length < count) {
      const last = shards.at(-1);
      if (last !== undefined) last.to = entry.path;
      shards.push(shardFrom(entry.path));
    }
    const last = shards.at(-1);
    if (last !== undefined) last.files += 1;
    weight += weightOf(entry);
  }
  return shards;
}

/** What a shard says before any worker has taken it. */
export const UNTOUCHED = {
  done: 0,
  status: 'open',
  attempts: 0,
  lease_holder: null,
  lease_expires_at: null,
} as const satisfies Partial<Shard>;

function shardFrom(from: string | null): Shard {
  return { from, to: null, files: 0, ...UNTOUCHED };
}

export function isWithin(path: string, { from, to }: Pick<Shard, 'from' | 'to'>): boolean {
  return (from === null || path >= from) && (to === null || path < to);
}
