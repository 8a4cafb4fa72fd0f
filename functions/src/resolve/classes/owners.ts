/**
 * Which class code belongs to, wherever it stands: the one around it, or the one that its definition names as its owner.
 *
 *     func (d *Dog) Bark()      void Dog::bark() {}      impl Dog { fn bark(&self) }      all belong to Dog
 */
import { behindAlias, dottedValue, implementedBy } from '../types/bases-named.ts';
import { hasArity } from '../types/generic-arity.ts';
import { definitionOf, fileOfScope, outerScope } from '../program/program.ts';
import type { Program, ScopeId } from '../program/program.ts';
import { isClassLike } from '../program/qualified-names.ts';
import type { Note } from '../tracking/trace.ts';
import type { Types } from '../types/types.ts';

const MAX_SCOPES = 500;

export interface Owners {
  /** Class that a definition names as its owner; undefined for one that names none or one of no class here. */
  ownerOf(def: number): number | undefined;
  /** Class whose members a scope's code belongs to. */
  classOf(scope: ScopeId): number | undefined;
}

export function createOwners(program: Program, types: Types): Owners {
  const { trace } = program;
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
    for (let at: ScopeId | undefined = scope, n = 0; at !== undefined && at >= 0 && n < MAX_SCOPES; n++) {
      if (isClassLike(definitionOf(program, at))) return at;
      const owner = ownerOf(at) ?? implementedBy(program, types, at);
      if (owner !== undefined) return owner;
      at = outerScope(program, at);
    }
    return undefined;
  };

  return { ownerOf, classOf };
}
