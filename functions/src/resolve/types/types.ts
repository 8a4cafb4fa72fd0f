/** What types mean, see `Types` in contract.ts. */
import { z } from 'zod';
import type { Definition, TypeRef } from '../../model/facts.ts';
import type { NameResolver, ResolvedRef } from '../names/contract.ts';
import { dottedValue } from '../program/dotted-name.ts';
import { definitionOf, fileOfScope, isClassScope, outerScope } from '../program/program.ts';
import type { ScopeId } from '../program/program.ts';
import { isClassLike, isFunctionLike } from '../program/qualified-names.ts';
import { ruleSet } from '../rules/rule-set.ts';
import { flag, words } from '../rules/rule-types.ts';
import type { FunctionForm } from '../rules/rules-format.ts';
import { Memo } from '../tracking/memo.ts';
import type { Symbols, TypeAt, TypeMeaning, TypeParameter, Types } from './contract.ts';
import { fillParameter, parameterNamed, variableBound } from './type-parameters.ts';

/** Types whose value is a class (Python): `Type[Dog]`. */
export const classTypes = ruleSet({
  classTypes: words.describe('Generic types whose value is the class itself: `Type[Dog]`.'),
});

/** Variables that are other names of types (Python): `Pets = Union[Dog, Cat]`. */
export const aliasVariables = ruleSet({
  variablesNameTypes: flag('A variable that is given a type is another name of it: `Pets = Union[Dog, Cat]`.'),
});

/** Types made of the type of a function or class (TypeScript): `ReturnType<typeof make>`. */
export const derivedTypes = ruleSet({
  resultTypes: words.describe('Generic types that are what the function in them gives: `ReturnType<typeof make>`.'),
  instanceTypes: words.describe('Generic types that are an instance of the class in them: `InstanceType<typeof Dog>`.'),
});

/** Type parameters that a call makes (Python): `T = TypeVar('T', bound=Animal)`. */
export const typeVariables = ruleSet({
  typeVariable: z
    .string()
    .optional()
    .describe("The function that makes a type parameter: `T = TypeVar('T', bound=Animal)`."),
});

/** Results that tell a type (TypeScript, Python): `(pet: Pet): pet is Dog`. */
export const guardTypes = ruleSet({
  guardTypes: words.describe(
    'Types of results that tell what the first argument is, by their last argument: `TypeGuard[Dog]`.',
  ),
});

/** Aliases of aliases: far above what code has, it ends those that lead to themselves. */
const MAX_DEPTH = 12;
/** Types that one question reads. Unions of aliases that are unions multiply at every depth. */
const MAX_STEPS = 2_000;

/** What types are read through. */
interface TypeState {
  resolver: NameResolver;
  symbols: Symbols;
  /** Types that the question at hand may still read. */
  left: number;
  parameterNamed(scope: ScopeId, name: string): TypeParameter | undefined;
}

/** A type with its arguments, each in the type's scope. */
interface AppliedType extends TypeAt {
  args: TypeAt[];
  depth: number;
}

/** `ownerOf`: the class that a definition written apart from it names as its owner. */
export function createTypes(
  resolver: NameResolver,
  symbols: Symbols,
  ownerOf: (def: number) => number | undefined,
): Types {
  const { program } = resolver;
  const { trace } = program;
  const state: TypeState = {
    resolver,
    symbols,
    left: MAX_STEPS,
    parameterNamed: (scope, name) => parameterNamed(program, ownerOf, scope, name),
  };
  /** Of a type that is read in several scopes, only what it means in the first one is remembered. */
  const memo = new Memo<TypeRef, { scope: ScopeId; meanings: TypeMeaning[] }>(trace);
  return {
    ...symbols,
    parameterNamed: state.parameterNamed,
    meanings(at) {
      const make = (): { scope: ScopeId; meanings: TypeMeaning[] } => {
        trace.dependOnFile(fileOfScope(program, at.scope).index);
        state.left = MAX_STEPS;
        return { scope: at.scope, meanings: findMeanings(state, at, 0) };
      };
      const known = memo.peek(at.type);
      const isFirst = known === undefined || known.scope === at.scope;
      return (isFirst ? memo.of(at.type, make) : trace.answer(make)).meanings;
    },
  };
}

function findMeanings(state: TypeState, { type, scope }: TypeAt, depth: number): TypeMeaning[] {
  if (depth > MAX_DEPTH || state.left-- <= 0) return [];
  const args = (type.args ?? []).map((arg) => ({ type: arg, scope }));
  const applied: AppliedType = { type, scope, args, depth };
  return meaningByForm(state, applied) ?? meaningByRule(state, applied) ?? meaningByName(state, applied);
}

/** A type whose name is a sign: `A | B`, `(A) -> B`, `A[]`. */
function meaningByForm(state: TypeState, { type, scope, args, depth }: AppliedType): TypeMeaning[] | undefined {
  const [of] = args;
  switch (type.name) {
    case '|':
    case '&':
      return args.flatMap((arg) => findMeanings(state, arg, depth + 1));
    case '->':
      return [{ is: 'function', params: args.slice(0, -1), result: args.at(-1) }];
    case '[]':
    case '()':
      return [{ is: 'external', name: type.name, args }];
    case '.':
      return of && [{ is: 'member', of, name: type.args?.[1]?.name }];
    case 'typeof':
      return of && meaningOfTypeof(state, of);
    case '{}':
      return args.length > 0 ? [{ is: 'record', of: { type, scope } }] : undefined;
    default:
      return undefined;
  }
}

/** A type that the language's rules know by its name: Optional, Type, Any. */
function meaningByRule(state: TypeState, { type, scope, args, depth }: AppliedType): TypeMeaning[] | undefined {
  const { rules } = fileOfScope(state.resolver.program, scope);
  const [of] = args;
  const last = lastName(type);
  if (of !== undefined && rules.transparent.has(last)) return findMeanings(state, of, depth + 1);
  if (of !== undefined && classTypes.of(rules).classTypes.has(last)) return [{ is: 'classOf', of }];
  if (of !== undefined && derivedTypes.of(rules).resultTypes.has(last)) return [{ is: 'resultOf', of }];
  if (of !== undefined && derivedTypes.of(rules).instanceTypes.has(last)) return instancesOf(state, of, depth);
  if (rules.selfTypes.has(type.name)) return [{ is: 'own', at: { type, scope } }];
  return rules.openTypes.has(type.name) ? [] : undefined;
}

function instancesOf(state: TypeState, of: TypeAt, depth: number): TypeMeaning[] {
  return findMeanings(state, of, depth + 1).flatMap((meaning) =>
    meaning.is === 'classOf' ? findMeanings(state, meaning.of, depth + 1) : [],
  );
}

function meaningByName(state: TypeState, applied: AppliedType): TypeMeaning[] {
  const { type, scope, args, depth } = applied;
  const { rules } = fileOfScope(state.resolver.program, scope);
  const parameter = type.name.includes('.') ? undefined : state.parameterNamed(scope, type.name);
  if (parameter !== undefined) return [parameter];
  const named = state.symbols.classesNamed(scope, type);
  const bound =
    named.length > 0
      ? undefined
      : variableBound(state.resolver, typeVariables.of(rules).typeVariable, scope, type.name);
  if (bound !== undefined) return bound === 'none' ? [] : findMeanings(state, bound, depth + 1);
  const other = named.length > 0 ? undefined : variableAliased(state, scope, type);
  if (other !== undefined) return findMeanings(state, other, depth + 1);
  if (named.every(({ to }) => to === 'external'))
    return [functionType(rules.functionTypes.get(lastName(type)), args) ?? { is: 'external', name: type.name, args }];
  return named.flatMap((symbol) => meaningOfSymbol(state, applied, symbol));
}

/** `Pets = Union[Dog, Cat]`: the type that a variable is another name of. */
function variableAliased(
  { resolver: { program }, symbols }: TypeState,
  scope: ScopeId,
  type: TypeRef,
): TypeAt | undefined {
  if (!aliasVariables.of(fileOfScope(program, scope).rules).variablesNameTypes) return undefined;
  for (const symbol of symbols.symbolsOf(scope, dottedValue(type.name))) {
    const aliased = symbol.to === 'def' ? definitionOf(program, symbol.def).aliased : undefined;
    if (symbol.to === 'def' && aliased !== undefined)
      return { type: aliased, scope: outerScope(program, symbol.def) ?? scope };
  }
  return undefined;
}

/** `shapes.Dog` → Dog. */
function lastName({ name }: TypeRef): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function meaningOfSymbol(state: TypeState, { type, args, depth }: AppliedType, symbol: ResolvedRef): TypeMeaning[] {
  if (symbol.to === 'external') return [{ is: 'external', name: type.name, args }];
  if (symbol.to !== 'def') return [];
  const { program } = state.resolver;
  const def = definitionOf(program, symbol.def);
  const own: TypeMeaning = { is: 'class', def: symbol.def, args };
  if (def.kind !== 'type' || def.type === undefined) return [own];
  const aliased = findMeanings(state, { type: def.type, scope: symbol.def }, depth + 1);
  const filled = aliased.flatMap((meaning) => {
    const given = meaning.is === 'parameter' ? argumentOf(meaning, symbol.def, def, args) : undefined;
    return given === undefined ? [fillAlias(meaning, symbol.def, def, args)] : findMeanings(state, given, depth + 1);
  });
  // An alias of an object type has members of its own, like an interface.
  if (program.children[symbol.def] === undefined) return filled;
  return [own, ...filled.filter((meaning) => meaning.is !== 'record')];
}

/** `type Res<T> = Result<T, E>` with `Res<Dog>`: what the alias's own parameter is given. */
function argumentOf(parameter: TypeParameter, alias: number, def: Definition, args: TypeAt[]): TypeAt | undefined {
  if (parameter.def !== alias) return undefined;
  return args[(def.typeParameters ?? []).findIndex(({ name }) => name === parameter.name)];
}

/** `typeof settings`: of a class the class itself, of anything else the value. */
function meaningOfTypeof(state: TypeState, of: TypeAt): TypeMeaning[] {
  if (of.type.name === '?') return [];
  const { program } = state.resolver;
  const value = dottedValue(of.type.name);
  // `interface Api { run: typeof run }`: a type sees no members.
  let { scope } = of;
  while (isClassScope(program, scope)) scope = outerScope(program, scope) ?? -1;
  const defs = state.symbols
    .symbolsOf(scope, value)
    .flatMap((one) => (one.to === 'def' ? [definitionOf(program, one.def)] : []));
  if (defs.some(isClassLike)) return [{ is: 'classOf', of }];
  // What an object has under a name may be a function.
  const runs = defs.some(isFunctionLike) || (defs.length === 0 && value.is === 'member');
  return [{ is: 'value', scope, value, runs }];
}

/** `type Pair<T> = Box<T>` with `Pair<Dog>`: only arguments that are the alias's own parameters are filled in. */
function fillAlias(meaning: TypeMeaning, alias: number, def: Definition, args: TypeAt[]): TypeMeaning {
  const fill = (at: TypeAt): TypeAt => fillParameter(at, alias, def, args);
  if (meaning.is === 'class' || meaning.is === 'external') return { ...meaning, args: meaning.args.map(fill) };
  if (meaning.is === 'function')
    return { is: 'function', params: meaning.params.map(fill), result: meaning.result && fill(meaning.result) };
  return meaning.is === 'member' || meaning.is === 'resultOf' ? { ...meaning, of: fill(meaning.of) } : meaning;
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
