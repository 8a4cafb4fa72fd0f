/**
 * What stands for the object or class that code belongs to: `this`, and types that mean the class around.
 *
 *     this.x          an instance of the class, or the class itself in its body and its static methods
 *     local self = f()    what f gives, where the function makes its object itself (Lua)
 *     new self()      an instance of the class around; `Self` as a value is that class
 */
import type { Flow } from './flow.ts';
import { fileOfScope, ownSelf, runsOnClass } from './program.ts';
import type { ScopeId } from './program.ts';

export function addSelf(flow: Flow, node: number, scope: ScopeId): void {
  const own = ownSelf(flow.linker.program, scope);
  if (own !== undefined) {
    for (const entry of own) flow.constraints.flow(flow.place({ at: 'entry', entry, scope }), node);
    return;
  }
  addOwn(flow, node, scope, runsOnClass(flow.linker.program, scope) ? 'class' : 'instance');
}

/** Adds the class around a scope, or an instance of it. */
export function addOwn(flow: Flow, node: number, scope: ScopeId, is: 'class' | 'instance'): void {
  const def = flow.classes.classOf(scope);
  if (def !== undefined) flow.add(node, is === 'class' ? { is, def } : { is, def, args: [] });
}

/** True for a type name that means the class around: self, static, Self. */
export function isOwnType(flow: Flow, scope: ScopeId, name: string): boolean {
  return fileOfScope(flow.linker.program, scope).rules.selfTypes.includes(name);
}
