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
  const byKey = new Map<string, Conformance[]>();
  /** A class is known to files of its own family. */
  const keyOf = (scope: ScopeId, type: string): string => `o:${fileOfScope(program, scope).rules.family} ${type}`;
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
      const key = keyOf(scope, type);
      trace.provideEntry(key);
      append(byKey, key, conformance);
    },
    conforms(type, cls) {
      const key = keyOf(cls, type);
      trace.dependOnEntries(key);
      return (byKey.get(key) ?? []).some(({ base, scope }) => {
        trace.dependOnFile(fileOfScope(program, scope).index);
        return basesNamed(program, types, scope, base.type).includes(cls);
      });
    },
  };
}
