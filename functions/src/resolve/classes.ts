/**
 * Classes with their members and supertypes: who declares a member, in true inheritance order.
 *
 *     class A: m      class B(A): n      members(B) = n; find(B, 'm') = A's m; order(B) = B, A
 *
 * Members come from three places: definitions inside the class, definitions elsewhere that name it as their owner
 * (Go receivers, impl blocks, `A::f`, extensions), and values given to a member of self in its methods.
 */
import type { Base } from '../model/facts.ts';
import { basesNamed, behindAlias, dottedValue, extendsOutside, implementedBy, nestedBases } from './bases-named.ts';
import { classParts } from './class-parts.ts';
import { classKey, createMemberTable, withoutSigil, type Member } from './class-members.ts';
import { createExtensions } from './extensions.ts';
import { addFieldWrites } from './field-writes.ts';
import { hasArity } from './generic-arity.ts';
import type { Linker } from './linker.ts';
import type { ScopeId, SourceFile } from './program.ts';
import { definitionKey, definitionOf, fileOfScope, outerScope, scopeOf } from './program.ts';
import { isClassLike } from './qualified-names.ts';
import { inheritedOverloads } from './inherited-overloads.ts';
import { linearize } from './linearize.ts';
import { createOutsideConformances } from './outside-conformances.ts';
import type { OrderedBase } from './linearize.ts';
import { createSymbols } from './symbols.ts';
import { createTypes } from './types.ts';
import type { Note } from './trace.ts';
import type { TypeAt, Types } from './types.ts';

export interface Supertype {
  def: number;
  how: Base['how'];
  args: TypeAt[];
  /** Index of the file whose text says so: a conformance may stand far from its type. */
  file: number;
}

export interface Classes {
  types: Types;
  supertypes(cls: number): Supertype[];
  /** True when a supertype lies outside the repository or is unknown: a member not found may be there. */
  hasOutsideBase(cls: number): boolean;
  /** The class and its supertypes in the order members are searched. */
  order(cls: number): number[];
  /** First declaration of a member in that order; `after` skips up to and including that class (super). */
  find(cls: number, name: string, after?: number): Member | undefined;
  /** The same for the class as an object: its class methods, constants, and what is mixed into it. */
  findOnClass(cls: number, name: string): Member | undefined;
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

export function createClasses(linker: Linker): Classes {
  const { program } = linker;
  const { trace } = program;
  const members = createMemberTable(program);
  const { memberAt, own, offerMember } = members;
  const extensions = createExtensions(program);
  const parts = classParts(program);
  const subs = new Map<number, number[]>();
  /** Supertypes given to a class apart from its definition. */
  const conformances = new Map<number, { base: Base; scope: ScopeId }[]>();
  const conformingIn = new Map<number, number[]>();

  const find = (cls: number, name: string, after?: number): Member | undefined => {
    let open = after === undefined;
    for (const at of order(cls)) {
      if (open) {
        const member = own(at, name);
        if (member !== undefined) return withOverloads(member, name, cls);
      } else if (at === after) open = true;
    }
    return undefined;
  };

  /** Overloads of one name may stand in several parts of a class, and those of supertypes are its own too. */
  const withOverloads = (member: Member, name: string, cls: number): Member => {
    const { overloads, overloadsHide } = fileOfScope(program, member.cls).rules;
    if (!overloads) return member;
    const others = parts.others(member.cls).flatMap((part) => own(part, name)?.defs ?? []);
    const here = others.length === 0 ? member.defs : [...member.defs, ...others];
    const all = overloadsHide
      ? here
      : [...here, ...inheritedOverloads(program, here, order(cls), member.cls, own, name)];
    return all.length === member.defs.length ? member : { ...member, defs: all };
  };

  /** Class methods have keys of their own where they are a set apart. */
  const keyOf = (def: number): string => {
    const { name, kind, modifiers } = definitionOf(program, def);
    const apart = kind === 'method' && modifiers?.includes('static') === true;
    return apart && fileOfScope(program, def).rules.classMembersApart ? classKey(name) : name;
  };

  const findOnClass = (cls: number, name: string): Member | undefined => {
    if (!fileOfScope(program, cls).rules.classMembersApart) return find(cls, name);
    const own = find(cls, classKey(name));
    if (own !== undefined) return own;
    for (const at of order(cls)) {
      for (const base of supers(at).list) {
        const isMixed = base.how === 'extends_class' || (base.how === 'extends_users' && at !== cls);
        const mixed = isMixed ? find(base.def, name) : undefined;
        if (mixed !== undefined) return mixed;
      }
    }
    const found = find(cls, name);
    // Constants, and what a module offers as functions (`module_function`, `extend self`).
    const isModule = definitionOf(program, cls).variant === 'module';
    return isModule || found?.defs.some((def) => definitionOf(program, def).kind !== 'method') === true
      ? found
      : undefined;
  };

  const symbols = createSymbols(linker, (cls, name) => find(cls, name)?.defs ?? [], parts.primary);
  const types = createTypes(linker, symbols);
  const outside = createOutsideConformances(program, types, extensions);

  const superMemo = new Map<number, { list: Supertype[]; outside: boolean; note: Note }>();
  const supers = (cls: number): { list: Supertype[]; outside: boolean } => {
    const known = superMemo.get(cls);
    if (known !== undefined) {
      trace.rests(known.note);
      return known;
    }
    const result = { list: [] as Supertype[], outside: false, note: trace.begin() };
    superMemo.set(cls, result);
    trace.touch(fileOfScope(program, cls).index);
    trace.ask(definitionKey(program, 'c', cls));
    const scope = program.outer[cls] ?? -1;
    const add = (base: Base, at: ScopeId): void => {
      const nested = nestedBases(program, base, () => [cls, ...parts.others(cls)]);
      const found = nested ?? basesNamed(program, types, at, base.type).filter((def) => def !== cls);
      if (found.length === 0) result.outside = true;
      const args = (base.type.args ?? []).map((type) => ({ type, scope: at === scope ? cls : at }));
      for (const def of found) result.list.push({ def, how: base.how, args, file: fileOfScope(program, at).index });
    };
    for (const base of definitionOf(program, cls).bases ?? []) add(base, scope);
    for (const given of conformances.get(cls) ?? []) add(given.base, given.scope);
    trace.leave();
    return result;
  };

  const orderMemo = new Map<number, { list: number[]; note: Note }>();
  const order = (cls: number): number[] => {
    const known = orderMemo.get(cls);
    if (known !== undefined) {
      trace.rests(known.note);
      return known.list;
    }
    const answer = { list: [cls], note: trace.begin() };
    orderMemo.set(cls, answer);
    const { linearization } = fileOfScope(program, cls).rules;
    const bases = (at: number): OrderedBase[] => [
      ...parts.others(at).map((def) => ({ def, how: 'part' })),
      ...supers(at).list.filter((base) => base.how !== 'extends_class' && base.how !== 'extends_users'),
    ];
    answer.list = linearize(cls, bases, linearization);
    trace.leave();
    return answer.list;
  };

  const owners = new Map<number, { cls: number | undefined; note: Note }>();
  const ownerOf = (def: number): number | undefined => {
    const owner = definitionOf(program, def).owner;
    if (owner === undefined) return undefined;
    const known = owners.get(def);
    if (known !== undefined) {
      trace.rests(known.note);
      return known.cls;
    }
    const answer: { cls: number | undefined; note: Note } = { cls: undefined, note: trace.begin() };
    owners.set(def, answer);
    trace.touch(fileOfScope(program, def).index);
    const scope = program.outer[def] ?? -1;
    const found = types
      .symbolsOf(scope, dottedValue(owner.name))
      .flatMap((one) => (one.to === 'def' && hasArity(program, one.def, owner.args?.length ?? 0) ? [one.def] : []));
    const named = found.find((one) => definitionOf(program, one).variant !== 'object') ?? found[0];
    answer.cls = behindAlias(program, types, scope, owner, named);
    trace.leave();
    return answer.cls;
  };

  const classOf = (scope: ScopeId): number | undefined => {
    for (let at: ScopeId | undefined = scope, n = 0; at !== undefined && at >= 0 && n < 500; n++) {
      if (isClassLike(definitionOf(program, at))) return at;
      const owner = ownerOf(at) ?? implementedBy(program, types, at);
      if (owner !== undefined) return owner;
      at = outerScope(program, at);
    }
    return undefined;
  };

  linker.ownerOf = ownerOf;

  // Definitions first: types of owners and bases are found through them.
  program.defs.forEach((def, number) => {
    if (isClassLike(def)) {
      // A primary constructor's parameters may stand at the class itself.
      def.parameters?.forEach((parameter, index) => {
        if (parameter.field === true)
          memberAt(number, withoutSigil(parameter.name)).parameters.push({ fn: number, index });
      });
      for (const child of program.children[number] ?? []) {
        const inner = definitionOf(program, child);
        if (inner.anonymous !== true && inner.declaration !== 'overload')
          memberAt(number, keyOf(child)).defs.push(child);
        inner.parameters?.forEach((parameter, index) => {
          if (parameter.field === true)
            memberAt(number, withoutSigil(parameter.name)).parameters.push({ fn: child, index });
        });
      }
    }
  });
  /** A constructor has its class's name (Java, C#), which means the class. */
  const isConstructor = ({ defs }: Member): boolean =>
    defs.length > 0 && defs.every((def) => definitionOf(program, def).variant === 'constructor');

  const isNoMethod = (member: Member | undefined): boolean =>
    member?.defs.every((def) => definitionOf(program, def).kind !== 'method') === true;

  linker.hasMember = (cls, name, onClass, isAround) => {
    const { fieldSigil, newMember, selfIsInnermost } = fileOfScope(program, cls).rules;
    if (isAround && selfIsInnermost) return isNoMethod(find(cls, name));
    if (onClass) return name === newMember || findOnClass(cls, name) !== undefined;
    const member = find(cls, name);
    if (member !== undefined) return !isConstructor(member);
    return fieldSigil !== undefined && find(cls, fieldSigil + name) !== undefined;
  };
  program.defs.forEach((def, number) => {
    const { owner: written } = def;
    if (written === undefined || def.anonymous === true) return;
    const file = fileOfScope(program, number);
    trace.rule(file.index, () => {
      const owner = ownerOf(number);
      if (owner !== undefined) {
        memberAt(owner, keyOf(number)).defs.push(number);
        offerMember(owner);
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
        for (const cls of given) {
          const known = conformances.get(cls);
          conformingIn.set(file.index, [...(conformingIn.get(file.index) ?? []), cls]);
          trace.enterUnder(definitionKey(program, 'c', cls));
          if (known === undefined) conformances.set(cls, [{ base: fact.base, scope }]);
          else known.push({ base: fact.base, scope });
        }
      });
    }
  }
  orderMemo.clear();
  superMemo.clear();
  program.defs.forEach((def, number) => {
    if (!isClassLike(def) && !conformances.has(number)) return;
    trace.rule(fileOfScope(program, number).index, () => {
      for (const base of supers(number).list) {
        const known = subs.get(base.def);
        trace.enterUnder(definitionKey(program, 's', base.def));
        if (known === undefined) subs.set(base.def, [number]);
        else known.push(number);
      }
    });
  });
  addFieldWrites(linker, members, classOf);

  return {
    types,
    supertypes: (cls) => supers(cls).list,
    hasOutsideBase: (cls) => order(cls).some((at) => supers(at).outside),
    order,
    find,
    findOnClass,
    own,
    conformsOutside: outside.conforms,
    conforming: (file) => conformingIn.get(file.index) ?? [],
    primary: parts.primary,
    hasMembers: members.hasAny,
    subclasses(cls) {
      trace.ask(definitionKey(program, 's', cls));
      const list = subs.get(cls) ?? [];
      for (const sub of list) trace.touch(fileOfScope(program, sub).index);
      return list;
    },
    classOf,
    extensionsOf: extensions.of,
  };
}
