/**
 * What stands next to symbols in the graph: callers, callees, classes above and below, and the methods that override or
 * are overridden by one. For many symbols at once, each with a limit of its own, so that one that everybody calls does
 * not crowd the others out.
 */
import { z } from 'zod';
import type { GraphPort, GraphRow } from '../../ports.ts';
import { byNameIn, scopeParams, within, type Scope } from '../access.ts';
import { numberAt, textAt, textOrNullAt } from '../row-values.ts';
import { CODE_NODE, codeNodeOf, type CodeNode } from './code-node.ts';

const SIBLINGS = 'MATCH (from:Symbol {key: key})<-[:CONTAINS]-(:Class)';

/** Each binds the neighbour as `n` and the edge that leads to it as `e`. */
const PATTERNS = {
  callers: 'MATCH (from:Symbol {key: key})<-[e:CALLS]-(n:Symbol)',
  callees: 'MATCH (from:Symbol {key: key})-[e:CALLS]->(n:Symbol)',
  ancestors: 'MATCH (from:Symbol {key: key})-[e:INHERITS]->(n:Class)',
  descendants: 'MATCH (from:Symbol {key: key})<-[e:INHERITS]-(n:Class)',
  overridden: `${SIBLINGS}-[e:INHERITS]->(:Class)-[:CONTAINS]->(n:Function {name: from.name})`,
  overriding: `${SIBLINGS}<-[e:INHERITS]-(:Class)-[:CONTAINS]->(n:Function {name: from.name})`,
} as const;
export type Relation = keyof typeof PATTERNS;

export interface KeyedSymbol extends CodeNode {
  /** See model/ids.ts. */
  key: string;
  type: string;
  signature: string | null;
}

export interface Neighbour extends KeyedSymbol {
  /** Key of the symbol that was asked about. */
  of: string;
  /** 0..1 */
  confidence: number;
  /** Of the calls, in the file of the caller; empty for other relations. */
  lines: number[];
}

/** Columns for `RETURN`, of a node bound as `n`; what `symbolOf` reads. */
export const KEYED_SYMBOL = `n.key AS key, n.type AS type, n.signature AS signature, ${CODE_NODE}`;

/** In the order of `keys`, the surest first; at most `limit` for each. */
export async function neighboursOf(
  graph: GraphPort,
  scope: Scope,
  keys: readonly string[],
  relation: Relation,
  limit: number,
): Promise<Neighbour[]> {
  if (keys.length === 0) return [];
  const rows = await graph.read(
    `UNWIND range(0, size($keys) - 1) AS at
     WITH at, $keys[at] AS key
     CALL (key) {
       ${PATTERNS[relation]} WHERE n.key <> key AND ${within(scope, 'n')}
       RETURN n, max(coalesce(e.confidence, 1.0)) AS confidence, head(collect(e.lines)) AS lines
       ORDER BY confidence DESC, n.path, n.line_number LIMIT $limit
     }
     RETURN key AS of, confidence, lines, ${KEYED_SYMBOL} ORDER BY at, confidence DESC, path, line_number`,
    { ...scopeParams(scope), keys, limit },
  );
  return rows.map((row) => ({
    ...symbolOf(row),
    of: textAt(row, 'of'),
    confidence: numberAt(row, 'confidence'),
    lines: z.array(z.int()).parse(row['lines'] ?? []),
  }));
}

/** Those of the keys that are in the graph, in no order. */
export async function symbolsByKey(graph: GraphPort, scope: Scope, keys: readonly string[]): Promise<KeyedSymbol[]> {
  if (keys.length === 0) return [];
  const rows = await graph.read(
    `UNWIND $keys AS key MATCH (n:Symbol {key: key}) WHERE ${within(scope, 'n')} RETURN ${KEYED_SYMBOL}`,
    { ...scopeParams(scope), keys },
  );
  return rows.map(symbolOf);
}

/** Which of the names some function, class or variable in scope has, as spelled. */
export async function knownNames(graph: GraphPort, scope: Scope, names: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  if (names.length === 0) return known;
  for (const label of ['Function', 'Class', 'Variable', 'Module']) {
    const rows = await graph.read(
      `UNWIND $names AS name
       MATCH (n:${label}) ${byNameIn(scope, 'n', label)}WHERE n.name_lower = toLower(name) AND ${within(scope, 'n')} AND n.name = name
       RETURN DISTINCT name`,
      { ...scopeParams(scope), names },
    );
    for (const row of rows) known.add(textAt(row, 'name'));
  }
  return known;
}

export function symbolOf(row: GraphRow): KeyedSymbol {
  return {
    ...codeNodeOf(row),
    key: textAt(row, 'key'),
    type: textAt(row, 'type'),
    signature: textOrNullAt(row, 'signature'),
  };
}
