/**
 * Only the newest run may write a repository. A run takes the next fence number on the Repository node; each of its
 * write transactions first locks that node and then compares the number, so that a worker which was thought dead and
 * goes on after another took over cannot write one more row (DESIGN: leases expire, processes do not know it).
 *
 * The lock also puts the write transactions of one repository in a row, which is why they cannot deadlock.
 */
import { AppError } from '../model/errors.ts';
import { keyOf } from '../model/ids.ts';
import type { GraphParams, GraphPort, GraphRow } from '../ports.ts';
import { repositoryTokenOf } from './access.ts';

export interface Fence {
  graph: GraphPort;
  repoId: string;
  /** Key of the Repository node. */
  repoNode: string;
  repoToken: string;
  /** The access token that new nodes get. */
  access: string;
  number: number;
}

/**
 * A list as the parameter of `UNWIND $name[0] AS …`. Neo4j plans a statement anew for each order of magnitude of a list
 * that is a parameter itself (1, 10, 100, …), and planning ours is slow. The length of a list in a list does not count.
 */
export function listed<T>(items: T[]): [T[]] {
  return [items];
}

/**
 * A statement whose plan is kept. Neo4j plans anew when the statistics of a store have changed much, which in a store that
 * grows is at nearly every sync, and planning took it as long as writing the rows of a small repository
 * (docs/measurements.md, "Writing to Neo4j"). What a sync asks starts from an index however full the store is
 * (`test/graph/fence.test.ts`), so a plan that was made once stays right. It goes when an index comes or goes. A statement
 * that looks for edges (`-[e]-`) is planned as ever: where a store has hardly any, the server might begin with all of them.
 *
 *     MATCH (n:Symbol {key: $key}) …          ─▶  CYPHER replan=skip MATCH (n:Symbol {key: $key}) …
 *     MATCH (n:Symbol {key: $key})-[e]-() …   ─▶  as it is
 */
export function keptPlan(cypher: string): string {
  return /-\[\w/.test(cypher) ? cypher : `CYPHER replan=skip ${cypher}`;
}

/** First line of every write: no row, and so no effect, once a newer run has taken over. */
export const GUARD = 'MATCH (guard:Symbol {key: $repo_node}) WHERE guard.fence = $fence';

// Writing any property takes the node's lock; only what is read after that is certain to stay so until the commit.
const LOCK = `MATCH (r:Symbol {key: $repo_node}) SET r.locked = true
WITH r WHERE r.fence = $fence RETURN r.fence AS fence`;

/** Of a run that has taken the number already, in this process or another: shards of one run share it. */
export function fenceOf(graph: GraphPort, repoId: string, access: string, number: number): Fence {
  return { graph, repoId, repoNode: keyOf(repoId), repoToken: repositoryTokenOf(repoId), access, number };
}

/**
 * Makes the Repository node if need be and takes it over from any earlier run. A new node's numbers start at the time in
 * milliseconds: a repository that was deleted and indexed again never gives out a number that an old worker still holds.
 */
export async function takeFence(graph: GraphPort, repoId: string, access: string): Promise<Fence> {
  const fence = fenceOf(graph, repoId, access, 0);
  const at = repoId.lastIndexOf('/');
  const [rows] = await graph.write([
    {
      cypher: keptPlan(`MERGE (r:Symbol {key: $repo_node})
        ON CREATE SET r.access = $access
        SET r:Repository, r.id = $repo_id, r.repo_id = $repo_id, r.repo_token = $repo_token, r.type = 'repository',
            r.owner_name = $owner, r.name = $name, r.name_lower = toLower($name), r.qualified_name = $repo_id,
            r.path = '', r.complete = false, r.fence = coalesce(r.fence, timestamp()) + 1
        RETURN r.fence AS fence`),
      params: {
        repo_node: fence.repoNode,
        repo_id: repoId,
        repo_token: fence.repoToken,
        access,
        owner: repoId.slice(0, at),
        name: repoId.slice(at + 1),
      },
    },
  ]);
  return { ...fence, number: Number(rows?.[0]?.['fence']) };
}

/**
 * One transaction. `conflict` when a newer run has taken over: then nothing was written. The statements start with
 * GUARD and may use $repo_node, $repo_id, $repo_token, $access and $fence beside their own parameters.
 */
export async function fencedWrite(
  fence: Fence,
  statements: { cypher: string; params?: GraphParams }[],
): Promise<GraphRow[][]> {
  const common = {
    repo_node: fence.repoNode,
    repo_id: fence.repoId,
    repo_token: fence.repoToken,
    access: fence.access,
    fence: fence.number,
  };
  const [lock, ...answers] = await fence.graph.write([
    { cypher: keptPlan(LOCK), params: common },
    ...statements.map(({ cypher, params }) => ({ cypher: keptPlan(cypher), params: { ...common, ...params } })),
  ]);
  if (lock?.length !== 1) throw new AppError('conflict', `A newer run has taken over ${fence.repoId}`);
  return answers;
}
