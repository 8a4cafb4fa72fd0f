/**
 * Lookup by name, the best kind of match alone: as spelled, else as the end of a qualified name (`Outer.inner`,
 * `Outer::inner`, `pkg/Outer#inner`), else ignoring case. Each is a seek in a name index.
 */
import type { GraphParams, GraphPort, GraphRow } from '../../ports.ts';
import { byNameIn, scopeParams, within, type Scope } from '../access.ts';
import { numberAt } from '../row-values.ts';

export type NamedLabel = 'Function' | 'Class' | 'Variable';

const NEAR = {
  spelled: 'n.name = $name',
  qualified: "(n.qualified_name = $qualified OR n.qualified_name ENDS WITH '.' + $qualified)",
  anyCase: 'true',
} as const;

export interface NameLookup {
  label: NamedLabel;
  name: string;
  /** What of `n` is handed back: `n.name AS name, …` */
  columns: string;
  limit: number;
  /** Rows that are passed over. */
  skip?: number;
}

/** `pkg/Outer#inner` → `pkg`, `Outer`, `inner` */
export function namePartsOf(name: string): string[] {
  return name.split(/::|[.#/]|->/).filter((part) => part !== '');
}

/** In the order of repository, path and line, what programs wrote last. */
export async function rowsByName(
  graph: GraphPort,
  scope: Scope,
  { label, name, columns, limit, skip = 0 }: NameLookup,
): Promise<GraphRow[]> {
  for (const { match, params } of attemptsFor(scope, label, name)) {
    const rows = await graph.read(
      `${match} RETURN ${columns} ORDER BY coalesce(n.generated, false), n.repo_id, n.path, n.line_number, n.id SKIP $skip LIMIT $limit`,
      { ...params, skip, limit },
    );
    // Passing over all of them, the best kind of match would look like none.
    if (rows.length > 0 || (skip > 0 && (await countOf(graph, match, params)) > 0)) return rows;
  }
  return [];
}

/** How many `rowsByName` would give without a limit. */
export async function countByName(
  graph: GraphPort,
  scope: Scope,
  { label, name }: Pick<NameLookup, 'label' | 'name'>,
): Promise<number> {
  for (const { match, params } of attemptsFor(scope, label, name)) {
    const count = await countOf(graph, match, params);
    if (count > 0) return count;
  }
  return 0;
}

async function countOf(graph: GraphPort, match: string, params: GraphParams): Promise<number> {
  const [row] = await graph.read(`${match} RETURN count(*) AS total`, params);
  return row === undefined ? 0 : numberAt(row, 'total');
}

/** What is matched, the best kind first. */
function attemptsFor(scope: Scope, label: NamedLabel, name: string): { match: string; params: GraphParams }[] {
  return nameAttempts(scope, name).map(({ where, params }) => ({
    match: `MATCH (n:${label}) ${byNameIn(scope, 'n', label)}WHERE ${where}`,
    params,
  }));
}

/** Conditions on a node `n` of any label that has names, the best kind of match first, with their parameters. */
export function nameAttempts(scope: Scope, name: string): { where: string; params: GraphParams }[] {
  const parts = namePartsOf(name);
  const last = parts.at(-1);
  const attempts: { near: keyof typeof NEAR; word: string }[] = [{ near: 'spelled', word: name }];
  if (parts.length > 1 && last !== undefined) attempts.push({ near: 'qualified', word: last });
  attempts.push({ near: 'anyCase', word: name });
  return attempts.map(({ near, word }) => ({
    where: `n.name_lower = $name_lower AND ${within(scope, 'n')} AND ${NEAR[near]}`,
    params: { ...scopeParams(scope), name, name_lower: word.toLowerCase(), qualified: parts.join('.') },
  }));
}
