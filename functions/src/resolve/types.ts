/**
 * Types as written → the classes they mean. Static: rests on the linker alone, never on values.
 *
 *     x: Optional[Dog]      Dog
 *     y: Map<string, Dog>   a container from elsewhere whose element is Dog
 *     z: T                  the bound of T, or whatever the receiver's type arguments say
 */
import type { Definition, TypeRef, Value } from '../model/facts.ts';
import { dottedValue, partsOfName } from './bases-named.ts';
import type { Linker, Place, Symbol } from './linker.ts';
import type { ScopeId } from './program.ts';
import { hasArity } from './generic-arity.ts';
import { definitionOf, fileOfScope, isClassScope, outerScope } from './program.ts';
import { isClassLike, isFunctionLike } from './qualified-names.ts';
import type { FunctionForm } from './rules-format.ts';
import type { Note } from './trace.ts';

/** A type with the scope its names are to be read in. */
export interface TypeAt {
  type: TypeRef;
  scope: ScopeId;
}

export type TypeMeaning =
  | { is: 'class'; def: number; args: TypeAt[] }
  /** A generic container or other type from outside. */
  | { is: 'external'; name: string; args: TypeAt[] }
  | { is: 'function'; params: TypeAt[]; result: TypeAt | undefined }
  /** A type that lists its members where it is used. */
  | { is: 'record'; of: TypeAt }
  | { is: 'parameter'; def: number; name: string; bounds: TypeAt[] }
  /** What a member of another type is, or what its elements are: `App['scene']`. */
  | { is: 'member'; of: TypeAt; name: string | undefined }
  /** What a value is: `typeof settings`; of a function, `typeof run`, any of the same type may be given. */
  | { is: 'value'; scope: ScopeId; value: Value; runs: boolean }
  /** The class itself as a value: `Type[Dog]`. */
  | { is: 'classOf'; of: TypeAt };

const MAX_DEPTH = 12;

export interface Types {
  /** What a type means; several for unions; empty when it says nothing (any, unknown names). */
  meanings(at: TypeAt): TypeMeaning[];
  /** Classes a type leads to by its dotted name. */
  classesNamed(scope: ScopeId, type: TypeRef): Symbol[];
  /** What `new` of a type builds: a class, else a function used as one. */
  built(scope: ScopeId, type: TypeRef): number[];
  /** Definitions, files and packages that a place stands for, following imports and aliases, not calls. */
  symbolsAt(place: Place, depth?: number): Symbol[];
  symbolsOf(scope: ScopeId, value: Value, depth?: number): Symbol[];
  /** The type parameter that a name means in a scope. */
  parameterNamed(scope: ScopeId, name: string): (TypeMeaning & { is: 'parameter' }) | undefined;
  /** What a symbol is as a value: a file that is one value stands for it. */
  wholeOf(symbol: Symbol): Symbol[];
}

/** `primary`: of a class that is written in several parts the one that stands for it. */
export function createTypes(
  linker: Linker,
  baseMember: (cls: number, name: string) => number[],
  primary: (cls: number) => number,
): Types {
  const { program } = linker;
  const { trace } = program;
  const memo = new Map<TypeRef, { scope: ScopeId; meanings: TypeMeaning[]; note: Note }>();

  const symbolsAt = (place: Place, depth = 0): Symbol[] => {
    if (depth > MAX_DEPTH) return [];
    if (place.at === 'ref') return [place.ref];
    if (place.at === 'value') return symbolsOf(place.scope, place.value, depth + 1);
    if (place.at === 'member') return baseMember(place.cls, place.name).map((def) => ({ to: 'def', def }));
    const { entry } = place;
    if (entry.kind === 'param') return [];
    if (entry.kind === 'bind') {
      return entry.fact.value === undefined || entry.fact.through !== undefined || entry.fact.key !== undefined
        ? []
        : symbolsOf(entry.scope, entry.fact.value, depth + 1);
    }
    if (entry.kind === 'import') {
      const file = program.files[entry.file];
      return file === undefined ? [] : linker.imported(entry.fact, file).flatMap((next) => symbolsAt(next, depth + 1));
    }
    const def = definitionOf(program, entry.def);
    const alias = isAliasable(def) ? symbolsOf(place.scope, def.value as Value, depth + 1) : [];
    return alias.length > 0 ? alias : [{ to: 'def', def: entry.def }];
  };

  const symbolsOf = (scope: ScopeId, value: Value, depth = 0): Symbol[] => {
    if (depth > MAX_DEPTH) return [];
    switch (value.is) {
      case 'name':
        return linker.lookup(scope, value.name)?.places.flatMap((place) => symbolsAt(place, depth + 1)) ?? [];
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

  const memberSymbols = (symbol: Symbol, name: string, depth: number): Symbol[] => {
    if (symbol.to === 'def' && isClassScope(program, symbol.def)) {
      const found = baseMember(symbol.def, name);
      const isOpen =
        definitionOf(program, symbol.def).variant === 'package_object' ||
        linker.strategyOf(fileOfScope(program, symbol.def)).namespaceBeside !== undefined;
      if (found.length > 0 || !isOpen) return found.map((def) => ({ to: 'def', def }));
    }
    return linker.memberOf(symbol, name).flatMap((place) => symbolsAt(place, depth + 1));
  };

  const classesNamed = (scope: ScopeId, { name: dotted, args }: TypeRef): Symbol[] => {
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
      symbols.flatMap(wholeOf).flatMap((symbol): Symbol[] => {
        if (symbol.to !== 'def') return [symbol];
        return isMeant(symbol.def) ? [{ to: 'def', def: primary(symbol.def) }] : [];
      }),
    );
  };

  /** A file that is one value, `module.exports = Dog`, stands for it. */
  const wholeOf = (symbol: Symbol): Symbol[] => {
    if (symbol.to !== 'file') return [symbol];
    const whole = linker.memberOf(symbol, '=').flatMap((place) => symbolsAt(place));
    return whole.length > 0 ? whole : [symbol];
  };

  const isField = (symbol: Symbol): boolean =>
    symbol.to === 'def' && definitionOf(program, symbol.def).kind === 'field';

  const built = (scope: ScopeId, type: TypeRef): number[] => {
    const defs = (symbols: Symbol[]): number[] =>
      symbols.flatMap((symbol) => (symbol.to === 'def' ? [symbol.def] : []));
    const classes = defs(classesNamed(scope, type));
    if (classes.length > 0 || type.name.includes('.')) return classes;
    return defs(symbolsOf(scope, { is: 'name', name: type.name }).flatMap(wholeOf)).filter((def) =>
      isFunctionLike(definitionOf(program, def)),
    );
  };

  const parameterNamed: Types['parameterNamed'] = (scope, name) => {
    for (let at: ScopeId | undefined = scope, n = 0; at !== undefined && at >= 0 && n < 200; n++) {
      const found = definitionOf(program, at).typeParameters?.find((parameter) => parameter.name === name);
      const owner = linker.ownerOf(at);
      if (found !== undefined) {
        const def = at;
        const bounds = (found.bounds ?? []).map((type) => ({ type, scope: def }));
        // `impl<U> Cage<U>`: U is what the type itself calls T.
        const place = definitionOf(program, def).owner?.args?.findIndex((arg) => arg.name === name) ?? -1;
        const ofType = owner === undefined ? undefined : definitionOf(program, owner).typeParameters?.[place];
        if (owner === undefined || ofType === undefined) return { is: 'parameter', def, name, bounds };
        return { is: 'parameter', def: owner, name: ofType.name, bounds };
      }
      const ofOwner =
        owner === undefined ? undefined : definitionOf(program, owner).typeParameters?.find((p) => p.name === name);
      if (owner !== undefined && ofOwner !== undefined) {
        return {
          is: 'parameter',
          def: owner,
          name,
          bounds: (ofOwner.bounds ?? []).map((type) => ({ type, scope: owner })),
        };
      }
      at = outerScope(program, at);
    }
    return undefined;
  };

  /** What a type variable that a call makes is bound to: `T = TypeVar('T', bound=Animal)`. */
  const variableBound = (maker: string | undefined, scope: ScopeId, name: string): TypeAt | 'none' | undefined => {
    const place = maker === undefined ? undefined : linker.lookup(scope, name)?.places[0];
    if (place?.at !== 'entry' || (place.entry.kind !== 'bind' && place.entry.kind !== 'def')) return undefined;
    const { value } = place.entry.kind === 'bind' ? place.entry.fact : definitionOf(program, place.entry.def);
    if (value?.is !== 'call' || !('name' in value.callee) || value.callee.name !== maker) return undefined;
    const given = value.args?.find((argument) => argument.name === 'bound')?.value;
    return given?.is === 'name' ? { type: { name: given.name }, scope: place.scope } : 'none';
  };

  const find = ({ type, scope }: TypeAt, depth: number): TypeMeaning[] => {
    if (depth > MAX_DEPTH) return [];
    const { rules } = fileOfScope(program, scope);
    const args = (type.args ?? []).map((arg) => ({ type: arg, scope }));
    const all = (): TypeMeaning[] => args.flatMap((arg) => find(arg, depth + 1));
    if (type.name === '|' || type.name === '&') return all();
    if (type.name === '->') return [{ is: 'function', params: args.slice(0, -1), result: args.at(-1) }];
    if (type.name === '[]' || type.name === '()') return [{ is: 'external', name: type.name, args }];
    const [of] = args;
    if (type.name === '.' && of !== undefined) return [{ is: 'member', of, name: type.args?.[1]?.name }];
    if (type.name === 'typeof' && of !== undefined) return valueNamed(of);
    if (type.name === '{}' && args.length > 0) return [{ is: 'record', of: { type, scope } }];
    const last = type.name.slice(type.name.lastIndexOf('.') + 1);
    if (rules.transparentNames.has(last) && args[0] !== undefined) return find(args[0], depth + 1);
    if (rules.classTypeNames.has(last) && args[0] !== undefined) return [{ is: 'classOf', of: args[0] }];
    if (rules.openTypeNames.has(type.name)) return [];
    const parameter = type.name.includes('.') ? undefined : parameterNamed(scope, type.name);
    if (parameter !== undefined) return [parameter];
    const symbols = classesNamed(scope, type);
    const bound = symbols.length > 0 ? undefined : variableBound(rules.typeVariable, scope, type.name);
    if (bound !== undefined) return bound === 'none' ? [] : find(bound, depth + 1);
    if (symbols.every(({ to }) => to === 'external')) {
      return [functionType(rules.functionForms.get(last), args) ?? { is: 'external', name: type.name, args }];
    }
    return symbols.flatMap((symbol): TypeMeaning[] => {
      if (symbol.to !== 'def') return symbol.to === 'external' ? [{ is: 'external', name: type.name, args }] : [];
      const def = definitionOf(program, symbol.def);
      // An alias of an object type has members of its own, like an interface.
      const own: TypeMeaning = { is: 'class', def: symbol.def, args };
      if (def.kind !== 'type' || def.type === undefined) return [own];
      const aliased = find({ type: def.type, scope: symbol.def }, depth + 1);
      const filled = aliased.map((meaning) => fillAlias(meaning, symbol.def, def, args));
      if (program.children[symbol.def] === undefined) return filled;
      return [own, ...filled.filter((meaning) => meaning.is !== 'record')];
    });
  };

  const valueNamed = (of: TypeAt): TypeMeaning[] => {
    if (of.type.name === '?') return [];
    const value = dottedValue(of.type.name);
    // `interface Api { run: typeof run }`: a type sees no members.
    let { scope } = of;
    while (isClassScope(program, scope)) scope = outerScope(program, scope) ?? -1;
    const defs = symbolsOf(scope, value).flatMap((one) => (one.to === 'def' ? [definitionOf(program, one.def)] : []));
    if (defs.some(isClassLike)) return [{ is: 'classOf', of }];
    // What an object has under a name may be a function.
    const runs = defs.some(isFunctionLike) || (defs.length === 0 && value.is === 'member');
    return [{ is: 'value', scope, value, runs }];
  };

  /** `type Pair<T> = Box<T>` with `Pair<Dog>`: only arguments that are the alias's own parameters are filled in. */
  const fillAlias = (meaning: TypeMeaning, alias: number, def: Definition, args: TypeAt[]): TypeMeaning => {
    const fill = (at: TypeAt): TypeAt => {
      const index = at.scope === alias ? (def.typeParameters ?? []).findIndex((p) => p.name === at.type.name) : -1;
      return args[index] ?? at;
    };
    if (meaning.is === 'class' || meaning.is === 'external') return { ...meaning, args: meaning.args.map(fill) };
    if (meaning.is === 'function') {
      return { is: 'function', params: meaning.params.map(fill), result: meaning.result && fill(meaning.result) };
    }
    if (meaning.is === 'member') return { ...meaning, of: fill(meaning.of) };
    return meaning;
  };

  return {
    meanings(at) {
      const known = memo.get(at.type);
      if (known !== undefined && known.scope === at.scope) {
        trace.rests(known.note);
        return known.meanings;
      }
      const note = trace.begin();
      trace.touch(fileOfScope(program, at.scope).index);
      const meanings = find(at, 0);
      trace.leave();
      if (known === undefined) memo.set(at.type, { scope: at.scope, meanings, note });
      return meanings;
    },
    classesNamed,
    built,
    symbolsAt,
    symbolsOf,
    wholeOf,
    parameterNamed,
  };
}

/** `Func<Dog, int>` takes a Dog and gives an int, `Action<Dog>` takes one. */
function functionType(how: FunctionForm | undefined, args: TypeAt[]): TypeMeaning | undefined {
  if (how === undefined) return undefined;
  return how === 'parameters'
    ? { is: 'function', params: args, result: undefined }
    : { is: 'function', params: args.slice(0, -1), result: args.at(-1) };
}

/** Type of a member that a record type lists. */
export function memberType({ type, scope }: TypeAt, name: string): TypeAt | undefined {
  const found = type.args?.find((member) => member.name === name)?.args?.[0];
  return found === undefined ? undefined : { type: found, scope };
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

function unique(symbols: Symbol[]): Symbol[] {
  if (symbols.length < 2) return symbols;
  const seen = new Set<string>();
  return symbols.filter((symbol) => {
    const key = JSON.stringify(symbol);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
