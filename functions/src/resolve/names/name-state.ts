/** The state of the name resolver. Its functions stand in several files and call each other through it. */
import type { ImportFact } from '../../model/facts.ts';
import type { ImportStrategy } from '../imports/import-strategy.ts';
import type { Ref } from '../imports/refs.ts';
import type { ScopeId, SourceFile, Star } from '../program/program.ts';
import type { NameResolver, Place, ScopeMembers } from './contract.ts';

export interface NameState extends NameResolver {
  members: ScopeMembers;
  /** Strategies of the program's files, each once. */
  strategies: ImportStrategy[];
  /** Places of a name that a scope itself declares. */
  entryPlaces(scope: ScopeId, name: string): Place[];
  /** Refs that an import's local name stands for. */
  boundRefs(fact: ImportFact, file: SourceFile): Ref[];
  /** Places of a name that an import of everything brings. */
  throughStar(star: Star, file: SourceFile, name: string): Place[];
  /** Places of a name that a class has by an export clause. */
  exportedNames(cls: number, name: string): Place[];
}
