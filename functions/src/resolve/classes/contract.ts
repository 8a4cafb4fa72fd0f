/**
 * The classes of a program as others see them.
 *
 *     class A: m      class B(A): n      own(B, 'm') is undefined; find(B, 'm') = A's m; order(B) = B, A
 */
import type { BindingFact, Base } from '../../model/facts.ts';
import type { Program, ScopeId, SourceFile } from '../program/program.ts';
import type { TypeAt, Types } from '../types/contract.ts';

/** A value that a method gives to a member of its object. */
export interface FieldWrite {
  fact: BindingFact;
  scope: ScopeId;
}

export interface Member {
  /** Class (or supertype) that declares it. */
  cls: number;
  /** Definitions of that name there; overloads are several. */
  defs: number[];
  /** Values given to it through self there. */
  writes: FieldWrite[];
  /** Constructor parameters that declare it. */
  parameters: { fn: number; index: number }[];
}

export interface Supertype {
  def: number;
  how: Base['how'];
  args: TypeAt[];
  /** Index of the file whose text says so: a conformance may stand far from its type. */
  file: number;
}

export interface FindMembers {
  /** First declaration of a member in the class's order; `after` skips up to and including that class (super). */
  find(cls: number, name: string, after?: number): Member | undefined;
  /** The same for the class as an object: its class methods, constants, and what is mixed into it. */
  findOnClass(cls: number, name: string, after?: number): Member | undefined;
}

export interface Classes extends FindMembers {
  program: Program;
  types: Types;
  supertypes(cls: number): Supertype[];
  /** True when a supertype lies outside the repository or is unknown: a member not found may be there. */
  hasOutsideBase(cls: number): boolean;
  /** The class and its supertypes in the order members are searched. */
  order(cls: number): number[];
  /** A member of the class itself. */
  own(cls: number, name: string): Member | undefined;
  /** The part of a class that stands for it where it is named, of those it is written in. */
  primary(cls: number): number;
  /** Whether anything is a member of it: a variable that functions are written to has members too. */
  hasMembers(def: number): boolean;
  /** Whether a type from outside is given a class of the repository as a supertype. */
  conformsOutside(type: string, cls: number): boolean;
  /** Classes that a file's text gives supertypes to apart from their definition. */
  conforming(file: SourceFile): number[];
  /** Direct subclasses. */
  subclasses(cls: number): number[];
  /** Class whose members a scope's code belongs to, or undefined. */
  classOf(scope: ScopeId): number | undefined;
  /** Class that a definition names as its owner; undefined for one that names none or one of no class here. */
  ownerOf(def: number): number | undefined;
  /** Functions that extend a type of the given name from outside it. */
  extensionsOf(family: string | undefined, type: string, name: string): number[];
  /** Functions that extend any type from outside under a name. */
  extensionsNamed(family: string, name: string): number[];
}
