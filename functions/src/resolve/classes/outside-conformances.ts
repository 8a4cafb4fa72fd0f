/**
 * Types from elsewhere that a file of the repository gives a supertype: `extension URLRequest: Convertible`. Where any
 * type is given one, `impl<T> Shout for T`, what that defines extends all of them.
 */
import { ANY_TYPE } from '../../model/facts.ts';
import type { Base } from '../../model/facts.ts';
import { append } from '../program/append.ts';
import { basesNamed } from '../types/bases-named.ts';
import type { Extensions } from './extensions.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { Program, ScopeId } from '../program/program.ts';
import type { Types } from '../types/contract.ts';

interface Conformance {
  /** Name of the type. */
  type: string;
  base: Base;
  scope: ScopeId;
}

export interface OutsideConformances {
  /** Called for the file that says so (`Trace.forFile`). */
  add(conformance: Conformance): void;
  /** Whether a type from elsewhere is a subtype of a class. */
  conforms(type: string, cls: number): boolean;
}

export function createOutsideConformances(program: Program, types: Types, extensions: Extensions): OutsideConformances {
  const { trace } = program;
  const byType = new Map<string, Conformance[]>();
  const keyOf = (type: string): string => `o:${type}`;
  return {
    add(conformance) {
      const { base, scope, type } = conformance;
      if (type === ANY_TYPE) {
        for (const cls of basesNamed(program, types, scope, base.type)) {
          for (const child of program.children[cls] ?? []) {
            if (definitionOf(program, child).declaration === undefined) extensions.add(child, ANY_TYPE);
          }
        }
      }
      trace.provideEntry(keyOf(type));
      append(byType, type, conformance);
    },
    conforms(type, cls) {
      trace.dependOnEntries(keyOf(type));
      return (byType.get(type) ?? []).some(({ base, scope }) => {
        trace.dependOnFile(fileOfScope(program, scope).index);
        return basesNamed(program, types, scope, base.type).includes(cls);
      });
    },
  };
}
