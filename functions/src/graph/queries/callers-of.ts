/**
 * Callers of definitions in the call graph: those that call one of them, and those that call what one of them overrides,
 * through a variable of the interface's or base class's type. The latter may run the definition; nothing says they do.
 *
 *     interface Shape { area() }   class Square implements Shape { area() }
 *     total(shape) calls shape.area()    → a caller of Shape.area; of Square.area it is one `via_interface`
 */
import { z } from 'zod';
import type { GraphPort, GraphRow } from '../../ports.ts';
import { scopeParams, within, type Scope } from '../access.ts';
import { numberAt, textAt, textOrNullAt } from '../row-values.ts';
import { callSiteColumns, callSiteOf, callSiteSchema } from './call-sites.ts';

const placeSchema = z.object({ qualified_name: z.string(), path: z.string(), line_number: z.number().int() });

export const callerSchema = callSiteSchema.extend({
  source: z.enum(['call_graph', 'text_reference']),
  /** How the call was bound; null for text references. */
  evidence: z.string().nullable(),
  /** The caller's; for a text reference the line. Empty when sources are left out. */
  source_code: z.string(),
  /** What is called; null for text references. */
  definition: placeSchema.nullable(),
});
export type Caller = z.infer<typeof callerSchema>;

/** Its `definition` is what the interface or base class declares. */
export const viaInterfaceSchema = callerSchema.extend({
  /** What overrides it: the definition that was asked about. */
  reaches: placeSchema,
});
export type ViaInterface = z.infer<typeof viaInterfaceSchema>;

export interface CallersPage {
  skip: number;
  limit: number;
  /** Whether the text of callers is handed out. */
  sources: boolean;
}

const SOURCE = "CASE WHEN $sources THEN coalesce(n.source_code, '') ELSE '' END AS source_code";

/** In the order of the keys, then of the callers' places. */
export async function callersOf(
  graph: GraphPort,
  scope: Scope,
  keys: readonly string[],
  { skip, limit, sources }: CallersPage,
): Promise<Caller[]> {
  const rows = await graph.read(
    `UNWIND range(0, size($keys) - 1) AS at
     MATCH (d:Symbol {key: $keys[at]})<-[c:CALLS]-(n:Symbol) WHERE ${within(scope, 'n')}
     RETURN at, ${callSiteColumns}, c.evidence AS evidence, ${SOURCE}, d.qualified_name AS target, d.path AS target_path,
            d.line_number AS target_line
     ORDER BY at, repo_id, path, line_number, symbol_id SKIP $skip LIMIT $limit`,
    { ...scopeParams(scope), keys, skip, limit, sources },
  );
  return rows.map(callerOf);
}

/** Pairs of a caller and what it calls, and distinct callers. */
export async function countCallers(
  graph: GraphPort,
  scope: Scope,
  keys: readonly string[],
): Promise<{ calls: number; callers: number }> {
  const [row] = await graph.read(
    `UNWIND $keys AS key MATCH (d:Symbol {key: key})<-[c:CALLS]-(n:Symbol) WHERE ${within(scope, 'n')}
     RETURN count(c) AS calls, count(DISTINCT n) AS callers`,
    { ...scopeParams(scope), keys },
  );
  return row === undefined
    ? { calls: 0, callers: 0 }
    : { calls: numberAt(row, 'calls'), callers: numberAt(row, 'callers') };
}

/** Bases that are looked up above a class. */
const MOST_LEVELS = 8;

/** Of definitions that are members of classes; those whose base is among the keys have their callers there. */
export async function callersViaInterface(
  graph: GraphPort,
  scope: Scope,
  keys: readonly string[],
  { limit, sources }: Omit<CallersPage, 'skip'>,
): Promise<{ items: ViaInterface[]; total: number }> {
  if (keys.length === 0) return { items: [], total: 0 };
  const match = `UNWIND range(0, size($keys) - 1) AS at
     MATCH (own:Symbol {key: $keys[at]})<-[:CONTAINS]-(:Class)-[:INHERITS*1..${MOST_LEVELS}]->(:Class)-[:CONTAINS]->(d:Function)
     WHERE d.name = own.name AND NOT d.key IN $keys
     WITH DISTINCT at, own, d
     MATCH (d)<-[c:CALLS]-(n:Symbol) WHERE ${within(scope, 'n')} AND n <> own`;
  const params = { ...scopeParams(scope), keys };
  const rows = await graph.read(
    `${match}
     RETURN at, ${callSiteColumns}, c.evidence AS evidence, ${SOURCE}, d.qualified_name AS target, d.path AS target_path,
            d.line_number AS target_line, own.qualified_name AS own, own.path AS own_path, own.line_number AS own_line
     ORDER BY at, repo_id, path, line_number, symbol_id, target LIMIT $limit`,
    { ...params, limit: limit + 1, sources },
  );
  const items = rows.slice(0, limit).map((row) => ({ ...callerOf(row), reaches: placeIn(row, 'own') }));
  if (rows.length <= limit) return { items, total: items.length };
  const [counted] = await graph.read(`${match} RETURN count(*) AS total`, params);
  return { items, total: counted === undefined ? items.length : numberAt(counted, 'total') };
}

function callerOf(row: GraphRow): Caller {
  return {
    ...callSiteOf(row),
    source: 'call_graph',
    evidence: textOrNullAt(row, 'evidence'),
    source_code: textAt(row, 'source_code'),
    definition: placeIn(row, 'target'),
  };
}

function placeIn(row: GraphRow, name: 'target' | 'own'): z.infer<typeof placeSchema> {
  return {
    qualified_name: textAt(row, name),
    path: textAt(row, `${name}_path`),
    line_number: numberAt(row, `${name}_line`),
  };
}
