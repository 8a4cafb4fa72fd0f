/**
 * Which class code belongs to, wherever it stands: the one around it, or the one that its definition names as its owner.
 *
 *     func (d *Dog) Bark()      void Dog::bark() {}      impl Dog { fn bark(&self) }      all belong to Dog
 */
import type { Definition, TypeRef } from '../../model/facts.ts';
import { dottedValue } from '../program/dotted-name.ts';
import { behindAlias, implementedBy } from '../types/bases-named.ts';
import { hasArity } from '../program/generic-arity.ts';
import { definitionOf, fileOfScope, outerScope } from '../program/program.ts';
import type { Program, ScopeId } from '../program/program.ts';
import { isClassLike } from '../program/qualified-names.ts';
import { Memo } from '../tracking/memo.ts';
import type { Types } from '../types/contract.ts';

const MAX_SCOPES = 500;

/** `fun <T : Table> T.insert()` extends Table, and so does all that is one. */
export function boundOfOwner({ extension, owner, typeParameters = [] }: Definition): TypeRef | undefined {
  if (extension !== true) return undefined;
  return typeParameters.find(({ name }) => name === owner?.name)?.bounds?.[0];
}

export interface Owners {
  /** Class that a definition names as its owner; undefined for one that names none or one of no class here. */
  ownerOf(def: number): number | undefined;
  /** Class whose members a scope's code belongs to. */
  classOf(scope: ScopeId): number | undefined;
}

export function createOwners(program: Program, types: Types): Owners {
  const { trace } = program;
  const owners = new Memo<number, number | undefined>(trace);

  const ownerOf = (def: number): number | undefined => {
    if (definitionOf(program, def).owner === undefined) return undefined;
    return owners.of(def, findOwner, { value: undefined });
  };

  const findOwner = (def: number): number | undefined => {
    const definition = definitionOf(program, def);
    const owner = boundOfOwner(definition) ?? definition.owner;
    if (owner === undefined) return undefined;
    trace.dependOnFile(fileOfScope(program, def).index);
    const scope = program.outer[def] ?? -1;
    const found = types
      .symbolsOf(scope, dottedValue(owner.name))
      .flatMap((one) => (one.to === 'def' && hasArity(program, one.def, owner.args?.length ?? 0) ? [one.def] : []));
    const named = found.find((one) => definitionOf(program, one).variant !== 'object') ?? found[0];
    return behindAlias(program, types, scope, owner, named);
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
