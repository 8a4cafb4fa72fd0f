/**
 * Imports whose path begins with a name that an import above them makes visible, or the code around them (Scala).
 *
 *     import geo.*
 *     import Shapes.*        geo's Shapes, where no package of that name is there
 */
import type { ImportFact } from '../../model/facts.ts';
import type { Place, Symbol } from './linker.ts';
import { outerScope, scopeOf } from '../program/program.ts';
import type { Program, ScopeId, SourceFile, Star } from '../program/program.ts';
import type { Ref } from './refs.ts';

type Definition = Ref & { to: 'def' };

/** What the linker knows of names. */
interface Names {
  /** Places of a name that a scope itself declares. */
  entryPlaces(scope: ScopeId, name: string): Place[];
  /** Places of a name that an import of everything brings. */
  throughStar(star: Star, file: SourceFile, name: string): Place[];
  memberOf(symbol: Symbol, name: string): Place[];
  imported(fact: ImportFact, file: SourceFile): Place[];
}

/** Definitions that such an import binds; none where no name in view begins its path. */
export function createRelativeImports(
  program: Program,
  names: Names,
): (fact: ImportFact, file: SourceFile) => Definition[] {
  const relativeRefs = (fact: ImportFact, file: SourceFile): Definition[] => {
    const [root = '', ...path] = fact.source.split('.');
    if (fact.name !== undefined && fact.name !== '*') path.push(fact.name);
    let places: Place[] = [];
    for (let at: ScopeId | undefined = scopeOf(file, fact.scope); at !== undefined; at = outerScope(program, at)) {
      places = names
        .entryPlaces(at, root)
        .filter((place) => place.at !== 'entry' || place.entry.kind !== 'import' || place.entry.fact.line < fact.line);
      for (const star of file.stars) {
        if (places.length === 0 && star.scope === at && star.fact.line < fact.line)
          places = names.throughStar(star, file, root);
      }
      if (places.length > 0) break;
    }
    let refs = places.flatMap(definitionsAt);
    for (const part of path) refs = refs.flatMap((ref) => names.memberOf(ref, part)).flatMap(definitionsAt);
    return refs;
  };

  const definitionsAt = (place: Place): Definition[] => {
    if (place.at === 'ref') return place.ref.to === 'def' ? [place.ref] : [];
    if (place.at !== 'entry') return [];
    const { entry } = place;
    if (entry.kind === 'def') return [{ to: 'def', def: entry.def }];
    const file = entry.kind === 'import' ? program.files[entry.file] : undefined;
    return file === undefined || entry.kind !== 'import' ? [] : names.imported(entry.fact, file).flatMap(definitionsAt);
  };

  return relativeRefs;
}
