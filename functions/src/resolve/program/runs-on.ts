/**
 * Whether code runs on a class itself or on an object of it.
 *
 *     static make() { … }      class func make() { … }      def self.make; …; end      on the class
 *     class A { x = this.make() }                           on the class or an object: fields are set in the body
 */
import type { Definition } from '../../model/facts.ts';
import { classObjects } from './class-objects.ts';
import { definitionOf, fileOfScope } from './program.ts';
import type { Program, ScopeId } from './program.ts';
import { isClassLike } from './qualified-names.ts';

/** What the code of a scope belongs to: the class itself, an object of it, or either of them. */
export type RunsOn = 'class' | 'instance' | 'either';

/** A class's body, static and class methods belong to the class; where fields are set in the body, that to either. */
export function codeRunsOn(program: Program, scope: ScopeId): RunsOn {
  let isInBody = true;
  for (let at: ScopeId | undefined = scope; at !== undefined && at >= 0; at = program.outer[at]) {
    const def = definitionOf(program, at);
    if (isClassLike(def)) return at === scope || isInBody ? ofBody(program, at, scope) : 'instance';
    if (def.kind === 'method') return isOfClass(def) ? 'class' : 'instance';
    if (def.kind === 'field' && isOfClass(def)) return 'class';
    isInBody &&= def.anonymous === true;
  }
  return 'instance';
}

function ofBody(program: Program, cls: number, scope: ScopeId): RunsOn {
  if (classObjects.of(fileOfScope(program, cls).rules).bodyOfObjects) return 'either';
  return cls === scope ? 'class' : 'instance';
}

function isOfClass({ modifiers }: Definition): boolean {
  return modifiers?.some((word) => word === 'static' || word === 'class') === true;
}

export function runsOnClass(program: Program, scope: ScopeId): boolean {
  return codeRunsOn(program, scope) === 'class';
}
