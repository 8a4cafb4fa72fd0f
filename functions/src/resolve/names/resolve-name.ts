/**
 * The name resolver: what a name stands for, without following values. It reads lexical scopes, imports, exports and
 * re-exports. Types and inheritance are found through it alone, calls through it and through the flow of values.
 *
 *     from .x import y as z      lookup('z') → the import → the name y that x.py exports → its definition
 *
 * A name may have several places (it is defined twice, or several files export it). All of them are returned, and the
 * caller chooses. A cycle of re-exports ends because a question that is being asked has no answer yet.
 */
import type { ImportFact } from '../../model/facts.ts';
import type { ManifestFile } from '../../model/manifests.ts';
import { chooseStrategies } from '../imports/choose-strategies.ts';
import type { ImportStrategy } from '../imports/import-strategy.ts';
import type { Ref } from '../imports/refs.ts';
import type { Entry, Program, ScopeId, SourceFile } from '../program/program.ts';
import { addImports, fileOfScope, namesIn, placeOfScope } from '../program/program.ts';
import { Memo } from '../tracking/memo.ts';
import { builtFirst } from './built-first.ts';
import type { Found, NameResolver, Place, ScopeMembers } from './contract.ts';
import { createExportedNames } from './exported-names.ts';
import { findExported } from './find-exported.ts';
import { findImported, findRefs, findThroughStar } from './find-imported.ts';
import { findMember, followRef } from './find-member.ts';
import type { NameState } from './name-state.ts';
import { searchName } from './search-name.ts';

/** Files that pass a name on to the next. Each takes a dozen calls, of which the stack holds some ten thousand. */
const MAX_PASSED_ON = 100;

/** Also puts imports into the tables of their scopes: the strategies know which local name an import has. */
export function createNameResolver(program: Program, manifests: ManifestFile[], members: ScopeMembers): NameResolver {
  const strategyOf = chooseStrategies(program, manifests);
  addImports(program, (fact, file) => {
    const strategy = strategyOf(file);
    return strategy.localName === undefined ? (fact.alias ?? fact.name) : strategy.localName(fact, file);
  });
  return createState(program, strategyOf, members);
}

function createState(
  program: Program,
  strategyOf: (file: SourceFile) => ImportStrategy,
  members: ScopeMembers,
): NameState {
  const { trace } = program;
  const exports = new Memo<string, Place[]>(trace);
  const refs = new Memo<ImportFact, Ref[]>(trace);
  const lookups: Memo<string, Found | undefined>[] = [];
  const exportedNames = createExportedNames(program);
  let passedOn = 0;

  const state: NameState = {
    program,
    strategyOf,
    members,
    strategies: [...new Set(program.files.map(strategyOf))],
    entryPlaces: createEntryPlaces(program),
    boundRefs: (fact, file) => refs.of(fact, () => findRefs(state, fact, file), { value: [] }),
    throughStar: (star, file, name) => findThroughStar(state, star, file, name),
    exportedNames: (cls, name) => exportedNames(state, cls, name),
    lookup: (scope, name) => {
      const slot = placeOfScope(program, scope);
      return (lookups[slot] ??= new Memo(trace)).of(name, () => searchName(state, scope, name));
    },
    exported: (file, name) => {
      if (passedOn >= MAX_PASSED_ON) return [];
      passedOn += 1;
      try {
        return exports.of(`${file.index} ${name}`, () => findExported(state, file, name), { value: [] });
      } finally {
        passedOn -= 1;
      }
    },
    imported: (fact, file) => findImported(state, fact, file),
    placesOf: (ref) => followRef(state, ref),
    memberOf: (symbol, name) => findMember(state, symbol, name),
    builtFirst: (candidates) => builtFirst(program, strategyOf, candidates),
  };
  return state;
}

/** One list for all scopes from which a name is seen: a name that is declared thousands of times is used as often. */
function createEntryPlaces(program: Program): (scope: ScopeId, name: string) => Place[] {
  const known = new Map<readonly Entry[], Place[]>();
  return (scope, name) => {
    program.trace.dependOnFile(fileOfScope(program, scope).index);
    const entries = namesIn(program, scope)?.get(name);
    if (entries === undefined) return [];
    let places = known.get(entries);
    if (places === undefined) known.set(entries, (places = entries.map((entry) => ({ at: 'entry', entry, scope }))));
    return places;
  };
}
