/** What can be told of a place that a name leads to, and of a scope that names are looked up in, without following it. */
import type { Found, Place } from './contract.ts';
import type { Program, ScopeId, SourceFile } from '../program/program.ts';
import { definitionOf, fileOfScope, fileScope, isClassScope, isFunctionScope, namesIn } from '../program/program.ts';
import type { Ref } from '../imports/refs.ts';
import { ruleSet } from '../rules/rule-set.ts';
import { z } from 'zod';

export const moduleNames = ruleSet({
  moduleName: z
    .string()
    .optional()
    .describe('The name by which a file has what it offers to importers: `exports.b()`.'),
});

/** Members of classes and of object literals are no names of their own to the code in them. */
export function isVisible(program: Program, scope: ScopeId, start: ScopeId): boolean {
  if (scope < 0 || isFunctionScope(program, scope)) return true;
  if (isClassScope(program, scope)) return scope === start;
  return definitionOf(program, scope).kind === 'module';
}

export function memberPlace(cls: number, name: string, onClass: boolean): Place {
  return { at: 'member', cls, name, ...(onClass ? { onClass } : {}) };
}

/** Whether a place is a member of a type of that name. */
export function isPartOf(program: Program, place: Place, type: string | undefined): boolean {
  if (place.at !== 'entry' || place.entry.kind !== 'def') return false;
  const outer = program.outer[place.entry.def] ?? -1;
  return outer >= 0 && definitionOf(program, outer).name === type;
}

export function isImport(place: Place): boolean {
  return place.at === 'entry' && place.entry.kind === 'import';
}

export function isReexport(place: Place): boolean {
  return place.at === 'entry' && place.entry.kind === 'import' && place.entry.fact.reexport === true;
}

/** A type nested in a class is visible by its bare name to what stands in that class, in languages that nest types. */
export function isTypeName(program: Program, scope: ScopeId, name: string): boolean {
  if (!fileOfScope(program, scope).rules.implicitSelf) return false;
  return (namesIn(program, scope)?.get(name) ?? []).some(
    (entry) => entry.kind === 'def' && isClassScope(program, entry.def),
  );
}

/** `exports` is the file as importers see it, unless code around has a variable of that name. */
export function isModuleName(program: Program, scope: ScopeId, name: string, found: Found | undefined): boolean {
  const file = fileOfScope(program, scope);
  if (name !== moduleNames.of(file.rules).moduleName) return false;
  return found?.places.every((place) => place.at === 'entry' && place.scope === fileScope(file)) !== false;
}

/** Refs into files of another family are dropped: names never cross languages that cannot call each other. */
export function sameFamily(program: Program, from: SourceFile, refs: Ref[]): Ref[] {
  return refs.filter((ref) => {
    const file =
      ref.to === 'file' || ref.to === 'name'
        ? program.files[ref.file]
        : ref.to === 'def'
          ? program.fileOf[ref.def]
          : undefined;
    return file === undefined || file.rules.family === from.rules.family;
  });
}
