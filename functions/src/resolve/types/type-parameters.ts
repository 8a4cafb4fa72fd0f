/**
 * Type parameters by name.
 *
 *     class Cage<T extends Animal> { T inside }      T in Cage is Cage's parameter T, bound by Animal
 *     impl<U> Cage<U> { fn get(&self) -> U }         U there is what Cage itself calls T
 *     T = TypeVar('T', bound=Animal)                 a call makes the parameter (Python)
 */
import type { Definition, Value } from '../../model/facts.ts';
import type { NameResolver } from '../names/contract.ts';
import { definitionOf, outerScope } from '../program/program.ts';
import type { Entry, Program, ScopeId } from '../program/program.ts';
import type { TypeAt, TypeParameter } from './contract.ts';

const MAX_SCOPES = 200;

/** `ownerOf`: the class that a definition written apart from it names as its owner. */
export function parameterNamed(
  program: Program,
  ownerOf: (def: number) => number | undefined,
  scope: ScopeId,
  name: string,
): TypeParameter | undefined {
  let at: ScopeId | undefined = scope;
  for (let n = 0; at !== undefined && at >= 0 && n < MAX_SCOPES; n++) {
    const owner = ownerOf(at);
    const found = ownParameter(program, at, owner, name) ?? parameterOf(program, owner, name);
    if (found !== undefined) return found;
    at = outerScope(program, at);
  }
  return undefined;
}

/** A parameter of a definition by its own name for it; one that stands for a parameter of the owner is the owner's. */
function ownParameter(
  program: Program,
  def: number,
  owner: number | undefined,
  name: string,
): TypeParameter | undefined {
  const parameter = parameterOf(program, def, name);
  if (parameter === undefined || owner === undefined) return parameter;
  const place = definitionOf(program, def).owner?.args?.findIndex((arg) => arg.name === name) ?? -1;
  const ofOwner = definitionOf(program, owner).typeParameters?.[place];
  return ofOwner === undefined ? parameter : { ...parameter, def: owner, name: ofOwner.name };
}

function parameterOf(program: Program, def: number | undefined, name: string): TypeParameter | undefined {
  if (def === undefined) return undefined;
  const found = definitionOf(program, def).typeParameters?.find((parameter) => parameter.name === name);
  if (found === undefined) return undefined;
  return { is: 'parameter', def, name, bounds: (found.bounds ?? []).map((type) => ({ type, scope: def })) };
}

/** The bound of a parameter that a call of `maker` makes, 'none' where it has none; undefined for another name. */
export function variableBound(
  resolver: NameResolver,
  maker: string | undefined,
  scope: ScopeId,
  name: string,
): TypeAt | 'none' | undefined {
  const place = maker === undefined ? undefined : resolver.lookup(scope, name)?.places[0];
  if (place?.at !== 'entry') return undefined;
  const value = boundValueOf(resolver.program, place.entry);
  if (value?.is !== 'call' || !('name' in value.callee) || value.callee.name !== maker) return undefined;
  const given = value.args?.find((argument) => argument.name === 'bound')?.value;
  return given?.is === 'name' ? { type: { name: given.name }, scope: place.scope } : 'none';
}

function boundValueOf(program: Program, entry: Entry): Value | undefined {
  if (entry.kind === 'bind') return entry.fact.value;
  return entry.kind === 'def' ? definitionOf(program, entry.def).value : undefined;
}

/** `type Pair<T> = Box<T>` with `Pair<Dog>`: what a part of the alias is, where it is one of the alias's parameters. */
export function fillParameter(at: TypeAt, alias: number, { typeParameters = [] }: Definition, args: TypeAt[]): TypeAt {
  const index = at.scope === alias ? typeParameters.findIndex((parameter) => parameter.name === at.type.name) : -1;
  return args[index] ?? at;
}
