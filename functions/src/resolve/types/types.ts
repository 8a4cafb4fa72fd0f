/**
 * Types as written → the classes they mean. Static: rests on the name resolver alone, never on values.
 *
 *     x: Optional[Dog]      Dog
 *     y: Map<string, Dog>   a container from elsewhere whose element is Dog
 *     z: T                  the bound of T, or whatever the receiver's type arguments say
 */
import type { Definition, TypeRef, Value } from '../../model/facts.ts';
import { dottedValue } from '../program/dotted-name.ts';
import type { NameResolver } from '../names/contract.ts';
import type { ScopeId } from '../program/program.ts';
import { definitionOf, fileOfScope, isClassScope, outerScope } from '../program/program.ts';
import { isClassLike, isFunctionLike } from '../program/qualified-names.ts';
import type { FunctionForm } from '../rules/rules-format.ts';
import type { Symbols } from './symbols.ts';
import { Memo } from '../tracking/memo.ts';
import { ruleSet } from '../rules/rule-set.ts';
import { words } from '../rules/rule-types.ts';
import { z } from 'zod';

/** Types whose value is a class (Python): `Type[Dog]`. */
export const classTypes = ruleSet({
  classTypes: words.describe('Generic types whose value is the class itself: `Type[Dog]`.'),
});

/** Type parameters that a call makes (Python): `T = TypeVar('T', bound=Animal)`. */
export const typeVariables = ruleSet({
  typeVariable: z
    .string()
    .optional()
    .describe("The function that makes a type parameter: `T = TypeVar('T', bound=Animal)`."),
});

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

/** Aliases of aliases: far above what code has, it ends those that lead to themselves. */
const MAX_DEPTH = 12;

export interface Types extends Symbols {
  /** What a type means; several for unions; empty when it says nothing (any, unknown names). */
  meanings(at: TypeAt): TypeMeaning[];
  /** The type parameter that a name means in a scope. */
  parameterNamed(scope: ScopeId, name: string): (TypeMeaning & { is: 'parameter' }) | undefined;
}

/** `ownerOf`: the class that a definition written apart from it names as its owner. */
export function createTypes(
  resolver: NameResolver,
  symbols: Symbols,
  ownerOf: (def: number) => number | undefined,
): Types {
  const { program } = resolver;
  const { classesNamed, symbolsOf } = symbols;
  const { trace } = program;
  /** Of a type that is read in several scopes, only what it means in the first one is remembered. */
  const memo = new Memo<TypeRef, { scope: ScopeId; meanings: TypeMeaning[] }>(trace);

  const parameterNamed: Types['parameterNamed'] = (scope, name) => {
    for (let at: ScopeId | undefined = scope, n = 0; at !== undefined && at >= 0 && n < 200; n++) {
      const found = definitionOf(program, at).typeParameters?.find((parameter) => parameter.name === name);
      const owner = ownerOf(at);
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
    const place = maker === undefined ? undefined : resolver.lookup(scope, name)?.places[0];
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
    if (rules.transparent.has(last) && args[0] !== undefined) return find(args[0], depth + 1);
    if (classTypes.of(rules).classTypes.has(last) && args[0] !== undefined) return [{ is: 'classOf', of: args[0] }];
    if (rules.openTypes.has(type.name)) return [];
    const parameter = type.name.includes('.') ? undefined : parameterNamed(scope, type.name);
    if (parameter !== undefined) return [parameter];
    const named = classesNamed(scope, type);
    const bound = named.length > 0 ? undefined : variableBound(typeVariables.of(rules).typeVariable, scope, type.name);
    if (bound !== undefined) return bound === 'none' ? [] : find(bound, depth + 1);
    if (named.every(({ to }) => to === 'external')) {
      return [functionType(rules.functionTypes.get(last), args) ?? { is: 'external', name: type.name, args }];
    }
    return named.flatMap((symbol): TypeMeaning[] => {
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
    ...symbols,
    meanings(at) {
      const make = (): { scope: ScopeId; meanings: TypeMeaning[] } => {
        trace.dependOnFile(fileOfScope(program, at.scope).index);
        return { scope: at.scope, meanings: find(at, 0) };
      };
      const known = memo.peek(at.type);
      const isFirst = known === undefined || known.scope === at.scope;
      return (isFirst ? memo.of(at.type, make) : trace.answer(make)).meanings;
    },
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
