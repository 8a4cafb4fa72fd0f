/**
 * Classes with their members and supertypes: who declares a member, in true inheritance order.
 *
 *     class A: m      class B(A): n      members(B) = n; find(B, 'm') = A's m; order(B) = B, A
 *
 * Members come from three places: definitions inside the class, definitions elsewhere that name it as their owner
 * (Go receivers, impl blocks, `A::f`, extensions), and values given to a member of self in its methods.
 */
import { basesNamed, extendsOutside } from '../types/bases-named.ts';
import { createClassParts } from '../program/class-parts.ts';
import { addDeclaredMembers, createMemberTable, memberKey } from './class-members.ts';
import type { Member } from './class-members.ts';
import { createExtensions } from './extensions.ts';
import { addFieldWrites } from './field-writes.ts';
import { createFindMembers, createHasMember } from './find-members.ts';
import type { FindMembers } from './find-members.ts';
import type { Linker } from '../names/linker.ts';
import { createOutsideConformances } from './outside-conformances.ts';
import { createOwners } from './owners.ts';
import { fileOfScope, scopeOf } from '../program/program.ts';
import type { ScopeId, SourceFile } from '../program/program.ts';
import { createSupertypes } from './supertypes.ts';
import type { Supertype } from './supertypes.ts';
import { createSymbols } from '../types/symbols.ts';
import { createTypes } from '../types/types.ts';
import type { Types } from '../types/types.ts';

export interface Classes extends FindMembers {
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
  /** Functions that extend a type of the given name from outside it. */
  extensionsOf(family: string | undefined, type: string, name: string): number[];
}

/** Tells the linker whose members bare names may be, and who owns what stands apart. */
export function createClasses(linker: Linker): Classes {
  const { program } = linker;
  const { trace } = program;
  const members = createMemberTable(program);
  const extensions = createExtensions(program);
  const parts = createClassParts(program);

  const symbols = createSymbols(linker, (cls, name) => find(cls, name)?.defs ?? [], parts.primary);
  const types = createTypes(linker, symbols);
  const outside = createOutsideConformances(program, types, extensions);
  const supertypes = createSupertypes(program, types, parts);
  const { find, findOnClass } = createFindMembers(program, members, supertypes, parts);
  const { ownerOf, classOf } = createOwners(program, types);
  linker.ownerOf = ownerOf;
  linker.hasMember = createHasMember(program, { find, findOnClass });

  // Definitions first: types of owners and bases are found through them.
  addDeclaredMembers(program, members);

  program.defs.forEach((def, number) => {
    const { owner: written } = def;
    if (written === undefined || def.anonymous === true) return;
    trace.rule(fileOfScope(program, number).index, () => {
      const owner = ownerOf(number);
      if (owner !== undefined) {
        members.memberAt(owner, memberKey(program, number)).defs.push(number);
        members.offerMember(owner);
      }
      // A type of the repository has its extensions as members; one from elsewhere is known by its name.
      if (owner !== undefined || !extendsOutside(program, types, number)) return;
      extensions.add(number, written.name);
    });
  });
  for (const file of program.files) {
    for (const fact of file.facts.conformances ?? []) {
      const scope = scopeOf(file, fact.scope);
      trace.rule(file.index, () => {
        const given = basesNamed(program, types, scope, fact.type).slice(0, 1);
        if (given.length === 0) outside.add({ type: fact.type.name, base: fact.base, scope });
        for (const cls of given) supertypes.conform(cls, fact.base, scope);
      });
    }
  }
  supertypes.settle();
  addFieldWrites(linker, members, classOf);

  return {
    types,
    supertypes: supertypes.of,
    hasOutsideBase: supertypes.hasOutside,
    order: supertypes.order,
    find,
    findOnClass,
    own: members.own,
    conformsOutside: outside.conforms,
    conforming: supertypes.conforming,
    primary: parts.primary,
    hasMembers: members.hasAny,
    subclasses: supertypes.subclasses,
    classOf,
    extensionsOf: extensions.of,
  };
}
