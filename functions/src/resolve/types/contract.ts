/**
 * Types as written, and what they mean. Static: found through the name resolver alone, never through values.
 *
 *     x: Optional[Dog]      Dog
 *     y: Map<string, Dog>   a container from elsewhere whose element is Dog
 *     z: T                  the bound of T, or whatever the receiver's type arguments say
 */
import type { TypeRef, Value } from '../../model/facts.ts';
import type { Place, ResolvedRef } from '../names/contract.ts';
import type { ScopeId } from '../program/program.ts';

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
  /** The type of the object that the code has: `Self`. */
  | { is: 'own'; at: TypeAt }
  /** What a member of another type is, or what its elements are: `App['scene']`. */
  | { is: 'member'; of: TypeAt; name: string | undefined }
  /** What a value is: `typeof settings`; of a function, `typeof run`, any of the same type may be given. */
  | { is: 'value'; scope: ScopeId; value: Value; runs: boolean }
  /** What a function of that type gives: `ReturnType<typeof make>`. */
  | { is: 'resultOf'; of: TypeAt }
  /** The class itself as a value: `Type[Dog]`. */
  | { is: 'classOf'; of: TypeAt };

export type TypeParameter = TypeMeaning & { is: 'parameter' };

/**
 * What a dotted name stands for: definitions, files and packages, following imports and aliases, never values that calls
 * give.
 *
 *     import shapes as s; Alias = s.Dog        `Alias` and `s.Dog` are the class Dog, `s` is the file shapes.py
 */
export interface Symbols {
  /** Definition, file or package at a place; nothing where only a value would tell. */
  symbolsAt(place: Place): ResolvedRef[];
  /** The same of a name or member as it is written. */
  symbolsOf(scope: ScopeId, value: Value): ResolvedRef[];
  /** Classes a type leads to by its dotted name. */
  classesNamed(scope: ScopeId, type: TypeRef): ResolvedRef[];
  /** What `new` of a type builds: a class, else a function used as one. */
  built(scope: ScopeId, type: TypeRef): number[];
  /** What a symbol is as a value: a file that is one value stands for it. */
  wholeOf(symbol: ResolvedRef): ResolvedRef[];
}

export interface Types extends Symbols {
  /** What a type means; several for unions; empty when it says nothing (any, unknown names). */
  meanings(at: TypeAt): TypeMeaning[];
  /** The type parameter that a name means in a scope. */
  parameterNamed(scope: ScopeId, name: string): TypeParameter | undefined;
}
