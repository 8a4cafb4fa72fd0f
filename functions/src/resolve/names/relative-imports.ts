/**
 * Imports whose path begins with a name that is in view: one that an import above brings, or one of the code around
 * (Scala).
 *
 *     import geo.*
 *     import Shapes.*        geo's Shapes, where no package has that name
 */
import type { ImportFact } from '../../model/facts.ts';
import type { Ref } from '../imports/refs.ts';
import { outerScope, scopeOf } from '../program/program.ts';
import type { ScopeId, SourceFile } from '../program/program.ts';
import type { Place } from './contract.ts';
import type { NameState } from './name-state.ts';

type Definition = Ref & { to: 'def' };

/** Definitions that such an import binds; none where no name in view begins its path. */
export function relativeRefs(names: NameState, fact: ImportFact, file: SourceFile): Definition[] {
  const [root = '', ...path] = fact.source.split('.');
  if (fact.name !== undefined && fact.name !== '*') path.push(fact.name);
  let refs = rootPlaces(names, fact, file, root).flatMap((place) => definitionsAt(names, place));
  for (const part of path)
    refs = refs.flatMap((ref) => names.memberOf(ref, part)).flatMap((place) => definitionsAt(names, place));
  return refs;
}

/** Places of the path's first name in the nearest scope that has it, as far as they stand above the import. */
function rootPlaces(names: NameState, fact: ImportFact, file: SourceFile, root: string): Place[] {
  let scope: ScopeId | undefined = scopeOf(file, fact.scope);
  for (; scope !== undefined; scope = outerScope(names.program, scope)) {
    let places = names.entryPlaces(scope, root).filter((place) => !isImportBelow(place, fact));
    for (const star of file.stars) {
      if (places.length === 0 && star.scope === scope && star.fact.line < fact.line)
        places = names.throughStar(star, file, root);
    }
    if (places.length > 0) return places;
  }
  return [];
}

function isImportBelow(place: Place, { line }: ImportFact): boolean {
  return place.at === 'entry' && place.entry.kind === 'import' && place.entry.fact.line >= line;
}

/** Imports that lead to imports: far above what code has, it ends those that lead to themselves. */
const MAX_IMPORTS = 12;

function definitionsAt(names: NameState, place: Place, depth = 0): Definition[] {
  if (depth > MAX_IMPORTS) return [];
  if (place.at === 'ref') return place.ref.to === 'def' ? [place.ref] : [];
  if (place.at !== 'entry') return [];
  const { entry } = place;
  if (entry.kind === 'def') return [{ to: 'def', def: entry.def }];
  if (entry.kind !== 'import') return [];
  const file = names.program.files[entry.file];
  return file === undefined
    ? []
    : names.imported(entry.fact, file).flatMap((next) => definitionsAt(names, next, depth + 1));
}
