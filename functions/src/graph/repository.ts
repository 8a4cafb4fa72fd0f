/**
 * The Repository node: what is indexed (commit, by which code, with which result), how much of it there is, and who may
 * see it. `complete` is false from the moment a run takes the repository over until it is done.
 */
import type { EdgeType, NodeLabel } from '../model/graph.ts';
import { keyOf } from '../model/ids.ts';
import type { GraphPort } from '../ports.ts';
import { fencedWrite, GUARD, keptPlan, takeFence, type Fence } from './fence.ts';
import { FORGET_PAST, rememberCommit } from './kept/past-files.ts';

export interface GraphCounts {
  nodes: Record<NodeLabel, number>;
  relationships: Record<EdgeType, number>;
}

export interface IndexedRepository {
  repoId: string;
  branch: string | null;
  commit: string;
  access: string;
  /** False while a run is under way or after one died. */
  complete: boolean;
  /** Number of the last run. */
  fence: number;
  /** How many blocks hold what that run left (kept/file-blocks.ts); undefined where it left none. */
  blocks: number | undefined;
  /** A run that died was removing everything: what is there is neither whole nor to be compared with. */
  clearing: boolean;
  /** The code that made it. */
  versions: string;
  /** Hash of the files outside the graph that resolution depends on. */
  manifestsHash: string;
  counts: GraphCounts | null;
  /** As the sync left them. */
  stats: unknown;
}

/** Undefined when the graph holds nothing of it. */
export async function readRepository(graph: GraphPort, repoId: string): Promise<IndexedRepository | undefined> {
  const [row] = await graph.read(
    keptPlan(`MATCH (r:Symbol {key: $key}) RETURN r.branch AS branch, r.commit AS commit, r.access AS access,
       r.complete AS complete, r.clearing AS clearing, r.versions AS versions, r.manifests_hash AS manifests_hash, r.counts AS counts, r.stats AS stats,
       r.fence AS fence, r.blocks AS blocks, r.blocks_fence AS blocks_fence`),
    { key: keyOf(repoId) },
  );
  if (!row) return undefined;
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : '');
  return {
    repoId,
    branch: text('branch') || null,
    commit: text('commit'),
    access: text('access'),
    complete: row['complete'] === true,
    clearing: row['clearing'] === true,
    fence: Number(row['fence']),
    blocks: row['blocks_fence'] === row['fence'] && typeof row['blocks'] === 'number' ? row['blocks'] : undefined,
    versions: text('versions'),
    manifestsHash: text('manifests_hash'),
    counts: text('counts') === '' ? null : (JSON.parse(text('counts')) as GraphCounts),
    stats: text('stats') === '' ? undefined : (JSON.parse(text('stats')) as unknown),
  };
}

/** Last transaction of a sync. */
export async function finishRepository(
  fence: Fence,
  done: Pick<IndexedRepository, 'branch' | 'commit' | 'versions' | 'manifestsHash' | 'stats'> & {
    counts: GraphCounts;
    indexedAt: string;
    /** As updateFileBlocks says. */
    blocks: number;
  },
): Promise<void> {
  await fencedWrite(fence, [
    {
      cypher: `${GUARD} SET guard.complete = true, guard.branch = $branch, guard.commit = $commit, guard.versions = $versions,
        guard.manifests_hash = $manifests_hash, guard.counts = $counts, guard.stats = $stats, guard.indexed_at = $indexed_at,
        guard.blocks = $blocks, guard.blocks_fence = $fence`,
      params: {
        branch: done.branch,
        commit: done.commit,
        versions: done.versions,
        manifests_hash: done.manifestsHash,
        counts: JSON.stringify(done.counts),
        stats: JSON.stringify(done.stats),
        indexed_at: done.indexedAt,
        blocks: done.blocks,
      },
    },
    ...rememberCommit(fence, done.commit, done.indexedAt),
  ]);
  await untilNone(fence, FORGET_PAST);
}

const BATCH_ACCESS = 5_000;
const BATCH_DELETE = 2_000;

/** All of them have a fence or a kind; without this no index would serve, and everybody's would be looked through. */
const PAST_FILES = '(n:PastFile) WHERE n.repo_id = $repo_id AND n.fence IS NOT NULL';
const RESOLUTIONS = '(n:Resolution) WHERE n.repo_id = $repo_id AND n.kind IS NOT NULL';

/**
 * Rewrites the access token of everything the repository has, the Repository node last: until then a run that died here
 * is started again by whoever compares `access`.
 */
export async function rewriteAccess(fence: Fence): Promise<void> {
  const kinds = [
    '(n:Symbol) WHERE n.repo_id = $repo_id AND n.path IS NOT NULL AND n <> guard AND',
    '(n:Chunk) WHERE n.repo_id = $repo_id AND',
    '(n:FileState) WHERE n.repo_id = $repo_id AND',
    '(n:FileBlock) WHERE n.repo_id = $repo_id AND',
    `${PAST_FILES} AND`,
  ];
  for (const kind of kinds) {
    await untilNone(
      fence,
      `${GUARD} MATCH ${kind} n.access <> $access WITH n LIMIT ${BATCH_ACCESS}
      SET n.access = $access RETURN count(n) AS changed`,
    );
  }
  await fencedWrite(fence, [{ cypher: `${GUARD} SET guard.access = $access` }]);
}

/** Removes what the repository has, in bounded transactions, and keeps the Repository node (and with it the fence). */
export async function clearRepository(fence: Fence): Promise<void> {
  await fencedWrite(fence, [
    {
      cypher: `${GUARD} SET guard.clearing = true, guard.counts = null, guard.stats = null, guard.shared_rests = null,
        guard.past = null, guard.steps = null, guard.text_hash = null, guard.text_words = null`,
    },
  ]);
  const kinds = [
    RESOLUTIONS,
    '(n:FileBlock) WHERE n.repo_id = $repo_id',
    '(n:FileState) WHERE n.repo_id = $repo_id',
    PAST_FILES,
    '(n:Chunk) WHERE n.repo_id = $repo_id',
    '(n:Symbol) WHERE n.repo_id = $repo_id AND n.path IS NOT NULL AND n <> guard',
  ];
  for (const kind of kinds) {
    await untilNone(
      fence,
      `${GUARD} MATCH ${kind} WITH n LIMIT ${BATCH_DELETE} DETACH DELETE n RETURN count(*) AS changed`,
    );
  }
  await fencedWrite(fence, [{ cypher: `${GUARD} REMOVE guard.clearing` }]);
}

/**
 * Deletes the repository from the graph; any run that is writing it stops with `conflict`. Whoever asks for it must
 * first hide the repository from readers (`hiddenRepoIds` of every scope), since this takes a while. False when the
 * graph held nothing. Repeatable.
 */
export async function deleteRepository(graph: GraphPort, repoId: string): Promise<boolean> {
  const found = await readRepository(graph, repoId);
  if (!found) return false;
  const fence = await takeFence(graph, repoId, found.access);
  await clearRepository(fence);
  await fencedWrite(fence, [{ cypher: `${GUARD} DETACH DELETE guard` }]);
  return true;
}

/** Removes a Repository node that a run made and put nothing behind. */
export async function removeEmptyRepository(fence: Fence): Promise<void> {
  await fencedWrite(fence, [{ cypher: `${GUARD} DETACH DELETE guard` }]);
}

/** Runs a statement that changes a portion and returns how many it `changed`, until there are none. */
export async function untilNone(fence: Fence, cypher: string): Promise<void> {
  for (;;) {
    const [rows] = await fencedWrite(fence, [{ cypher }]);
    if (Number(rows?.[0]?.['changed'] ?? 0) === 0) return;
  }
}
