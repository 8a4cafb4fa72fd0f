/** What dotted names stand for, see `Symbols` in contract.ts. */
import type { Definition, TypeRef, Value } from '../../model/facts.ts';
import type { NameResolver, Place, ResolvedRef } from '../names/contract.ts';
import { nearestOfEqual } from '../names/nearest-of-equal.ts';
import { partsOfName } from '../program/dotted-name.ts';
import { hasArity } from '../program/generic-arity.ts';
import { definitionOf, fileOfScope, isClassScope, outerScope } from '../program/program.ts';
import type { Entry, Program, ScopeId } from '../program/program.ts';
import { isClassLike, isFunctionLike } from '../program/qualified-names.ts';
import type { Symbols } from './contract.ts';

/** Names that lead to names: far above what code has, it ends those that lead to themselves. */
const MAX_DEPTH = 12;
/** Steps of one question. Names that each have several places multiply at every depth, as far as these mean several things. */
const MAX_STEPS = 5_000;

/** Members of a class that are no types. */
const NO_TYPES: ReadonlySet<string> = new Set<Definition['kind']>(['field', 'method']);

/** What symbols are found through. */
interface SymbolState {
  resolver: NameResolver;
  /** Steps that the question at hand has left. */
  left: number;
  /** Definitions of a class's member, inherited ones too. */
  membersOf(cls: number, name: string): number[];
  /** Of a class that is written in several parts, the part that stands for it. */
  primary(cls: number): number;
}

/** `membersOf`, `primary`: questions to the classes, see `SymbolState`. */
export function createSymbols(
  resolver: NameResolver,
  membersOf: (cls: number, name: string) => number[],
  primary: (cls: number) => number,
): Symbols {
  const state: SymbolState = { resolver, left: MAX_STEPS, membersOf, primary };
  const begin = (): SymbolState => {
    state.left = MAX_STEPS;
    return state;
  };
  return {
    symbolsAt: (place) => symbolsAt(begin(), place, 0),
    symbolsOf: (scope, value) => symbolsOf(begin(), scope, value, 0),
    classesNamed: (scope, type) => classesNamed(begin(), scope, type, 0),
    built: (scope, type) => built(begin(), scope, type),
    wholeOf: (symbol) => wholeOf(begin(), symbol, 0),
  };
}

function symbolsAt(state: SymbolState, place: Place, depth: number): ResolvedRef[] {
  if (depth > MAX_DEPTH || state.left-- <= 0) return [];
  switch (place.at) {
    case 'ref':
      return [place.ref];
    case 'value':
      return symbolsOf(state, place.scope, place.value, depth + 1);
    case 'member':
      return state.membersOf(place.cls, place.name).map((def) => ({ to: 'def', def }));
    case 'entry':
      return symbolsOfEntry(state, place.entry, place.scope, depth);
  }
}

function symbolsOfEntry(state: SymbolState, entry: Entry, scope: ScopeId, depth: number): ResolvedRef[] {
  const { resolver } = state;
  switch (entry.kind) {
    case 'param':
      return [];
    case 'bind': {
      const { key, through, value } = entry.fact;
      if (value === undefined || through !== undefined || key !== undefined) return [];
      return symbolsOf(state, entry.scope, value, depth + 1);
    }
    case 'import': {
      const file = resolver.program.files[entry.file];
      if (file === undefined) return [];
      return resolver.imported(entry.fact, file).flatMap((next) => symbolsAt(state, next, depth + 1));
    }
    case 'def': {
      const named = aliasedValue(definitionOf(resolver.program, entry.def));
      const alias = named === undefined ? [] : symbolsOf(state, scope, named, depth + 1);
      return alias.length > 0 ? alias : [{ to: 'def', def: entry.def }];
    }
  }
}

function symbolsOf(state: SymbolState, scope: ScopeId, value: Value, depth: number): ResolvedRef[] {
  if (depth > MAX_DEPTH || state.left-- <= 0) return [];
  const { resolver } = state;
  switch (value.is) {
    case 'name':
      return unique(
        resolver.lookup(scope, value.name)?.places.flatMap((place) => symbolsAt(state, place, depth + 1)) ?? [],
      );
    case 'member':
      return unique(
        symbolsOf(state, scope, value.of, depth + 1).flatMap((symbol) =>
          memberSymbols(state, symbol, value.name, depth + 1),
        ),
      );
    case 'type':
      return classesNamed(state, scope, value.type, depth + 1);
    case 'function':
      return [{ to: 'def', def: fileOfScope(resolver.program, scope).base + value.definition }];
    case 'either':
      return value.options.flatMap((option) => symbolsOf(state, scope, option, depth + 1));
    default:
      return [];
  }
}

function memberSymbols(state: SymbolState, symbol: ResolvedRef, name: string, depth: number): ResolvedRef[] {
  const { resolver } = state;
  const { program } = resolver;
  if (symbol.to === 'def' && isClassScope(program, symbol.def)) {
    const found = state.membersOf(symbol.def, name);
    const isOpen =
      definitionOf(program, symbol.def).variant === 'package_object' ||
      resolver.strategyOf(fileOfScope(program, symbol.def)).namespaceBeside !== undefined;
    if (found.length > 0 || !isOpen) return found.map((def) => ({ to: 'def', def }));
  }
  return resolver.memberOf(symbol, name).flatMap((place) => symbolsAt(state, place, depth + 1));
}

function classesNamed(
  state: SymbolState,
  scope: ScopeId,
  { name: dotted, args }: TypeRef,
  depth: number,
): ResolvedRef[] {
  const { program } = state.resolver;
  const [first, ...members] = dotted.includes('.') ? partsOfName(dotted) : [dotted];
  if (first === undefined || first === '') return [];
  let symbols = symbolsNotFields(state, scope, first, depth);
  for (const member of members) symbols = symbols.flatMap((symbol) => memberSymbols(state, symbol, member, depth));
  const isMeant = (def: number): boolean =>
    isTypeLike(definitionOf(program, def)) && hasArity(program, def, args?.length ?? 0);
  const meant = symbols
    .flatMap((symbol) => wholeOf(state, symbol, depth))
    .filter((symbol) => symbol.to !== 'def' || isMeant(symbol.def));
  return unique(
    nearest(state, withoutObjects(program, meant), scope).map((symbol) =>
      symbol.to === 'def' ? { to: 'def', def: state.primary(symbol.def) } : symbol,
    ),
  );
}

/** `class A` and `object A` share a name, and a type of that name is the class. */
function withoutObjects(program: Program, symbols: ResolvedRef[]): ResolvedRef[] {
  if (symbols.length < 2) return symbols;
  const isObject = (symbol: ResolvedRef): boolean =>
    symbol.to === 'def' && definitionOf(program, symbol.def).variant === 'object';
  const others = symbols.filter((symbol) => !isObject(symbol));
  return others.length > 0 ? others : symbols;
}

function nearest({ resolver }: SymbolState, symbols: ResolvedRef[], scope: ScopeId): ResolvedRef[] {
  if (symbols.length < 2) return symbols;
  const near = new Set(nearestOfEqual(resolver, symbols.flatMap(definitionsOf), fileOfScope(resolver.program, scope)));
  return symbols.filter((symbol) => symbol.to !== 'def' || near.has(symbol.def));
}

/** `struct { store *store.Disk }`: a field or constructor is no type; what has its name around the class is meant. */
function symbolsNotFields(state: SymbolState, scope: ScopeId, name: string, depth: number): ResolvedRef[] {
  const { program } = state.resolver;
  const isMember = (symbol: ResolvedRef): boolean =>
    symbol.to === 'def' && NO_TYPES.has(definitionOf(program, symbol.def).kind);
  let at: ScopeId | undefined = scope;
  let symbols = symbolsOf(state, scope, { is: 'name', name }, depth);
  while (at !== undefined && symbols.length > 0 && symbols.every(isMember)) {
    at = outerScope(program, at);
    symbols = at === undefined ? [] : symbolsOf(state, at, { is: 'name', name }, depth);
  }
  return symbols;
}

/** A file that is one value, `module.exports = Dog`, stands for it. */
function wholeOf(state: SymbolState, symbol: ResolvedRef, depth: number): ResolvedRef[] {
  if (symbol.to !== 'file') return [symbol];
  const whole = state.resolver.memberOf(symbol, '=').flatMap((place) => symbolsAt(state, place, depth));
  return whole.length > 0 ? whole : [symbol];
}

function built(state: SymbolState, scope: ScopeId, type: TypeRef): number[] {
  const { program } = state.resolver;
  const classes = classesNamed(state, scope, type, 0).flatMap(definitionsOf);
  if (classes.length > 0 || type.name.includes('.')) return classes;
  return symbolsOf(state, scope, { is: 'name', name: type.name }, 0)
    .flatMap((symbol) => wholeOf(state, symbol, 0))
    .flatMap(definitionsOf)
    .filter((def) => isFunctionLike(definitionOf(program, def)));
}

function definitionsOf(symbol: ResolvedRef): number[] {
  return symbol.to === 'def' ? [symbol.def] : [];
}

/** What a variable merely names: `Alias = pkg.Dog`. */
function aliasedValue({ kind, value }: Definition): Value | undefined {
  if (kind !== 'variable' && kind !== 'constant' && kind !== 'field') return undefined;
  return value?.is === 'name' || value?.is === 'member' || value?.is === 'function' ? value : undefined;
}

function isTypeLike(def: Definition): boolean {
  return isClassLike(def) || def.kind === 'module';
}

function unique(symbols: ResolvedRef[]): ResolvedRef[] {
  if (symbols.length < 2) return symbols;
  const seen = new Set<string>();
  return symbols.filter((symbol) => {
    const key = JSON.stringify(symbol);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
