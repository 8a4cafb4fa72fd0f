/** The classes and files that functions belong to, and what these keep to themselves. */
import { fileIdOf } from '../../model/ids.ts';
import type { GraphReader, SymbolRecord } from '../../ports.ts';

export interface Place {
  path: string;
  line: number;
}

/**
 * Functions that their classes or files declare for themselves alone and that are defined apart from that, with the places of
 * those declarations (C, C++).
 */
export async function hiddenAmong(
  reader: GraphReader,
  symbols: readonly SymbolRecord[],
): Promise<Map<string, Place[]>> {
  const ofFiles = symbols.filter(({ className, visibility }) => className === null && visibility === 'file');
  const ofClasses = symbols.filter(({ className, visibility }) => className !== null && visibility === null);
  const owners = await ownersOf(reader, ofClasses);
  for (const { id, repoId, path } of ofFiles) owners.set(id, fileIdOf(repoId, path));
  const classes = await reader.symbols([...new Set(owners.values())]);
  const byId = new Map(classes.map((one) => [one.id, one]));
  return new Map(
    [...ofFiles, ...ofClasses].flatMap(({ id, name }) => {
      const owner = byId.get(owners.get(id) ?? '');
      const lines = (owner?.hiddenMembers ?? []).filter((one) => one.startsWith(`${name}:`));
      if (owner === undefined || lines.length === 0) return [];
      return [[id, lines.map((one) => ({ path: owner.path, line: Number(one.slice(name.length + 1)) }))]];
    }),
  );
}

/** Member → the class that it belongs to. */
export async function ownersOf(reader: GraphReader, members: readonly SymbolRecord[]): Promise<Map<string, string>> {
  const ids = members.map(({ id }) => id);
  const owners = await reader.edges(ids, { types: ['CONTAINS'], direction: 'in' }, { limit: 1 });
  return new Map([...owners].flatMap(([id, { items }]) => items.slice(0, 1).map(({ from }) => [id, from] as const)));
}
