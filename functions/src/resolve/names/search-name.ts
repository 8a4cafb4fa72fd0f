/**
 * A bare name, searched from the scope that says it outwards: the scopes around it, imports of everything, the file's
 * surroundings, the language's own names.
 */
import { classObjects } from '../program/class-objects.ts';
import type { Program, ScopeId, SourceFile } from '../program/program.ts';
import { fileOfScope, isClassScope, outerScope } from '../program/program.ts';
import type { Found, Place } from './contract.ts';
import type { NameState } from './name-state.ts';
import { isImport, isTypeName, isVisible, memberPlace, sameFamily } from './places.ts';
import { codeRunsOn } from '../program/runs-on.ts';
import type { RunsOn } from '../program/runs-on.ts';

const MAX_SCOPES = 500;

export function searchName(names: NameState, start: ScopeId, name: string): Found | undefined {
  const { program } = names;
  const file = fileOfScope(program, start);
  program.trace.dependOnFile(file.index);
  return (
    searchScopes(names, file, start, name) ??
    searchStars(names, file, name, (scope) => scope < 0) ??
    searchAmbient(names, file, start, name) ??
    builtin(file, name) ??
    outsideMember(names, file, name)
  );
}

function searchScopes(names: NameState, file: SourceFile, start: ScopeId, name: string): Found | undefined {
  const { members, program } = names;
  const { implicitSelf } = file.rules;
  const { classMembersApart } = classObjects.of(file.rules);
  const on = classMembersApart ? codeRunsOn(program, start) : 'instance';
  let isAround = false;
  let scope: ScopeId | undefined = start;
  for (let steps = 0; scope !== undefined && steps < MAX_SCOPES; steps++) {
    if (implicitSelf && isClassScope(program, scope)) {
      const member = searchMembers(names, scope, name, { on, isAround });
      if (member !== undefined) return member;
      isAround = true;
    }
    const found = declaredIn(names, scope, start, name) ?? starOfScope(names, file, scope, name);
    if (found !== undefined) return found;
    const owner = implicitSelf && scope >= 0 ? members.ownerOf(scope) : undefined;
    const member = owner === undefined ? undefined : searchMembers(names, owner, name, { on, isAround });
    if (member !== undefined) return member;
    scope = outerScope(program, scope);
  }
  return undefined;
}

/** A class's member, of the class itself or of its objects as the code runs on; objects come first where it may be either. */
function searchMembers(
  { members }: NameState,
  cls: number,
  name: string,
  { on, isAround }: { on: RunsOn; isAround: boolean },
): Found | undefined {
  for (const onClass of on === 'either' ? [false, true] : [on === 'class']) {
    if (members.hasMember(cls, name, onClass, isAround)) {
      return { places: [memberPlace(cls, name, onClass)], by: 'scope' };
    }
  }
  return undefined;
}

/** What a scope itself declares, where code in `start` sees it. */
function declaredIn(names: NameState, scope: ScopeId, start: ScopeId, name: string): Found | undefined {
  const { program } = names;
  const isSeen = isVisible(program, scope, start) || isTypeName(program, scope, name);
  if (!isSeen && !takesParameters(program, scope)) return undefined;
  const all = names.entryPlaces(scope, name);
  const places = isSeen ? all : all.filter(isParameter);
  return places.length > 0 ? { places, by: places.some(isImport) ? 'import' : 'scope' } : undefined;
}

/** Whether the methods of a class see what its constructor takes: `class Kennel(Dog dog)` in C#. */
function takesParameters(program: Program, scope: ScopeId): boolean {
  return isClassScope(program, scope) && fileOfScope(program, scope).rules.parametersInMethods;
}

function isParameter(place: Place): boolean {
  return place.at === 'entry' && place.entry.kind === 'param';
}

function starOfScope(names: NameState, file: SourceFile, scope: ScopeId, name: string): Found | undefined {
  return scope < 0 ? undefined : searchStars(names, file, name, (one) => one === scope);
}

/** Imports of everything that stand in some scopes, in the order of the text. */
function searchStars(
  names: NameState,
  file: SourceFile,
  name: string,
  standsIn: (scope: ScopeId) => boolean,
): Found | undefined {
  for (const star of file.stars) {
    if (!standsIn(star.scope)) continue;
    const places = names.throughStar(star, file, name);
    if (places.length > 0) return { places, by: 'import' };
  }
  return undefined;
}

/** Names that a file sees without an import. */
function searchAmbient(names: NameState, file: SourceFile, start: ScopeId, name: string): Found | undefined {
  const refs = names.strategyOf(file).ambient?.(file, start, name) ?? [];
  const places = sameFamily(names.program, file, refs).flatMap(names.placesOf);
  return places.length > 0 ? { places, by: 'ambient' } : undefined;
}

function builtin(file: SourceFile, name: string): Found | undefined {
  if (!file.rules.builtins.has(name)) return undefined;
  return { places: [{ at: 'ref', ref: { to: 'external', name } }], by: 'builtin' };
}

/** `import static org.mockito.Mockito.*`: a name that nothing else has is a member of that type. */
function outsideMember(names: NameState, file: SourceFile, name: string): Found | undefined {
  const isOutside = file.stars.some(
    ({ fact }) => fact.static === true && names.boundRefs(fact, file).every((ref) => ref.to === 'external'),
  );
  return isOutside ? { places: [{ at: 'ref', ref: { to: 'external', name } }], by: 'import' } : undefined;
}
