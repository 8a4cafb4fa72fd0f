/**
 * Which declaration of a member counts for a class: its own before those of supertypes, overloads beside each other, and
 * for the class as an object what is its own as such.
 *
 *     class A: m      class B(A): n      find(B, 'm') = A's m
 *     class Dog; def self.create; end; CONST = 1; extend Loud; end      findOnClass(Dog, 'create'), CONST, Loud's members
 */
import { classKey } from './class-members.ts';
import type { MemberTable } from './class-members.ts';
import type { FindMembers, Member } from './contract.ts';
import type { ClassParts } from '../program/class-parts.ts';
import { inheritedOverloads } from './inherited-overloads.ts';
import type { ScopeMembers } from '../names/contract.ts';
import { Memo } from '../tracking/memo.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { Program } from '../program/program.ts';
import type { Supertypes } from './supertypes.ts';
import { classObjects } from '../program/class-objects.ts';
import { ruleSet } from '../rules/rule-set.ts';
import { flag } from '../rules/rule-types.ts';

/** Overloads that a class's own ones hide (C++). */
export const hiddenOverloads = ruleSet({
  overloadsHide: flag("A class's functions of a name hide those of its supertypes, whatever they take."),
});

/** More overloads are put together once for a class: each of them asks for all that stand beside it, at each call. */
const FEW_OVERLOADS = 8;

/** `settle`: all members are known. Until then who has one is looked for anew each time. */
export function createFindMembers(
  program: Program,
  { own }: MemberTable,
  supertypes: Supertypes,
  parts: ClassParts,
): FindMembers & { settle(): void } {
  let settled = false;
  const together = new Memo<string, Member>(program.trace);

  const inMany = createFindInMany(program, own, supertypes, parts);

  const find: FindMembers['find'] = (cls, name, after) => {
    const whole = settled && after === undefined ? parts.whole(cls) : undefined;
    if (whole !== undefined) return inMany(cls, whole, name);
    let open = after === undefined;
    for (const at of supertypes.order(cls)) {
      if (open) {
        const member = own(at, name);
        if (member === undefined) continue;
        if (member.defs.length <= FEW_OVERLOADS) return withOverloads(member, name, cls);
        return together.of(`${cls} ${at} ${name}`, () => withOverloads(member, name, cls));
      } else if (at === after) open = true;
    }
    return undefined;
  };

  /** Overloads of one name may stand in several parts of a class, and those of supertypes are its own too. */
  const withOverloads = (member: Member, name: string, cls: number): Member => {
    const { rules } = fileOfScope(program, member.cls);
    if (!rules.overloads) return member;
    const others = parts.others(member.cls).flatMap((part) => own(part, name)?.defs ?? []);
    const here = others.length === 0 ? member.defs : [...member.defs, ...others];
    const order = supertypes.order(cls);
    if (others.length === 0 && order.at(-1) === member.cls) return member;
    const behind = (): number[][] => order.slice(order.indexOf(member.cls) + 1).map((at) => own(at, name)?.defs ?? []);
    const all = hiddenOverloads.of(rules).overloadsHide
      ? here
      : [...here, ...inheritedOverloads(program, here, behind)];
    return all.length === member.defs.length ? member : { ...member, defs: all };
  };

  const findOnClass: FindMembers['findOnClass'] = (cls, name, after) => {
    if (!classObjects.of(fileOfScope(program, cls).rules).classMembersApart) return find(cls, name, after);
    const classMethod = find(cls, classKey(name), after);
    if (classMethod !== undefined) return classMethod;
    for (const at of supertypes.order(cls)) {
      for (const base of supertypes.of(at)) {
        const isMixed = base.how === 'extends_class' || (base.how === 'extends_users' && at !== cls);
        const mixed = isMixed ? find(base.def, name) : undefined;
        if (mixed !== undefined) return mixed;
      }
    }
    const found = find(cls, name, after);
    // Constants, and what a module offers as functions (`module_function`, `extend self`).
    const isModule = definitionOf(program, cls).variant === 'module';
    return isModule || found?.defs.some((def) => isOfEither(program, def)) === true ? found : undefined;
  };

  return { find, findOnClass, settle: () => void (settled = true) };
}

/** A member of a class that is written in many places, in a language without overloads: who has it is found out once for all. */
function createFindInMany(
  program: Program,
  own: MemberTable['own'],
  supertypes: Supertypes,
  parts: ClassParts,
): (cls: number, whole: readonly number[], name: string) => Member | undefined {
  const holders = new Memo<string, readonly number[]>(program.trace);
  const firstOf = (among: readonly number[], name: string): Member | undefined => {
    for (const at of among) {
      const member = own(at, name);
      if (member !== undefined) return member;
    }
    return undefined;
  };
  return (cls, whole, name) => {
    const { before, behind } = supertypes.around(whole);
    const prepended = firstOf(before, name);
    if (prepended !== undefined) return prepended;
    const held = holders.of(`${whole[0]} ${name}`, () => whole.filter((part) => own(part, name) !== undefined));
    if (held.length === 0) return firstOf(behind, name);
    if (held.includes(cls)) return own(cls, name);
    const others = held.length === 1 ? held : parts.others(cls);
    return own(others.find((part) => held.includes(part)) ?? -1, name);
  };
}

/** What is no method, or builds objects, or is given to a class by another file, which does not tell whose it is. */
function isOfEither(program: Program, def: number): boolean {
  const { kind, owner, variant } = definitionOf(program, def);
  return (
    kind !== 'method' ||
    variant === 'constructor' ||
    (owner !== undefined && fileOfScope(program, def).rules.objectLiterals)
  );
}

/** Whether a bare name in a class means a member of it. */
export function createHasMember(program: Program, { find, findOnClass }: FindMembers): ScopeMembers['hasMember'] {
  /** A constructor has its class's name (Java, C#), which means the class. */
  const isConstructor = ({ defs }: Member): boolean =>
    defs.length > 0 && defs.every((def) => definitionOf(program, def).variant === 'constructor');

  const isNoMethod = (member: Member | undefined): boolean =>
    member?.defs.every((def) => definitionOf(program, def).kind !== 'method') === true;

  return (cls, name, onClass, isAround) => {
    const { fieldSigil, newMember, selfIsInnermost } = classObjects.of(fileOfScope(program, cls).rules);
    if (isAround && selfIsInnermost) return isNoMethod(find(cls, name));
    if (onClass) return name === newMember || findOnClass(cls, name) !== undefined;
    const member = find(cls, name);
    if (member !== undefined) return !isConstructor(member);
    return fieldSigil !== undefined && find(cls, fieldSigil + name) !== undefined;
  };
}
