/**
 * The name resolver as others see it: what a name stands for, without following values.
 *
 *     from .x import y as z; z()      lookup(scope, 'z') → the entry of that import → placesOf → the definition y of x.py
 */
import type { ImportFact, Value } from '../../model/facts.ts';
import type { ImportStrategy } from '../imports/import-strategy.ts';
import type { Ref } from '../imports/refs.ts';
import type { Entry, Program, ScopeId, SourceFile } from '../program/program.ts';

/** Something a name stands for: an entry of a scope's table, an exported expression, or a place outside any table. */
export type Place =
  | { at: 'entry'; entry: Entry; scope: ScopeId }
  | { at: 'value'; value: Value; scope: ScopeId }
  | { at: 'member'; cls: number; name: string; onClass?: true }
  | { at: 'ref'; ref: ResolvedRef };

/** A Ref that needs no further following. */
export type ResolvedRef = Exclude<Ref, { to: 'name' }>;

export interface Found {
  places: Place[];
  /** How the name came into view: declared in this file, or brought by an import or the file's surroundings. */
  by: 'scope' | 'import' | 'ambient' | 'builtin';
}

/** What the resolver must be told of classes, in languages where a bare name may be a member of the class around. */
export interface ScopeMembers {
  /**
   * Whether a class, or a supertype of it, has a member. `onClass`: the code runs on the class and not on an instance.
   * `isAround`: the class stands around the one whose members the code has first.
   */
  hasMember(cls: number, name: string, onClass: boolean, isAround: boolean): boolean;
  /** The class that a definition written apart from it names as its owner. */
  ownerOf(def: number): number | undefined;
}

export interface NameResolver {
  program: Program;
  strategyOf(file: SourceFile): ImportStrategy;
  /** Places of a bare name as a scope sees it. */
  lookup(scope: ScopeId, name: string): Found | undefined;
  /** Places of a name that a file exports to importers. */
  exported(file: SourceFile, name: string): Place[];
  /** Places that an import's local name stands for. */
  imported(fact: ImportFact, file: SourceFile): Place[];
  /** Places that a Ref leads to. */
  placesOf(ref: Ref): Place[];
  /** Places of a member of a package, a namespace or a file used as a module. */
  memberOf(symbol: ResolvedRef, name: string): Place[];
  /** Of members that files declare for several platforms, those of the default build where there are any. */
  builtFirst<One extends { number: number }>(members: One[]): One[];
}
