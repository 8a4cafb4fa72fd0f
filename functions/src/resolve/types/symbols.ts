/**
 * What a dotted name stands for: definitions, files and packages, following imports and aliases, never values that calls
 * give.
 *
 *     import shapes as s; Alias = s.Dog        `Alias` and `s.Dog` are the class Dog, `s` is the file shapes.py
 */
import type { Definition, TypeRef, Value } from '../../model/facts.ts';
import { partsOfName } from '../program/dotted-name.ts';
import { hasArity } from '../program/generic-arity.ts';
import type { NameResolver, Place, ResolvedRef } from '../names/contract.ts';
import { definitionOf, fileOfScope, isClassScope, outerScope } from '../program/program.ts';
import type { ScopeId } from '../program/program.ts';
import { isClassLike, isFunctionLike } from '../program/qualified-names.ts';

/** Names that lead to names: far above what code has, it ends those that lead to themselves. */
const MAX_DEPTH = 12;

export interface Symbols {
  /** What a place stands for; nothing where only a value would tell. */
  symbolsAt(place: Place, depth?: number): ResolvedRef[];
  /** The same of a name or member as it is written. */
  symbolsOf(scope: ScopeId, value: Value, depth?: number): ResolvedRef[];
  /** Classes a type leads to by its dotted name. */
  classesNamed(scope: ScopeId, type: TypeRef): ResolvedRef[];
  /** What `new` of a type builds: a class, else a function used as one. */
  built(scope: ScopeId, type: TypeRef): number[];
  /** What a symbol is as a value: a file that is one value stands for it. */
  wholeOf(symbol: ResolvedRef): ResolvedRef[];
}

/**
 * `membersOf`: definitions of a class's member, inherited ones too; `primary`: of a class that is written in several parts
 * the one that stands for it.
 */
export function createSymbols(
  resolver: NameResolver,
  membersOf: (cls: number, name: string) => number[],
  primary: (cls: number) => number,
): Symbols {
  const { program } = resolver;

  const symbolsAt = (place: Place, depth = 0): ResolvedRef[] => {
    if (depth > MAX_DEPTH) return [];
    if (place.at === 'ref') return [place.ref];
    if (place.at === 'value') return symbolsOf(place.scope, place.value, depth + 1);
    if (place.at === 'member') return membersOf(place.cls, place.name).map((def) => ({ to: 'def', def }));
    const { entry } = place;
    if (entry.kind === 'param') return [];
    if (entry.kind === 'bind') {
      return entry.fact.value === undefined || entry.fact.through !== undefined || entry.fact.key !== undefined
        ? []
        : symbolsOf(entry.scope, entry.fact.value, depth + 1);
    }
    if (entry.kind === 'import') {
      const file = program.files[entry.file];
      return file === undefined
        ? []
        : resolver.imported(entry.fact, file).flatMap((next) => symbolsAt(next, depth + 1));
    }
    const def = definitionOf(program, entry.def);
    const alias = isAliasable(def) ? symbolsOf(place.scope, def.value as Value, depth + 1) : [];
    return alias.length > 0 ? alias : [{ to: 'def', def: entry.def }];
  };

  const symbolsOf = (scope: ScopeId, value: Value, depth = 0): ResolvedRef[] => {
    if (depth > MAX_DEPTH) return [];
    switch (value.is) {
      case 'name':
        return resolver.lookup(scope, value.name)?.places.flatMap((place) => symbolsAt(place, depth + 1)) ?? [];
      case 'member':
        return symbolsOf(scope, value.of, depth + 1).flatMap((symbol) => memberSymbols(symbol, value.name, depth + 1));
      case 'type':
        return classesNamed(scope, value.type);
      case 'function':
        return [{ to: 'def', def: fileOfScope(program, scope).base + value.definition }];
      case 'either':
        return value.options.flatMap((option) => symbolsOf(scope, option, depth + 1));
      default:
        return [];
    }
  };

  const memberSymbols = (symbol: ResolvedRef, name: string, depth: number): ResolvedRef[] => {
    if (symbol.to === 'def' && isClassScope(program, symbol.def)) {
      const found = membersOf(symbol.def, name);
      const isOpen =
        definitionOf(program, symbol.def).variant === 'package_object' ||
        resolver.strategyOf(fileOfScope(program, symbol.def)).namespaceBeside !== undefined;
      if (found.length > 0 || !isOpen) return found.map((def) => ({ to: 'def', def }));
    }
    return resolver.memberOf(symbol, name).flatMap((place) => symbolsAt(place, depth + 1));
  };

  const classesNamed = (scope: ScopeId, { name: dotted, args }: TypeRef): ResolvedRef[] => {
    const parts = dotted.includes('.') ? partsOfName(dotted) : [dotted];
    const first = parts[0];
    if (first === undefined || first === '') return [];
    let symbols = symbolsOf(scope, { is: 'name', name: first });
    // `struct { store *store.Disk }`: a field is no type; what has its name around the class is meant.
    for (let at: ScopeId | undefined = scope; at !== undefined && symbols.length > 0 && symbols.every(isField);) {
      at = outerScope(program, at);
      symbols = at === undefined ? [] : symbolsOf(at, { is: 'name', name: first });
    }
    for (const part of parts.slice(1)) symbols = symbols.flatMap((symbol) => memberSymbols(symbol, part, 0));
    const isMeant = (def: number): boolean =>
      isTypeLike(definitionOf(program, def)) && hasArity(program, def, args?.length ?? 0);
    return unique(
      symbols.flatMap(wholeOf).flatMap((symbol): ResolvedRef[] => {
        if (symbol.to !== 'def') return [symbol];
        return isMeant(symbol.def) ? [{ to: 'def', def: primary(symbol.def) }] : [];
      }),
    );
  };

  /** A file that is one value, `module.exports = Dog`, stands for it. */
  const wholeOf = (symbol: ResolvedRef): ResolvedRef[] => {
    if (symbol.to !== 'file') return [symbol];
    const whole = resolver.memberOf(symbol, '=').flatMap((place) => symbolsAt(place));
    return whole.length > 0 ? whole : [symbol];
  };

  const isField = (symbol: ResolvedRef): boolean =>
    symbol.to === 'def' && definitionOf(program, symbol.def).kind === 'field';

  const built = (scope: ScopeId, type: TypeRef): number[] => {
    const defs = (symbols: ResolvedRef[]): number[] =>
      symbols.flatMap((symbol) => (symbol.to === 'def' ? [symbol.def] : []));
    const classes = defs(classesNamed(scope, type));
    if (classes.length > 0 || type.name.includes('.')) return classes;
    return defs(symbolsOf(scope, { is: 'name', name: type.name }).flatMap(wholeOf)).filter((def) =>
      isFunctionLike(definitionOf(program, def)),
    );
  };

  return { symbolsAt, symbolsOf, classesNamed, built, wholeOf };
}

/** A variable that merely names something else: `Alias = pkg.Dog`. */
function isAliasable(def: Definition): boolean {
  if (def.kind !== 'variable' && def.kind !== 'constant' && def.kind !== 'field') return false;
  return (
    def.value !== undefined && (def.value.is === 'name' || def.value.is === 'member' || def.value.is === 'function')
  );
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
