/** The functions of some folders with their text, the longest first: what a function that was changed may have a copy in. */
import type { GraphPort } from '../../ports.ts';
import { scopeParams, within, type Scope } from '../access.ts';
import { KEYED_SYMBOL, symbolOf, type KeyedSymbol } from './neighbours.ts';

/** Of the one repository of the scope; at most `limit` for each folder, folders within it aside. '' is the root. */
export async function folderFunctions(
  graph: GraphPort,
  scope: Scope,
  folders: readonly string[],
  { lines, limit }: { lines: number; limit: number },
): Promise<KeyedSymbol[]> {
  if (folders.length === 0 || scope.repoId === null) return [];
  const rows = await graph.read(
    `UNWIND $folders AS folder
     CALL (folder) {
       MATCH (n:Symbol) WHERE n.repo_id = $repo_id AND n.path STARTS WITH folder AND ${within(scope, 'n')}
         AND n:Function AND n.end_line - n.line_number >= $lines
         AND NOT substring(n.path, size(folder)) CONTAINS '/'
       RETURN n ORDER BY n.end_line - n.line_number DESC, n.path, n.line_number LIMIT $limit
     }
     RETURN ${KEYED_SYMBOL}`,
    { ...scopeParams(scope), folders, lines, limit },
  );
  return rows.map(symbolOf);
}
