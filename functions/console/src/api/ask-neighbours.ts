/** The one question about what surrounds a symbol: a direction, how many steps, and page after page. */
import { repositoryOf } from '../addresses.ts';
import { api, ask } from './client.ts';
import type { Neighbours } from './shapes.ts';

export type Direction = 'in' | 'out' | 'both';

interface Options {
  direction: Direction;
  /** Steps; one unless told otherwise. */
  depth?: number;
  limit?: number;
  /** Of the answer before. */
  cursor?: string | undefined;
  signal?: AbortSignal;
}

const LIMIT = 100;

export function askNeighbours(
  { symbol_id, repo_id }: { symbol_id: string; repo_id: string },
  { direction, depth = 1, limit = LIMIT, cursor, signal }: Options,
): Promise<Neighbours> {
  const { owner, name } = repositoryOf(repo_id);
  const query = {
    symbol_id,
    direction,
    depth,
    limit,
    repo_owner: owner,
    repo_name: name,
    ...(cursor === undefined ? {} : { cursor }),
  };
  return ask(api.GET('/api/v1/query/neighbours', { params: { query }, ...(signal === undefined ? {} : { signal }) }));
}
