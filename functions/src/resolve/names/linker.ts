/**
 * Names → what they stand for, without following values: lexical scopes, imports, exports and re-exports. This is the
 * static half of resolution; types and inheritance rest on it alone, calls rest on it and on the flow of values.
 *
 *     from .x import y as z      lookup('z') → the import → the name y that x.py offers → its definition
 *
 * A name may have several places (defined twice, imported from several files that offer it): all are returned and the
 * caller decides. Cycles of re-exports end because a question that is being asked answers nothing.
 */
import type { ImportFact, Value } from '../../model/facts.ts';
import type { ManifestFile } from '../../model/manifests.ts';
import { builtFirst } from './built-first.ts';
import { createExportedNames } from './exported-members.ts';
import { chooseStrategies } from '../imports/choose-strategies.ts';
import type { ImportStrategy } from '../imports/import-strategy.ts';
import { createRelativeImports } from './relative-imports.ts';
import type { Entry, Program, ScopeId, SourceFile, Star } from '../program/program.ts';
import {
  addImports,
  definitionOf,
  fileOfScope,
  fileScope,
  isClassScope,
  namesIn,
  outerScope,
  placeOfScope,
  runsOnClass,
} from '../program/program.ts';
import { isImport, isPartOf, isReexport, isTypeName, isVisible, memberPlace, sameFamily } from './places.ts';
import type { Ref } from './refs.ts';
import { Memo } from '../tracking/memo.ts';

/** Something a name stands for: a table entry, an exported expression, or a place outside any table. */
export type Place =
  | { at: 'entry'; entry: Entry; scope: ScopeId }
  | { at: 'value'; value: Value; scope: ScopeId }
  | { at: 'member'; cls: number; name: string; onClass?: true }
  | { at: 'ref'; ref: Symbol };

/** A Ref that needs no further following. */
export type Symbol = Exclude<Ref, { to: 'name' }>;

export interface Found {
  places: Place[];
  /** How the name came into view: declared in this file, or brought by an import or the file's surroundings. */
  by: 'scope' | 'import' | 'ambient' | 'builtin';
}

export interface Linker {
  program: Program;
  strategyOf(file: SourceFile): ImportStrategy;
  /** A bare name seen from a scope. */
  lookup(scope: ScopeId, name: string): Found | undefined;
  /** What a file offers to importers under a name. */
  exported(file: SourceFile, name: string): Place[];
  /** Places an import's local name stands for. */
  imported(fact: ImportFact, file: SourceFile): Place[];
  /** Follows a Ref to its places. */
  placesOf(ref: Ref): Place[];
  /** Member of a package, namespace or file used as a module. */
  memberOf(symbol: Symbol, name: string): Place[];
  /** Of members that are declared for several platforms those that are built by default, where there are any. */
  builtFirst<One extends { number: number }>(members: One[]): One[];
  /**
   * Set by the class table: whether a class (or a supertype) has a member, for languages where self is implicit.
   * `isAround`: it stands around the class whose self the code has.
   */
  hasMember: (cls: number, name: string, onClass: boolean, isAround: boolean) => boolean;
  /** Set by the class table: class of a definition whose owner is written apart. */
  ownerOf: (def: number) => number | undefined;
}

const MAX_SCOPES = 500;
/** Files that pass a name on to the next; each takes a dozen calls, of which the stack holds some ten thousand. */
const MAX_PASSED_ON = 100;

export function createLinker(program: Program, manifests: ManifestFile[]): Linker {
  const strategyOf = chooseStrategies(program, manifests);
  addImports(program, (fact, file) => {
    const strategy = strategyOf(file);
    return strategy.localName === undefined ? (fact.alias ?? fact.name) : strategy.localName(fact, file);
  });
  return makeLinker(program, strategyOf);
}

function makeLinker(program: Program, strategyOf: (file: SourceFile) => ImportStrategy): Linker {
  const { trace } = program;
  const exportMemo = new Memo<string, Place[]>(trace);
  const lookupMemo: Memo<string, Found | undefined>[] = [];
  const boundMemo = new Memo<ImportFact, Ref[]>(trace);
  /** One list for all scopes from which a name is seen: a name that is declared thousands of times is used as often. */
  const placesOfEntries = new Map<readonly Entry[], Place[]>();
  const strategies = [...new Set(program.files.map(strategyOf))];

  const boundRefs = (fact: ImportFact, file: SourceFile): Ref[] =>
    boundMemo.of(fact, () => {
      trace.touch(file.index);
      const refs = sameFamily(program, file, strategyOf(file).bound(fact, file));
      const isOpen = file.rules.relativeImports && refs.every((ref) => ref.to === 'external');
      const named = isOpen ? relativeRefs(fact, file) : [];
      return named.length > 0 ? named : refs;
    });

  const entryPlaces = (scope: ScopeId, name: string): Place[] => {
    trace.touch(fileOfScope(program, scope).index);
    const entries = namesIn(program, scope)?.get(name);
    if (entries === undefined) return [];
    let places = placesOfEntries.get(entries);
    if (places === undefined)
      placesOfEntries.set(entries, (places = entries.map((entry) => ({ at: 'entry', entry, scope }))));
    return places;
  };

  let passedOn = 0;
  const exported = (file: SourceFile, name: string): Place[] => {
    if (passedOn >= MAX_PASSED_ON) return [];
    passedOn += 1;
    const places = exportMemo.of(`${file.index} ${name}`, () => findExported(file, name), { value: [] });
    passedOn -= 1;
    return places;
  };

  const findExported = (file: SourceFile, name: string): Place[] => {
    trace.touch(file.index);
    const scope = fileScope(file);
    const out: Place[] = [];
    let whole: Value | undefined;
    for (const fact of file.facts.exports) {
      if (fact.name === name) out.push({ at: 'value', value: fact.value, scope });
      else if (fact.name === '=') whole = fact.value;
    }
    if (out.length > 0) return out;
    if (whole !== undefined) {
      out.push({ at: 'value', value: name === 'default' ? whole : { is: 'member', of: whole, name }, scope });
      if (name === 'default') return out;
    }
    if (name === 'default') {
      for (const [local, entries] of program.fileNames[file.index] ?? []) {
        for (const entry of entries) {
          if (entry.kind === 'def' && definitionOf(program, entry.def).modifiers?.includes('default') === true) {
            return entryPlaces(scope, local);
          }
        }
      }
    }
    const { importsAreNames } = file.rules;
    const own = entryPlaces(scope, name).filter((place) => importsAreNames || !isImport(place) || isReexport(place));
    if (own.length > 0) return own;
    for (const star of file.stars) {
      if (star.scope !== scope || name === 'default') continue;
      if (!importsAreNames && star.fact.reexport !== true) continue;
      const places = throughStar(star, file, name);
      if (places.length > 0) return places;
    }
    const offered = sameFamily(program, file, strategyOf(file).offered?.(file, name) ?? []).flatMap(placesOf);
    return [...out, ...offered];
  };

  const throughStar = ({ fact, hidden }: Star, file: SourceFile, name: string): Place[] => {
    if (hidden?.has(name) === true || strategyOf(file).ownToScope?.has(name) === true) return [];
    for (const ref of boundRefs(fact, file)) {
      if (ref.to === 'external') continue;
      const all = ref.to === 'name' ? membersOfName(ref, name) : memberOf(ref, name);
      const places = fact.of === undefined ? all : all.filter((place) => isPartOf(program, place, fact.of));
      if (places.length > 0) return places;
    }
    return [];
  };

  /** `import static geo.Tools.*`: the members of a type that a file offers. */
  const membersOfName = (ref: Ref & { to: 'name' }, name: string): Place[] =>
    placesOf(ref).flatMap((place) =>
      place.at === 'entry' && place.entry.kind === 'def' ? memberOf({ to: 'def', def: place.entry.def }, name) : [],
    );

  const placesOf = (ref: Ref): Place[] => {
    if (ref.to === 'def') trace.touch(fileOfScope(program, ref.def).index);
    if (ref.to !== 'name') return [{ at: 'ref', ref }];
    const file = program.files[ref.file];
    return file === undefined ? [] : exported(file, ref.name);
  };

  const memberOf = (symbol: Symbol, name: string): Place[] => {
    if (symbol.to === 'external') return [{ at: 'ref', ref: { to: 'external', name: symbol.name } }];
    if (symbol.to === 'file') {
      const file = program.files[symbol.file];
      return file === undefined ? [] : exported(file, name);
    }
    if (symbol.to === 'def') {
      const own = entryPlaces(symbol.def, name);
      const exported = own.length > 0 ? own : exportedNames(symbol.def, name);
      if (exported.length > 0) return exported;
      const { kind, variant } = definitionOf(program, symbol.def);
      const strategy = strategyOf(fileOfScope(program, symbol.def));
      const spans = kind === 'module' || variant === 'package_object';
      const key = spans ? strategy.namespaceOf?.(symbol.def) : strategy.namespaceBeside?.(symbol.def);
      return key === undefined ? own : memberOf({ to: 'namespace', key }, name);
    }
    for (const strategy of strategies) {
      const refs = strategy.member?.(symbol.key, name) ?? [];
      if (refs.length > 0) return refs.flatMap(placesOf);
    }
    return [];
  };

  const imported = (fact: ImportFact, file: SourceFile): Place[] => {
    const refs = boundRefs(fact, file);
    // Overloads of a name are several definitions; otherwise refs are alternatives, best first.
    if (refs.length > 1 && refs.every((ref) => ref.to === 'def' || ref.to === 'name')) return refs.flatMap(placesOf);
    for (const ref of refs) {
      const places = placesOf(ref);
      if (places.length > 0) return places;
    }
    return [];
  };

  const search = (start: ScopeId, name: string): Found | undefined => {
    const file = fileOfScope(program, start);
    trace.touch(file.index);
    const onClass = file.rules.classMembersApart && runsOnClass(program, start);
    let scope: ScopeId | undefined = start;
    let isAround = false;
    for (let steps = 0; scope !== undefined && steps < MAX_SCOPES; steps++) {
      const isClass = isClassScope(program, scope);
      if (isClass && file.rules.implicitSelf) {
        if (linker.hasMember(scope, name, onClass, isAround))
          return { places: [memberPlace(scope, name, onClass)], by: 'scope' };
        isAround = true;
      }
      if (isVisible(program, scope, start) || isTypeName(program, scope, name)) {
        const places = entryPlaces(scope, name);
        if (places.length > 0) return { places, by: places.some(isImport) ? 'import' : 'scope' };
      }
      for (const star of file.stars) {
        if (star.scope !== scope || scope < 0) continue;
        const places = throughStar(star, file, name);
        if (places.length > 0) return { places, by: 'import' };
      }
      if (scope >= 0 && file.rules.implicitSelf) {
        const owner = linker.ownerOf(scope);
        if (owner !== undefined && linker.hasMember(owner, name, onClass, isAround)) {
          return { places: [memberPlace(owner, name, onClass)], by: 'scope' };
        }
      }
      scope = outerScope(program, scope);
    }
    for (const star of file.stars) {
      if (star.scope >= 0) continue;
      const places = throughStar(star, file, name);
      if (places.length > 0) return { places, by: 'import' };
    }
    const ambient = sameFamily(program, file, strategyOf(file).ambient?.(file, start, name) ?? []).flatMap(placesOf);
    if (ambient.length > 0) return { places: ambient, by: 'ambient' };
    if (file.rules.builtins.has(name)) {
      return { places: [{ at: 'ref', ref: { to: 'external', name } }], by: 'builtin' };
    }
    // `import static org.mockito.Mockito.*`: a name that nothing else has is a member of that type.
    const isOutside = file.stars.some(
      ({ fact }) => fact.static === true && boundRefs(fact, file).every((ref) => ref.to === 'external'),
    );
    return isOutside ? { places: [{ at: 'ref', ref: { to: 'external', name } }], by: 'import' } : undefined;
  };

  const lookup = (scope: ScopeId, name: string): Found | undefined => {
    const slot = placeOfScope(program, scope);
    return (lookupMemo[slot] ??= new Memo(trace)).of(name, () => search(scope, name));
  };

  const linker: Linker = {
    builtFirst: (members) => builtFirst(program, strategyOf, members),
    program,
    strategyOf,
    lookup,
    exported,
    imported,
    placesOf,
    memberOf,
    hasMember: () => false,
    ownerOf: () => undefined,
  };
  const exportedNames = createExportedNames(linker);
  const relativeRefs = createRelativeImports(program, { entryPlaces, throughStar, memberOf, imported });
  return linker;
}
