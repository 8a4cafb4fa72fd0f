/**
 * Values that methods give to members of their own object.
 *
 *     this.close = f;      close holds f
 *     close_ = f;          so it does where a pointer to a function is a value, if close_ is no variable nearer by (C++)
 *     Door(F f) : close_(f)
 */
import type { BindingFact, Value } from '../../model/facts.ts';
import type { MemberTable } from './class-members.ts';
import type { Classes, Member } from './contract.ts';
import type { NameResolver } from '../names/contract.ts';
import { definitionOf, isClassScope, scopeOf } from '../program/program.ts';
import type { ScopeId } from '../program/program.ts';
import { isSelf } from '../names/own-object.ts';

export function addFieldWrites(
  resolver: NameResolver,
  members: MemberTable,
  classOf: (scope: ScopeId) => number | undefined,
): void {
  const { program } = resolver;
  for (const file of program.files) {
    const { functionPointers, implicitSelf } = file.rules;
    for (const fact of file.facts.bindings) {
      const { target } = fact;
      const isBare = functionPointers && implicitSelf && target.is === 'name' && mayHoldFunction(fact);
      if ((target.is !== 'member' && !isBare) || fact.until !== undefined) continue;
      const scope = scopeOf(file, fact.scope);
      program.trace.forFile(file.index, () => {
        const isOwn = target.is === 'member' ? isSelf(resolver, scope, target.of) : isOwnField(resolver, scope, target);
        const cls = isOwn ? classOf(scope) : undefined;
        const name = target.is === 'member' || target.is === 'name' ? target.name : undefined;
        if (cls === undefined || name === undefined) return;
        members.memberAt(cls, name).writes.push({ fact, scope });
        members.provideMember(cls);
      });
    }
  }
}

/** Whether a value given to a member counts: by its bare name, where it is declared to hold a function. */
export function counts({ program, types }: Classes, member: Member, { target }: BindingFact): boolean {
  if (target.is !== 'name') return true;
  return member.defs.some((def) => {
    const { type } = definitionOf(program, def);
    if (type === undefined) return false;
    const meanings = types.meanings({ type, scope: program.outer[def] ?? def });
    return meanings.some((meaning) => meaning.is === 'function');
  });
}

/** What is assigned is a function, or what a name or a call gives. */
function mayHoldFunction({ assigns, value }: BindingFact): boolean {
  return assigns === true && value !== undefined && value.is !== 'literal' && value.is !== 'unknown';
}

/** A name that a method assigns is a field when no variable of the method has it. */
function isOwnField({ program, lookup }: NameResolver, scope: ScopeId, target: Value): boolean {
  if (target.is !== 'name') return false;
  const place = lookup(scope, target.name)?.places[0];
  if (place?.at === 'member') return true;
  return place?.at === 'entry' && isClassScope(program, place.scope);
}
