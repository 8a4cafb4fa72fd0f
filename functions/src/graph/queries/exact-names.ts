/**
 * Lookup by name, the best kind of match alone: as spelled, else as the end of a qualified name (`Outer.inner`,
 * `Outer::inner`, `pkg/Outer#inner`), else ignoring case. Each is a seek in a name index.
 */
import type { GraphPort, GraphRow } from '../../ports.ts';
import { scopeParams, within, type Scope } from '../access.ts';

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
}

/** `pkg/Outer#inner` → `pkg`, `Outer`, `inner` */
export function namePartsOf(name: string): string[] {
  return name.split(/::|[.#/]|->/).filter((part) => part !== '');
}

/** In the order of repository, path and line. */
export async function rowsByName(
  graph: GraphPort,
  scope: Scope,
  { label, name, columns, limit }: NameLookup,
): Promise<GraphRow[]> {
  const parts = namePartsOf(name);
  const attempts: { near: keyof typeof NEAR; last: string }[] = [{ near: 'spelled', last: name }];
  const last = parts.at(-1);
  if (parts.length > 1 && last !== undefined) attempts.push({ near: 'qualified', last });
  attempts.push({ near: 'anyCase', last: name });
  for (const { near, last: word } of attempts) {
    const rows = await graph.read(
      `MATCH (n:${label}) WHERE n.name_lower = $name_lower AND ${within(scope, 'n')} AND ${NEAR[near]}
       RETURN ${columns} ORDER BY n.repo_id, n.path, n.line_number LIMIT $limit`,
      { ...scopeParams(scope), name, name_lower: word.toLowerCase(), qualified: parts.join('.'), limit },
    );
    if (rows.length > 0) return rows;
  }
  return [];
}
