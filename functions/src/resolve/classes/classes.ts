/**
 * Classes with their members and supertypes: who declares a member, in true inheritance order.
 *
 *     class A: m      class B(A): n      members(B) = n; find(B, 'm') = A's m; order(B) = B, A
 *
 * Members come from three places: definitions inside the class, definitions elsewhere that name it as their owner
 * (Go receivers, impl blocks, `A::f`, extensions), and values given to a member of self in its methods.
 */
import type { ManifestFile } from '../../model/manifests.ts';
import type { NameResolver } from '../names/contract.ts';
import { msbuildProjects } from '../imports/manifests/msbuild-usings.ts';
import { createNameResolver } from '../names/resolve-name.ts';
import { createClassParts } from '../program/class-parts.ts';
import { fileOfScope, scopeOf } from '../program/program.ts';
import type { Program } from '../program/program.ts';
import type { Steps } from '../tracking/steps.ts';
import { basesNamed, extendsOutside } from '../types/bases-named.ts';
import { createSymbols } from '../types/symbols.ts';
import { createTypes } from '../types/types.ts';
import type { Types } from '../types/contract.ts';
import { addDeclaredMembers, createMemberTable, memberKey } from './class-members.ts';
import type { MemberTable } from './class-members.ts';
import type { Classes } from './contract.ts';
import { createExtensions } from './extensions.ts';
import type { Extensions } from './extensions.ts';
import { addFieldWrites } from './field-writes.ts';
import { createFindMembers, createHasMember } from './find-members.ts';
import { createOutsideConformances } from './outside-conformances.ts';
import type { OutsideConformances } from './outside-conformances.ts';
import { boundOfOwner, createOwners } from './owners.ts';
import { createSupertypes } from './supertypes.ts';
import type { Supertypes } from './supertypes.ts';

/**
 * Names, types and classes of a program. They are found through each other (a bare name may be a member of a class, whose
 * supertypes are named), so each is given the questions that it has to the others as functions.
 */
export function* createClasses(
  program: Program,
  manifests: ManifestFile[],
): Steps<{ resolver: NameResolver; classes: Classes }> {
  const resolver = createNameResolver(program, manifests, {
    hasMember: (cls, name, onClass, isAround) => hasMember(cls, name, onClass, isAround),
    ownerOf: (def) => ownerOf(def),
  });
  yield;
  const members = createMemberTable(program);
  const extensions = createExtensions(program);
  const parts = createClassParts(program, msbuildProjects(manifests));
  const symbols = createSymbols(resolver, (cls, name) => find(cls, name)?.defs ?? [], parts.primary);
  const types = createTypes(resolver, symbols, (def) => ownerOf(def));
  const outside = createOutsideConformances(program, types, extensions);
  const supertypes = createSupertypes(program, types, parts);
  const { find, findOnClass, settle } = createFindMembers(program, members, supertypes, parts);
  const { ownerOf, classOf } = createOwners(program, types);
  const hasMember = createHasMember(program, { find, findOnClass });

  // What stands inside classes comes first: the types of owners and bases are found through it.
  addDeclaredMembers(program, members);
  addMembersApart(program, types, { members, extensions, ownerOf });
  addConformances(program, types, { outside, supertypes });
  supertypes.settle();
  addFieldWrites(resolver, members, classOf);
  settle();

  const classes: Classes = {
    program,
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
    ownerOf,
    extensionsOf: extensions.of,
    extensionsNamed: extensions.named,
  };
  return { resolver, classes };
}

/** Members of classes that are written apart from them, and extensions of types from elsewhere. */
function addMembersApart(
  program: Program,
  types: Types,
  to: { members: MemberTable; extensions: Extensions; ownerOf: (def: number) => number | undefined },
): void {
  program.defs.forEach((def, number) => {
    const { owner: written } = def;
    if (written === undefined || def.anonymous === true) return;
    program.trace.forFile(fileOfScope(program, number).index, () => {
      const owner = to.ownerOf(number);
      if (owner !== undefined) {
        to.members.memberAt(owner, memberKey(program, number)).defs.push(number);
        to.members.provideMember(owner);
      }
      // A type of the repository has its extensions as members; one from elsewhere is known by its name, and may be of the class.
      if (owner === undefined ? extendsOutside(program, types, number) : boundOfOwner(def) !== undefined)
        to.extensions.add(number, written.name);
    });
  });
}

/** Supertypes that a text gives to types apart from their definitions. */
function addConformances(
  program: Program,
  types: Types,
  to: { outside: OutsideConformances; supertypes: Supertypes },
): void {
  for (const file of program.files) {
    for (const fact of file.facts.conformances ?? []) {
      const scope = scopeOf(file, fact.scope);
      program.trace.forFile(file.index, () => {
        const given = basesNamed(program, types, scope, fact.type).slice(0, 1);
        if (given.length === 0) to.outside.add({ type: fact.type.name, base: fact.base, scope });
        for (const cls of given) to.supertypes.conform(cls, fact.base, scope);
      });
    }
  }
}
