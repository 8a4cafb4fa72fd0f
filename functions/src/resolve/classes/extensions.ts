/**
 * Functions that extend types from outside them, by the type's name: a type of the repository has its extensions as
 * members, one from elsewhere is known by its name alone.
 *
 *     fun String.shout() = …       of String        fun <T> T.tap() = …       of any type
 */
import { ANY_TYPE } from '../../model/facts.ts';
import { append } from '../program/append.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { Program } from '../program/program.ts';
import { ruleSet } from '../rules/rule-set.ts';
import { flag } from '../rules/rule-types.ts';

export const extensionMembers = ruleSet({
  extensionsAreMembers: flag('Extensions are members of the type like those written in it.'),
  extensionsByNamespace: flag('Extensions of the namespaces around a call come before those that its file uses.'),
  extensionsByImport: flag(
    'Extensions are seen in their package and where they are imported, one by one or all of a package.',
  ),
});

export interface Extensions {
  /** `type` as the definition writes it; called for the definition's file (`Trace.forFile`). */
  add(def: number, type: string): void;
  /** Those of a type's name; where it has none, those of any type. Without a family, those of all languages. */
  of(family: string | undefined, type: string, name: string): number[];
  /** Those of a name, whatever they extend. */
  named(family: string, name: string): number[];
}

export function createExtensions(program: Program): Extensions {
  const { trace } = program;
  const extensions = new Map<string, number[]>();
  const keyOf = (family: string | undefined, type: string, name: string): string =>
    `e:${family ?? '*'} ${type} ${name}`;
  const nameKey = (family: string, name: string): string => `n:${family} ${name}`;
  return {
    add(number, type) {
      const { name, typeParameters } = definitionOf(program, number);
      const file = fileOfScope(program, number);
      const ofAny = typeParameters?.some((parameter) => parameter.name === type) === true;
      for (const family of [file.rules.family, undefined]) {
        const key = keyOf(family, ofAny ? ANY_TYPE : type, name);
        trace.provideEntry(key);
        append(extensions, key, number);
      }
      const key = nameKey(file.rules.family, name);
      trace.provideEntry(key);
      append(extensions, key, number);
    },
    named(family, name) {
      const key = nameKey(family, name);
      trace.dependOnEntries(key);
      const found = extensions.get(key) ?? [];
      for (const def of found) trace.dependOnFile(fileOfScope(program, def).index);
      return found;
    },
    of(family, type, name) {
      for (const key of [keyOf(family, type, name), keyOf(family, ANY_TYPE, name)]) {
        trace.dependOnEntries(key);
        const found = extensions.get(key);
        for (const def of found ?? []) trace.dependOnFile(fileOfScope(program, def).index);
        if (found !== undefined) return found;
      }
      return [];
    },
  };
}
