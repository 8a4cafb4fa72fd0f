/**
 * Types from elsewhere that a file of the repository gives a supertype: `extension URLRequest: Convertible`.
 */
import type { Base } from '../model/facts.ts';
import { basesNamed } from './bases-named.ts';
import { fileOfScope } from './program.ts';
import type { Program, ScopeId } from './program.ts';
import type { Types } from './types.ts';

interface Conformance {
  /** Name of the type. */
  type: string;
  base: Base;
  scope: ScopeId;
}

export interface OutsideConformances {
  /** Within the rule of the file that says so. */
  add(conformance: Conformance): void;
  /** Whether a type from elsewhere is a subtype of a class. */
  conforms(type: string, cls: number): boolean;
}

export function createOutsideConformances(program: Program, types: Types): OutsideConformances {
  const { trace } = program;
  const byType = new Map<string, Conformance[]>();
  const keyOf = (type: string): string => `o:${type}`;
  return {
    add(conformance) {
      const { type } = conformance;
      trace.enterUnder(keyOf(type));
      const known = byType.get(type);
      if (known === undefined) byType.set(type, [conformance]);
      else known.push(conformance);
    },
    conforms(type, cls) {
      trace.ask(keyOf(type));
      return (byType.get(type) ?? []).some(({ base, scope }) => {
        trace.touch(fileOfScope(program, scope).index);
        return basesNamed(program, types, scope, base.type).includes(cls);
      });
    },
  };
}
