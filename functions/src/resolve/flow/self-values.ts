/**
 * The object or class that code belongs to: what `this` holds, and which types mean the class around.
 *
 *     this.x          an instance of the class, or the class itself in its body and its static methods
 *     local self = f()    what f gives, where the function makes its object itself (Lua)
 *     { a() { this.b() } }    the object that has a; in a function with a prototype what `new` builds (JavaScript)
 *     new self()      an instance of the class around; `Self` as a value is that class
 */
import type { Flow } from './contract.ts';
import { literalsByFunction } from '../program/object-literals.ts';
import type { Literal } from '../program/object-literals.ts';
import { definitionOf, fileOfScope, isFunctionScope, MEMBER_VARIANTS, ownSelf } from '../program/program.ts';
import type { ScopeId, SourceFile } from '../program/program.ts';
import { codeRunsOn } from '../program/runs-on.ts';

export function addSelf(flow: Flow, node: number, scope: ScopeId): void {
  const own = ownSelf(flow.program, scope);
  if (own !== undefined) {
    for (const entry of own) flow.constraints.flow(flow.place({ at: 'entry', entry, scope }), node);
    return;
  }
  const object = objectAround(flow, scope);
  if (object !== undefined) {
    flow.constraints.flow(object, node);
    return;
  }
  const on = codeRunsOn(flow.program, scope);
  if (on !== 'class') addOwn(flow, node, scope, 'instance');
  if (on !== 'instance') addOwn(flow, node, scope, 'class');
}

/** The object of a function outside any class: what `new` of it builds, or the literal that it is a member of. */
function objectAround(flow: Flow, scope: ScopeId): number | undefined {
  const { program } = flow;
  if (!fileOfScope(program, scope).rules.objectLiterals || flow.classes.classOf(scope) !== undefined) return undefined;
  for (let at: ScopeId = scope; isFunctionScope(program, at); at = program.outer[at] ?? -1) {
    const { kind, variant } = definitionOf(program, at);
    if (kind !== 'function') return undefined;
    const file = fileOfScope(program, at);
    const literals = MEMBER_VARIANTS.has(variant ?? '') ? (literalsOf(file).get(at - file.base) ?? []) : [];
    if (literals.length > 0) {
      const node = flow.constraints.node();
      for (const one of literals) flow.constraints.flow(flow.expression(one.scope, one.value), node);
      return node;
    }
    if (!flow.classes.hasMembers(at)) continue;
    const node = flow.constraints.node();
    flow.add(node, { is: 'instance', def: at, args: [] });
    return node;
  }
  return undefined;
}

const literalsOfFiles = new WeakMap<SourceFile, Map<number, Literal[]>>();

function literalsOf(file: SourceFile): Map<number, Literal[]> {
  let known = literalsOfFiles.get(file);
  if (known === undefined) literalsOfFiles.set(file, (known = literalsByFunction(file)));
  return known;
}

/** Adds the class around a scope, or an instance of it. */
export function addOwn(flow: Flow, node: number, scope: ScopeId, is: 'class' | 'instance'): void {
  const def = flow.classes.classOf(scope);
  if (def !== undefined) flow.add(node, is === 'class' ? { is, def } : { is, def, args: [] });
}

/** True for a type name that means the class around: self, static, Self. */
export function isOwnType(flow: Flow, scope: ScopeId, name: string): boolean {
  return fileOfScope(flow.program, scope).rules.selfTypes.has(name);
}

/** `fn build<T: Shape>() { T::make() }`: as a value a type parameter is its bounds. False for any other name. */
export function addBounds(flow: Flow, node: number, scope: ScopeId, name: string): boolean {
  const { types } = flow.classes;
  const parameter = types.parameterNamed(scope, name);
  for (const meaning of parameter?.bounds.flatMap((bound) => types.meanings(bound)) ?? []) {
    if (meaning.is === 'class') flow.add(node, { is: 'class', def: meaning.def });
  }
  return parameter !== undefined;
}
